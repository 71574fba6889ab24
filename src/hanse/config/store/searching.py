"""One search through documents of many kinds, by the words that lists look for."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from hanse.config.listing import ListQuery, Stored
from hanse.config.store.documents import get_many
from hanse.config.store.matching import having, words_of
from hanse.config.store.schema import document
from hanse.config.store.trigrams import MANY


@dataclass(frozen=True)
class Hits:
    """The first documents of a kind, in the order of its list, and whether there are more."""

    kind: str
    items: tuple[Stored, ...]
    has_more: bool


def search(connection: Connection, kinds: Sequence[str], text: str, *, limit: int) -> tuple[Hits, ...]:
    """Return what has all words of a text, kinds in the order in which they are asked for; no word finds nothing."""
    words = words_of(ListQuery(filter=text).filter)
    if not words or not kinds:
        return ()
    rows = _keys(connection, kinds, words, MANY + 1, in_order=False)
    if len(rows) > MANY:
        # Too many to sort. Each kind by itself is read in its own order, as far as it takes.
        rows = [row for kind in kinds for row in _keys(connection, [kind], words, limit + 1, in_order=True)]
    by_kind = defaultdict(list)
    for row in rows:
        by_kind[row.kind].append((row.sort_key, row.id))
    return tuple(_hits(connection, kind, sorted(by_kind[kind]), limit) for kind in kinds if kind in by_kind)


def _keys(
    connection: Connection, kinds: Sequence[str], words: Sequence[str], limit: int, *, in_order: bool
) -> Sequence[Any]:
    query = having(connection, kinds, words).select(document.c.kind, document.c.sort_key, document.c.id).limit(limit)
    return connection.execute(query.order_by(document.c.sort_key, document.c.id) if in_order else query).all()


def _hits(connection: Connection, kind: str, keys: Sequence[tuple[str, str]], limit: int) -> Hits:
    first = [id_ for _, id_ in keys[:limit]]
    stored = get_many(connection, kind, first)
    return Hits(kind, tuple(stored[id_] for id_ in first if id_ in stored), len(keys) > limit)
