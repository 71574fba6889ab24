"""Shares compiled page templates between the tests' engines, as a server compiles each template only once."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import CodeType

import pytest
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment

from hanse.engine.signin.pages import templating


class MemoryCache(BytecodeCache):
    """Compiled templates by their names and contents."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if it was compiled before."""
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        if bucket.code is not None:
            self._compiled[bucket.key, bucket.checksum] = bucket.code


@contextmanager
def templates_compiled_once() -> Iterator[None]:
    """Make all engines share the templates that were compiled."""
    environment = partial(ImmutableSandboxedEnvironment, bytecode_cache=MemoryCache())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templating, "ImmutableSandboxedEnvironment", environment)
        yield
