"""The active IdP connections through which users sign in, by their ids.

There can be thousands of them, and few are used between two changes. So a connection is parsed when the first user
needs it. Secrets and keys are opened when the snapshot is built, because it has no access to the configuration later.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.kind import opened_configuration
from hanse.config.plugins.model import PluginConfiguration
from hanse.config.plugins.overrides import OVERRIDE, PARENT
from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.active_connections import StoredConnection, entity_id_of, updated_connections
from hanse.engine.snapshot.compiler import Changes, Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import Instance, not_usable, readable_document
from hanse.engine.snapshot.identity_providers import OwnSide, adapter_of, soap_channel
from hanse.engine.snapshot.outbound_channels import artifact_services, artifact_source
from hanse.engine.snapshot.partner_accounts import AccountLinking, UserProvisioning, linking_of, provisioning_of
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.plugins.connections.saml_provider.settings import ArtifactServices
from hanse.plugins.contracts.adapters import Adapter
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import IdpBrowserSsoAttribute
from hanse.resources.federation.idp_connections.browser_sso.model import (
    MEMBER,
    BrowserSsoProtocol,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import CREDENTIALS
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import SP_ADAPTER_OVERRIDES
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.own_entity_id import own_entity_id
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair, open_key_pair
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.trusted_authorities import trusted_authorities

# The kinds of what belongs to this server in all connections.
_OWN_KINDS: Final = frozenset(
    {SIGNING_KEY_PAIRS.kind, SSL_CLIENT_KEY_PAIRS.kind, TRUSTED_CAS.kind, SERVER_SETTINGS.kind}
)
_SIGNING: Final = ("signingSettings", "signingKeyPairRef")
_INBOUND, _OUTBOUND = "inboundBackChannelAuth", "outboundBackChannelAuth"
_BASIC, _CLIENT = "httpBasicCredentials", "sslAuthKeyPairRef"
# The kind and the ID of a key pair.
_Pair = tuple[str, str]
_DECRYPTION: Final = ("decryptionKeyPairRef", "secondaryDecryptionKeyPairRef")


@dataclass(frozen=True)
class SourceAttribute:
    """An attribute of a connection's contract, with the members that attributes of adapters have."""

    name: str
    masked: bool
    pseudonym: bool = False


@dataclass(frozen=True)
class SourceContract:
    """The contract of a connection, with the members that contracts of adapters have."""

    core_attributes: Sequence[SourceAttribute]
    extended_attributes: Sequence[SourceAttribute]
    unique_user_key_attribute: str = ""


@dataclass(frozen=True)
class SourceSettings:
    """The settings of a connection as an authentication source, with the members that adapters have."""

    name: str
    attribute_contract: SourceContract
    attribute_mapping: None = None
    authn_ctx_class_ref: str = ""


@dataclass(frozen=True, eq=False)
class StoredSource(StoredConnection):
    """A connection as it is stored, and what belongs to this server."""

    own: OwnSide = field(repr=False)
    # True if the partner is an OpenID provider.
    is_openid: bool
    # The source ID of the partner's artifacts.
    source: bytes
    # Settings of SP adapters for the users of this connection, with secrets in clear text, by the adapters' IDs.
    overrides: Mapping[str, PluginConfiguration] = field(default_factory=dict, repr=False)

    @cached_property
    def connection(self) -> IdpConnection | None:
        """The settings of the connection; None if this version cannot read them."""
        return readable_document(IDP_CONNECTIONS, self.id, self.body)

    @cached_property
    def instance(self) -> Instance[Adapter] | None:
        """The connection as an authentication source; None if this version cannot use it."""
        connection = self.connection
        if connection is None:
            return None
        try:
            plugin = adapter_of(connection, self.own)
        except ValueError as error:
            not_usable(IDP_CONNECTIONS, self.id, error)
            plugin = None
        return Instance(_settings(connection), plugin)

    @cached_property
    def artifact_services(self) -> ArtifactServices | None:
        """The services that resolve the partner's artifacts, or None. Raises ValueError without a required key."""
        connection = self.connection
        sso = None if connection is None else connection.idp_browser_sso
        if connection is None or sso is None or not sso.is_saml:
            return None
        return artifact_services(connection, sso.artifact, lambda: soap_channel(connection, self.own))

    @cached_property
    def provisioning(self) -> UserProvisioning | None:
        """The provisioning of users who sign in through the connection; None if there is none."""
        return None if self.connection is None else provisioning_of(self.connection)

    @cached_property
    def linking(self) -> AccountLinking | None:
        """The account linking of users who sign in through the connection; None if there is none."""
        return None if self.connection is None else linking_of(self.connection)


