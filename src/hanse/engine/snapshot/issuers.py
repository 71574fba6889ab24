"""The issuers of a snapshot: their names, keys and published documents."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Connection

from hanse.config.transaction_view import TransactionView
from hanse.engine.keys.configured_keys import CONFIGURED_KEYS, KeyChoice
from hanse.engine.keys.dynamic_certificates import DYNAMIC_CERTIFICATES
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import not_usable
from hanse.engine.snapshot.issuer_names import IssuerName, VirtualIssuer, names
from hanse.engine.snapshot.metadata import MetadataFacts, MetadataSource, metadata_of, signed
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot, assemble
from hanse.engine.snapshot.protected_resources import resource_documents
from hanse.engine.snapshot.public_document import Document
from hanse.engine.snapshot.token_manager_keys import MANAGER_KEY_SETS
from hanse.kit.clock import Clock
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

LOG = structlog.stdlib.get_logger("hanse.engine")


def names_of(view: TransactionView) -> Iterator[IssuerName]:
    """Yield the names of all configured issuers."""
    federation = view.singleton(SERVER_SETTINGS).federation_info
    hosts = view.singleton(VIRTUAL_HOST_NAMES).virtual_host_names
    return names(federation.base_url if federation is not None else None, hosts, _virtual_issuers(view))


def _virtual_issuers(view: TransactionView) -> Iterator[VirtualIssuer]:
    for stored in view.everything(VIRTUAL_ISSUERS):
        try:
            yield VirtualIssuer(stored.id, stored.body["host"], stored.body.get("path") or "")
        except KeyError as error:
            not_usable(VIRTUAL_ISSUERS, stored.id, error)


def _compile_names(given: CompilerInput[tuple[IssuerName, ...]]) -> tuple[IssuerName, ...]:
    return tuple(names_of(given.view))


NAMES: Compiler[tuple[IssuerName, ...]] = Compiler(
    "issuerNames", frozenset({SERVER_SETTINGS.kind, VIRTUAL_HOST_NAMES.kind, VIRTUAL_ISSUERS.kind}), _compile_names
)
# The parts from which issuers are built.
_MADE_FROM: Final[tuple[Compiler[Any], ...]] = (NAMES, CONFIGURED_KEYS, DYNAMIC_CERTIFICATES, MANAGER_KEY_SETS)


class Issuers:
    """Builds the issuers of the next snapshot. For one thread at a time."""

    def __init__(self, dynamic_keys: DynamicKeys, clock: Clock, metadata: MetadataSource) -> None:
        self._dynamic_keys = dynamic_keys
        self._clock = clock
        self._metadata = metadata

    def update(self, connection: Connection, next_: Snapshot, previous: Snapshot) -> Snapshot:
        """Return a snapshot with the issuers that follow from its parts, or the previous ones if nothing changed."""
        is_same = next_.version.generation == previous.version.generation and all(
            next_.parts[each.name] is previous.parts.get(each.name) for each in (*_MADE_FROM, *self._metadata.reads)
        )
        return next_ if is_same else self._assembled(connection, next_, previous)

    def _assembled(self, connection: Connection, next_: Snapshot, previous: Snapshot) -> Snapshot:
        wanted = next_.part(NAMES)
        configured = next_.part(CONFIGURED_KEYS)
        if not wanted:
            # Without issuers nothing is signed, and dynamic keys may not exist yet.
            return replace(next_, issuers={}, places={}, documents={}, dynamic=False)
        with_certificates = next_.part(DYNAMIC_CERTIFICATES) is not None
        keys = configured or KeyChoice(self._dynamic_keys.material(connection, with_certificates=with_certificates), {})
        issuers = self._issuers(wanted, keys, self._metadata.facts(next_.parts), previous)
        return assemble(next_, issuers, dynamic=configured is None, everywhere=next_.part(MANAGER_KEY_SETS))

    def _issuers(
        self, wanted: Iterable[IssuerName], keys: KeyChoice, facts: MetadataFacts, previous: Snapshot
    ) -> Iterator[PublishedIssuer]:
        # Issuers with the same keys share one document.
        jwks: dict[bytes, Document] = {}
        for name in wanted:
            material = keys.of(name.virtual_issuer)
            if material is None:
                LOG.error("issuer skipped, as its keys cannot be used", issuer=name.identifier)
                continue
            if material.jwks not in jwks:
                jwks[material.jwks] = Document.of(material.jwks)
            yield self._issuer(name, material, jwks[material.jwks], facts, previous)

    def _issuer(
        self, name: IssuerName, keys: KeyMaterial, jwks: Document, facts: MetadataFacts, previous: Snapshot
    ) -> PublishedIssuer:
        claims = metadata_of(name.identifier, keys, facts)
        resources = resource_documents(name.identifier, facts.resources)
        before = previous.issuer(name.identifier)
        if before is not None and before.claims == claims and before.keys.same_as(keys):
            # A new signature would change only the time, and every cache would have to fetch the document again.
            LOG.debug("issuer kept", issuer=name.identifier)
            return PublishedIssuer(name, keys, before.metadata, jwks, claims, resources)
        LOG.debug("issuer built", issuer=name.identifier, algorithms=keys.algorithms)
        document = Document.of(msgspec.json.encode(signed(claims, keys, self._clock.now())))
        return PublishedIssuer(name, keys, document, jwks, claims, resources)
