"""Builds snapshots from one consistent read of the configuration."""

from dataclasses import replace

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.config.transaction_view import TransactionView
from hanse.engine.keys.dynamic_certificates import DYNAMIC_CERTIFICATES, CertificateOrder, certificate_order
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.snapshot.all_compilers import COMPILERS
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes, CompiledParts, compile_parts
from hanse.engine.snapshot.issuers import Issuers, names_of
from hanse.engine.snapshot.metadata import MetadataSource
from hanse.engine.snapshot.model import Snapshot, SnapshotVersion
from hanse.kit.clock import Clock
from hanse.resources.security.token_keys import OAUTH_KEYS

__all__ = ["Builder", "names_of"]


class Builder:
    """Builds the next snapshot while the current one is in use. Called by one thread at a time."""

    def __init__(
        self, configuration: Configuration, dynamic_keys: DynamicKeys, clock: Clock, metadata: MetadataSource
    ) -> None:
        self._configuration = configuration
        self._dynamic_keys = dynamic_keys
        self._issuers = Issuers(dynamic_keys, clock, metadata)
        self._clock = clock

    def is_current(self, snapshot: Snapshot) -> bool:
        """Return whether there is nothing newer, in two short reads; raises Unavailable without a database."""
        with routine_statements(), self._configuration.database.reading() as connection:
            newest = self._dynamic_keys.newest(connection)
            version = SnapshotVersion(revision_log.latest(connection), newest.generation)
        return version == snapshot.version and not (snapshot.dynamic and newest.due(self._clock.now()))

    def build(self, previous: Snapshot) -> Snapshot:
        """Return a snapshot of the saved configuration; unchanged parts are taken from the previous one."""
        with self._configuration.reading() as view:
            changes = _changes(view, previous.version)
            is_changed = changes.touch({OAUTH_KEYS.kind})
            # Most saves concern other settings, and do not read these again.
            order = certificate_order(view) if is_changed else previous.parts.get(DYNAMIC_CERTIFICATES.name)
            if not self._lacks(view, order):
                return self.read(view, previous, changes)
        self._dynamic_keys.complete(order)
        with self._configuration.reading() as view:
            return self.read(view, previous)

    def lacks_keys(self, view: TransactionView) -> bool:
        """Return whether dynamic keys are needed, and the next ones are due or certificates are missing."""
        return self._lacks(view, certificate_order(view))

    def _lacks(self, view: TransactionView, order: CertificateOrder | None) -> bool:
        if not self._dynamic_keys.lacks(view.connection, order):
            return False
        return not view.singleton(OAUTH_KEYS).static_jwks_enabled and next(names_of(view), None) is not None

    def read(self, view: TransactionView, previous: Snapshot, changes: Changes | None = None) -> Snapshot:
        """Return a snapshot of a view. Without `changes` they are read from the log of revisions.

        If no part is affected, it is the previous one with another version.
        """
        generation = self._dynamic_keys.newest(view.connection).generation
        version = SnapshotVersion(revision_log.latest(view.connection), generation)
        found = _changes(view, previous.version) if changes is None else changes
        if previous.version.revision < 0:
            # The first snapshot reads every kind, but most configurations use only a few.
            view.find_empty_kinds()
        before = CompiledParts(previous.parts, previous.failed)
        after = compile_parts(COMPILERS, view, self._configuration.ports, before, found)
        next_ = replace(previous, version=version, parts=after.parts, failed=after.failed)
        return self._issuers.update(view.connection, next_, previous)


def _changes(view: TransactionView, before: SnapshotVersion) -> Changes:
    """Return the documents that changed since a snapshot was built."""
    if before.revision < 0:
        return ALL_CHANGES
    return Changes.of(revision_log.changed_since(view.connection, before.revision))
