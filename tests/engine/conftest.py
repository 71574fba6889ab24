"""Fixtures of the engine's tests."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from hanse.crypto.key_pairs import EC, PrivateKey, generate_key
from hanse.engine.keys import dynamic_keys
from tests.engine.preparations import PREPARATIONS
from tests.engine.server import EngineServer, engine_server
from tests.support.certified_keys import private_key
from tests.support.clock import ManualClock

# Enough keys for every test. Generating two RSA keys would be half of the cost of an engine.
RSA_KEYS = cycle([f"rsa-{number}" for number in range(100, 112)])


@pytest.fixture(scope="session", autouse=True)
def rsa_keys_are_prepared() -> Iterator[None]:
    """Replace the generation of RSA keys by prepared keys. The generation itself is tested with `generate_key`."""

    def generate(algorithm: str, size: int) -> PrivateKey:
        return generate_key(algorithm, size) if algorithm == EC else private_key(next(RSA_KEYS))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamic_keys, "generate_key", generate)
        yield


@pytest.fixture(scope="session", autouse=True)
def configurations_are_prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the engines of tests with the same fixtures begin with the same configuration."""
    with PREPARATIONS.kept_in(tmp_path_factory.mktemp("prepared")):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Select the preparation before fixtures open engines."""
    PREPARATIONS.select(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call() -> None:
    """End the preparation before the test itself begins."""
    PREPARATIONS.end()


@pytest.fixture
def engine(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    """An engine without a base URL, on each kind of database."""
    with engine_server(database_url, tmp_path, clock) as made:
        yield made
