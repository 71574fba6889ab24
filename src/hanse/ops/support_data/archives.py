"""The archives as administrators see them: requested, listed, downloaded and removed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from hanse.config import revision_log
from hanse.config.database import Database
from hanse.config.declare.validation import to_body
from hanse.config.secrets.keyring import Keyring
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.randomness import Randomness, new_id
from hanse.kit.texts.messages import message
from hanse.kit.time_format import TimeFormat
from hanse.ops.support_data.schema import support_archive, support_chunk
from hanse.ops.support_data.settings import ArchiveMember, CollectionRequest

IN_PROGRESS, COMPLETED, FAILED = "IN_PROGRESS", "COMPLETED", "FAILED"
# Time for a node to begin, and between its heartbeats after that. Nodes' clocks may differ a little.
BEGIN = timedelta(seconds=60)
LEASE = timedelta(seconds=60)
KEPT_COLLECTIONS = 3
KEPT_FOR = timedelta(days=7)
_MISSING = "The archive does not exist. Old archives are deleted automatically."
WAITING = "Waiting for the node"
NOT_BEGUN = "The node did not start the collection within a minute. It is not running, or it cannot reach the database."
STOPPED = "The node stopped during the collection. Its log has the reason."


@dataclass(frozen=True)
class Archive:
    """The state of a node's archive at a given time."""

    archive_id: str
    collection_id: str
    node_index: int
    role: str
    address: str
    status: str
    step: str
    reason: str | None
    requested: datetime
    finished: datetime | None
    size: int
    file_name: str | None


class Archives:
    """The archives in the database."""

    def __init__(
        self, database: Database, keyring: Keyring, clock: Clock, randomness: Randomness, moments: TimeFormat
    ) -> None:
        """`moments` formats times for people."""
        self._database = database
        self._keyring = keyring
        self._clock = clock
        self._randomness = randomness
        self._moments = moments

    def request(self, request: CollectionRequest, members: Sequence[ArchiveMember], actor: str) -> list[Archive]:
        """Request archives from nodes; raises ValidationFailed while an earlier collection is in progress."""
        with self._database.writing() as connection:
            # If two administrators request at the same instant, the second request finds the rows of the first.
            revision_log.lock(connection)
            now = self._clock.now()
            clean(connection, now)
            self._refuse_second(connection)
            self._keyring.refresh(connection)
            collection = new_id(self._randomness)
            for position, member in enumerate(members):
                self._insert(connection, request, member, collection, position, actor, now)
            return _read(connection, now)

    def all(self, connection: Connection) -> list[Archive]:
        """Return all archives, those of the newest collection first."""
        return _read(connection, self._clock.now())

    def one(self, connection: Connection, archive_id: str) -> Archive:
        """Return an archive, whatever its status; raises NotFound."""
        for each in self.all(connection):
            if each.archive_id == archive_id:
                return each
        raise NotFound(_MISSING)

    def completed(self, archive_id: str) -> Archive:
        """Return a completed archive; raises NotFound."""
        with self._database.reading() as connection:
            found = [each for each in _read(connection, self._clock.now()) if each.archive_id == archive_id]
        if not found or found[0].status != COMPLETED:
            raise NotFound("The archive does not exist or is not complete. Old archives are deleted automatically.")
        return found[0]

    def remove(self, archive_id: str) -> Archive:
        """Delete an archive and return it; raises NotFound, and ValidationFailed while it is being written."""
        with self._database.writing() as connection:
            revision_log.lock(connection)
            found = self.one(connection, archive_id)
            if found.status == IN_PROGRESS:
                text = "The archive is still being collected. Wait until the collection has finished."
                raise ValidationFailed([FieldError(text, error_id="csd_collection_already_in_progress")], text)
            connection.execute(delete(support_chunk).where(support_chunk.c.archive_id == archive_id))
            connection.execute(delete(support_archive).where(support_archive.c.archive_id == archive_id))
        return found

    def content(self, archive_id: str) -> Iterator[bytes]:
        """Yield an archive's bytes, each chunk from a short transaction of its own."""
        number = 0
        while True:
            with self._database.reading() as connection:
                where = (support_chunk.c.archive_id == archive_id, support_chunk.c.number == number)
                chunk = connection.execute(select(support_chunk.c.content).where(*where)).scalar()
            if chunk is None:
                return
            yield bytes(chunk)
            number += 1

    def _refuse_second(self, connection: Connection) -> None:
        query = select(support_archive.c.requested).where(support_archive.c.status == IN_PROGRESS)
        since = connection.execute(query.order_by(support_archive.c.requested)).scalars().first()
        if since is not None:
            moment = self._moments(since)
            text = message(
                "A collection of support data has been running since {moment}. Wait until it has finished.",
                moment=moment,
            )
            raise ValidationFailed([FieldError(text, error_id="csd_collection_already_in_progress")], text)

    def _insert(
        self,
        connection: Connection,
        request: CollectionRequest,
        member: ArchiveMember,
        collection: str,
        position: int,
        actor: str,
        now: datetime,
    ) -> None:
        archive_id = new_id(self._randomness)
        passphrase = request.encryption_passphrase
        values = {
            "archive_id": archive_id,
            "collection_id": collection,
            "position": position,
            "node_index": member.index,
            "role": member.role,
            "address": member.address,
            "actor": actor,
            "settings": msgspec.json.encode(to_body(request.options())).decode(),
            "sealed_passphrase": None if passphrase is None else self._keyring.seal(passphrase, use_of(archive_id)),
            "status": IN_PROGRESS,
            "step": WAITING,
            "requested": to_text(now),
            "deadline": to_text(now + BEGIN),
            "size": 0,
            "chunks": 0,
        }
        connection.execute(insert(support_archive).values(values))


