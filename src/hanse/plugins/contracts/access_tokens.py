"""The interface of access token managers; implemented by plug-ins, called by the OAuth engine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import msgspec
from cryptography.x509 import Certificate

from hanse.crypto.certificate_chains import sha1_thumbprint
from hanse.crypto.jwk_sets import JwkSet
from hanse.crypto.jws_signing import CompactSigner, PreparedSigner
from hanse.crypto.key_pairs import PrivateKey, PublicKey
from hanse.kit.randomness import Randomness

KIND = "accessTokenManager"
Value: TypeAlias = str | list[str]


class SignerProfile(NamedTuple):
    """The parameters of a signer besides its key: the algorithm and the protected header (RFC 7515, section 4.1)."""

    algorithm: str
    # The header `typ`; empty for none.
    type: str = ""
    # The header `kid`; None for none.
    key_id: str | None = None
    # True if the header has the certificate's thumbprint, `x5t`.
    has_thumbprint: bool = False


@dataclass(frozen=True)
class SigningKey:
    """A private key with its key ID; a key that the server generated has no certificate.

    The server passes the same object for each key as long as the key is in use, so that signers are prepared once.
    """

    private_key: PrivateKey = field(repr=False)
    key_id: str
    certificate: Certificate | None = None
    _signers: dict[SignerProfile, PreparedSigner] = field(default_factory=dict, init=False, repr=False, compare=False)

    def signer(self, profile: SignerProfile) -> PreparedSigner:
        """Return the signer for a profile. Raises UnfitAlgorithm, a ValueError, if the key does not fit."""
        found = self._signers.get(profile)
        # Two threads may both prepare one; they are equal.
        return found if found is not None else self._signers.setdefault(profile, self._prepared(profile))

    def _prepared(self, profile: SignerProfile) -> PreparedSigner:
        header = {"typ": profile.type} if profile.type else {}
        if profile.has_thumbprint and self.certificate is not None:
            header["x5t"] = sha1_thumbprint(self.certificate)
        return CompactSigner(self.private_key, profile.algorithm, profile.key_id).prepared(header)


class TokenContent(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a token: the fulfilled attributes of the contract, and the grant for which it is issued."""

    attributes: Mapping[str, Value]
    client_id: str
    scopes: Sequence[str] = ()
    authorization_details: Sequence[Mapping[str, Any]] = ()
    grant_id: str | None = None
    # Attributes that are lists in every token, even with one value.
    multi_valued: frozenset[str] = frozenset()
    # The resources that the request names (RFC 8707): the audience, unless the manager has a configured one.
    resources: Sequence[str] = ()
    # The key whose holder alone can use the token: the claim `cnf` (RFC 7800, section 3). Only managers with
    # `binds_keys = True` receive one.
    confirmation: Mapping[str, str] = {}
    # The claim `act` of a token that is issued in exchange for others (RFC 8693, section 4.1), and the time by which it
    # expires at the latest. Only managers with `supports_exchange = True` receive them.
    actor: Mapping[str, Any] = {}
    # The claims `acr` and `auth_time` about the sign-in (RFC 9470, section 6.1), if they are wanted and known.
    authentication: Mapping[str, Any] = {}
    expires_by: datetime | None = None


class TokenManagerServices(msgspec.Struct, frozen=True, kw_only=True):
    """The keys with which tokens are created, by the id of a key pair; the server's own keys by the algorithm."""

    now: datetime
    randomness: Randomness
    issuer: str
    # The key's ID is the suffix that distinguishes the keys of one key pair; empty if the pair is not rotated.
    key_pair: Callable[[str], SigningKey]
    central_key: Callable[[str], SigningKey]


@dataclass(frozen=True)
class AccessToken:
    """A token and its expiration. For a reference token, the server stores `claims` with it."""

    text: str
    expires: datetime
    claims: Mapping[str, Any] = field(default_factory=dict)
    # The identifier under which the server stores the grant of a token whose text does not name it, so that the token
    # becomes invalid when the grant is revoked. Empty if that is not needed.
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenReaderServices:
    """The public keys with which presented tokens are verified, including former signing keys."""

    now: datetime
    issuer: str
    central_keys: Callable[[], JwkSet]
    # The public keys of a key pair with their suffixes, as in `SigningKey.key_id`.
    key_pair: Callable[[str], Sequence[tuple[str, PublicKey]]]
    # Returns whether the manager serves a resource, which tokens name as their audience.
    serves: Callable[[str], bool]


@dataclass(frozen=True, kw_only=True)
class ReadToken:
    """The content of a genuine token that has not expired.

    `id` is unique among the manager's tokens; empty for none.
    """

    claims: Mapping[str, Any]
    client_id: str
    scopes: tuple[str, ...]
    expires: float
    id: str = ""
    grant_id: str = ""


class TokenManager(Protocol):
    """Creates tokens. Its methods change nothing, and are safe to call from several threads.

    A manager with `is_quick = True` is called on the event loop; others are called on the pool for blocking work. One
    with `binds_keys = True` puts `TokenContent.confirmation` into its tokens as the claim `cnf`; all others refuse
    requests for bound tokens (RFC 9449). One with `supports_exchange = True` puts `TokenContent.actor` into its tokens
    as the claim `act`, and issues none that expires after `TokenContent.expires_by`; all others refuse exchanges that
    need one of them (RFC 8693).
    """

    # True if scope groups are replaced by their scopes.
    expands_scope_groups: bool

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a new token; raises ValueError if a key does not fit."""
        ...

    def extended(self, token: AccessToken, made: datetime, now: datetime, *, has_grant: bool) -> AccessToken | None:
        """Return the token with a later expiration if its use extends it, and None otherwise."""
        ...


@runtime_checkable
class TokenReader(Protocol):
    """A manager whose tokens contain all data, and which reads them when they are presented.

    Tokens of other managers are looked up by their text, which the server stores with `AccessToken.claims`.
    """

    # True if a token can be revoked: its `id` and its grant are then looked up each time it is presented.
    revokes_by_id: bool

    def read(self, text: str, services: TokenReaderServices) -> ReadToken | None:
        """Return the content of a genuine token of this manager that has not expired; None for any other text."""
        ...
