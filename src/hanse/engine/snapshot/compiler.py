"""Compilers: each turns the documents of some kinds of resources into one part of the snapshot.

A compiler names the kinds it reads. It does not run for a revision that changes no document of these kinds: the part of
the previous snapshot is reused. `CompilerInput.changes` has the documents that changed, so that a compiler of a large
collection can update the previous part instead of building it anew.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from hanse.config.declare.ports import Ports
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.engine")
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

    def of_kind(self, kind: str) -> frozenset[str] | None:
        """Return the IDs of the documents of a kind that changed; None if any may have changed."""
        return None if self.ids is None else self.ids.get(kind, frozenset())

    def touch(self, kinds: Iterable[str]) -> bool:
        """Return whether a document of one of these kinds may have changed."""
        return self.ids is None or any(kind in self.ids for kind in kinds)


ALL_CHANGES = Changes(None)


# The results of the compilers, by their names.
Parts = Mapping[str, Any]


@dataclass(frozen=True)
class CompilerInput(Generic[T]):
    """The input of a compiler. `previous` is None when there is no earlier part to update."""

    view: TransactionView
    ports: Ports
    previous: T | None
    changes: Changes


@dataclass(frozen=True)
class Compiler(Generic[T]):
    """Builds one part of the snapshot. Requests read it with `snapshot.part(COMPILER)`."""

    name: str
    kinds: frozenset[str]
    compile: Callable[[CompilerInput[T]], T]


@dataclass(frozen=True)
class CompiledParts:
    """All parts.

    `failed` are the names of those whose compilers failed, so that their previous versions stay in use.
    """

    parts: Parts
    failed: frozenset[str] = frozenset()


def compile_parts(
    compilers: Iterable[Compiler[Any]], view: TransactionView, ports: Ports, previous: CompiledParts, changes: Changes
) -> CompiledParts:
    """Return all parts; unaffected ones are taken from the previous snapshot, or all if none is affected.

    A compiler omits documents that it cannot read. If it fails nevertheless, the other parts take effect, and it
    compiles everything with the next revision. Without a previous part its exception is raised.
    """
    parts: dict[str, Any] = {}
    failed: set[str] = set()
    for compiler in compilers:
        name, before = compiler.name, previous.parts.get(compiler.name)
        missing, again = name not in previous.parts, name in previous.failed
        if not (missing or again or changes.touch(compiler.kinds)):
            parts[name] = before
            continue
        try:
            parts[name] = compiler.compile(CompilerInput(view, ports, before, ALL_CHANGES if again else changes))
        except (Unavailable, SQLAlchemyError):
            # The database is unreachable, which concerns all parts.
            raise
        except Exception:
            if missing:
                raise
            LOG.exception("part of the configuration not applied", part=name)
            parts[name] = before
            failed.add(name)
    is_same = parts.keys() == previous.parts.keys() and all(
        part is previous.parts[name] for name, part in parts.items()
    )
    return CompiledParts(previous.parts if is_same else parts, frozenset(failed))
