"""The active connections of the configuration as they are stored, for the compilers of the snapshot.

There can be thousands of connections, and few are used between two changes. So each part of the snapshot keeps their
stored texts, which need a third of the memory of parsed documents, and a save reads only the connections that changed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec

from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.engine.snapshot.compiler import CompilerInput

T = TypeVar("T")
C = TypeVar("C")
# If more connections changed, all of them are read at once, which is faster.
_MANY: Final = 1000


@dataclass(frozen=True, eq=False)
class StoredConnection:
    """An active connection as it is stored."""

    id: str
    entity_id: str
    text: bytes = field(repr=False)

    @property
    def body(self) -> dict[str, Any]:
        """Return the document. It is parsed anew each time."""
        body: dict[str, Any] = msgspec.json.decode(self.text)
        return body


def entity_id_of(stored: StoredDocument) -> str:
    """Return the entity ID of a partner; empty if it has none."""
    return str(stored.body.get("entityId") or "")


def updated_connections(
    given: CompilerInput[T],
    resource: Resource[Any],
    previous: Mapping[str, C] | None,
    make: Callable[[StoredDocument, bytes], C | None],
) -> dict[str, C]:
    """Return what is made of the active connections of a kind, by their IDs.

    `make` gets each document with its stored text, and returns None for a connection that the part does not need. It is
    called only for connections that changed, or for all of them if there is no previous result.
    """
    changed = given.changes.of_kind(resource.kind)
    if previous is None or changed is None or len(changed) > _MANY:
        return dict(_made(given.view.raw_bodies(resource), make))
    kept = {id_: each for id_, each in previous.items() if id_ not in changed}
    return kept | dict(_made(given.view.raw_bodies_of(resource, changed).items(), make))


def _made(
    texts: Iterable[tuple[str, bytes]], make: Callable[[StoredDocument, bytes], C | None]
) -> Iterable[tuple[str, C]]:
    for id_, text in texts:
        body = msgspec.json.decode(text)
        if body.get("active") and (made := make(StoredDocument(id_, body, 0), text)) is not None:
            yield id_, made
