"""The archives as nodes see them: jobs to take, and to keep while they are in progress."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from hanse.config.database import Database
from hanse.config.declare.validation import parse
from hanse.config.secrets.keyring import BrokenSeal, Keyring
from hanse.kit.clock import Clock, from_text, to_text
from hanse.ops.support_data.archives import COMPLETED, IN_PROGRESS, LEASE, STOPPED, clean, fail, use_of
from hanse.ops.support_data.schema import support_archive, support_chunk
from hanse.ops.support_data.settings import CollectionOptions

OTHER_MASTER_KEY = "The node cannot decrypt the passphrase, because its master key differs from the console's."


class JobLost(Exception):
    """The job no longer belongs to this process: its deadline has passed, and it is shown as failed."""


@dataclass(frozen=True)
class Job:
    """An archive to write."""

    archive_id: str
    node_index: int
    address: str
    role: str
    actor: str
    requested: datetime
    options: CollectionOptions
    passphrase: str | None = None

    def __repr__(self) -> str:
        """Return a text without the passphrase."""
        return f"Job({self.archive_id!r})"


class Jobs:
    """The jobs of one process, which `worker` names."""

    def __init__(self, database: Database, keyring: Keyring, clock: Clock, worker: str) -> None:
        self._database = database
        self._keyring = keyring
        self._clock = clock
        self._worker = worker

    def take(self, node_index: int) -> Job | None:
        """Take the next job that is addressed to a node, if there is one."""
        waiting = (
            support_archive.c.status == IN_PROGRESS,
            support_archive.c.node_index == node_index,
            support_archive.c.worker.is_(None),
        )
        with self._database.reading() as connection:
            # Nearly always there is no job, and this check must not delay writers.
            if connection.execute(select(support_archive.c.archive_id).where(*waiting)).first() is None:
                return None
        with self._database.writing() as connection:
            row = connection.execute(select(support_archive).where(*waiting).limit(1)).first()
            if row is None or not self._claim(connection, row.archive_id):
                return None
            try:
                passphrase = self._opened(connection, row.archive_id, row.sealed_passphrase)
            except BrokenSeal:
                fail(connection, [row.archive_id], OTHER_MASTER_KEY, self._clock.now())
                return None
            options = parse(CollectionOptions, row.settings.encode())
            requested = from_text(row.requested)
            return Job(row.archive_id, node_index, row.address, row.role, row.actor, requested, options, passphrase)

    def renew(self, job: Job, step: str | None = None) -> None:
        """Renew the job's deadline and record the current step; raises JobLost."""
        with self._database.writing() as connection:
            self._update(connection, job, {} if step is None else {"step": step})

    def append(self, job: Job, number: int, chunk: bytes) -> None:
        """Store the next piece of the archive; raises JobLost."""
        with self._database.writing() as connection:
            self._update(connection, job, {"size": support_archive.c.size + len(chunk), "chunks": number + 1})
            values = {"archive_id": job.archive_id, "number": number, "content": chunk}
            connection.execute(insert(support_chunk).values(values))

    def complete(self, job: Job, file_name: str) -> None:
        """Record that the archive is complete; raises JobLost."""
        values = {"status": COMPLETED, "step": "", "finished": to_text(self._clock.now()), "file_name": file_name}
        with self._database.writing() as connection:
            self._update(connection, job, values)

    def fail(self, job: Job, reason: str) -> None:
        """Record that the archive failed, and why."""
        with self._database.writing() as connection:
            where = (support_archive.c.archive_id == job.archive_id, support_archive.c.worker == self._worker)
            if connection.execute(select(support_archive.c.archive_id).where(*where)).first() is not None:
                fail(connection, [job.archive_id], reason, self._clock.now())

    def give_up(self, node_index: int) -> None:
        """Fail the jobs of an earlier process of this node, which has ended."""
        left = select(support_archive.c.archive_id).where(
            support_archive.c.status == IN_PROGRESS,
            support_archive.c.node_index == node_index,
            support_archive.c.worker != self._worker,
        )
        with self._database.writing() as connection:
            fail(connection, connection.execute(left).scalars().all(), STOPPED, self._clock.now())

    def clean(self) -> None:
        """Remove old archives: see `archives.clean`."""
        with self._database.writing() as connection:
            clean(connection, self._clock.now())

    def _opened(self, connection: Connection, archive_id: str, sealed: str | None) -> str | None:
        if sealed is None:
            return None
        self._keyring.refresh(connection)
        return self._keyring.open(sealed, use_of(archive_id))

    def _claim(self, connection: Connection, archive_id: str) -> bool:
        """Assign a job to this process; only one of two processes with the same node identity gets it."""
        now = self._clock.now()
        statement = update(support_archive).where(
            support_archive.c.archive_id == archive_id,
            support_archive.c.status == IN_PROGRESS,
            support_archive.c.worker.is_(None),
            support_archive.c.deadline >= to_text(now),
        )
        values = {"worker": self._worker, "deadline": to_text(now + LEASE), "sealed_passphrase": None}
        return connection.execute(statement.values(values)).rowcount == 1

    def _update(self, connection: Connection, job: Job, values: dict[str, Any]) -> None:
        now = self._clock.now()
        statement = update(support_archive).where(
            support_archive.c.archive_id == job.archive_id,
            support_archive.c.status == IN_PROGRESS,
            support_archive.c.worker == self._worker,
            support_archive.c.deadline >= to_text(now),
        )
        renewed = {"deadline": to_text(now + LEASE), **values}
        if connection.execute(statement.values(renewed)).rowcount != 1:
            raise JobLost
