"""The interface of grant types at the token endpoint, and their common parts.

A grant is called twice: `examine` returns the entitlement and changes nothing; `use` uses the credential up after the
tokens are made. In between, the endpoint compares the client and the issuer, narrows scopes and resources, and issues
the tokens, so that no grant can omit these checks.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import CERTIFICATE_KEY, DPOP_KEY, GrantContext, IssuedToken, TokenRequest
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.grants import GrantType
from hanse.resources.mapping.fulfillment import CompiledMapping
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

T = TypeVar("T")
# Issues a token for a request. Raises OAuthError.
Issue = Callable[[Request, TokenRequest], Awaitable[IssuedToken]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEndpointRequest:
    """A request to the token endpoint whose client is authenticated. `now` is in seconds since the epoch.

    `dpop_key` is the thumbprint of the key that the client has proven to have (RFC 9449); empty without a proof.
    `certificate` is the thumbprint of the client's TLS certificate (RFC 8705); empty without one.
    """

    request: Request
    form: Parameters
    client: RegisteredClient
    settings: AuthorizationServerSettings
    now: float
    dpop_key: str = ""
    certificate: str = ""

    @property
    def confirmation(self) -> Mapping[str, str]:
        """The key or certificate that access tokens are bound to, as the claim `cnf` names it; empty for none."""
        if self.client.essentials.tls_client_certificate_bound_access_tokens:
            return {CERTIFICATE_KEY: self.certificate}
        return {DPOP_KEY: self.dpop_key} if self.dpop_key else {}

    @property
    def refresh_binding(self) -> str:
        """Return what refresh tokens of public clients are bound to; empty for none, and for other clients.

        That is a key (RFC 9449, section 5) or a certificate (RFC 8705, section 4).
        """
        if self.client.essentials.client_auth.type is not AuthType.NONE:
            return ""
        is_bound = self.client.essentials.tls_client_certificate_bound_access_tokens
        return _certificate_binding(self.certificate) if is_bound else self.dpop_key

    def fulfills_binding(self, binding: str) -> bool:
        """Return whether the client has the key or the certificate that a refresh token is bound to."""
        return binding in {"", self.dpop_key, _certificate_binding(self.certificate)}


def _certificate_binding(thumbprint: str) -> str:
    # No thumbprint of a key has a colon, so one cannot be taken for the other.
    return f"{CERTIFICATE_KEY}:{thumbprint}" if thumbprint else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entitlement:
    """The entitlement of a request.

    `client_id` and `issuer` are those for which the code or token was issued. `scopes` are those that were granted;
    None means that the request itself decides. `context` is None if the client acts on its own behalf.
    """

    client_id: str
    issuer: str
    scopes: tuple[str, ...] | None
    context: GrantContext | None = None
    # The grant that the tokens will belong to; empty for none.
    grant_id: str = ""
    # True if the grant can be refreshed later.
    persistent: bool = False
    # True if the scope parameter may request less than was granted (RFC 6749, section 6).
    may_narrow: bool = False
    # True for a refresh, for an ID token that was issued with the code, and for a grant type that allows ID
    # tokens. With the scope `openid`, these determine whether an ID token is issued.
    refreshed: bool = False
    hybrid: bool = False
    openid: bool = True
    # The type of the issued token, for token exchange (RFC 8693, section 2.2.1); empty for all other grant types.
    issued_token_type: str = ""
    # Resources for which the token is issued, in addition to those of the parameter `resource`.
    audiences: tuple[str, ...] = ()
    # Time by which the token expires at the latest, in seconds since the epoch; None for no limit.
    expires_by: float | None = None
    # The attribute mappings of the grant, by the ids of access token managers; None for the configured access token
    # mappings.
    mappings: Mapping[str, CompiledMapping] | None = field(default=None, repr=False)
    # Issues the token if it is no access token; None for an access token.
    issue: Issue | None = field(default=None, repr=False)
    # Data of the grant type for `use`; the endpoint does not read it.
    evidence: object = field(default=None, repr=False)

    def evidence_as(self, kind: type[T]) -> T:
        """Return the evidence if it is of this kind. Raises TypeError otherwise."""
        if not isinstance(self.evidence, kind):
            raise TypeError("the entitlement is another grant's")
        return self.evidence


class GrantHandler(Protocol):
    """A grant type."""

    # The value of `grant_type`, and the setting of clients that allows it.
    name: str
    allowed_by: GrantType
    # True if a client without an authentication method may use it.
    public_allowed: bool

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return the entitlement of a request. Changes nothing that a later valid request would need.

        Raises OAuthError.
        """
        ...

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, access_token: IssuedToken) -> str:
        """Consume the presented credential and return the refresh token; empty if there is none.

        Of any number of parallel requests exactly one succeeds; the others raise InvalidGrant.
        """
        ...
