"""Computes the JWK Set that an issuer publishes (RFC 7517, section 5), and the keys that sign."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hanse.crypto.certificate_chains import from_chain, public_key_of
from hanse.crypto.jwk import Jwk, certificate_members, public_jwk, thumbprint
from hanse.crypto.key_pairs import algorithm_of
from hanse.resources.security.key_pairs.model import CertifiedKey, KeyPair
from hanse.resources.security.token_keys.key_families import RSA_FAMILY, KeyUse, SlotCertificate, places_in
from hanse.resources.security.token_keys.model import AdditionalKeySet, OAuthOidcKeysSettings, RsaAlgKeyId, SigningKeys

# The number of characters of a thumbprint in a key ID. Their 48 bits distinguish the few keys of one key pair.
_MARK_LENGTH = 8


@dataclass(frozen=True)
class Signer:
    """The signing key of an algorithm: the current key of a key pair, under a key ID."""

    algorithm: str
    key_id: str
    key_pair: str


@dataclass(frozen=True)
class PublishedKeys:
    """The public keys, those that sign first, and the signing key of each algorithm."""

    jwks: tuple[Jwk, ...]
    signers: Mapping[str, Signer]


def published_keys(
    keys: OAuthOidcKeysSettings | AdditionalKeySet, load_pair: Callable[[str], KeyPair]
) -> PublishedKeys:
    """Return the keys that an issuer publishes and signs with; `load_pair` loads a key pair by its id."""
    chosen = keys.signing_keys if isinstance(keys, AdditionalKeySet) else keys
    jwks: list[Jwk] = []
    signers: dict[str, Signer] = {}
    # Verifiers that use the first matching key then use the one that signs.
    for place in sorted(places_in(chosen), key=lambda place: (place.slot.use is KeyUse.ENCRYPTION, place.previous)):
        if place.certificate is None:
            continue
        pair = load_pair(place.certificate)
        names = _Names(place, _entries(chosen, place), pair)
        jwks += [jwk for key in _keys_of(pair) for jwk in _published(place, names, key)]
        if place.slot.use is KeyUse.SIGNATURE and not place.previous:
            for algorithm in place.slot.family.algorithms:
                signers[algorithm] = Signer(algorithm, names.of(pair, algorithm), place.certificate)
    return PublishedKeys(tuple(jwks), signers)


class _Names:
    """The key IDs of the keys of one key pair.

    A key pair that the server rotates has several keys at a time, under one configured ID. So that no key ID ever means
    two keys, the ID of each key is the configured ID followed by the beginning of its thumbprint.
    """

    def __init__(self, place: SlotCertificate, entries: list[RsaAlgKeyId], pair: KeyPair) -> None:
        self._key_id = place.key_id
        self.by_algorithm: Mapping[str, str] = {entry.rsa_alg_type: entry.key_id for entry in entries}
        self._renewed = not (pair.rotation_settings is None and pair.pending is None and pair.previous is None)

    def of(self, key: CertifiedKey, algorithm: str | None = None) -> str:
        """Return the ID of a key, for one algorithm or for all algorithms without an ID of their own."""
        entered = self.by_algorithm.get(algorithm or "", self._key_id)
        if entered is not None and not self._renewed:
            return entered
        own = thumbprint(public_key_of(from_chain(key.certificates)[0]))
        return own if entered is None else f"{entered}.{own[:_MARK_LENGTH]}"


def _entries(keys: SigningKeys, place: SlotCertificate) -> list[RsaAlgKeyId]:
    if place.slot.family is not RSA_FAMILY or place.slot.use is not KeyUse.SIGNATURE:
        return []
    return keys.rsa_algorithm_previous_key_ids if place.previous else keys.rsa_algorithm_active_key_ids


def _keys_of(pair: KeyPair) -> Iterator[CertifiedKey]:
    """Yield the current key, the next one, which verifiers need in advance, and the previous one."""
    yield from (key for key in (pair, pair.pending, pair.previous) if key is not None)


def _published(place: SlotCertificate, names: _Names, key: CertifiedKey) -> Iterator[Jwk]:
    leaf = from_chain(key.certificates)[0]
    public = public_key_of(leaf)
    if not place.slot.family.has(*algorithm_of(public)):
        return  # After a change of the rotation settings, the former key may belong to another family.
    jwk: Jwk = {**public_jwk(public), "use": place.slot.use.value}
    if place.publishes_certificate:
        jwk |= certificate_members(key.certificates)
    algorithms = place.slot.family.algorithms
    # An EC key has one algorithm and names it (RFC 7517, section 4.4). An RSA key is repeated for each algorithm that
    # has a key ID of its own.
    one = {"alg": algorithms[0]} if len(algorithms) == 1 and place.slot.use is KeyUse.SIGNATURE else {}
    yield {**jwk, **one, "kid": names.of(key)}
    for algorithm in names.by_algorithm:
        yield {**jwk, "alg": algorithm, "kid": names.of(key, algorithm)}