class ConnectionSources:
    """The connections."""

    def __init__(self, by_id: Mapping[str, StoredSource], key_pairs: Mapping[_Pair, OpenKeyPair]) -> None:
        self.by_id = by_id
        self.key_pairs = key_pairs
        openid = (each for each in by_id.values() if each.is_openid)
        self._by_callback = {callback_name(each.entity_id): each for each in openid}
        self._by_entity_id = {each.entity_id: each for each in by_id.values()}
        self._by_source = {each.source: each for each in by_id.values() if not each.is_openid}

    def find(self, id_: str) -> Instance[Adapter] | None:
        """Return a connection, or None."""
        stored = self.by_id.get(id_)
        return None if stored is None else stored.instance

    def connection(self, id_: str) -> IdpConnection | None:
        """Return the settings of a connection, or None."""
        stored = self.by_id.get(id_)
        return None if stored is None else stored.connection

    def override(self, id_: str, adapter: str) -> PluginConfiguration | None:
        """Return the settings of an SP adapter for the users of a connection, or None."""
        stored = self.by_id.get(id_)
        return None if stored is None else stored.overrides.get(adapter)

    def provisioning(self, id_: str) -> UserProvisioning | None:
        """Return the provisioning of a connection's users, or None."""
        stored = self.by_id.get(id_)
        return None if stored is None else stored.provisioning

    def linking(self, id_: str) -> AccountLinking | None:
        """Return the account linking of a connection, or None."""
        stored = self.by_id.get(id_)
        return None if stored is None else stored.linking

    def find_entity(self, entity_id: str) -> str | None:
        """Return the id of the connection to an identity provider, or None."""
        stored = self._by_entity_id.get(entity_id)
        return None if stored is None else stored.id

    def find_source(self, source: bytes) -> StoredSource | None:
        """Return the connection to the SAML identity provider whose artifacts have a source ID, or None."""
        return self._by_source.get(source)

    def find_stored(self, entity_id: str) -> StoredSource | None:
        """Return the connection to an identity provider as it is stored, or None."""
        return self._by_entity_id.get(entity_id)

    def client_certificates(self) -> Iterator[str]:
        """Yield the certificates with which partners authenticate as TLS clients, as PEM."""
        for each in self.by_id.values():
            yield from each.own.partner_certificates

    def at_callback(self, name: str) -> Iterator[tuple[str, Adapter]]:
        """Yield the connection whose OpenID provider returns users to the callback of this name."""
        stored = self._by_callback.get(name)
        instance = None if stored is None else stored.instance
        if stored is not None and instance is not None and instance.plugin is not None:
            yield stored.id, instance.plugin


