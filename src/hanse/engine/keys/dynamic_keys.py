"""Keys that the server generates and rotates, while administrators have not chosen static ones.

There are three generations of four keys. The *pending* one is published and does not sign yet, so that verifiers that
cache the JWKS know a key long before it is used; the *active* one signs; the *retired* one is still published, so that
its signatures can be verified. All nodes share them: the first node that finds a rotation due performs it, under the
lock of all writers of configuration.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy import Connection, delete, func, insert, select, update

from hanse.config import revision_log
from hanse.config.database import Database
from hanse.config.secrets.keyring import Keyring
from hanse.crypto.certificate_chains import from_chain, sha1_thumbprint
from hanse.crypto.jwk import Jwk, certificate_members, public_jwk, thumbprint
from hanse.crypto.jws_signing import RSA_ALGORITHMS, algorithms_of
from hanse.crypto.key_pairs import EC, RSA, PrivateKey, generate_key, key_to_text
from hanse.engine.keys.dynamic_certificates import CertificateOrder, uncertified
from hanse.engine.keys.key_material import ActiveKey, HeldKey, KeyMaterial
from hanse.engine.keys.schema import dynamic_key
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.randomness import Randomness

LOG = structlog.stdlib.get_logger("hanse.keys")
# A key signs for one period and stays published for another. A month is longer than the lifetime of any token verified
# by its signature, and far below the limit of NIST SP 800-57 part 1 (table 1) for a signing key.
PERIOD = timedelta(days=30)
GENERATIONS = 3
KINDS = ((RSA, 2048), (EC, 256), (EC, 384), (EC, 521))


@dataclass(frozen=True)
class NewestKeys:
    """The newest generation's number and age; number 0 means none."""

    generation: int
    created: datetime | None

    def due(self, now: datetime) -> bool:
        """Return whether the next generation is due."""
        return self.created is None or now - self.created >= PERIOD


@dataclass(frozen=True)
class _Key:
    generation: int
    jwk: Jwk
    sealed: str
    # Empty unless certificates are published.
    certificates: tuple[str, ...]


