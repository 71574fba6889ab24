"""Opens the run-time state that belongs to a server."""

from pathlib import Path
from typing import Final

from hanse.engine.state.sealing import Sealer, SealingKeys
from hanse.engine.state.sqlite import SqliteRunner
from hanse.engine.state.store import StoredState
from hanse.kit.randomness import Randomness

# Beside the configuration's own file, so that an import of configuration never holds up a token.
FILE: Final = "state.db"


def open_state(folder: Path, *, keys: SealingKeys, randomness: Randomness, boot: str) -> StoredState:
    """Open the state in a data folder, and bring its tables to this version's form.

    `boot` identifies a start of the server. Processes of one start pass the same, so that non-persistent sessions
    survive when one of the processes is replaced, and end with the server. Raises `kit.errors.Unavailable`.
    """
    return StoredState(SqliteRunner(folder / FILE), Sealer(keys, randomness), randomness, boot)
