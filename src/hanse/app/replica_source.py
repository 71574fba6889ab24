"""Snapshots of an engine worker of a cluster, built from the node's copy, which another process writes."""

from collections.abc import Callable

from hanse.app.core import Core
from hanse.cluster.publication import attempt_of, read_state
from hanse.cluster.replication.replica_log import changed_since, newest_write
from hanse.config.statement_log import routine_statements
from hanse.engine.snapshot.builder import Builder
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes
from hanse.engine.snapshot.model import Snapshot

_NOTHING = -1


class ReplicaSource:
    """Builds snapshots for `Follower`; used by one thread at a time."""

    def __init__(self, core: Core, builder: Builder, show: Callable[[int], None]) -> None:
        """`show` is called with the number of the applied write of the copy."""
        self._core = core
        self._builder = builder
        self._show = show
        self._write = _NOTHING
        # Number of the applied publication, for the metrics; -1 before the first.
        self.publication = _NOTHING
        self.read = builder.read

    def is_current(self, _snapshot: Snapshot) -> bool:
        """Return whether the copy is unchanged since the last snapshot, in one short read."""
        with routine_statements(), self._core.configuration.database.reading() as connection:
            return newest_write(connection) == self._write

    def build(self, previous: Snapshot) -> Snapshot:
        """Return a snapshot of the current copy."""
        with self._core.configuration.reading() as view:
            # Both may be newer than in the memory of this process.
            self._core.keyring.refresh(view.connection)
            self._core.license.current(view)
            write = newest_write(view.connection)
            publication = attempt_of(read_state(view.connection))
            changed = None if self._write == _NOTHING else changed_since(view.connection, self._write)
            snapshot = self._builder.read(view, previous, ALL_CHANGES if changed is None else Changes.of(changed))
        self._write, self.publication = write, publication
        return snapshot

    def show(self) -> None:
        """Publish which write of the copy is applied; `Follower` calls it after each check."""
        if self._write != _NOTHING:
            self._show(self._write)
