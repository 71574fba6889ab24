"""Seals data about users, so that a copy of the database alone reveals nothing.

A sealed value is AES-256-GCM (NIST SP 800-38D) under a key that HKDF (RFC 5869) derives from a configuration encryption
key and a salt. Values with a short lifetime are sealed with system keys in the same way (decision 0018). Each process
draws a salt and counts its nonces: at thousands of values a second, random nonces under one key would reach their limit
of 2^32 values (section 8.3) within weeks. The associated data binds a value to its table and row, so that a value that
was moved to another row cannot be opened.

Layout: version (1 octet), mark of the key (8), salt (16), nonce (12), ciphertext and tag.
"""

import os
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from threading import Lock
from typing import Final, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from hanse.kit.errors import Unavailable
from hanse.kit.randomness import Randomness

_VERSION: Final = 1
_MARK_OCTETS: Final = 8
_SALT_OCTETS: Final = 16
_NONCE_OCTETS: Final = 12
_SALT_FROM: Final = 1 + _MARK_OCTETS
_NONCE_FROM: Final = _SALT_FROM + _SALT_OCTETS
_TEXT_FROM: Final = _NONCE_FROM + _NONCE_OCTETS
_PURPOSE: Final = b"hanse run-time state 1"
# One for each process whose values are still in use; deriving a key again costs some microseconds.
_CIPHERS_KEPT: Final = 256


class SealingKeys(Protocol):
    """The keys of values; implemented in `app.state_keys` and `app.short_lived_keys`."""

    def sealing_key_id(self) -> str:
        """Return the id of the key to seal with, which all processes that share the state know."""
        ...

    def key_ids(self) -> tuple[str, ...]:
        """Return the ids of all keys, which open earlier values."""
        ...

    def read_soon(self) -> None:
        """Read keys that others have added, without waiting for it."""
        ...

    def forgets_keys(self) -> bool:
        """Return whether keys are removed, so that values that they sealed are lost."""
        ...

    def derive_key(self, key_id: str, salt: bytes, purpose: bytes) -> bytes:
        """Return a key of 32 octets, derived from the key with this id."""
        ...


class SealedValueBroken(Exception):
    """A sealed value cannot be opened: it is damaged, or it belongs to another row."""


class SealedValueLost(SealedValueBroken):
    """The key of a sealed value was removed."""


class Sealer:
    """Seals and opens values. Safe to share between threads."""

    def __init__(self, keys: SealingKeys, randomness: Randomness) -> None:
        self._keys = keys
        self._randomness = randomness
        self._lock = Lock()
        self._ciphers: OrderedDict[bytes, AESGCM] = OrderedDict()
        self._ids: tuple[str, ...] = ()
        self._ids_by_mark: Mapping[bytes, str] = {}
        self._process = 0
        self._key_id = ""
        self._prefix = b""
        self._cipher: AESGCM | None = None
        self._nonce = 0

    def seal(self, value: bytes, bound_to: bytes) -> bytes:
        """Return a value that can be opened only with the same `bound_to`, which names its table and row."""
        with self._lock:
            cipher, prefix = self._own_cipher()
            self._nonce += 1
            nonce = self._nonce.to_bytes(_NONCE_OCTETS, "big")
        return prefix + nonce + cipher.encrypt(nonce, value, bound_to)

    def open(self, sealed: bytes, bound_to: bytes) -> bytes:
        """Return the value. Raises SealedValueBroken, or Unavailable if this node does not have the key yet.

        Raises SealedValueLost if the key was removed.
        """
        if len(sealed) < _TEXT_FROM or sealed[0] != _VERSION:
            raise SealedValueBroken("The stored value is not sealed.")
        prefix = sealed[:_NONCE_FROM]
        with self._lock:
            self._follow_keys()
            cipher = self._ciphers.get(prefix)
            if cipher is None:
                cipher = self._derive(prefix)
            else:
                self._ciphers.move_to_end(prefix)
        try:
            return cipher.decrypt(sealed[_NONCE_FROM:_TEXT_FROM], sealed[_TEXT_FROM:], bound_to)
        except InvalidTag as error:
            raise SealedValueBroken("The stored value is damaged or belongs to another row.") from error

    def open_if_kept(self, sealed: bytes, bound_to: bytes) -> bytes | None:
        """Return the value like `open`; None if its key was removed, which ends the value like its expiry."""
        try:
            return self.open(sealed, bound_to)
        except SealedValueLost:
            return None

    def _follow_keys(self) -> None:
        """Forget the ciphers of keys that were removed."""
        ids = self._keys.key_ids()
        if ids == self._ids:
            return
        self._ids, self._ids_by_mark = ids, {_mark(each): each for each in ids}
        for prefix in [each for each in self._ciphers if each[1:_SALT_FROM] not in self._ids_by_mark]:
            del self._ciphers[prefix]

    def _own_cipher(self) -> tuple[AESGCM, bytes]:
        newest = self._keys.sealing_key_id()
        # A forked process must not continue counting with the salt of its parent.
        self._follow_keys()
        if self._cipher is None or newest != self._key_id or os.getpid() != self._process:
            salt = self._randomness.token_bytes(_SALT_OCTETS)
            self._prefix = bytes([_VERSION]) + _mark(newest) + salt
            self._cipher = self._derive(self._prefix)
            self._key_id, self._process, self._nonce = newest, os.getpid(), 0
        return self._cipher, self._prefix

    def _derive(self, prefix: bytes) -> AESGCM:
        mark, salt = prefix[1:_SALT_FROM], prefix[_SALT_FROM:]
        key_id = self._ids_by_mark.get(mark)
        if key_id is None:
            self._keys.read_soon()
            if self._keys.forgets_keys():
                raise SealedValueLost("The key of the stored value was removed.")
            # Another node sealed it with a key that this node receives with the next replication.
            raise Unavailable("The key of a stored value is not known on this node yet.", retry_after=1)
        cipher = self._ciphers[prefix] = AESGCM(self._keys.derive_key(key_id, salt, _PURPOSE))
        while len(self._ciphers) > _CIPHERS_KEPT:
            self._ciphers.popitem(last=False)
        return cipher


def _mark(key_id: str) -> bytes:
    return sha256(key_id.encode()).digest()[:_MARK_OCTETS]
