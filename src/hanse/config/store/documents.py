"""Reading and writing rows of `document`, with filter, order and paging in SQL."""

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import Connection, Label, Select, bindparam, delete, func, insert, select, tuple_, update

from hanse.config.canonical_json import to_text
from hanse.config.database import vacuum_after_commit
from hanse.config.list_query import ListQuery, Page, StoredDocument
from hanse.config.store.query_conditions import QueryConditions, matching, order_of
from hanse.config.store.schema import document, document_count

Body = dict[str, Any]

# PostgreSQL's texts cannot contain it, so no stored text does, and a query with it would be an error.
_NUL = "\0"
_ROWS = 500
_MANY_ROWS = 10_000
# Built once: building a statement takes longer than SQLite takes to execute it, and rules of an import run many.
_ONE = (document.c.kind == bindparam("of_kind"), document.c.id == bindparam("of_id"))
_GET = select(document.c.body, document.c.revision).where(*_ONE)
_EXISTS = select(document.c.id).where(*_ONE)


def get(connection: Connection, kind: str, id_: str) -> StoredDocument | None:
    """Return one document, or None."""
    if _NUL in id_:
        return None
    row = connection.execute(_GET, {"of_kind": kind, "of_id": id_}).one_or_none()
    return StoredDocument(id_, json.loads(row.body), row.revision) if row else None


def get_many(connection: Connection, kind: str, ids: Sequence[str]) -> dict[str, StoredDocument]:
    """Return the existing ones of some documents, by id; at most a thousand are requested."""
    query = select(document.c.id, document.c.body, document.c.revision)
    rows = connection.execute(query.where(document.c.kind == kind, document.c.id.in_(ids)))
    return {row.id: StoredDocument(row.id, json.loads(row.body), row.revision) for row in rows}


def exists(connection: Connection, kind: str, id_: str) -> bool:
    """Return whether a document exists."""
    if _NUL in id_:
        return False
    return connection.execute(_EXISTS, {"of_kind": kind, "of_id": id_}).first() is not None


