"""A search through documents of many kinds, by the same words as in lists."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Select

from hanse.config.list_query import ListQuery, SearchHits
from hanse.config.store.documents import get_many, kinds_with_some
from hanse.config.store.query_conditions import QueryConditions, having, words_of
from hanse.config.store.schema import document

# Maximum number of hits of all kinds that are fetched at once and sorted here; a page of the search shows some of each
# kind.
FEW = 200


def search(connection: Connection, kinds: Sequence[str], text: str, *, limit: int) -> tuple[SearchHits, ...]:
    """Return the documents that contain all words of a text, kinds in the given order; empty without a word."""
    words = words_of(ListQuery(filter=text).filter)
    kinds = kinds_with_some(connection, kinds) if words else []
    if not kinds:
        return ()
    by_kind = defaultdict(list)
    for row in _found(connection, kinds, words, limit):
        by_kind[row.kind].append((row.sort_key, row.id))
    return tuple(_hits(connection, kind, sorted(by_kind[kind]), limit) for kind in kinds if kind in by_kind)


def _found(connection: Connection, kinds: Sequence[str], words: Sequence[str], limit: int) -> Iterable[Any]:
    """Return the keys of documents: all of each kind, or the first ones."""
    matches = having(connection, kinds, words)
    if matches.are_few or connection.dialect.name == "postgresql":
        rows = connection.execute(_keys(matches).limit(FEW + 1)).all()
        if len(rows) <= FEW:
            return rows
    # Too many to sort. Each kind is read in its own order until enough are found.
    each = (having(connection, [kind], words) for kind in kinds)
    queries = [_keys(matches).order_by(document.c.sort_key, document.c.id).limit(limit + 1) for matches in each]
    return chain.from_iterable(connection.execute(query).all() for query in queries)


def _keys(matches: QueryConditions) -> Select[Any]:
    return matches.select(document.c.kind, document.c.sort_key, document.c.id)


def _hits(connection: Connection, kind: str, keys: Sequence[tuple[str, str]], limit: int) -> SearchHits:
    first = [id_ for _, id_ in keys[:limit]]
    stored = get_many(connection, kind, first)
    return SearchHits(kind, tuple(stored[id_] for id_ in first if id_ in stored), len(keys) > limit)
