"""Handles of resources: names for resources that are declared elsewhere."""

from dataclasses import dataclass
from typing import Generic, TypeVar

M = TypeVar("M")


@dataclass(frozen=True, eq=False)
class Handle(Generic[M]):
    """A resource by its path in the API, such as `/oauth/issuers`. A `Resource` is its own handle.

    Areas do not import one another, and plug-ins import no area. With handles they can refer to the documents of a
    resource, and read them through a view, without its declaration.
    """

    path: str

    def __eq__(self, other: object) -> bool:
        # A resource is equal to its handle.
        return isinstance(other, Handle) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)