def present(connection: Connection, wanted: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Return the existing ones of some documents; all are given as kind and id."""
    by_kind: dict[str, list[str]] = {}
    for kind, id_ in dict.fromkeys(wanted):
        if _NUL not in id_:
            by_kind.setdefault(kind, []).append(id_)
    found: set[tuple[str, str]] = set()
    for kind, ids in by_kind.items():
        for start in range(0, len(ids), _ROWS):
            some = document.c.id.in_(ids[start : start + _ROWS])
            query = select(document.c.id).where(document.c.kind == kind, some)
            found |= {(kind, id_) for id_ in connection.execute(query).scalars()}
    return frozenset(found)


def everything(connection: Connection, kind: str) -> Iterator[StoredDocument]:
    """Yield all documents of a kind in the order of their ids."""
    query = select(document.c.id, document.c.body, document.c.revision).where(document.c.kind == kind)
    # Read in batches: PostgreSQL's driver would otherwise load all of them before it returns the first. Closed
    # immediately if the caller stops early, instead of at garbage collection.
    with connection.execute(query.order_by(document.c.id).execution_options(yield_per=_ROWS)) as rows:
        for row in rows:
            yield StoredDocument(row.id, json.loads(row.body), row.revision)


def raw_bodies(connection: Connection, kind: str) -> Iterator[tuple[str, bytes]]:
    """Yield ids and bodies of all documents of a kind, the bodies as they are stored, in no particular order."""
    if connection.dialect.name == "sqlite":
        # For 100,000 documents, half of the time would be spent on objects for rows and on texts, which are not needed
        # here.
        statement = "SELECT id, CAST(body AS BLOB) FROM document WHERE kind = ?"
        with connection.exec_driver_sql(statement, (kind,)) as result:
            # The driver's own rows are tuples.
            yield from cast("Iterator[tuple[str, bytes]]", result.cursor)
        return
    query = select(document.c.id, document.c.body).where(document.c.kind == kind)
    with connection.execute(query.execution_options(yield_per=_ROWS)) as rows:
        for row in rows:
            yield row.id, row.body.encode()


def raw_bodies_of(connection: Connection, kind: str, ids: Iterable[str]) -> dict[str, bytes]:
    """Return the stored bodies of the existing ones of some documents, by id."""
    wanted = [id_ for id_ in ids if _NUL not in id_]
    query = select(document.c.id, document.c.body).where(document.c.kind == kind)
    found: dict[str, bytes] = {}
    for start in range(0, len(wanted), _ROWS):
        rows = connection.execute(query.where(document.c.id.in_(wanted[start : start + _ROWS])))
        found |= {row.id: row.body.encode() for row in rows}
    return found


def kinds_with_some(connection: Connection, kinds: Sequence[str]) -> list[str]:
    """Return those of some kinds that have a document."""
    query = select(document_count.c.kind).where(document_count.c.kind.in_(kinds), document_count.c.documents > 0)
    there = set(connection.execute(query).scalars())
    return [kind for kind in kinds if kind in there]


def state_of(connection: Connection, kinds: Sequence[str]) -> Hashable:
    """Return a value that changes with every change of documents of some kinds, without reading them.

    Revisions only grow: if the number of documents is the same and none is newer, they are unchanged.
    """
    query = select(document.c.kind, func.count(), func.max(document.c.revision)).where(document.c.kind.in_(kinds))
    return frozenset(tuple(row) for row in connection.execute(query.group_by(document.c.kind)))


def count(connection: Connection, kind: str) -> int:
    """Return the number of documents of a kind."""
    query = select(document_count.c.documents).where(document_count.c.kind == kind)
    return int(connection.execute(query).scalar() or 0)


def count_beginning(connection: Connection, kind: str, prefix: str) -> int:
    """Return the number of documents of a kind whose ids begin with an ASCII text; ids are in binary order."""
    above = f"{prefix[:-1]}{chr(ord(prefix[-1]) + 1)}"
    ids = (document.c.kind == kind) & (document.c.id >= prefix) & (document.c.id < above)
    return int(connection.execute(select(func.count()).select_from(document).where(ids)).scalar_one())


def page(connection: Connection, kind: str, query: ListQuery) -> Page:
    """Return the page of a query in its order; documents with equal values are ordered by id."""
    matches = matching(connection, kind, query)
    if query.number_per_page is None:
        items = tuple(
            StoredDocument(row.id, json.loads(row.body), row.revision)
            for row in connection.execute(_after(_ordered(matches.select(document), order_of(query), query), query))
        )
        total, is_counted = (len(items), True) if query.after is None else _total(connection, kind, query, matches)
        return Page(items, total, None, is_counted)
    found = _found(connection, query, kind, matches)
    start = (query.page - 1) * query.number_per_page
    if query.narrows and query.after is None and len(found) <= query.number_per_page and (found or start == 0):
        # The page contains the last hit, so the hits need not be counted.
        total, is_counted = start + len(found), True
    else:
        total, is_counted = _total(connection, kind, query, matches)
    rows, has_more = found[: query.number_per_page], len(found) > query.number_per_page
    stored = get_many(connection, kind, [row.id for row in rows])
    # On PostgreSQL, a document that was found may be deleted by now.
    items = tuple(stored[row.id] for row in rows if row.id in stored)
    return Page(items, total, (rows[-1].value, rows[-1].id) if has_more else None, is_counted)


def _found(connection: Connection, query: ListQuery, kind: str, matches: QueryConditions) -> Sequence[Any]:
    """Return the keys of a page's documents, and one more if it exists, from an index without the bodies."""
    if query.number_per_page is None:
        return []
    # The same object in both places, so that the database computes the value once for each document.
    value = order_of(query)
    keys = matches.select(value, document.c.id)
    start, limit = (query.page - 1) * query.number_per_page, query.number_per_page + 1
    if query.after is not None:
        return connection.execute(_after(_ordered(keys, value, query), query).limit(limit)).all()
    total = start if query.narrows else count(connection, kind)
    if start <= total // 2 or query.narrows:
        return connection.execute(_ordered(keys, value, query).offset(start).limit(limit)).all()
    # Both databases walk to the beginning of a page, so the second half of a list is read from its end.
    end = min(total, start + limit)
    backwards = _ordered(keys, value, replace(query, descending=not query.descending))
    return connection.execute(backwards.offset(total - end).limit(max(0, end - start))).all()[::-1]


def _total(connection: Connection, kind: str, query: ListQuery, matches: QueryConditions) -> tuple[int, bool]:
    """Return the number of documents in a list and whether it is exact; the items of a page are always counted."""
    if not query.narrows:
        return count(connection, kind), True
    if query.count_up_to is None:
        return matches.count(connection), True
    end = query.page * (query.number_per_page or 0) if query.after is None else 0
    most = max(query.count_up_to, end)
    total = matches.count(connection, most)
    return total, total <= most


def _after(statement: Select[Any], query: ListQuery) -> Select[Any]:
    if query.after is None:
        return statement
    key = tuple_(order_of(query).element, document.c.id)
    return statement.where(key < query.after if query.descending else key > query.after)


@dataclass(frozen=True)
class DocumentRow:
    """A document with the values that lists need from its body."""

    stored: StoredDocument
    sort_key: str
    search_text: str


def insert_many(connection: Connection, kind: str, rows: Sequence[DocumentRow]) -> None:
    """Insert new documents."""
    if rows:
        connection.execute(insert(document), [{"kind": kind, "id": row.stored.id, **_values(row)} for row in rows])
        _count_more(connection, kind, len(rows))
    if len(rows) >= _MANY_ROWS:
        vacuum_after_commit(connection, document)


def update_many(connection: Connection, kind: str, rows: Sequence[DocumentRow]) -> None:
    """Write new versions of existing documents."""
    statement = update(document).where(document.c.kind == kind, document.c.id == bindparam("of_id"))
    if rows:
        connection.execute(statement, [{"of_id": row.stored.id, **_values(row)} for row in rows])


def remove_many(connection: Connection, kind: str, ids: Sequence[str]) -> None:
    """Delete documents."""
    statement = delete(document).where(document.c.kind == kind, document.c.id == bindparam("of_id"))
    if ids:
        gone = connection.execute(statement, [{"of_id": id_} for id_ in ids]).rowcount
        _count_more(connection, kind, -gone)


def _count_more(connection: Connection, kind: str, difference: int) -> None:
    """Update the number of documents.

    Writers queue (`revision_log.lock`), so no two of them insert the first row of a kind.
    """
    of_kind = document_count.c.kind == kind
    now = document_count.c.documents + difference
    if connection.execute(update(document_count).where(of_kind).values(documents=now)).rowcount == 0:
        connection.execute(insert(document_count).values(kind=kind, documents=difference))


def _values(row: DocumentRow) -> dict[str, Any]:
    return {
        "sort_key": row.sort_key,
        "search_text": row.search_text,
        "body": to_text(row.stored.body),
        "revision": row.stored.revision,
    }


def _ordered(statement: Select[Any], value: Label[str], query: ListQuery) -> Select[Any]:
    if query.descending:
        return statement.order_by(value.desc(), document.c.id.desc())
    return statement.order_by(value, document.c.id)
