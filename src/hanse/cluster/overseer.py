"""Oversees changes in a cluster: only the active console may save, and some saves are replicated immediately."""

import json
from collections.abc import Iterable, Iterator, Mapping

import structlog

from hanse.cluster.console_roles import Consoles
from hanse.cluster.publication import SCOPES, kinds_of, publish, read_publication
from hanse.config.change.change import Change
from hanse.config.change.reference_checks import references_of
from hanse.config.database import Database
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import ReplicationScope
from hanse.config.replica_store import DocumentKey, LoggedChange, changes_since, existed, targets_of
from hanse.resources.system.cluster_settings import CLUSTER_SETTINGS, ClusterSettings

LOG = structlog.stdlib.get_logger("hanse.cluster")
# Scopes that can be replicated without the others.
_ALONE = frozenset({ReplicationScope.CONNECTIONS, ReplicationScope.CLIENTS, ReplicationScope.LOG_SETTINGS})


class ClusterOverseer:
    """Fulfills `config.configuration.Overseer`."""

    def __init__(self, consoles: Consoles, database: Database) -> None:
        self._consoles = consoles
        self._database = database

    def admit(self, change: Change) -> None:
        """Raise PassiveConsole unless this console is the active one.

        The setup may run on any console: the wizard makes its console the active one only after the first account was
        created (specification 3, section 4), and until then nobody else changes anything.
        """
        principal = change.author.principal
        if principal is None or not principal.is_setup:
            self._consoles.admit(change.connection)

    def saved(self, change: Change) -> None:
        """Publish the scopes that the settings publish at each save, unless engines would miss a document."""
        changed = {resource.replicates_with for resource in change.changed.values()}
        if not changed & _ALONE or change.number is None:
            return
        for scope in sorted(changed & set(_scopes_on_save(change.singleton(CLUSTER_SETTINGS)))):
            missed = _missed(change, scope)
            if missed is None:
                publish(change.connection, self._database, [scope], change.number)
            else:
                LOG.info("replication on save failed", scope=scope.value, waits_for=f"{missed[0]} {missed[1]}")


def _scopes_on_save(settings: ClusterSettings) -> Iterator[ReplicationScope]:
    if settings.replicate_connections_on_save:
        yield ReplicationScope.CONNECTIONS
    if settings.replicate_clients_on_save:
        yield ReplicationScope.CLIENTS
    if settings.replicate_log_settings_on_save:
        yield ReplicationScope.LOG_SETTINGS


def _missed(change: Change, scope: ReplicationScope) -> DocumentKey | None:
    """Return a document that engines would lack or still need if one scope were published alone.

    A publication must be complete: nothing in it may refer to a missing document.
    """
    revisions = read_publication(change.connection).revisions
    others = {each: revisions[each.value] for each in SCOPES if each is not scope}
    pending = changes_since(change.connection, kinds_of(change.registry, scope), revisions[scope.value])
    last = {row.key: row for row in pending}
    gone = {document for document, row in last.items() if row.after is None}
    for document in last.keys() - gone:
        for target in targets_of(change.connection, document):
            resource = change.registry.by_kind(target[0])
            other = resource.replicates_with
            if (
                other in others
                and not resource.implies(target[1])
                and not existed(change.connection, target, others[other])
            ):
                return target
    return _still_needed(change, gone, others) if gone else None


def _still_needed(change: Change, gone: set[DocumentKey], others: Mapping[ReplicationScope, int]) -> DocumentKey | None:
    """Return a deleted document to which the published version of another document still refers."""
    for scope, number in others.items():
        kinds = kinds_of(change.registry, scope)
        for needed in _referred_to(change.registry, changes_since(change.connection, kinds, number)):
            if needed in gone:
                return needed
    return None


def _referred_to(registry: Registry, rows: Iterable[LoggedChange]) -> Iterator[DocumentKey]:
    seen: set[DocumentKey] = set()
    for row in rows:
        # The `before` of the first change since the publication is the published version.
        if row.key in seen:
            continue
        seen.add(row.key)
        if row.before is not None:
            body = json.loads(row.before)
            for found in references_of(registry.by_kind(row.kind), body, registry):
                yield from ((kind, found.target_id) for kind in found.kinds)
