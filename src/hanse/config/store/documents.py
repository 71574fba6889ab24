"""Reading and writing rows of `document`, with filter, order and paging in SQL."""

import json
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, select, tuple_, update

from hanse.config.listing import ListQuery, Page, Stored, normal_form
from hanse.config.store.schema import document

Body = dict[str, Any]

# PostgreSQL's texts cannot have it, so nothing that is stored does, and asking for it would be an error.
_NUL = "\0"


def get(connection: Connection, kind: str, id_: str) -> Stored | None:
    """Return one document, or None."""
    if _NUL in id_:
        return None
    query = select(document.c.body, document.c.revision).where(document.c.kind == kind, document.c.id == id_)
    row = connection.execute(query).one_or_none()
    return Stored(id_, json.loads(row.body), row.revision) if row else None


def exists(connection: Connection, kind: str, id_: str) -> bool:
    """Tell whether a document is there."""
    if _NUL in id_:
        return False
    query = select(document.c.id).where(document.c.kind == kind, document.c.id == id_)
    return connection.execute(query).first() is not None


def count(connection: Connection, kind: str) -> int:
    """Return how many documents of a kind there are."""
    query = select(func.count()).select_from(document).where(document.c.kind == kind)
    return int(connection.execute(query).scalar_one())


def page(connection: Connection, kind: str, query: ListQuery) -> Page:
    """Return the page that a query asks for, ordered by sort key and id."""
    matches = _matches(kind, query)
    total = int(connection.execute(select(func.count()).select_from(document).where(matches)).scalar_one())
    statement = _ordered(select(document).where(matches), query)
    if query.after is not None:
        key = tuple_(document.c.sort_key, document.c.id)
        statement = statement.where(key < query.after if query.descending else key > query.after)
    if query.number_per_page is None:
        rows, has_more = connection.execute(statement).all(), False
    else:
        if query.after is None:
            statement = statement.offset((query.page - 1) * query.number_per_page)
        found = connection.execute(statement.limit(query.number_per_page + 1)).all()
        rows, has_more = found[: query.number_per_page], len(found) > query.number_per_page
    items = tuple(Stored(row.id, json.loads(row.body), row.revision) for row in rows)
    return Page(items, total, (rows[-1].sort_key, rows[-1].id) if has_more else None)


def put(connection: Connection, kind: str, stored: Stored, sort_key: str, search_text: str, *, is_new: bool) -> None:
    """Write one document."""
    values = {
        "sort_key": sort_key,
        "search_text": search_text,
        "body": to_text(stored.body),
        "revision": stored.revision,
    }
    if is_new:
        connection.execute(insert(document).values(kind=kind, id=stored.id, **values))
    else:
        connection.execute(update(document).where(document.c.kind == kind, document.c.id == stored.id).values(**values))


def remove(connection: Connection, kind: str, id_: str) -> None:
    """Delete one document."""
    connection.execute(delete(document).where(document.c.kind == kind, document.c.id == id_))


def to_text(body: Body) -> str:
    """Return a body as it is stored: compact JSON with its members in a fixed order."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _matches(kind: str, query: ListQuery) -> ColumnElement[bool]:
    condition = document.c.kind == kind
    if query.filter:
        # Every word has to occur; `autoescape` makes %, _ and the escape itself ordinary characters.
        words = dict.fromkeys(normal_form(query.filter).split())
        condition = and_(condition, *(document.c.search_text.contains(word, autoescape=True) for word in words))
    return condition


def _ordered(statement: Select[Any], query: ListQuery) -> Select[Any]:
    if query.descending:
        return statement.order_by(document.c.sort_key.desc(), document.c.id.desc())
    return statement.order_by(document.c.sort_key, document.c.id)
