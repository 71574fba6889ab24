"""An engine on each kind of database."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from hanse.crypto.key_pairs import EC, PrivateKey, generate_key
from hanse.engine.keys import dynamic_keys
from tests.engine.server import EngineServer, engine_server
from tests.support.certified_keys import private_key
from tests.support.clock import ManualClock

# More than a test looks at: making two of RSA is half of what an engine costs.
RSA_KEYS = cycle([f"rsa-{number}" for number in range(100, 112)])


@pytest.fixture(scope="session", autouse=True)
def rsa_keys_come_from_a_stock() -> Iterator[None]:
    """The keys that an engine makes for itself; that making one is right is for the tests of `generate_key`."""

    def generate(algorithm: str, size: int) -> PrivateKey:
        return generate_key(algorithm, size) if algorithm == EC else private_key(next(RSA_KEYS))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamic_keys, "generate_key", generate)
        yield


@pytest.fixture
def engine(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    """An engine that knows no base URL yet."""
    with engine_server(database_url, tmp_path, clock) as made:
        yield made
