"""Makes snapshots: one consistent read of the configuration, and nothing of it looked at later."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec
import structlog

from hanse.config.configuration import Configuration
from hanse.config.store import documents, revisions
from hanse.config.store.statements import routinely
from hanse.config.view import View
from hanse.engine.keys.configured import ConfiguredKeys, KeyChoice
from hanse.engine.keys.dynamic import DynamicKeys
from hanse.engine.keys.material import KeyMaterial
from hanse.engine.snapshot.compilers import COMPILERS
from hanse.engine.snapshot.compiling import EVERYTHING, Changes, compile_parts
from hanse.engine.snapshot.document import Document
from hanse.engine.snapshot.managers import key_sets
from hanse.engine.snapshot.metadata import metadata_of, signed
from hanse.engine.snapshot.model import Issuer, Snapshot, Version, assemble
from hanse.engine.snapshot.naming import Name, VirtualIssuer, names
from hanse.kit.clock import Clock
from hanse.resources.security.token_keys import OAUTH_KEYS
from hanse.resources.system.log_settings.verbose import verbose_of
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

LOG = structlog.stdlib.get_logger("hanse.engine")


class Builder:
    """Builds the next snapshot aside from the one in use. Called by one thread at a time."""

    def __init__(self, configuration: Configuration, dynamic_keys: DynamicKeys, clock: Clock) -> None:
        self._configuration = configuration
        self._dynamic_keys = dynamic_keys
        self._configured_keys = ConfiguredKeys()
        self._clock = clock

    def is_current(self, snapshot: Snapshot) -> bool:
        """Tell whether there is nothing newer, in two short reads; raises Unavailable when nobody can tell."""
        with routinely(), self._configuration.database.reading() as connection:
            newest = self._dynamic_keys.newest(connection)
            version = Version(revisions.latest(connection), newest.generation)
        return version == snapshot.version and not (snapshot.dynamic and newest.due(self._clock.now()))

    def build(self, previous: Snapshot) -> Snapshot:
        """Return a snapshot of what is saved now; what is the same in the previous one is taken from there."""
        with self._configuration.reading() as view:
            if not self.lacks_keys(view):
                return self.read(view, previous)
        self._dynamic_keys.rotate_if_due()
        with self._configuration.reading() as view:
            return self.read(view, previous)

    def lacks_keys(self, view: View) -> bool:
        """Tell whether dynamic keys are needed and the next ones are due."""
        if view.singleton(OAUTH_KEYS).static_jwks_enabled:
            return False
        newest = self._dynamic_keys.newest(view.connection)
        return newest.due(self._clock.now()) and next(names_of(view), None) is not None

    def read(self, view: View, previous: Snapshot, changes: Changes | None = None) -> Snapshot:
        """Return a snapshot of what a view has. Without `changes` the log of revisions says what changed."""
        generation = self._dynamic_keys.newest(view.connection).generation
        version = Version(revisions.latest(view.connection), generation)
        found = _changes(view, previous.version) if changes is None else changes
        parts = compile_parts(COMPILERS, view, self._configuration.ports, previous.parts, found)
        return replace(self._assembled(view, version, previous), verbose=verbose_of(view), parts=parts)

    def _assembled(self, view: View, version: Version, previous: Snapshot) -> Snapshot:
        wanted = list(names_of(view))
        if not wanted:
            return Snapshot(version)
        configured = self._configured_keys.choice(view)
        keys = configured or KeyChoice(self._dynamic_keys.material(view.connection), {})
        everywhere = key_sets(view, previous.everywhere)
        return assemble(
            version, self._issuers(wanted, keys, previous), dynamic=configured is None, everywhere=everywhere
        )

    def _issuers(self, wanted: Iterable[Name], keys: KeyChoice, previous: Snapshot) -> Iterator[Issuer]:
        # Issuers with the same keys share one document.
        documents_of: dict[bytes, Document] = {}
        for name in wanted:
            material = keys.of(name.virtual_issuer)
            jwks = documents_of.get(material.jwks)
            if jwks is None:
                jwks = documents_of[material.jwks] = Document.of(material.jwks)
            yield self._issuer(name, material, jwks, previous)

    def _issuer(self, name: Name, keys: KeyMaterial, jwks: Document, previous: Snapshot) -> Issuer:
        before = previous.issuer(name.identifier)
        if before is not None and before.keys.same_as(keys):
            # Signed anew it would say the same at another time, and every cache would have to fetch it again.
            LOG.debug("issuer kept", issuer=name.identifier)
            return Issuer(name, keys, before.metadata, jwks)
        LOG.debug("issuer built", issuer=name.identifier, algorithms=keys.algorithms)
        metadata = signed(metadata_of(name.identifier, keys), keys, self._clock.now())
        return Issuer(name, keys, Document.of(msgspec.json.encode(metadata)), jwks)


def _changes(view: View, before: Version) -> Changes:
    """Return which documents changed since a snapshot was built."""
    if before.revision < 0:
        return EVERYTHING
    return Changes.of(revisions.changed_since(view.connection, before.revision))


def names_of(view: View) -> Iterator[Name]:
    """Yield the names of all issuers that are configured."""
    federation = view.singleton(SERVER_SETTINGS).federation_info
    hosts = view.singleton(VIRTUAL_HOST_NAMES).virtual_host_names
    stored = documents.everything(view.connection, VIRTUAL_ISSUERS.kind)
    virtual = (VirtualIssuer(each.id, each.body["host"], each.body.get("path") or "") for each in stored)
    return names(federation.base_url if federation is not None else None, hosts, virtual)
