"""A node that collects support data, with its database, log folder, event loop and clock."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.declare.resource import Resource
from hanse.config.secrets.keyring import Keyring
from hanse.kit.time_format import TimeFormat
from hanse.ops.support_data.archives import Archive, Archives
from hanse.ops.support_data.content.entry import CollectionSources
from hanse.ops.support_data.jobs import Jobs
from hanse.ops.support_data.settings import ArchiveMember, CollectionRequest
from hanse.ops.support_data.worker import CollectionWorker
from hanse.resources.all_resources import RESOURCES
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from tests.support.clock import ManualClock
from tests.support.configurations import MASTER_KEY, as_model, make_configuration, reversed_text
from tests.support.randomness import SeededRandomness
from tests.support.support_data import opened

ALONE = ArchiveMember(0, "localhost:9999", "STANDALONE")
# One sample of each kind, so that no time passes between samples.
QUICK = {"nodeTypeToCollect": "STANDALONE", "numHeartbeatSamples": 1, "reportCount": 1}


def request(**fields: Any) -> CollectionRequest:
    """Parse a request body; raises ValidationFailed."""
    resource: Any = type("Body", (), {"model": CollectionRequest})
    found: CollectionRequest = as_model(resource, {**QUICK, **fields})
    return found


@dataclass
class Node:
    """One node with all sources of its support data."""

    configuration: Configuration
    keyring: Keyring
    clock: ManualClock
    log_folder: Path
    loop: asyncio.AbstractEventLoop
    randomness: SeededRandomness = field(default_factory=SeededRandomness)
    environment: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def database(self) -> Database:
        return self.configuration.database

    @property
    def archives(self) -> Archives:
        return Archives(self.database, self.keyring, self.clock, self.randomness, TimeFormat("Europe/Berlin"))

    def jobs(self, worker: str = "worker-1") -> Jobs:
        return Jobs(self.database, self.keyring, self.clock, worker)

    def worker(self, index: int = 0) -> CollectionWorker:
        return CollectionWorker(self.jobs(), lambda: index, self.sources, self.randomness)

    def sources(self, loop: asyncio.AbstractEventLoop) -> CollectionSources:
        return CollectionSources(
            self.configuration,
            self.database,
            self.clock,
            self.log_folder,
            self.options,
            self.environment,
            lambda _view: [],
            loop,
        )

    def request(self, *members: ArchiveMember, **fields: Any) -> list[Archive]:
        """Request archives from the given nodes, by default from the standalone server."""
        return self.archives.request(request(**fields), members or [ALONE], "alice")

    def listed(self) -> list[Archive]:
        with self.database.reading() as connection:
            return self.archives.all(connection)

    def collect(self, **fields: Any) -> dict[str, bytes]:
        """Collect an archive and return its files."""
        # Two collections never have the same time.
        self.clock.advance(seconds=1)
        archive = self.request(**fields)[0]
        assert self.worker().run_next_job(self.loop)
        return opened(self.content(archive.archive_id), fields.get("encryptionPassphrase"))

    def content(self, archive_id: str) -> bytes:
        return b"".join(self.archives.content(archive_id))


def values(content: bytes) -> list[Any]:
    """Parse JSON lines."""
    return [json.loads(line) for line in content.splitlines()]


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop that runs in a thread of its own."""
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever)
    thread.start()
    yield made
    made.call_soon_threadsafe(made.stop)
    thread.join()
    made.close()


def make_node(database: Database, clock: ManualClock, folder: Path, loop: asyncio.AbstractEventLoop) -> Node:
    """Return a node on a database with all resources of the product."""
    randomness = SeededRandomness()
    resources: tuple[Resource[Any], ...] = RESOURCES
    ports = {PasswordRules: PasswordRules()}
    digests = {PASSWORD_DIGEST: reversed_text}
    configuration = make_configuration(database, resources, clock, randomness, ports=ports, digests=digests)
    keyring = Keyring(MASTER_KEY, clock, randomness)
    with database.reading() as connection:
        keyring.load(connection)
    log_folder = folder / "log"
    log_folder.mkdir()
    return Node(configuration, keyring, clock, log_folder, loop)


@pytest.fixture
def node(database: Database, clock: ManualClock, tmp_path: Path, loop: asyncio.AbstractEventLoop) -> Node:
    return make_node(database, clock, tmp_path, loop)
