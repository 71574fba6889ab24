"""Oversees the changes that engines make: clients register themselves, and change their registrations."""

import structlog

from hanse.cluster.publication import publish_document, read_publication
from hanse.config.change.change import Change
from hanse.config.database import Database
from hanse.config.declare.resource import ReplicationScope
from hanse.config.replica_store import DocumentKey, changes_since, existed, targets_of
from hanse.kit.errors import NotAllowed, Unavailable

LOG = structlog.stdlib.get_logger("hanse.cluster")


class RegistrationOverseer:
    """Fulfills `config.configuration.Overseer`. It publishes each changed document at once, and nothing else."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def admit(self, change: Change) -> None:
        """Admit every change: `saved` refuses those of other documents."""

    def saved(self, change: Change) -> None:
        """Publish the saved documents. Raises NotAllowed and Unavailable, so that nothing is saved."""
        if change.number is None:
            return
        for kind, resource in change.changed.items():
            if resource.replicates_with is not ReplicationScope.CLIENTS:
                raise NotAllowed("Engines save clients only.")
            for each in changes_since(change.connection, [kind], change.number - 1):
                self._check_complete(change, each.key)
                publish_document(change.connection, self._database, resource, each.id, change.number)

    @staticmethod
    def _check_complete(change: Change, document: DocumentKey) -> None:
        """Refuse a document that refers to another one which engines do not have yet."""
        revisions = read_publication(change.connection).revisions
        for target in targets_of(change.connection, document):
            resource = change.registry.by_kind(target[0])
            published = revisions.get(resource.replicates_with.value)
            if published is None or resource.implies(target[1]) or existed(change.connection, target, published):
                continue
            LOG.warning("client not registered, as a setting is not replicated", client=document[1], waits_for=target)
            raise Unavailable("The configuration of this server is not replicated completely.")
