"""Rotation: creates a configuration encryption key and encrypts all stored secrets with it.

The rotation is one transaction, so that an interrupted one changes nothing. The revision log is encrypted again as
well: it contains current secrets, and a leaked key must not decrypt them there. The log's other content stays
unchanged, and equal sealed texts stay equal, so that the log still matches the documents. Older keys are kept: they
decrypt exports and backups that were made before.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy import Column, Connection, Row, bindparam, func, select, tuple_, update

from hanse.config.change.change import Change
from hanse.config.declare.fields import Secret, sealed_name
from hanse.config.declare.marked_fields import Pattern, fields_with, places
from hanse.config.declare.registry import Registry
from hanse.config.secrets.keyring import BrokenSeal, EncryptionKey, Keyring
from hanse.config.store.schema import document, revision

LOG = structlog.stdlib.get_logger("hanse.keys")
_ROWS_AT_ONCE = 500

Patterns = dict[str, tuple[Pattern, ...]]


@dataclass(frozen=True)
class SealedColumn:
    """A column of a run-time table with sealed texts; the composition root names these columns."""

    column: Column[str]


@dataclass(frozen=True)
class KeyRotation:
    """The result of a rotation: the new key, and the numbers of sealed and of unreadable secrets."""

    key: EncryptionKey
    sealed: int
    unopened: int


@dataclass
class _Progress:
    """Logs the progress of a rotation at intervals."""

    total: int
    done: int = 0

    def add(self, rows: int) -> None:
        self.done += rows
        LOG.info("encrypting secrets with the new key", done=self.done, total=self.total)


class _Resealer:
    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        # Equal texts are sealed once, so that a secret stays equal in a document and in its history.
        self._new: dict[str, str] = {}
        self.unopened = 0

    @property
    def sealed(self) -> int:
        return len(self._new) - self.unopened

    def reseal(self, sealed: str) -> str:
        if sealed not in self._new:
            try:
                self._new[sealed] = self._keyring.reseal(sealed)
            except BrokenSeal:
                # No key could decrypt it before either. Refusing the rotation would leave all other secrets unchanged.
                self._new[sealed] = sealed
                self.unopened += 1
        return self._new[sealed]

    def body(self, text: str | None, patterns: Sequence[Pattern]) -> str | None:
        """Return a body with its secrets sealed with the new key.

        The body is not serialized again: a sealed text contains no characters that JSON escapes.
        """
        if text is None:
            return None
        body: dict[str, Any] = json.loads(text)
        for place in (place for pattern in patterns for place in places(body, pattern)):
            if isinstance(place.value, str) and (new := self.reseal(place.value)) != place.value:
                text = text.replace(f'"{place.value}"', f'"{new}"')
        return text


def rotate(change: Change, keyring: Keyring, columns: Sequence[SealedColumn] = ()) -> KeyRotation:
    """Add a key and seal every secret with it; for a transaction of `Configuration.changing_keys`."""
    connection = change.connection
    patterns = _sealed_patterns(change.registry)
    progress = _Progress(_rows(connection, patterns, columns))
    keyring.add(connection, keyring.make())
    key = keyring.keys()[-1]
    LOG.info("rotating the configuration encryption key", key_id=key.key_id, total=progress.total)
    resealer = _Resealer(keyring)
    for kind, found in patterns.items():
        _documents(connection, kind, found, resealer, progress)
        _revisions(connection, kind, found, resealer, progress)
    for column in columns:
        _column(connection, column.column, resealer, progress)
    if resealer.unopened:
        LOG.warning("secrets that no key can decrypt were left unchanged", secrets=resealer.unopened)
    return KeyRotation(key, resealer.sealed, resealer.unopened)


def _sealed_patterns(registry: Registry) -> Patterns:
    """Return, for each kind that has secrets, their positions in a body."""
    found = {
        resource.kind: tuple(
            (*marked.pattern[:-1], sealed_name(marked.name)) for marked in fields_with(resource.model, Secret)
        )
        for resource in registry
    }
    return {kind: patterns for kind, patterns in found.items() if patterns}


def _rows(connection: Connection, patterns: Patterns, columns: Sequence[SealedColumn]) -> int:
    counts = [
        *(select(func.count()).select_from(table).where(table.c.kind.in_(patterns)) for table in (document, revision)),
        *(select(func.count(each.column)) for each in columns),
    ]
    return sum(int(connection.execute(count).scalar_one()) for count in counts)


def _batches(connection: Connection, query: Any, keys: Sequence[Column[Any]]) -> Iterator[Sequence[Row[Any]]]:
    """Yield the rows of a query in the order of their keys, in batches, so that they need not fit into memory."""
    last: tuple[Any, ...] | None = None
    while True:
        part = query if last is None else query.where(tuple_(*keys) > last)
        rows = connection.execute(part.order_by(*keys).limit(_ROWS_AT_ONCE)).all()
        if not rows:
            return
        yield rows
        last = tuple(getattr(rows[-1], key.name) for key in keys)


def _documents(
    connection: Connection, kind: str, patterns: Sequence[Pattern], resealer: _Resealer, progress: _Progress
) -> None:
    write = (
        update(document).where(document.c.kind == kind, document.c.id == bindparam("of")).values(body=bindparam("b"))
    )
    query = select(document.c.id, document.c.body).where(document.c.kind == kind)
    for rows in _batches(connection, query, [document.c.id]):
        connection.execute(write, [{"of": row.id, "b": resealer.body(row.body, patterns)} for row in rows])
        progress.add(len(rows))


def _revisions(
    connection: Connection, kind: str, patterns: Sequence[Pattern], resealer: _Resealer, progress: _Progress
) -> None:
    keys = [revision.c.id, revision.c.number, revision.c.position]
    write = (
        update(revision)
        .where(revision.c.number == bindparam("n"), revision.c.position == bindparam("p"))
        .values(before=bindparam("b"), after=bindparam("a"))
    )
    query = select(*keys, revision.c.before, revision.c.after).where(revision.c.kind == kind)
    for rows in _batches(connection, query, keys):
        values = [
            {
                "n": row.number,
                "p": row.position,
                "b": resealer.body(row.before, patterns),
                "a": resealer.body(row.after, patterns),
            }
            for row in rows
        ]
        connection.execute(write, values)
        progress.add(len(rows))


def _column(connection: Connection, column: Column[str], resealer: _Resealer, progress: _Progress) -> None:
    keys = list(column.table.primary_key.columns)
    write = (
        update(column.table)
        .where(*(key == bindparam(f"of_{key.name}") for key in keys))
        .values({column: bindparam("sealed_anew")})
    )
    for rows in _batches(connection, select(*keys, column).where(column.is_not(None)), keys):
        values = [
            {
                **{f"of_{key.name}": getattr(row, key.name) for key in keys},
                "sealed_anew": resealer.reseal(getattr(row, column.name)),
            }
            for row in rows
        ]
        connection.execute(write, values)
        progress.add(len(rows))