class DynamicKeys:
    """The keys in the database. `material` is for one thread at a time."""

    def __init__(self, database: Database, keyring: Keyring, clock: Clock, randomness: Randomness) -> None:
        """`database` is shared by all nodes; keys may be read from a node's own copy of it."""
        self._database = database
        self._keyring = keyring
        self._clock = clock
        self._randomness = randomness
        # The last keys that were read: decrypting keys takes longer than reading them, and they change once a month.
        self._read: tuple[frozenset[tuple[str, ...]], KeyMaterial] | None = None

    def newest(self, connection: Connection) -> NewestKeys:
        """Return the newest generation, in one indexed read."""
        statement = select(func.max(dynamic_key.c.generation), func.max(dynamic_key.c.created))
        generation, created = connection.execute(statement).one()
        return NewestKeys(generation or 0, None if created is None else from_text(created))

    def lacks(self, connection: Connection, order: CertificateOrder | None) -> bool:
        """Return whether the next generation is due, or a key lacks the certificate that is published with it."""
        due = self.newest(connection).due(self._clock.now())
        return due or (order is not None and bool(uncertified(connection, order)))

    def complete(self, order: CertificateOrder | None) -> None:
        """Create what `lacks` has found: the next generation, certificates, or both."""
        self.rotate_if_due()
        if order is not None:
            self._certify(order)

    def _certify(self, order: CertificateOrder) -> None:
        with self._database.writing() as connection:
            revision_log.lock(connection)
            self._keyring.refresh(connection)
            found = uncertified(connection, order)
            for row in found:
                key = HeldKey.of(self._keyring.open(row.sealed, _use_of(row.key_id))).private
                certificate = order.certificate(row.key_id, key, self._clock.now(), self._randomness)
                changed = {"certificate": certificate, "certified_revision": order.revision}
                connection.execute(update(dynamic_key).where(dynamic_key.c.key_id == row.key_id).values(changed))
        LOG.debug("certificates of dynamic keys created", keys=len(found), revision=order.revision)

    def rotate_if_due(self) -> None:
        """Create the next generation if it is due, and for the first one its successor as well."""
        with self._database.reading() as connection:
            found = self.newest(connection)
        if not found.due(self._clock.now()):
            return
        # Generated before the lock is acquired: an RSA key takes up to a second, for which no writer should wait.
        generations = [_generate() for _ in range(1 if found.generation else 2)]
        with self._database.writing() as connection:
            revision_log.lock(connection)
            if self.newest(connection) != found:
                return  # Another node was faster.
            self._keyring.refresh(connection)
            for number, keys in enumerate(generations, start=found.generation + 1):
                self._insert(connection, number, keys)
                LOG.debug("generation of dynamic keys created", generation=number, keys=len(keys))
            gone = found.generation + len(generations) - GENERATIONS
            connection.execute(delete(dynamic_key).where(dynamic_key.c.generation <= gone))

    def material(self, connection: Connection, *, with_certificates: bool) -> KeyMaterial:
        """Return the keys that issuers sign with and publish now."""
        rows = connection.execute(select(dynamic_key)).all()
        chains = [(row.certificate,) if with_certificates and row.certificate else () for row in rows]
        read = frozenset((row.sealed, *chain) for row, chain in zip(rows, chains, strict=True))
        if self._read is None or self._read[0] != read:
            self._keyring.refresh(connection)
            keys = [
                _Key(row.generation, json.loads(row.jwk), row.sealed, chain)
                for row, chain in zip(rows, chains, strict=True)
            ]
            self._read = read, self._material_of(keys)
        return self._read[1]

    def _material_of(self, keys: list[_Key]) -> KeyMaterial:
        signing = max(key.generation for key in keys) - 1
        # A verifier that uses the first matching key uses the one that signs.
        keys.sort(key=lambda key: (key.generation != signing, -key.generation, key.jwk.get("alg", "")))
        active = (each for key in keys if key.generation == signing for each in self._active(key))
        return KeyMaterial(active, [_published(key) for key in keys])

    def _active(self, key: _Key) -> Iterator[ActiveKey]:
        key_id = key.jwk["kid"]
        held = HeldKey.of(self._keyring.open(key.sealed, _use_of(key_id)))
        algorithms = [key.jwk["alg"]] if "alg" in key.jwk else RSA_ALGORITHMS
        x5t = sha1_thumbprint(from_chain(key.certificates)[0]) if key.certificates else ""
        yield from (ActiveKey(algorithm, key_id, held, x5t) for algorithm in algorithms)

    def _insert(self, connection: Connection, generation: int, keys: Sequence[PrivateKey]) -> None:
        created = to_text(self._clock.now())
        for key in keys:
            key_id = thumbprint(key.public_key())
            values = {
                "key_id": key_id,
                "generation": generation,
                "created": created,
                "jwk": msgspec.json.encode(_jwk(key, key_id)).decode(),
                "sealed": self._keyring.seal(key_to_text(key), _use_of(key_id)),
            }
            connection.execute(insert(dynamic_key).values(values))


def _generate() -> list[PrivateKey]:
    return [generate_key(algorithm, size) for algorithm, size in KINDS]


def _jwk(key: PrivateKey, key_id: str) -> Jwk:
    jwk = {**public_jwk(key.public_key()), "kid": key_id, "use": "sig"}
    algorithms = algorithms_of(key)
    # A key of one algorithm names it (RFC 7517, section 4.4); an RSA key signs with several.
    return {**jwk, "alg": algorithms[0]} if len(algorithms) == 1 else jwk


def _published(key: _Key) -> Jwk:
    return {**key.jwk, **certificate_members(key.certificates)} if key.certificates else key.jwk


def _use_of(key_id: str) -> str:
    return f"dynamicKey:{key_id}"
