"""The interface of token processors, which validate the tokens that clients exchange (RFC 8693, section 2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from hanse.crypto.jwk_sets import JwkSet
from hanse.crypto.key_pairs import PublicKey
from hanse.plugins.contracts.users import AttributeValue

KIND = "tokenProcessor"


class TokenRefused(Exception):
    """A token is not valid; the text says why, for the log, without values of the token."""


@dataclass(frozen=True, kw_only=True)
class GrantedAccess:
    """The access that a token of this server gives. An exchange cannot result in more, or outlive it."""

    # None if the requested scopes do not depend on those of the token.
    scopes: tuple[str, ...] | None
    authorization_details: Sequence[Mapping[str, Any]]
    # Time at which the token expires, in seconds since the epoch.
    expires: float
    # The grant and the session that the token belongs to; empty for none.
    grant_id: str = ""
    session_id: str = ""


@dataclass(frozen=True)
class SingleUse:
    """The identifier of a token that is accepted once, which is remembered until a time in seconds since the epoch."""

    id: str
    until: float


@dataclass(frozen=True, kw_only=True)
class ProcessedToken:
    """The content of a valid token.

    `attributes` are offered to policies; those that the instance's contract does not have are dropped. `claims` are the
    claims of a JWT or of an introspection response, from which the server reads `act` and `may_act` (RFC 8693, sections
    4.1 and 4.4), and `cnf`, the key or certificate that the request has to prove (RFC 7800), unless `needs_no_proof` is
    true. `subject` and `issuer` identify the user or service that the token is about.
    """

    subject: str
    issuer: str
    attributes: Mapping[str, AttributeValue]
    claims: Mapping[str, Any] = field(default_factory=dict, repr=False)
    access: GrantedAccess | None = None
    single_use: SingleUse | None = None
    needs_no_proof: bool = False


@dataclass(frozen=True, kw_only=True)
class InspectedToken:
    """The content of a valid access token of this server."""

    claims: Mapping[str, Any]
    client_id: str
    subject: str
    scopes: tuple[str, ...]
    expires: float
    grant_id: str
    session_id: str


class TokenProcessorServices(Protocol):
    """The server's services for one call. All methods raise `kit.errors.Unavailable` if they are not possible now."""

    @property
    def now(self) -> datetime:
        """Return the time of the request."""
        ...

    @property
    def issuer(self) -> str:
        """Return the identifier of the issuer at which the token is presented."""
        ...

    @property
    def audiences(self) -> frozenset[str]:
        """Return the audiences that mean this server: the issuer and its token endpoint."""
        ...

    def own_keys(self) -> JwkSet:
        """Return the public keys of the issuer at which the token is presented."""
        ...

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys at an address that may have signed a token with this header.

        The key set is cached, and fetched again if it lacks a key with this ID.
        """
        ...

    def inspect(self, token: str, manager: str) -> InspectedToken | None:
        """Return the content of a valid access token of an access token manager, given by its ID."""
        ...


class SecurityTokenProcessor(Protocol):
    """Validates tokens. It changes nothing, and its method is safe to call from several threads."""

    def process(self, token: str, services: TokenProcessorServices) -> ProcessedToken:
        """Return the content of a valid token. Raises TokenRefused for any other text."""
        ...
