"""The configuration encryption keys for the run-time state.

Keys are added while the server runs, by this process or by another one. All processes that share the state must know a
key before any of them seals with it, so each reads the keys once a minute and seals with a new one some minutes after
it was created.
"""

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import structlog

from hanse.config.database import Database
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.masterkey import MasterKeyError
from hanse.kit.clock import Clock, from_text
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.state")
_READ_AGAIN_SECONDS: Final = 60.0
_AT_MOST_EVERY_SECONDS: Final = 1.0
_KNOWN_EVERYWHERE_AFTER: Final = timedelta(minutes=3)


class StateKeys:
    """Keys to seal and open run-time state; implements `engine.state.sealing.SealingKeys`."""

    def __init__(
        self, keyring: Keyring, database: Database, clock: Clock, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`database` is where the keyring reads its keys: the configuration, or a node's copy of it."""
        self._keyring = keyring
        self._database = database
        self._clock = clock
        self._monotonic = monotonic
        self._read = monotonic()
        self._reading = threading.Lock()
        self._sealing = self._newest_known()

    def sealing_key_id(self) -> str:
        """Return the id of the key to seal with."""
        if self._monotonic() > self._read + _READ_AGAIN_SECONDS:
            self.read_soon()
        return self._sealing

    def key_ids(self) -> tuple[str, ...]:
        """Return the ids of all keys."""
        keys = self._keyring.keys()
        return tuple(key.key_id for key in keys)

    def derive_key(self, key_id: str, salt: bytes, purpose: bytes) -> bytes:
        """Return a key that is derived from the key with this id."""
        return self._keyring.derive_key(key_id, salt, purpose)

    def forgets_keys(self) -> bool:
        """Return false: a configuration encryption key is kept, because it opens backups and earlier values."""
        return False

    def read_soon(self) -> None:
        """Read the keys on a separate thread; requests must not wait for the configuration database."""
        if self._monotonic() < self._read + _AT_MOST_EVERY_SECONDS:
            return
        self._read = self._monotonic()
        threading.Thread(target=self.read, name="state-keys", daemon=True).start()

    def read(self) -> None:
        """Read the keys that others have added. Keeps the known keys if the database does not answer."""
        with self._reading:
            try:
                with self._database.reading() as connection:
                    self._keyring.refresh(connection)
            except (Unavailable, MasterKeyError) as error:
                LOG.warning("the encryption keys cannot be read", reason=str(error))
            self._sealing = self._newest_known()

    def _newest_known(self) -> str:
        keys = self._keyring.keys()
        known = self._clock.now() - _KNOWN_EVERYWHERE_AFTER
        found = [key.key_id for key in keys if from_text(key.creation_date) <= known]
        # A new installation has only a new key.
        return (found or [keys[0].key_id])[-1]
