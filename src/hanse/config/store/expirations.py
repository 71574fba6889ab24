"""The table with the ends of validity of certificates in documents."""

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, select, tuple_

from hanse.config.expirations import DocumentExpiration, Expiration, ExpirationQuery
from hanse.config.store.schema import expiration

_KEY = (expiration.c.expires, expiration.c.kind, expiration.c.id, expiration.c.part)
# The length of the year and month at the beginning of a time.
_MONTH = 7


def replace_expirations(connection: Connection, kind: str, found: Mapping[str, Iterable[Expiration]]) -> None:
    """Replace the recorded ends of validity of documents, given by their ids."""
    statement = delete(expiration).where(expiration.c.kind == kind, expiration.c.id == bindparam("of_id"))
    if parameters := [{"of_id": id_} for id_ in found]:
        connection.execute(statement, parameters)
    # A document can contain a certificate twice.
    rows = {
        (id_, each.part): {
            "kind": kind,
            "id": id_,
            "part": each.part,
            "expires": each.expires,
            "name": each.name,
            "is_renewed": each.is_renewed,
        }
        for id_, expirations in found.items()
        for each in expirations
    }
    if rows:
        connection.execute(insert(expiration), list(rows.values()))


def expirations(connection: Connection, query: ExpirationQuery) -> Iterator[DocumentExpiration]:
    """Yield the ends of validity that match a query, the earliest first."""
    columns = (expiration.c.kind, expiration.c.id, *(expiration.c[name] for name in Expiration.__dataclass_fields__))
    statement = select(*columns).where(_condition(query)).order_by(*_KEY).limit(query.limit)
    for kind, id_, *values in connection.execute(statement):
        yield DocumentExpiration(kind, id_, Expiration(*values))


def expirations_by_month(connection: Connection, query: ExpirationQuery) -> dict[str, int]:
    """Return the number of ends of validity in each month (UTC), such as `2026-11`; other months are omitted."""
    month = func.substr(expiration.c.expires, 1, _MONTH)
    counted = select(month, func.count()).where(_condition(query)).group_by(month)
    return {str(each): int(count) for each, count in connection.execute(counted)}


def _condition(query: ExpirationQuery) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [expiration.c.kind.in_(query.kinds)]
    if query.first is not None:
        conditions.append(expiration.c.expires >= query.first)
    if query.end is not None:
        conditions.append(expiration.c.expires < query.end)
    if query.is_manual:
        conditions.append(expiration.c.is_renewed.is_(False))
    if query.after is not None:
        conditions.append(tuple_(*_KEY) > query.after)
    return and_(*conditions)
