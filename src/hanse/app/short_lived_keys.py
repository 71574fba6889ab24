"""The keys that seal run-time state with a short lifetime: the system keys.

Values that were sealed before a server had system keys, or with the keys of an earlier version, are opened with the
configuration encryption keys. Those also seal for an engine of a cluster that has not received system keys yet.
"""

import threading
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import structlog
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hanse.app.state_keys import StateKeys
from hanse.config.configuration import Configuration
from hanse.config.secrets.keyring import BrokenSeal
from hanse.config.secrets.masterkey import MasterKeyError
from hanse.engine.snapshot.configuration_parts import SYSTEM_KEY_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.errors import Unavailable
from hanse.resources.security.system_keys import KEY_OCTETS, SYSTEM_KEYS, SystemKeys, stored_system_keys

LOG = structlog.stdlib.get_logger("hanse.state")


class ShortLivedKeys:
    """The system keys, and the configuration encryption keys for earlier values; implements `SealingKeys`."""

    def __init__(self, configuration: Configuration, earlier: StateKeys) -> None:
        """`configuration` is the one that the process serves from: that of the server, or a node's copy."""
        self._configuration = configuration
        self._earlier = earlier
        self._reading = threading.Lock()
        self._current: str | None = None
        self._keys: Mapping[str, bytes] = {}
        self._body: Mapping[str, Any] | None = None
        self._has_had_keys = False
        self._settings: SystemKeys | None = None
        self.read()

    def follow(self, snapshot: Snapshot) -> None:
        """Read the keys if a snapshot has others than the one before; tried again with the next if that fails."""
        settings = snapshot.parts.get(SYSTEM_KEY_SETTINGS.name)
        if settings is not self._settings and self.read():
            self._settings = settings

    def read(self) -> bool:
        """Read the keys. If they cannot be read, the known ones are kept and the result is False."""
        with self._reading:
            try:
                with self._configuration.reading() as view:
                    stored = view.get(SYSTEM_KEYS, SYSTEM_KEYS.singleton_id)
                    if stored.body == self._body:
                        return True
                    found = stored_system_keys(view)
            except (Unavailable, MasterKeyError, BrokenSeal) as error:
                LOG.warning("the system keys cannot be read", reason=str(error))
                return False
            ids = {member: _id_of(key) for member, key in found.items()}
            self._keys = {ids[member]: key for member, key in found.items()}
            self._current, self._body = ids.get("current"), stored.body
            self._has_had_keys = self._has_had_keys or bool(found)
            return True

    def sealing_key_id(self) -> str:
        """Return the id of the current key."""
        return self._current or self._earlier.sealing_key_id()

    def key_ids(self) -> tuple[str, ...]:
        """Return the ids of all keys. The pending key opens what nodes seal that have rotated before this one."""
        return (*self._keys, *self._earlier.key_ids())

    def derive_key(self, key_id: str, salt: bytes, purpose: bytes) -> bytes:
        """Return a key that is derived from the key with this id."""
        key = self._keys.get(key_id)
        if key is None:
            return self._earlier.derive_key(key_id, salt, purpose)
        return HKDF(SHA256(), KEY_OCTETS, salt, purpose).derive(key)

    def read_soon(self) -> None:
        """Read the configuration encryption keys; the system keys arrive with the configuration."""
        self._earlier.read_soon()

    def forgets_keys(self) -> bool:
        """Return whether rotations remove keys. Before the first system keys, an unknown key can only be a new one."""
        return self._has_had_keys


def _id_of(key: bytes) -> str:
    """Return an id that is the same on all nodes. A digest of 32 random octets discloses nothing about them."""
    return f"system:{sha256(b'hanse system key' + key).hexdigest()}"
