"""Values that the parts of OAuth and OpenID Connect exchange."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import Origin, Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.mapping.fulfillment import CompiledMapping

# The member of `cnf` that names a key by its thumbprint (RFC 9449, section 6.1).
DPOP_KEY: Final = "jkt"
# The member of `cnf` that names a certificate by its thumbprint (RFC 8705, section 3.1).
CERTIFICATE_KEY: Final = "x5t#S256"


class GrantContext(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about the user and the request that tokens are made from; stored sealed with the grant.

    `attributes` are those of the persistent grant contract besides USER_KEY and USER_NAME, `origin_attributes` those
    that sign-in returned.
    """

    user_key: str
    user_name: str
    origin: Origin
    attributes: Mapping[str, Value] = {}
    origin_attributes: Mapping[str, Value] = {}
    tracked_parameters: Mapping[str, Value] = {}
    session_id: str = ""
    auth_time: float = 0
    acr: str = ""
    amr: tuple[str, ...] = ()
    nonce: str = ""
    # The `claims` parameter (OpenID Connect Core 1.0, section 5.5), as JSON.
    claims: str = ""
    # Authorization details (RFC 9396), as a JSON array.
    authorization_details: str = ""
    resources: tuple[str, ...] = ()
    # The value of `access_token_manager_id`; empty if the request does not name a manager.
    manager_id: str = ""
    locales: tuple[str, ...] = ()
    # The party that acts for the user: the claim `act` (RFC 8693, section 4.1), as JSON; empty for nobody.
    actor: str = ""
    # The ID of the user in a local identity profile; empty for other users.
    local_user: str = ""
    # Names among both attributes whose values no trace may have; None in grants of earlier versions, where no value is
    # known to be harmless.
    masked: tuple[str, ...] | None = None

    def encode(self) -> bytes:
        """Return the stored form."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, body: bytes) -> "GrantContext":
        """Return the context in a stored body."""
        return msgspec.json.decode(body, type=GrantContext)


class AuthorizationCode(msgspec.Struct, frozen=True, kw_only=True):
    """A user's grant: the content of an authorization code, and of a pending request that was approved."""

    client_id: str
    issuer: str
    # As in the request; empty if it had none.
    redirect_uri: str
    scopes: tuple[str, ...]
    context: GrantContext
    code_challenge: str = ""
    code_challenge_method: str = ""
    # The persistent grant that is reused, if any.
    grant_id: str = ""
    # Time at which the grant ends, according to a grant mapping or the settings; None for never.
    grant_expires: float | None = None
    # True if the token endpoint may issue a refresh token.
    refresh_token: bool = False
    # True if an ID token was issued along with the code (OpenID Connect Core 1.0, section 3.3).
    hybrid: bool = False
    # The thumbprint of the key that must redeem the code (RFC 9449, section 10); empty for any.
    dpop_key: str = ""

    def encode(self) -> bytes:
        """Return the body that is stored under the code's digest."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, body: bytes) -> "AuthorizationCode":
        """Return the code's content in a stored body."""
        return msgspec.json.decode(body, type=AuthorizationCode)


class TokenRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request for an access token. `context` is None if a client acts on its own behalf (client credentials)."""

    client: RegisteredClient
    grant_type: str
    scopes: tuple[str, ...]
    context: GrantContext | None
    grant_id: str = ""
    # The first is true if the grant can be refreshed, the second if this request is a refresh.
    persistent: bool = False
    refreshed: bool = False
    resources: tuple[str, ...] = ()
    manager_id: str = ""
    # The key or certificate that the token is bound to, as in the claim `cnf` (RFC 7800, section 3); empty for none.
    confirmation: Mapping[str, str] = {}
    # The authorization details of a client that acts for itself, as JSON; those of a user are in the context.
    client_details: str = ""
    # Time by which the token expires at the latest, in seconds since the epoch; None for no limit.
    expires_by: float | None = None
    # Attribute mappings by the ids of managers; None for the configured access token mappings.
    mappings: Mapping[str, CompiledMapping] | None = None

    @property
    def authorization_details(self) -> str:
        """The authorization details that the token is for (RFC 9396), as a JSON array; empty for none."""
        return self.client_details if self.context is None else self.context.authorization_details


@dataclass(frozen=True, kw_only=True)
class IssuedToken:
    """An issued access token.

    `attributes` are its attributes, for OpenID Connect policies; `returned` is added to the token endpoint's answer.
    """

    text: str = field(repr=False)
    expires: float
    manager_id: str
    scopes: tuple[str, ...]
    token_type: str = "Bearer"  # noqa: S105 - the name of a type.
    attributes: Mapping[str, Value] = field(default_factory=dict)
    returned: Mapping[str, Value] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class ActiveToken:
    """A presented access token that is valid."""

    manager_id: str
    client_id: str
    scopes: tuple[str, ...]
    expires: float
    claims: Mapping[str, Any]
    # The attributes of the manager's contract among the claims.
    attributes: Mapping[str, Value]
    grant_id: str = ""
    session_id: str = ""
    subject: str = ""
    # The digest of the token's text.
    key: bytes = b""

    @property
    def dpop_key(self) -> str:
        """The thumbprint of the key that the token is bound to (RFC 9449, section 6); empty for none."""
        return self._confirmed(DPOP_KEY)

    @property
    def certificate(self) -> str:
        """The thumbprint of the certificate that the token is bound to (RFC 8705, section 3.1); empty for none."""
        return self._confirmed(CERTIFICATE_KEY)

    def _confirmed(self, member: str) -> str:
        confirmation = self.claims.get("cnf")
        key = confirmation.get(member) if isinstance(confirmation, dict) else None
        return key if isinstance(key, str) else ""


class AccessTokenIssuer(Protocol):
    """Issues and checks access tokens; implemented in `oauth.access_tokens`."""

    async def issue(self, request: Request, wanted: TokenRequest) -> IssuedToken:
        """Select the manager, fulfill its contract, issue the token and store it if necessary.

        Raises OAuthError: InvalidTarget for a resource that no manager serves, AccessDenied for issuance criteria.
        """
        ...

    async def attributes(self, request: Request, wanted: TokenRequest) -> Mapping[str, Value]:
        """Return the attributes that a token would carry, without issuing one; for ID tokens without an access token.

        Raises the same exceptions as `issue`.
        """
        ...

    async def inspect(self, request: Request, token: str) -> ActiveToken:
        """Return the content of a presented token. Raises InvalidToken if it is not valid."""
        ...

    async def revoke(self, request: Request, token: str) -> bool:
        """Revoke an access token. Returns False if it does not belong to this server or is not valid any more."""
        ...


@dataclass(frozen=True, kw_only=True)
class IdTokenRequest:
    """The request for an ID token. `code` and `state` are hashed into `c_hash` and `s_hash` in the front channel."""

    client: RegisteredClient
    scopes: tuple[str, ...]
    context: GrantContext
    access_token: IssuedToken | None = None
    code: str = ""
    state: str = ""


class IdTokenIssuer(Protocol):
    """Issues ID tokens; implemented in `oidc.id_token`."""

    async def issue(self, request: Request, wanted: IdTokenRequest) -> str:
        """Return an ID token, signed and possibly encrypted according to the client's settings. Raises OAuthError.

        AccessDenied is raised if the user is not the one that the `claims` parameter requests, or was not authenticated
        as required.
        """
        ...

    async def subject(self, request: Request, wanted: IdTokenRequest) -> str:
        """Return the `sub` that an ID token would have, to compare with that of an `id_token_hint`."""
        ...

    def is_returned(
        self,
        request: Request,
        client: RegisteredClient,
        *,
        refreshed: bool = False,
        hybrid: bool = False,
        exchanged: bool = False,
    ) -> bool:
        """Return whether the client's policy returns an ID token from the token endpoint.

        `refreshed` is for the refresh token grant, `hybrid` for a code that was issued together with an ID token, and
        `exchanged` for the token exchange grant.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class IdTokenHint:
    """An ID token of this issuer that a client sends back as `id_token_hint`."""

    client_id: str
    subject: str
    session_id: str
    expired: bool
    claims: Mapping[str, Any] = field(default_factory=dict, repr=False)


class IdTokenHints(Protocol):
    """Checks ID token hints; implemented in `oidc.id_token_hint`."""

    def check(self, request: Request, hint: str, client_id: str = "") -> IdTokenHint | None:
        """Return the content of an ID token; None if this issuer did not sign it for this client.

        Without `client_id` the audience of the token names the client. An expired token is returned as well, as the
        specifications allow (OpenID Connect Core 1.0, section 3.1.2.1; RP-Initiated Logout 1.0, section 4).
        """
        ...


class IdTokenReader(Protocol):
    """Reads ID tokens for introspection; implemented in `oidc.id_token_hint`."""

    def claims(self, request: Request, token: str) -> Mapping[str, Any] | None:
        """Return the claims of a valid ID token of this issuer if its policy allows introspection."""
        ...


class ClientAuthenticator(Protocol):
    """Authenticates clients; implemented in `oauth.client_authentication`."""

    async def authenticate(self, request: Request, *, public_allowed: bool = True) -> RegisteredClient:
        """Return the client of a request to the token, introspection, revocation or PAR endpoint.

        Raises InvalidClient. Without `public_allowed` a client that has no authentication method is refused.
        """
        ...

    async def names_client(self, request: Request) -> bool:
        """Return whether a request contains a client identification, correct or not. Raises InvalidClient."""
        ...
