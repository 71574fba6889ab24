"""What a manager of access tokens does; implemented by plug-ins, called by the OAuth engine."""

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
    """What decides a signer besides its key: the algorithm and the protected header (RFC 7515, section 4.1)."""

    algorithm: str
    # The header `typ`; empty for none.
    type: str = ""
    # The header `kid`; None for none.
    key_id: str | None = None
    # Whether the header has the certificate's thumbprint, `x5t`.
    has_thumbprint: bool = False


@dataclass(frozen=True)
class SigningKey:
    """A private key, and what verifiers know it by; a key that has been made for the server has no certificate.

    The server hands out one object for each key as long as the key is in use, so that signers are prepared once.
    """

    private_key: PrivateKey = field(repr=False)
    key_id: str
    certificate: Certificate | None = None
    _signers: dict[SignerProfile, PreparedSigner] = field(default_factory=dict, init=False, repr=False, compare=False)

    def signer(self, profile: SignerProfile) -> PreparedSigner:
        """Return the signer for a profile. Raises UnfitAlgorithm, a ValueError, when the key does not fit."""
        found = self._signers.get(profile)
        # Two threads may both prepare one; they are the same.
        return found if found is not None else self._signers.setdefault(profile, self._prepared(profile))

    def _prepared(self, profile: SignerProfile) -> PreparedSigner:
        header = {"typ": profile.type} if profile.type else {}
        if profile.has_thumbprint and self.certificate is not None:
            header["x5t"] = sha1_thumbprint(self.certificate)
        return CompactSigner(self.private_key, profile.algorithm, profile.key_id).prepared(header)


class TokenContent(msgspec.Struct, frozen=True, kw_only=True):
    """What a token is to say: the attributes of the contract as they were fulfilled, and the grant it is made for."""

    attributes: Mapping[str, Value]
    client_id: str
    scopes: Sequence[str] = ()
    authorization_details: Sequence[Mapping[str, Any]] = ()
    grant_id: str | None = None
    # Attributes that have several values even when they have one: lists in every token.
    multi_valued: frozenset[str] = frozenset()
    # The resources that the request names (RFC 8707): the audience, unless the manager has one configured.
    resources: Sequence[str] = ()
    # The key whose holder alone can use the token: the claim `cnf` (RFC 7800, section 3). Only managers with
    # `binds_keys = True` receive one.
    confirmation: Mapping[str, str] = {}


class TokenManagerServices(msgspec.Struct, frozen=True, kw_only=True):
    """What tokens are made with. The keys are found by the id of a key pair, and by the algorithm for the server's."""

    now: datetime
    randomness: Randomness
    issuer: str
    # Its key id is the mark by which keys of one certificate are told apart; empty for one that is not renewed.
    key_pair: Callable[[str], SigningKey]
    central_key: Callable[[str], SigningKey]


@dataclass(frozen=True)
class AccessToken:
    """A token and its expiry. For a text without content of its own, the server stores `claims` with it."""

    text: str
    expires: datetime
    claims: Mapping[str, Any] = field(default_factory=dict)
    # The identifier by which the server remembers the grant of a token whose text does not name it, so that the token
    # is not valid any more once the grant is revoked. Empty where that is not needed.
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenReaderServices:
    """What presented tokens are read with: public keys, also those that have signed before."""

    now: datetime
    issuer: str
    central_keys: Callable[[], JwkSet]
    # The public keys of a key pair with their marks, as `SigningKey.key_id` has them.
    key_pair: Callable[[str], Sequence[tuple[str, PublicKey]]]
    # Whether the manager serves a resource, which tokens name as their audience.
    serves: Callable[[str], bool]


@dataclass(frozen=True, kw_only=True)
class ReadToken:
    """What a genuine token that has not expired says. `id` is unique among the manager's tokens; empty for none."""

    claims: Mapping[str, Any]
    client_id: str
    scopes: tuple[str, ...]
    expires: float
    id: str = ""
    grant_id: str = ""


class TokenManager(Protocol):
    """Makes tokens. Its methods change nothing, and are safe to call from several threads.

    A manager with `is_quick = True` is called on the event loop; others are called on the pool for blocking work. One
    with `binds_keys = True` puts `Content.confirmation` into its tokens as the claim `cnf`; requests for bound tokens
    (RFC 9449) are refused by any other.
    """

    # Whether groups of scopes are written out as the scopes in them.
    expands_scope_groups: bool

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a new token; raises ValueError where a key does not fit."""
        ...

    def extended(self, token: AccessToken, made: datetime, now: datetime, *, has_grant: bool) -> AccessToken | None:
        """Return the token with a later end when one that is used lives on, and None where it ends as it was to."""
        ...


@runtime_checkable
class TokenReader(Protocol):
    """A manager whose tokens say everything themselves, and which reads them when they are presented.

    What a manager without it issues is found by its text, which the server keeps with `AccessToken.claims`.
    """

    # Whether a token can be revoked: its `id` and its grant are then looked up each time it is presented.
    revokes_by_id: bool

    def read(self, text: str, services: TokenReaderServices) -> ReadToken | None:
        """Return what a genuine token of this manager says that has not expired; None for any other text."""
        ...
