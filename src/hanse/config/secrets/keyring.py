"""The configuration encryption keys, and sealing and opening of secrets with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap
from sqlalchemy import ColumnElement, Connection, func, insert, select

from hanse.config import revision_log
from hanse.config.secrets.key_table import encryption_key
from hanse.config.secrets.masterkey import MasterKeyError
from hanse.crypto import jwe
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_id

# A claim as a header parameter (RFC 7519, sections 4.1.6 and 5.3): the time at which the secret was first sealed.
SINCE = "iat"


class BrokenSeal(Exception):
    """A sealed text cannot be opened: it is damaged, was sealed elsewhere, or moved from another field."""


@dataclass(frozen=True)
class EncryptionKey:
    """A configuration encryption key; `wrapped` is the key under the master key."""

    key_id: str
    creation_date: str
    wrapped: bytes


@dataclass(frozen=True)
class _Keys:
    rows: tuple[EncryptionKey, ...] = ()
    opened: Mapping[str, bytes] = field(default_factory=dict)


class Keyring:
    """All configuration encryption keys, the newest last. Safe to share between threads: they are replaced as a whole.

    A transaction that adds keys works on a fork, and this keyring loads them after the commit: nothing may be sealed
    with a key that a rollback removes.
    """

    def __init__(self, master_key: bytes, clock: Clock, randomness: Randomness) -> None:
        self._master_key = master_key
        self._clock = clock
        self._randomness = randomness
        self._loading = Lock()
        self._keys = _Keys()

    def load(self, connection: Connection) -> None:
        """Read the keys; raises MasterKeyError if the master key is not the one that wrapped them."""
        columns = (encryption_key.c.key_id, encryption_key.c.creation_date, encryption_key.c.wrapped)
        with self._loading:  # A later reader has newer keys, which must not be replaced by older ones.
            found = connection.execute(select(*columns).order_by(encryption_key.c.position))
            rows = tuple(EncryptionKey(row.key_id, row.creation_date, bytes(row.wrapped)) for row in found)
            if len(rows) < len(self._keys.rows):
                return  # Keys are never removed: this transaction began before the newest one was added.
            self._keys = _Keys(rows, {row.key_id: self.unwrap(row) for row in rows})

    def refresh(self, connection: Connection) -> None:
        """Read the keys again if another process has added some: another node, or an import at the command line."""
        found = connection.execute(select(func.count()).select_from(encryption_key)).scalar_one()
        if found > len(self._keys.rows):
            self.load(connection)

    def load_or_create(self, connection: Connection) -> None:
        """Read the keys, and create the first one if there is none; needs a writing connection."""
        self.load(connection)
        if not self._keys.rows:
            # Two nodes that start at the same time must not create two first keys.
            revision_log.lock(connection)
            self.load(connection)
        if not self._keys.rows:
            self.add(connection, self.make())

    def fork(self) -> "Keyring":
        """Return a keyring with the same keys, for a transaction that adds to them."""
        fork = Keyring(self._master_key, self._clock, self._randomness)
        fork._keys = self._keys
        return fork

    def derive_from_master_key(self, purpose: str) -> bytes:
        """Return 32 secret octets for one purpose, the same on every node as long as the master key is unchanged.

        They are independent of those for any other purpose (RFC 5869), and rotating the configuration encryption keys
        does not change them.
        """
        return HKDF(SHA256(), 32, salt=None, info=f"hanse {purpose}".encode()).derive(self._master_key)

    def make(self) -> EncryptionKey:
        """Return a new key, wrapped. It is used after it was added."""
        return self.wrap(
            new_id(self._randomness), to_text(self._clock.now()), self._randomness.token_bytes(jwe.KEY_OCTETS)
        )

    def wrap(self, key_id: str, creation_date: str, key: bytes) -> EncryptionKey:
        """Return a key under this server's master key."""
        return EncryptionKey(key_id, creation_date, aes_key_wrap(self._master_key, key))

    def unwrap(self, key: EncryptionKey) -> bytes:
        """Return a key in clear text; raises MasterKeyError if it was wrapped under another master key."""
        return unwrap(self._master_key, key)

    def add(self, connection: Connection, key: EncryptionKey) -> None:
        """Store a key, which becomes the newest; raises MasterKeyError if it cannot be unwrapped."""
        self._insert(connection, key, func.coalesce(func.max(encryption_key.c.position) + 1, 0))

    def add_for_opening(self, connection: Connection, key: EncryptionKey) -> None:
        """Store a key from another server, for opening only; new secrets are sealed with the newest key as before."""
        self._insert(connection, key, func.coalesce(func.min(encryption_key.c.position) - 1, 0))

    def keys(self) -> tuple[EncryptionKey, ...]:
        """Return the keys, wrapped as they are stored. The last one seals new secrets; imported keys come first."""
        return self._keys.rows

    def derive_key(self, key_id: str, salt: bytes, purpose: bytes) -> bytes:
        """Return a key for another purpose, derived from one of these keys (RFC 5869). Raises KeyError."""
        return HKDF(SHA256(), jwe.KEY_OCTETS, salt, purpose).derive(self._keys.opened[key_id])

    def seal(self, secret: str, use: str) -> str:
        """Return a secret encrypted with the newest key, bound to its use, with the time of its first sealing."""
        return self._sealed(secret, {"use": use, SINCE: int(self._clock.now().timestamp())})

    def _sealed(self, secret: str, header: jwe.Header) -> str:
        keys = self._keys
        key_id = keys.rows[-1].key_id
        # 96 random bits are enough for 2^32 secrets under one key (NIST SP 800-38D, section 8.3).
        nonce = self._randomness.token_bytes(jwe.NONCE_OCTETS)
        return jwe.encrypt_compact({"kid": key_id, **header}, secret.encode(), keys.opened[key_id], nonce)

    def open(self, sealed: str, use: str) -> str:
        """Return the secret; raises BrokenSeal if the text cannot be opened or was sealed for another use."""
        secret, header = self._opened(sealed)
        if str(header.get("use")) != use:
            raise BrokenSeal("The encrypted value belongs to another field.")
        return secret

    def reseal(self, sealed: str) -> str:
        """Return a sealed secret, sealed with the newest key for the same use; raises BrokenSeal as `open` does.

        The time since which the secret is valid is unchanged, because the secret is the same.
        """
        secret, header = self._opened(sealed)
        return self._sealed(secret, {name: header[name] for name in ("use", SINCE) if name in header})

    def _opened(self, sealed: str) -> tuple[str, jwe.Header]:
        try:
            header, secret = jwe.decrypt_compact(sealed, self._key)
            return secret.decode(), header
        except (ValueError, KeyError) as error:
            raise BrokenSeal("The encrypted value cannot be opened by this server.") from error

    def _key(self, header: jwe.Header) -> bytes:
        return self._keys.opened[str(header.get("kid"))]

    def _insert(self, connection: Connection, key: EncryptionKey, position: ColumnElement[int]) -> None:
        self.unwrap(key)
        values = {"key_id": key.key_id, "creation_date": key.creation_date, "wrapped": key.wrapped}
        place = connection.execute(select(position)).scalar_one()
        connection.execute(insert(encryption_key).values(position=place, **values))
        self.load(connection)


def unwrap(master_key: bytes, key: EncryptionKey) -> bytes:
    """Return a key in clear text; raises MasterKeyError if it was wrapped under another master key (RFC 3394)."""
    try:
        return aes_key_unwrap(master_key, key.wrapped)
    except (InvalidUnwrap, ValueError) as error:
        raise MasterKeyError(
            f"Configuration encryption key {key.key_id} was made under another master key. "
            "Start the server with the master key that belongs to this database."
        ) from error


def key_id_of(sealed: str) -> str:
    """Return the id of the key that a sealed text names."""
    return str(jwe.header_without_opening(sealed)["kid"])


def sealed_since(sealed: str) -> datetime | None:
    """Return the time since when a stored secret is valid; None if it was sealed before this was recorded."""
    try:
        moment = jwe.header_without_opening(sealed).get(SINCE)
        return datetime.fromtimestamp(moment, UTC) if isinstance(moment, int) else None
    except (ValueError, OverflowError, OSError):
        return None
