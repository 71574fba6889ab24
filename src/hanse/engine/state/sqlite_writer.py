"""The thread that writes to an SQLite file: it collects operations and commits them together."""

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

import structlog

from hanse.engine.state.statements import Rows, Step
from hanse.engine.state.writer_queue import WriterQueue
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.state")
# Maximum size of one transaction, so that other processes have their turn.
_BATCH: Final = 256
# With more waiting, the disk does not keep up, and waiting longer would not help.
_MOST_WAITING: Final = 10_000
_RETRY_SECONDS: Final = 2
_BUSY: Final = "The database of run-time state is busy."
_UNAVAILABLE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOMEM,
}

Outcome = Sequence[Rows]


def is_unavailable(error: sqlite3.Error) -> bool:
    """Return whether an error concerns the file or the disk, and not the statement."""
    # The low octet of an extended result code is the primary code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _UNAVAILABLE


@dataclass(slots=True)
class _Job:
    steps: Sequence[Step]
    durable: bool
    future: "asyncio.Future[Outcome]"
    outcome: Outcome | Exception | None = None


class SqliteWriter:
    """Executes operations on one connection, in the order in which they were submitted."""

    def __init__(self, connection: sqlite3.Connection, turns: WriterQueue, wait_seconds: float) -> None:
        """`wait_seconds` is the maximum wait of an operation, for example for a process that holds the file."""
        self._connection = connection
        self._turns = turns
        self._wait_seconds = wait_seconds
        # Operations that requests submit in one iteration of the event loop, which reach the thread together.
        self._gathered: list[_Job] = []
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._synchronous = ""
        self._closing = Lock()
        self._is_closed = False
        # A daemon, so that a process that ends without closing the store does not hang.
        self._thread = Thread(target=self._run, name="state-writer", daemon=True)

    def start(self) -> None:
        """Begin to accept operations."""
        self._thread.start()

    async def submit(self, steps: Sequence[Step], *, durable: bool) -> Outcome:
        """Execute an operation and return the rows of each step."""
        if self._queue.qsize() + len(self._gathered) > _MOST_WAITING:
            raise Unavailable(_BUSY, retry_after=_RETRY_SECONDS)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()
        with self._closing:
            if self._is_closed:
                raise Unavailable("The server is shutting down.")
            self._gathered.append(_Job(steps, durable, future))
        loop.call_soon(self._hand_over)
        # A timer that only ends the future costs a fraction of `asyncio.timeout`, which cancels the task.
        timer = loop.call_later(self._wait_seconds, _give_up, future)
        try:
            return await future
        finally:
            timer.cancel()

    def _hand_over(self) -> None:
        """Pass the collected operations to the thread.

        Waking it for each operation would make it commit nearly each alone, and the two threads would compete for the
        interpreter several times a request.
        """
        with self._closing:
            self._put_gathered()

    def _put_gathered(self) -> None:
        gathered, self._gathered = self._gathered, []
        for job in gathered:
            self._queue.put(job)

    def finish(self) -> None:
        """Execute queued operations, then close the connection. Gives up if another process holds the file."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._put_gathered()
                self._queue.put(None)
        self._thread.join(self._wait_seconds)

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._gather()
            if batch:
                self._execute(batch)
                _deliver(batch)
        self._connection.close()
        self._turns.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Wait for an operation, and return it with all others that wait; False after the last one."""
        job = self._queue.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == _BATCH:
                break
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
        return batch, job is not None

    def _execute(self, batch: Sequence[_Job]) -> None:
        try:
            with self._turns.mine():
                self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - every caller gets the error of its own operation.
            if len(batch) > 1 and not (isinstance(error, sqlite3.Error) and is_unavailable(error)):
                # One operation of the batch is at fault; the others must not fail with it.
                for job in batch:
                    self._execute([job])
                return
            if isinstance(error, sqlite3.Error) and is_unavailable(error):
                LOG.warning("run-time state cannot be written", reason=str(error), operations=len(batch))
                error = Unavailable(_BUSY, retry_after=_RETRY_SECONDS)
            for job in batch:
                job.outcome = error

    def _transaction(self, batch: Sequence[_Job]) -> None:
        execute = self._connection.execute
        synchronous = "FULL" if any(job.durable for job in batch) else "NORMAL"
        if synchronous != self._synchronous:
            execute(f"PRAGMA synchronous = {synchronous}")
            self._synchronous = synchronous
        execute("BEGIN IMMEDIATE")
        try:
            for job in batch:
                # Callers that timed out have an error that says that nothing was done.
                if job.future.done():
                    continue
                job.outcome = [execute(statement.sqlite, values).fetchall() for statement, values in job.steps]
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise


def _give_up(future: "asyncio.Future[Outcome]") -> None:
    if not future.done():
        future.set_exception(Unavailable(_BUSY, retry_after=_RETRY_SECONDS))


def _deliver(batch: Sequence[_Job]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in batch:
        by_loop.setdefault(job.future.get_loop(), []).append(job)
    for loop, jobs in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve, jobs)
        except RuntimeError:
            # The event loop was closed, and nobody waits any more.
            LOG.debug("nobody waits for operations that were executed", operations=len(jobs))


def _resolve(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if isinstance(job.outcome, Exception):
            job.future.set_exception(job.outcome)
        else:
            job.future.set_result(job.outcome or ())
