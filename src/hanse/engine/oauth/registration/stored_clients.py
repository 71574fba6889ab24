"""Saves clients that register themselves in the configuration, by the rules of the admin API.

All of this blocks, and runs on threads. The configuration is the authority: a registration access token is compared
with the stored digest in the transaction that makes the change.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import Final, TypeVar

import structlog

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.engine.errors import InvalidToken, OAuthError, ServerError, TemporarilyUnavailable
from hanse.engine.oauth.registration.client_bodies import METHODS, Body, fill_body, member_at
from hanse.engine.oauth.registration.metadata import refusal
from hanse.engine.oauth.registration.registration_requests import CheckedRegistration
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import ValidationFailed
from hanse.kit.randomness import Randomness, new_id, new_token
from hanse.resources.applications.clients.authentication import WITH_SECRET
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.overrides import Overrides
from hanse.resources.applications.clients.parts import ClientOIDCPolicy
from hanse.resources.applications.clients.registered import REGISTERED_PREFIX, TOKEN_DIGEST
from hanse.resources.applications.clients.registration import CertificateIssuer, DynamicClientRegistration
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS

LOG = structlog.stdlib.get_logger("hanse.oauth")
T = TypeVar("T")
ACTOR: Final = "client registration"
# 64 octets are enough for HS512 (RFC 7518, section 3.2).
_SECRET_OCTETS: Final = 64
_MOST_FINDINGS: Final = 5


@dataclass(frozen=True)
class RegisteredResult:
    """A registered client, and the credentials that were issued; an empty text means that none was issued."""

    client: Client
    body: Body
    secret: str = field(default="", repr=False)
    access_token: str = field(default="", repr=False)


class StoredClients:
    """Reads and writes the clients that registered themselves."""

    def __init__(self, configuration: Configuration, clock: Clock, randomness: Randomness) -> None:
        self._configuration = configuration
        self._clock = clock
        self._randomness = randomness

    def create(self, checked: CheckedRegistration, request_id: str) -> RegisteredResult:
        """Store a new client. Raises the errors of RFC 7591, section 3.2.2."""
        return self._change(request_id, lambda change: self._create(change, checked))

    def read(self, client_id: str, token: str) -> RegisteredResult:
        """Return a client. Raises InvalidToken."""
        with self._configuration.reading() as view:
            return _result(_stored(view, client_id, token), access_token=token)

    def update(self, client_id: str, token: str, checked: CheckedRegistration, request_id: str) -> RegisteredResult:
        """Replace the metadata of a client (RFC 7592, section 2.2). Raises InvalidToken, and the errors of `create`."""
        return self._change(request_id, lambda change: self._update(change, client_id, token, checked))

    def delete(self, client_id: str, token: str, request_id: str) -> None:
        """Delete a client (RFC 7592, section 2.3). Raises InvalidToken and OAuthError."""

        def act(change: Change) -> None:
            _stored(change, client_id, token)
            change.delete(OAUTH_CLIENTS, client_id)

        self._change(request_id, act)

    def _change(self, request_id: str, act: Callable[[Change], T]) -> T:
        try:
            return self._configuration.change(Author(ACTOR, request_id), act)
        except ValidationFailed as failed:
            raise _refusal(failed) from failed

    def _create(self, change: Change, checked: CheckedRegistration) -> RegisteredResult:
        if change.count_beginning(OAUTH_CLIENTS, REGISTERED_PREFIX) >= checked.settings.maximum_clients:
            LOG.warning("registration refused, as there are too many clients", limit=checked.settings.maximum_clients)
            raise TemporarilyUnavailable("No more clients can be registered.")
        client_id = f"{REGISTERED_PREFIX}{new_id(self._randomness)}"
        body: Body = {"clientId": client_id, **_imposed(checked.settings)}
        token = "" if checked.settings.disable_registration_access_tokens else new_token(self._randomness)
        record = {"registered": self._now(), **_digest_of(token)}
        secret = self._fill(change, body, checked, record, is_secret_due=True)
        stored = change.create(OAUTH_CLIENTS, parse_stored(Client, body), by_server=True)
        return _result(stored, secret, token)

    def _update(self, change: Change, client_id: str, token: str, checked: CheckedRegistration) -> RegisteredResult:
        stored = _stored(change, client_id, token)
        settings, body = checked.settings, deepcopy(stored.body)
        issued = new_token(self._randomness) if settings.rotate_registration_access_token else token
        record = {"registered": body["dynamicRegistration"]["registered"], "changed": self._now(), **_digest_of(issued)}
        has_secret = bool(body.get("clientAuth", {}).get("encryptedSecret"))
        is_due = settings.rotate_client_secret or not has_secret
        secret = self._fill(change, body, checked, record, is_secret_due=is_due)
        stored = change.replace(OAUTH_CLIENTS, client_id, parse_stored(Client, body), by_server=True)
        return _result(stored, secret, issued)

    def _fill(
        self, change: Change, body: Body, checked: CheckedRegistration, record: Body, *, is_secret_due: bool
    ) -> str:
        """Fill in everything that follows from the metadata, and return the secret if a new one is issued."""
        metadata, settings = checked.metadata, checked.settings
        fill_body(body, metadata, body["clientId"])
        _apply_defaults(body, settings)
        checked.scopes.fill_body(body, metadata)
        for name, values in checked.properties.items():
            body.setdefault("extendedParameters", {})[name] = {"values": values}
        method = METHODS[metadata.token_endpoint_auth_method]
        auth = body.setdefault("clientAuth", {})
        auth |= {"type": method.value, "enforceReplayPrevention": settings.enforce_replay_prevention}
        # Left out, so that the rules of the admin API keep or retain the stored ones.
        auth.pop("encryptedSecret", None)
        auth.pop("secondarySecrets", None)
        auth.pop("clientCertIssuerDn", None)
        if metadata.tls_client_auth_subject_dn and settings.client_cert_issuer_type is CertificateIssuer.CERTIFICATE:
            auth["clientCertIssuerDn"] = _issuer_of(change, settings)
        secret = new_token(self._randomness, _SECRET_OCTETS) if method in WITH_SECRET and is_secret_due else ""
        if secret:
            auth["secret"] = secret
        recorded = {
            "tokenEndpointAuthMethod": metadata.token_endpoint_auth_method,
            "applicationType": metadata.application_type,
            "clientUri": metadata.client_uri or None,
            "policyUri": metadata.policy_uri or None,
            "tosUri": metadata.tos_uri or None,
            "contacts": metadata.contacts,
            "softwareId": metadata.software_id or None,
            "softwareVersion": metadata.software_version or None,
            "softwareStatementIssuer": checked.statement_issuer or None,
        }
        body["dynamicRegistration"] = record | {name: value for name, value in recorded.items() if value is not None}
        return secret

    def _now(self) -> str:
        return to_text(self._clock.now())


def _imposed(settings: DynamicClientRegistration) -> Body:
    """Return the settings that every new client receives."""
    given = settings.model_dump(mode="json", by_alias=True, exclude_none=True)
    names = {field.alias or name for name, field in Overrides.model_fields.items()}
    body = {name: value for name, value in given.items() if name in names}
    if not settings.retain_client_secret:
        body |= {"clientSecretRetentionPeriodType": "OVERRIDE_SERVER_DEFAULT", "clientSecretRetentionPeriod": 0}
    else:
        body["clientSecretRetentionPeriodType"] = settings.client_secret_retention_period_type.value
        if settings.client_secret_retention_period_override is not None:
            body["clientSecretRetentionPeriod"] = settings.client_secret_retention_period_override
    return body


def _apply_defaults(body: Body, settings: DynamicClientRegistration) -> None:
    """Apply settings of which a client can change the value, or can only make it stricter."""
    body["requireSignedRequests"] = bool(body.get("requireSignedRequests")) or settings.require_signed_requests
    defaults = settings.oidc_policy.model_dump(mode="json", by_alias=True, exclude_none=True)
    policy = body.setdefault("oidcPolicy", {})
    for name in ClientOIDCPolicy.model_fields:
        alias = ClientOIDCPolicy.model_fields[name].alias or name
        if alias in defaults and alias not in policy:
            policy[alias] = defaults[alias]


def _issuer_of(view: TransactionView, settings: DynamicClientRegistration) -> str:
    reference = settings.client_cert_issuer_ref
    stored = None if reference is None else view.find(handles.TRUSTED_CAS, reference.id)
    if stored is None:
        raise ServerError("The registration cannot be checked.")
    return str(stored.body["subjectDN"])


def _stored(view: TransactionView, client_id: str, token: str) -> StoredDocument:
    """Return a client whose registration access token this is. Raises InvalidToken."""
    stored = view.find(OAUTH_CLIENTS, client_id)
    digest = "" if stored is None else stored.body.get("dynamicRegistration", {}).get(TOKEN_DIGEST, "")
    if stored is None or not digest or not compare_digest(digest, _digest(token)) or not stored.body.get("enabled"):
        raise InvalidToken("The registration access token is not valid.")
    return stored


def _result(stored: StoredDocument, secret: str = "", access_token: str = "") -> RegisteredResult:
    return RegisteredResult(parse_stored(Client, stored.body), stored.body, secret, access_token)


def _digest_of(token: str) -> Body:
    return {TOKEN_DIGEST: _digest(token)} if token else {}


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _refusal(failed: ValidationFailed) -> OAuthError:
    """Return the error for findings of the admin API's rules, in the names of the metadata."""
    found = [(member_at(each.field_path or ""), each.message) for each in failed.errors]
    known = [(member, text) for member, text in found if member]
    if not known:
        LOG.error("registration refused by the configuration", findings=[str(each) for each in failed.errors])
        return ServerError("The client cannot be registered with the settings of this server.")
    return refusal(known[0][0], " ".join(f"{member}: {text}" for member, text in known[:_MOST_FINDINGS]))