def use_of(archive_id: str) -> str:
    """Return the context that a sealed passphrase is bound to."""
    return f"supportArchive:{archive_id}"


def clean(connection: Connection, now: datetime) -> None:
    """Mark overdue archives as failed, and remove old and unfinished ones."""
    late = (support_archive.c.status == IN_PROGRESS, support_archive.c.deadline < to_text(now))
    for overdue in connection.execute(
        select(support_archive.c.archive_id, support_archive.c.worker).where(*late)
    ).all():
        fail(connection, [overdue.archive_id], _reason(overdue), now)
    newest = select(support_archive.c.collection_id, support_archive.c.requested, support_archive.c.status)
    newest = newest.order_by(support_archive.c.requested.desc(), support_archive.c.collection_id)
    seen: dict[str, int] = {}
    gone = set()
    for row in connection.execute(newest).all():
        number = seen.setdefault(row.collection_id, len(seen))
        is_old = number >= KEPT_COLLECTIONS or now - from_text(row.requested) > KEPT_FOR
        if is_old and row.status != IN_PROGRESS:
            gone.add(row.collection_id)
    if gone:
        doomed = select(support_archive.c.archive_id).where(support_archive.c.collection_id.in_(gone))
        connection.execute(delete(support_chunk).where(support_chunk.c.archive_id.in_(doomed)))
        connection.execute(delete(support_archive).where(support_archive.c.collection_id.in_(gone)))


def fail(connection: Connection, archive_ids: Iterable[str], reason: str, now: datetime) -> None:
    """Mark archives that are in progress as failed; their chunks and the passphrase are deleted."""
    for archive_id in archive_ids:
        connection.execute(delete(support_chunk).where(support_chunk.c.archive_id == archive_id))
        values = {"status": FAILED, "reason": reason, "finished": to_text(now), "sealed_passphrase": None, "size": 0}
        where = (support_archive.c.archive_id == archive_id, support_archive.c.status == IN_PROGRESS)
        connection.execute(update(support_archive).where(*where).values(values))


def _read(connection: Connection, now: datetime) -> list[Archive]:
    order = (support_archive.c.requested.desc(), support_archive.c.collection_id, support_archive.c.position)
    return [_archive(row, now) for row in connection.execute(select(support_archive).order_by(*order))]


def _archive(row: Row[*tuple[Any, ...]], now: datetime) -> Archive:
    # Readers do not write: an overdue archive is FAILED for them even if the row does not say so yet.
    is_late = row.status == IN_PROGRESS and from_text(row.deadline) < now
    return Archive(
        archive_id=row.archive_id,
        collection_id=row.collection_id,
        node_index=row.node_index,
        role=row.role,
        address=row.address,
        status=FAILED if is_late else row.status,
        step=row.step,
        reason=_reason(row) if is_late else row.reason,
        requested=from_text(row.requested),
        finished=from_text(row.deadline) if is_late else None if row.finished is None else from_text(row.finished),
        size=row.size,
        file_name=row.file_name,
    )


def _reason(row: Row[*tuple[Any, ...]]) -> str:
    return NOT_BEGUN if row.worker is None else STOPPED
