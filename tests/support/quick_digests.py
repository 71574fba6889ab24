"""Digests of passwords that take microseconds. The real ones take 20 ms by design, at each sign-in of each test."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hanse.crypto import passwords

REAL = {"MEMORY_KIB": passwords.MEMORY_KIB, "PASSES": passwords.PASSES}
QUICK = {"MEMORY_KIB": 8, "PASSES": 1}


@contextmanager
def digests_with(parameters: dict[str, int]) -> Iterator[None]:
    """Let new objects of `PasswordDigests` use these parameters."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in parameters.items():
            patch.setattr(passwords, name, value)
        yield
