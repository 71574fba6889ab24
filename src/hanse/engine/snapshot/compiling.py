"""Compilers: each turns the documents of some kinds of resources into one part of the snapshot.

A compiler names the kinds it reads. A revision that changes no document of these kinds does not run it: the part of the
previous snapshot is used again. `CompilerInput.changes` says which documents changed, so that a compiler of a large
collection can update the previous part instead of building it anew.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from hanse.config.ports import Ports
from hanse.config.view import View

T = TypeVar("T")


@dataclass(frozen=True)
class Changes:
    """The documents that changed since the previous snapshot, by kind. `None` means that anything may have changed."""

    ids: Mapping[str, frozenset[str]] | None

    @classmethod
    def of(cls, changed: Iterable[tuple[str, str]]) -> Self:
        """Return the changes of documents given as (kind, id)."""
        ids: dict[str, set[str]] = {}
        for kind, id_ in changed:
            ids.setdefault(kind, set()).add(id_)
        return cls({kind: frozenset(found) for kind, found in ids.items()})

    def include(self, kind: str, id_: str) -> bool:
        """Return whether a document may have changed."""
        return self.ids is None or id_ in self.ids.get(kind, ())

    def touch(self, kinds: Iterable[str]) -> bool:
        """Return whether a document of one of these kinds may have changed."""
        return self.ids is None or any(kind in self.ids for kind in kinds)


EVERYTHING = Changes(None)


# What the compilers made, by their names.
Parts = Mapping[str, Any]


@dataclass(frozen=True)
class CompilerInput(Generic[T]):
    """What a compiler works from. `previous` is None when there is no earlier part to update."""

    view: View
    ports: Ports
    previous: T | None
    changes: Changes


@dataclass(frozen=True)
class Compiler(Generic[T]):
    """Builds one part of the snapshot. Requests read it with `snapshot.part(COMPILER)`."""

    name: str
    kinds: frozenset[str]
    compile: Callable[[CompilerInput[T]], T]


def compile_parts(
    compilers: Iterable[Compiler[Any]], view: View, ports: Ports, previous: Parts, changes: Changes
) -> Parts:
    """Return all parts; unaffected ones are taken from the previous snapshot, and the whole of them if all are."""
    parts: dict[str, Any] = {}
    for compiler in compilers:
        before = previous.get(compiler.name)
        if compiler.name in previous and not changes.touch(compiler.kinds):
            parts[compiler.name] = before
        else:
            parts[compiler.name] = compiler.compile(CompilerInput(view, ports, before, changes))
    is_same = parts.keys() == previous.keys() and all(part is previous[name] for name, part in parts.items())
    return previous if is_same else parts
