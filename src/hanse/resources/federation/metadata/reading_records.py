"""Records of the readings of metadata: failures, and changes that nobody has applied yet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import ApiOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.types import Moment
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.kit.clock import from_text
from hanse.resources.federation.metadata.comparison import MetadataDifference, differences
from hanse.resources.federation.metadata.partner_facts import PartnerFacts

_MOST_CONNECTIONS: Final = 100_000


class PendingUpdate(ConfigModel):
    """Metadata that differs from a connection."""

    # The kind of the resource, because both kinds of connections can have one ID.
    kind: Annotated[str, Field(max_length=100)]
    connection: ResourceId
    facts: PartnerFacts
    found: Moment
    # True if the automatic update was refused, for example because a setting of the connection needs a certificate
    # that the metadata no longer has.
    is_refused: bool = False


class MetadataReadingRecord(ConfigModel):
    """The state of one address; it exists from the first failure or change."""

    id: ResourceId | None = None
    failed_since: Moment | None = None
    updates: Annotated[list[PendingUpdate], Field(max_length=_MOST_CONNECTIONS, default_factory=list)]


# It is not exported: the next reading of another server finds the same.
METADATA_READINGS: Final = Resource(
    path=handles.METADATA_READINGS.path,
    model=MetadataReadingRecord,
    area=Area.KEYS,
    text=ResourceText(title="Metadata Reading", description="Failures and changes of partners' metadata."),
    api=ApiOptions(methods=frozenset()),
    storage=StorageOptions(kind="metadataReadings"),
    deployment=DeploymentOptions(scope=ReplicationScope.CONSOLES, exported=False),
)


@dataclass(frozen=True)
class PendingChange:
    """A connection, the metadata that it differs from, and the differences."""

    id: str
    name: str
    update: PendingUpdate
    differences: list[MetadataDifference]


def record_of(view: View, metadata_url: str) -> MetadataReadingRecord:
    """Return the record of an address; an empty one if there is none."""
    stored = view.find(handles.METADATA_READINGS, metadata_url)
    return (
        MetadataReadingRecord(id=metadata_url, updates=[])
        if stored is None
        else parse_stored(MetadataReadingRecord, stored.body)
    )


def failed_readings(view: View) -> dict[str, datetime]:
    """Return the IDs of the addresses that cannot be read, and since when. Deleted addresses can be among them."""
    records = (parse_stored(MetadataReadingRecord, each.body) for each in view.everything(handles.METADATA_READINGS))
    return {each.id: from_text(each.failed_since) for each in records if each.id and each.failed_since is not None}


def metadata_url_of(connection: Mapping[str, Any]) -> str | None:
    """Return the ID of the address that a connection is kept up to date with."""
    settings = connection.get("metadataReloadSettings") or {}
    link = settings.get("metadataUrlRef") or {}
    return link.get("id")


def pending_change(view: View, connections: Handle[Any], id_: str) -> PendingChange | None:
    """Return the change that waits for a connection, if it still differs from the metadata."""
    stored = view.find(connections, id_)
    address = None if stored is None else metadata_url_of(stored.body)
    if stored is None or address is None:
        return None
    kind = connections.path.removeprefix("/")
    for each in record_of(view, address).updates:
        if (each.kind, each.connection) == (kind, id_):
            found = differences(stored.body, each.facts)
            return PendingChange(id_, stored.body["name"], each, found) if found else None
    return None


def pending_changes(view: View, connections: Handle[Any]) -> Iterator[PendingChange]:
    """Yield the changes that wait for connections of a kind."""
    kind = connections.path.removeprefix("/")
    for stored in view.everything(handles.METADATA_READINGS):
        for each in parse_stored(MetadataReadingRecord, stored.body).updates:
            change = pending_change(view, connections, each.connection) if each.kind == kind else None
            # A connection may use another address by now.
            if change is not None and change.update == each:
                yield change
