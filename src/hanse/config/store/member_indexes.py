"""Documents that have a value at an indexed member (`Filterable.is_indexed`).

Migrations create the indexes. A database uses such an index only for a query with the same expression and the same kind
as in the definition. Therefore these are parts of the statement instead of parameters.
"""

import json
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Text, bindparam, cast, func, literal, select

from hanse.config.list_query import MemberCondition
from hanse.config.store.schema import document

# An alias, because the query of a list refers to the table as well.
_indexed = document.alias("indexed")


def indexed_on_sqlite(kind: str, condition: MemberCondition) -> ColumnElement[bool]:
    """Return the condition for documents that meet one on an indexed member."""
    path = "".join(f'."{step}"' for step in condition.member.split("."))
    return _among(kind, func.json_extract(_indexed.c.body, _part(f"${path}")) == condition.value)


def indexed_on_postgresql(kind: str, condition: MemberCondition) -> ColumnElement[bool]:
    """Return the condition for documents that meet one on an indexed member."""
    # Imported here, because a server with the embedded database never needs the other dialect.
    from sqlalchemy.dialects.postgresql import ARRAY, JSONB  # noqa: PLC0415 - the comment above says why.

    path = cast(_part(f"{{{condition.member.replace('.', ',')}}}"), ARRAY(Text))
    value: ColumnElement[Any] = cast(_indexed.c.body, JSONB).op("#>", return_type=JSONB())(path)
    return _among(kind, value == cast(literal(json.dumps(condition.value)), JSONB))


def _among(kind: str, met: ColumnElement[bool]) -> ColumnElement[bool]:
    found: ScalarSelect[str] = select(_indexed.c.id).where(_indexed.c.kind == _part(kind), met).scalar_subquery()
    return document.c.id.in_(found)


def _part(text: str) -> ColumnElement[str]:
    """Return a text of a declaration as a part of the statement."""
    return bindparam(None, text, Text, literal_execute=True)
