"""Keeps the snapshot in use up to date.

A save in this process wakes it at once, and that of another process within some hundredths of a second
(`config.commit_watch`); a rotation of dynamic keys is found by checking every second. The next snapshot is built
on a thread of its own and replaced by one assignment: requests that have begun continue with the old one. If building
fails, the current snapshot stays in use.
"""

import threading
import time
from collections.abc import Callable
from typing import Protocol

import structlog

from hanse.config.commit_watch import CommitWatch, WakeWatch
from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import PeriodicThread

LOG = structlog.stdlib.get_logger("hanse.engine")
# Each check is two short reads. It finds changes without an announcement, and those whose announcement was lost.
CHECK_SECONDS = 1.0
CURRENT, BEHIND = "current", "behind"
THREAD = "snapshot"


class SnapshotSource(Protocol):
    """The source of snapshots: `builder.Builder`."""

    def read(self, view: TransactionView, previous: Snapshot, changes: Changes | None = None) -> Snapshot:
        """Return a snapshot of a view."""
        ...

    def is_current(self, snapshot: Snapshot) -> bool:
        """Return whether there is nothing newer."""
        ...

    def build(self, previous: Snapshot) -> Snapshot:
        """Return the newest snapshot."""
        ...


class Follower:
    """Holds the snapshot in use. Requests only read `snapshot`."""

    def __init__(
        self,
        builder: SnapshotSource,
        watch: CommitWatch | None = None,
        *,
        check_seconds: float = CHECK_SECONDS,
        after_check: Callable[[], None] = lambda: None,
    ) -> None:
        """`watch` waits for commits; without it, changes are found only by `saved` and by checks.

        `after_check` is called after each successful check.
        """
        self.snapshot = Snapshot()
        self.failures = 0
        self._builder = builder
        self._after_check = after_check
        self._failing = False
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._watch = watch or WakeWatch()
        # Held during a check; notified after each, for waiting callers.
        self._check_done = threading.Condition()
        self._thread = PeriodicThread("snapshot", self.refresh, check_seconds, thread=THREAD, pause=self._watch.wait)

    def start(self) -> None:
        """Build the first snapshot, and follow changes. A server that cannot build one starts nevertheless."""
        self.refresh()
        self._thread.start()

    def close(self) -> None:
        """Stop following."""
        self._thread.stop(wake=self._watch.wake)
        self._watch.close()

    def after_swap(self, listener: Callable[[Snapshot], None]) -> None:
        """Register a function that is called with the current snapshot and with each new one; it must not raise."""
        with self._check_done:
            self._listeners.append(listener)
            listener(self.snapshot)

    def saved(self, _revision: int) -> None:
        """Handle a revision of this process; for `Configuration.after_commit`."""
        self._watch.wake()

    def refresh(self) -> None:
        """Update the snapshot if necessary. Only the first of several consecutive failures is logged."""
        with self._check_done:
            try:
                if not self._builder.is_current(self.snapshot):
                    self._swap()
                self._recovered()
                self._after_check()
            except Exception as error:  # noqa: BLE001 - whatever it is, requests are served from the one in use.
                self._failed(error)
            self._check_done.notify_all()

    def prepare(self, view: TransactionView, changes: Changes = ALL_CHANGES) -> Callable[[], None]:
        """Build the next snapshot from a view, and return a function that applies it; raises the build's errors.

        For engines that receive their configuration instead of checking for changes. `changes` are those since the
        current snapshot.
        """
        started = time.perf_counter()
        snapshot = self._builder.read(view, self.snapshot, changes)

        def apply() -> None:
            with self._check_done:
                self._put(snapshot, started)
                self._recovered()
                self._check_done.notify_all()

        return apply

    def wait_for(self, revision: int, seconds: float) -> bool:
        """Wait until a revision is applied, and return whether it was; for tests and tools."""
        with self._check_done:
            return self._check_done.wait_for(lambda: self.snapshot.version.revision >= revision, seconds)

    def wait_until(self, is_met: Callable[[Snapshot], bool], seconds: float) -> bool:
        """Wait until the snapshot meets a condition, and return whether it does."""
        with self._check_done:
            return self._check_done.wait_for(lambda: is_met(self.snapshot), seconds)

    def check(self) -> None:
        """Raise Unavailable if no snapshot could be built; a check of `/readyz`."""
        if self.snapshot.version.revision < 0:
            raise Unavailable("The configuration could not be applied.")

    def state(self) -> str:
        """Return whether all parts of the applied configuration are the newest that were found."""
        return BEHIND if self._failing or self.snapshot.failed else CURRENT

    def _swap(self) -> None:
        started = time.perf_counter()
        self._put(self._builder.build(self.snapshot), started)

    def _put(self, snapshot: Snapshot, started: float) -> None:
        is_same = snapshot.has_content_of(self.snapshot)
        self.snapshot = snapshot
        if is_same:
            LOG.debug("revision without effect on requests", revision=snapshot.version.revision)
            return
        for listener in self._listeners:
            listener(snapshot)
        LOG.info(
            "configuration applied",
            revision=snapshot.version.revision,
            issuers=len(snapshot.issuers),
            milliseconds=round((time.perf_counter() - started) * 1000, 1),
        )

    def _failed(self, error: Exception) -> None:
        self.failures += 1
        if not self._failing:
            self._failing = True
            expected = isinstance(error, Unavailable)
            LOG.error("configuration not applied", reason=str(error), exc_info=None if expected else error)

    def _recovered(self) -> None:
        if self._failing:
            self._failing = False
            LOG.info("configuration applied again", revision=self.snapshot.version.revision)