class _Reader:
    """Reads connections from one view. Key pairs that have not changed are not opened again."""

    def __init__(
        self, view: TransactionView, previous: ConnectionSources | None, changes: Changes, *, reads_changes_only: bool
    ) -> None:
        self._view = view
        self._before = {} if previous is None else previous.key_pairs
        self._changes = changes
        self._server = view.singleton(SERVER_SETTINGS)
        self._authorities = trusted_authorities(view)
        # Those of connections that are not read again stay.
        self.key_pairs = dict(self._before) if reads_changes_only else {}

    def own_side(self, stored: StoredDocument) -> OwnSide:
        """Return the entity ID, the keys and the secret of this server for a connection."""
        credentials = stored.body.get("credentials") or {}
        signing = ((credentials.get(_SIGNING[0]) or {}).get(_SIGNING[1]) or {}).get("id")
        decryption = [(credentials.get(name) or {}).get("id") for name in _DECRYPTION]
        client = ((credentials.get(_OUTBOUND) or {}).get(_CLIENT) or {}).get("id")
        has_secret = CREDENTIALS in stored.body
        secret = self._view.secret(IDP_CONNECTIONS, stored, CREDENTIALS, "clientSecret") if has_secret else None
        return OwnSide(
            entity_id=own_entity_id(self._server, stored.body.get("defaultVirtualEntityId")),
            signing=None if signing is None else self._open(signing),
            decryption=tuple(self._open(id_) for id_ in decryption if id_ is not None),
            client_secret=secret or "",
            back_channel_password=self._password(stored, credentials, _OUTBOUND),
            client_key=None if client is None else self._open(client, SSL_CLIENT_KEY_PAIRS),
            authorities=self._authorities,
            partner_password=self._password(stored, credentials, _INBOUND),
            partner_certificates=tuple(
                each["x509File"]["fileData"] for each in (credentials.get(_INBOUND) or {}).get("certs") or ()
            ),
        )

    def _password(self, stored: StoredDocument, credentials: Mapping[str, Any], direction: str) -> str:
        if not (credentials.get(direction) or {}).get(_BASIC):
            return ""
        return self._view.secret(IDP_CONNECTIONS, stored, "credentials", direction, _BASIC, "password") or ""

    def _open(self, id_: str, resource: Resource[KeyPair] = SIGNING_KEY_PAIRS) -> OpenKeyPair:
        pair = resource.kind, id_
        found = self.key_pairs.get(pair)
        if found is None:
            before = None if self._changes.include(*pair) else self._before.get(pair)
            found = self.key_pairs[pair] = before or open_key_pair(self._view, resource, id_)
        return found


def _settings(connection: IdpConnection) -> SourceSettings:
    sso = connection.idp_browser_sso
    if sso is None:
        raise ValueError("a source has Browser SSO")
    contract = sso.attribute_contract
    return SourceSettings(
        connection.name,
        SourceContract(
            [_attribute(each, pseudonym=True) for each in contract.core_attributes],
            [_attribute(each) for each in contract.extended_attributes],
        ),
    )


def _attribute(attribute: IdpBrowserSsoAttribute, *, pseudonym: bool = False) -> SourceAttribute:
    return SourceAttribute(attribute.name, attribute.masked, pseudonym)


def _overrides(view: TransactionView, stored: StoredDocument) -> Iterator[tuple[str, PluginConfiguration]]:
    for index, override in SP_ADAPTER_OVERRIDES.in_body(stored.body):
        configuration = parse_stored(PluginConfiguration, override["configuration"])
        way: tuple[str | int, ...] = (*SP_ADAPTER_OVERRIDES.holder, index, OVERRIDE)
        yield override[PARENT]["id"], opened_configuration(view, IDP_CONNECTIONS, stored, configuration, *way)


def _compile(given: CompilerInput[ConnectionSources]) -> ConnectionSources:
    previous = {} if given.previous is None else given.previous.by_id
    # If a key, a CA or the entity ID of this server changed, every connection may be different.
    is_small = given.previous is not None and not given.changes.touch(_OWN_KINDS)
    reader = _Reader(given.view, given.previous, given.changes, reads_changes_only=is_small)

    def source(stored: StoredDocument, text: bytes) -> StoredSource | None:
        sso = stored.body.get(MEMBER)
        if not sso:
            return None
        own, before = reader.own_side(stored), previous.get(stored.id)
        if before is not None and before.own == own and before.text == text:
            return before
        is_openid = sso.get("protocol") == BrowserSsoProtocol.OIDC
        entity_id, artifact = entity_id_of(stored), sso.get("artifact") or {}
        origin = artifact_source(entity_id, artifact.get("sourceId"))
        overrides = dict(_overrides(given.view, stored))
        return StoredSource(stored.id, entity_id, text, own, is_openid, origin, overrides)

    found = updated_connections(given, IDP_CONNECTIONS, previous if is_small else None, source)
    return ConnectionSources(found, reader.key_pairs)


CONNECTION_SOURCES: Final[Compiler[ConnectionSources]] = Compiler(
    "connectionSources",
    _OWN_KINDS | {IDP_CONNECTIONS.kind},
    _compile,
)
