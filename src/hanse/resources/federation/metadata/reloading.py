"""Reads the metadata at an address again, and compares it with the connections that use it.

The request is made outside of transactions. What a reading changes is one revision: automatic updates, which the
history of the connections shows, and the record of the address with failures and with changes that wait for an
administrator.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import structlog

from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse
from hanse.config.list_query import ListQuery, MemberCondition, StoredDocument
from hanse.crypto.xml.errors import XmlRefused
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import NotFound, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.federation.metadata.comparison import differences, updated_body
from hanse.resources.federation.metadata.fetching import check_validity, read_metadata, refused
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS, MetadataUrl
from hanse.resources.federation.metadata.partner_facts import PartnerFacts, partner_facts, partner_of
from hanse.resources.federation.metadata.reading_records import (
    METADATA_READINGS,
    MetadataReadingRecord,
    PendingUpdate,
    metadata_url_of,
    record_of,
)
from hanse.saml.metadata_reading import MetadataDocument

LOG = structlog.stdlib.get_logger("hanse.saml.metadata")
AUTHOR = Author("system")
Connections = tuple[Resource[Any], ...]


@dataclass(frozen=True)
class _Compared:
    """A connection, and what the metadata says about its partner."""

    connections: Resource[Any]
    stored: StoredDocument
    facts: PartnerFacts

    @property
    def is_automatic(self) -> bool:
        settings = self.stored.body.get("metadataReloadSettings") or {}
        # Another entity ID would make all messages of the partner come from a stranger until it changes, too.
        is_same = self.facts.entity_id == self.stored.body["entityId"]
        return bool(settings.get("enableAutoMetadataUpdate", True)) and is_same


def reload_metadata(configuration: Configuration, address: str, kinds: Connections) -> bool:
    """Read the metadata at an address, and update or record the connections of some kinds that use it.

    Returns false if the metadata cannot be used.
    """
    with configuration.reading() as view:
        settings = view.model(METADATA_URLS, address)
        using = [
            (connections, stored)
            for connections in kinds
            for stored in view.list(connections, _WITH_METADATA).items
            if metadata_url_of(stored.body) == address
        ]
    found: list[_Compared] = []
    reason = ""
    try:
        checked = read_metadata(configuration, settings)
        for connections, stored in using:
            facts = facts_about(configuration, checked.document, stored)
            found.append(_Compared(connections, stored, facts))
    except ValidationFailed as failure:
        reason = "; ".join(str(each.message) for each in failure.errors)
        LOG.warning("metadata not read", address=address, url=settings.url, reason=reason)
    with configuration.changing(AUTHOR) as change:
        before = record_of(change, address)
        updates = [*_updates(configuration, change, found)] if not reason else before.updates
        now = to_text(configuration.ports.get(Clock).now())
        failed_since = (before.failed_since or now) if reason else None
        _save(change, before, MetadataReadingRecord(id=address, failed_since=failed_since, updates=updates))
    return not reason


def forget_deleted(configuration: Configuration) -> None:
    """Delete the records of addresses that no longer exist."""
    with configuration.reading() as view:
        records = [each.id for each in view.everything(METADATA_READINGS)]
        deleted = [each for each in records if not view.has(METADATA_URLS, each)]
    if deleted:
        with configuration.changing(AUTHOR) as change:
            for each in deleted:
                change.delete(METADATA_READINGS, each)


_WITH_METADATA = ListQuery(conditions=(MemberCondition("metadataReloadSettings", is_present=True),))


def read_for_connection(configuration: Configuration, address: MetadataUrl, stored: StoredDocument) -> PartnerFacts:
    """Return what the metadata at an address says about the partner of a connection. Raises ValidationFailed."""
    return facts_about(configuration, read_metadata(configuration, address).document, stored)


def facts_about(configuration: Configuration, document: MetadataDocument, stored: StoredDocument) -> PartnerFacts:
    """Return what a document says about the partner of a connection. Raises ValidationFailed."""
    try:
        entity = partner_of(document, stored.body["entityId"])
        check_validity(entity, configuration.ports.get(Clock).now())
        return partner_facts(entity, stored.body["type"])
    except XmlRefused as error:
        raise refused(message("The metadata cannot be used. {reason}", reason=str(error))) from error


def apply_facts(
    change: Change, connections: Resource[Any], stored: StoredDocument, facts: PartnerFacts
) -> StoredDocument:
    """Save a connection with the values of its partner's metadata. Raises ValidationFailed."""
    model = parse(connections.model, json.dumps(updated_body(stored.body, facts)).encode())
    return change.replace(connections, stored.id, model)


def _updates(configuration: Configuration, change: Change, found: list[_Compared]) -> Iterator[PendingUpdate]:
    """Apply automatic updates, and yield the others."""
    for each in found:
        current = change.find(each.connections, each.stored.id)
        if current != each.stored or not differences(each.stored.body, each.facts):
            # A connection that was changed during the request is compared at the next reading.
            continue
        if each.is_automatic:
            try:
                apply_facts(change, each.connections, each.stored, each.facts)
            except ValidationFailed as failure:
                reason = "; ".join(str(error.message) for error in failure.errors)
                LOG.warning("connection not updated", id=each.stored.id, reason=reason)
            else:
                LOG.info("connection updated from metadata", kind=each.connections.kind, id=each.stored.id)
                continue
        now = to_text(configuration.ports.get(Clock).now())
        yield pending_update(each.connections, each.stored.id, each.facts, now, is_refused=each.is_automatic)


def pending_update(
    connections: Resource[Any], id_: str, facts: PartnerFacts, now: str, *, is_refused: bool = False
) -> PendingUpdate:
    """Return the update of a connection that waits for an administrator."""
    return PendingUpdate(kind=connections.kind, connection=id_, facts=facts, found=now, is_refused=is_refused)


def replace_update(
    change: Change, address: str, connections: Resource[Any], id_: str, new: PendingUpdate | None
) -> None:
    """Record the update that waits for a connection, or that none waits any more."""
    before = record_of(change, address)
    others = [each for each in before.updates if (each.kind, each.connection) != (connections.kind, id_)]
    updates = [*others, *([] if new is None else [new])]
    _save(change, before, before.model_copy(update={"updates": updates}))


def _save(change: Change, before: MetadataReadingRecord, after: MetadataReadingRecord) -> None:
    """Save a record if it says anything new; the time at which an unchanged update was found stays."""
    known = {(each.kind, each.connection): each for each in before.updates}
    kept = []
    for each in after.updates:
        old = known.get((each.kind, each.connection))
        kept.append(old if old is not None and old.model_copy(update={"found": each.found}) == each else each)
    after = after.model_copy(update={"updates": kept})
    if after == before:
        return
    try:
        change.replace(METADATA_READINGS, after.id or "", after)
    except NotFound:
        change.create(METADATA_READINGS, after)
