"""Rules for saving connections, and the state of their replication."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from hanse.config.declare.handles import Handle
from hanse.config.declare.options import Referral
from hanse.config.declare.ports import Ports
from hanse.config.declare.replication import replication_status
from hanse.config.declare.resource import ReplicationScope
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.model import Connection
from hanse.resources.mapping.properties import property_references
from hanse.resources.property_values import property_value_errors, property_value_references

_PROPERTIES: Final = "extendedProperties"
C = TypeVar("C", bound=Connection)


def dated(proposal: Proposal[C], new: C) -> C:
    """Return a connection with the times of its creation and of its last change."""
    if proposal.old is not None and new == proposal.old:
        return new
    now = to_text(proposal.ports.get(Clock).now())
    return new.model_copy(update={"modification_date": now, **({"creation_date": now} if proposal.old is None else {})})


def identity_errors(new: Connection, view: View) -> Iterator[FieldError]:
    """Find errors in virtual server IDs and in the values of extended properties."""
    if len(set(new.virtual_entity_ids)) < len(new.virtual_entity_ids):
        yield FieldError("A virtual server ID is in the list twice.", "virtualEntityIds", "value_in_use")
    default = new.default_virtual_entity_id
    if default is not None and default not in new.virtual_entity_ids:
        yield FieldError("Choose one of the virtual server IDs.", "defaultVirtualEntityId", "reference_not_found")
    yield from property_value_errors(new.extended_properties, _PROPERTIES, view)


def connection_references(body: dict[str, Any]) -> Iterator[Referral]:
    """Yield the extended properties that a connection has values for, and those that its mappings use."""
    yield from property_value_references(body, _PROPERTIES)
    yield from property_references(body)


def connection_replication(
    connections: Handle[Any],
) -> Callable[[View, Ports], Callable[[StoredDocument], dict[str, Any]]]:
    """Return the enrichment of answers with the state of a connection's replication."""

    def enrich(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
        status = replication_status(view, ports, ReplicationScope.CONNECTIONS, connections)
        return lambda stored: {"replicationStatus": status(stored)}

    return enrich
