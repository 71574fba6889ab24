"""The configuration encryption keys, and sealing and opening with them."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey
from joserfc.registry import HeaderParameter
from sqlalchemy import Connection, insert, select

from hanse.config.secrets.masterkey import MasterKeyError
from hanse.config.store.schema import encryption_key
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_id

_KEY_LENGTH = 32
_REGISTRY = jwe.JWERegistry({"use": HeaderParameter("What the secret is for", "str")}, algorithms=["dir", "A256GCM"])


class SealBroken(Exception):
    """A sealed text does not open: damaged, sealed elsewhere, or moved from another field."""


@dataclass(frozen=True)
class EncryptionKey:
    """One configuration encryption key; `wrapped` is the key under the master key."""

    key_id: str
    creation_date: str
    wrapped: bytes


class Keyring:
    """All configuration encryption keys, the newest last. Safe to share between threads: it is replaced as a whole."""

    def __init__(self, master_key: bytes, clock: Clock, randomness: Randomness) -> None:
        self._master_key = master_key
        self._clock = clock
        self._randomness = randomness
        self._keys: dict[str, OctKey] = {}
        self._rows: tuple[EncryptionKey, ...] = ()

    def load(self, connection: Connection) -> None:
        """Read the keys; raises MasterKeyError when the master key is not the one that wrapped them."""
        query = select(encryption_key.c.key_id, encryption_key.c.creation_date, encryption_key.c.wrapped).order_by(
            encryption_key.c.position
        )
        rows = tuple(EncryptionKey(*row) for row in connection.execute(query))
        self._keys = {row.key_id: self._unwrap(row) for row in rows}
        self._rows = rows

    def load_or_create(self, connection: Connection) -> None:
        """Read the keys and make the first one when there is none; needs a writing connection."""
        self.load(connection)
        if not self._rows:
            key = aes_key_wrap(self._master_key, self._randomness.token_bytes(_KEY_LENGTH))
            self.add(connection, EncryptionKey(new_id(self._randomness), to_text(self._clock.now()), key))

    def add(self, connection: Connection, key: EncryptionKey) -> None:
        """Store one more key, which becomes the newest; raises MasterKeyError when it does not unwrap."""
        self._unwrap(key)
        connection.execute(
            insert(encryption_key).values(
                key_id=key.key_id,
                position=len(self._rows),
                creation_date=key.creation_date,
                wrapped=key.wrapped,
            )
        )
        self.load(connection)

    def keys(self) -> tuple[EncryptionKey, ...]:
        """Return the keys in order of creation, wrapped as they are stored."""
        return self._rows

    def seal(self, secret: str, use: str) -> str:
        """Return a secret encrypted with the newest key, bound to its use."""
        key_id = self._rows[-1].key_id
        header = {"alg": "dir", "enc": "A256GCM", "kid": key_id, "use": use}
        return jwe.encrypt_compact(header, secret.encode(), self._keys[key_id], registry=_REGISTRY)

    def open(self, sealed: str, use: str) -> str:
        """Return the secret; raises SealBroken when the text does not open or was sealed for another use."""
        try:
            opened = jwe.decrypt_compact(sealed, lambda part: self._key(part.headers()), registry=_REGISTRY)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise SealBroken("The encrypted value cannot be opened by this server.") from error
        if opened.headers().get("use") != use or opened.plaintext is None:
            raise SealBroken("The encrypted value belongs to another field.")
        return opened.plaintext.decode()

    def _key(self, header: dict[str, object]) -> OctKey:
        return self._keys[str(header.get("kid"))]

    def _unwrap(self, row: EncryptionKey) -> OctKey:
        try:
            return OctKey.import_key(aes_key_unwrap(self._master_key, row.wrapped))
        except (InvalidUnwrap, ValueError) as error:
            raise MasterKeyError(
                f"Configuration encryption key {row.key_id} was made under another master key. "
                "Start the server with the master key that belongs to this database."
            ) from error
