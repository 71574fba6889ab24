"""Passes implementations from the composition root to declarations, by the Protocol that they implement."""

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class Ports:
    """The implementations bound by the composition root; a missing one is a programming error."""

    def __init__(self, bindings: Mapping[type[Any], object]) -> None:
        self._bindings = dict(bindings)

    def get(self, protocol: type[T]) -> T:
        """Return the implementation of a Protocol; raises KeyError if there is none."""
        bound: Any = self._bindings[protocol]
        return bound  # type: ignore[no-any-return]  # The composition root, which mypy checks, pairs the two.
