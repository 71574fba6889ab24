"""SQL conditions for the documents of a list's query."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Label,
    Select,
    Subquery,
    and_,
    cast,
    func,
    literal,
    not_,
    select,
)
from sqlalchemy import exists as exists_in

from hanse.config.list_query import (
    ExpiryCondition,
    ListQuery,
    MemberCondition,
    NotBelowCondition,
    UnusedCondition,
    normal_form,
)
from hanse.config.store.member_indexes import indexed_on_postgresql, indexed_on_sqlite
from hanse.config.store.schema import document, expiration, reference, unique_value
from hanse.config.store.trigrams import candidates

# The end of validity of the certificate of a document that expires first, or NULL.
_FIRST_EXPIRY = (
    select(func.min(expiration.c.expires))
    .where(expiration.c.kind == document.c.kind, expiration.c.id == document.c.id)
    .scalar_subquery()
)
# Sorts after all times.
_NEVER = "never"


@dataclass(frozen=True)
class QueryConditions:
    """Conditions of queries for documents."""

    tables: FromClause
    condition: ColumnElement[bool]
    # True if an index limits the documents that are examined to a few thousand.
    are_few: bool = False
    # If many documents match: a query for some of them in any order, which is faster than one for the first in order.
    some: "QueryConditions | None" = None

    def select(self, *columns: Any) -> Select[Any]:
        """Return a query for columns of the documents."""
        return select(*columns).select_from(self.tables).where(self.condition)

    def where(self, *conditions: ColumnElement[bool]) -> "QueryConditions":
        """Return the query with another condition."""
        some = None if self.some is None else self.some.where(*conditions)
        return replace(self, condition=and_(self.condition, *conditions), some=some)

    def count(self, connection: Connection, up_to: int | None = None) -> int:
        """Return the number of documents; `up_to` + 1 if there are more than `up_to`."""
        if up_to is None:
            return int(connection.execute(self.select(func.count())).scalar_one())
        if self.some is not None and (found := self.some.count(connection, up_to)) > up_to:
            return found
        first = self.select(literal(1)).limit(up_to + 1).subquery()
        return int(connection.execute(select(func.count()).select_from(first)).scalar_one())


def words_of(text: str) -> list[str]:
    """Return the words that must all occur, each once."""
    return list(dict.fromkeys(normal_form(text).split()))


def having(connection: Connection, kinds: Sequence[str], words: Sequence[str]) -> QueryConditions:
    """Return the documents of some kinds whose search text contains all words."""
    # `autoescape` makes %, _ and the escape character ordinary characters.
    contain = [document.c.search_text.contains(word, autoescape=True) for word in words]
    every = QueryConditions(document, and_(document.c.kind.in_(kinds), *contain))
    found = candidates(connection, kinds, words)
    if found is None:
        return every
    few = found.table
    some = QueryConditions(document.join(few, _same(few)), and_(few.c.kind.in_(kinds), *contain), are_few=True)
    return some if found.are_all else replace(every, some=some)


def matching(connection: Connection, kind: str, query: ListQuery) -> QueryConditions:
    """Return the documents of a kind that match a list's query."""
    is_sqlite = connection.dialect.name == "sqlite"
    met = _met_on_sqlite if is_sqlite else _met_on_postgresql
    indexed = indexed_on_sqlite if is_sqlite else indexed_on_postgresql
    return having(connection, [kind], words_of(query.filter)).where(
        *(
            _has_value(kind, each) if each.is_unique else indexed(kind, each) if each.is_indexed else met(each)
            for each in query.conditions
        ),
        *([] if query.unused is None else [_not_used(kind, query.unused)]),
        *([] if query.not_below is None else [_not_below(kind, query.not_below)]),
        *([] if query.expiry is None else _expires(query.expiry)),
        *([] if query.ids is None else [document.c.id.in_(query.ids)]),
    )


def order_of(query: ListQuery) -> Label[str]:
    """Return the value by which a list is sorted; documents with equal values are sorted by id."""
    value = func.coalesce(_FIRST_EXPIRY, _NEVER) if query.by_expiry else document.c.sort_key
    return value.label("value")


def _expires(condition: ExpiryCondition) -> Iterator[ColumnElement[bool]]:
    if not condition.is_present:
        yield _FIRST_EXPIRY.is_(None)
    if condition.begins:
        yield condition.begins <= _FIRST_EXPIRY
    if condition.ends:
        yield condition.ends > _FIRST_EXPIRY


def _same(few: Subquery) -> ColumnElement[bool]:
    return and_(document.c.kind == few.c.kind, document.c.id == few.c.id)


def _has_value(kind: str, condition: MemberCondition) -> ColumnElement[bool]:
    found = select(unique_value.c.id).where(
        unique_value.c.kind == kind,
        unique_value.c.field == condition.member,
        unique_value.c.value == condition.value,
    )
    return document.c.id.in_(found)


def _met_on_sqlite(condition: MemberCondition) -> ColumnElement[bool]:
    path = "$" + "".join(f'."{step}"' for step in condition.member.split("."))
    if condition.value is None:
        type_ = func.json_type(document.c.body, path)
        return type_.is_not(None) if condition.is_present else type_.is_(None)
    return func.json_extract(document.c.body, path) == condition.value


def _met_on_postgresql(condition: MemberCondition) -> ColumnElement[bool]:
    # Imported here, because a server with the embedded database never needs the other dialect.
    from sqlalchemy.dialects.postgresql import JSONB  # noqa: PLC0415 - the comment above says why.

    body = cast(document.c.body, JSONB)
    if condition.value is None:
        there: ColumnElement[bool] = body.has_key(condition.member)
        return there if condition.is_present else not_(there)
    return body[tuple(condition.member.split("."))] == cast(literal(json.dumps(condition.value)), JSONB)


def _not_used(kind: str, unused: UnusedCondition) -> ColumnElement[bool]:
    used = exists_in(reference).where(
        reference.c.target_kind == kind,
        reference.c.target_id == document.c.id,
        reference.c.kind == unused.by_kind,
    )
    return not_(used if unused.but_for is None else used.where(reference.c.id != unused.but_for))


def _not_below(kind: str, above: NotBelowCondition) -> ColumnElement[bool]:
    first = select(document.c.id).where(document.c.kind == kind, document.c.id == above.id)
    line = first.cte("line", recursive=True)
    # Documents that were already found are not followed again, so that a cycle ends.
    line = line.union(
        select(reference.c.id)
        .join(line, reference.c.target_id == line.c.id)
        .where(reference.c.kind == kind, reference.c.target_kind == kind, reference.c.path == above.member)
    )
    return document.c.id.not_in(select(line.c.id))
