"""Servers for flow tests: a new one for each test, or one shared by the tests of a module."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

import pytest
import structlog

from hanse.crypto.ed25519 import public_half, public_pem
from tests.conftest import KINDS
from tests.flows.calls import add_targets
from tests.flows.clusters import Cluster
from tests.flows.server import Client, FlowServer, flow_server
from tests.flows.shared_fixtures import created_once
from tests.ops.license.licenses import KEY
from tests.support import databases
from tests.support.configurations import MASTER_KEY
from tests.tools.cloud.serving import RunningCloud, running_cloud


@pytest.fixture(scope="session", autouse=True)
def shared_objects_are_created_once() -> Iterator[None]:
    with created_once():
        yield


@pytest.fixture(scope="session")
def anchor_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The public key of the licenses that tests sign."""
    path = tmp_path_factory.mktemp("anchor") / "issuer.pub.pem"
    path.write_bytes(public_pem(public_half(KEY)))
    return path


@pytest.fixture(scope="session")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCloud]:
    """The reference cloud service over real HTTP."""
    with running_cloud(tmp_path_factory.mktemp("cloud")) as running:
        yield running


@pytest.fixture
def server(database_url: str, tmp_path: Path, anchor_file: Path, cloud: RunningCloud) -> Iterator[FlowServer]:
    """A server before its setup, on each kind of database."""
    with flow_server(
        database_url, tmp_path, licence_trust_anchors=(anchor_file,), cloud_regions=f"NA={cloud.url}"
    ) as made:
        yield made


@pytest.fixture
def admin(server: FlowServer) -> Client:
    """The first administrator, who has all roles and has signed in."""
    return server.set_up()


@pytest.fixture(scope="module", params=KINDS)
def shared_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, anchor_file: Path, cloud: RunningCloud
) -> Iterator[FlowServer]:
    """A server with a completed setup, on each kind of database, for tests that do not affect each other."""
    folder = tmp_path_factory.mktemp("shared")
    with ExitStack() as stack:
        if request.param == "sqlite":
            url = databases.sqlite_database(folder, request.getfixturevalue("sqlite_template"))
        else:
            url = stack.enter_context(databases.postgres_database(request.getfixturevalue("postgres_url")))
        made = stack.enter_context(
            flow_server(url, folder, licence_trust_anchors=(anchor_file,), cloud_regions=f"NA={cloud.url}")
        )
        made.set_up()
        yield made


@pytest.fixture(scope="module")
def filled_server(shared_server: FlowServer, cloud: RunningCloud) -> FlowServer:
    """The shared server with the items to which the bodies of `GOOD_CALLS` refer."""
    add_targets(shared_server, cloud)
    return shared_server


@pytest.fixture(scope="module")
def every_line() -> Iterator[StringIO]:
    """The log of all levels before redaction."""
    before, lines = structlog.get_config(), StringIO()
    structlog.reset_defaults()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(lines),
    )
    yield lines
    structlog.configure(**before)


@pytest.fixture
def cluster(
    postgres_tables_url: str, tmp_path: Path, anchor_file: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cluster]:
    # All nodes share the encryption key.
    monkeypatch.setenv("HANSE_MASTER_KEY", b64encode(MASTER_KEY).decode())
    databases.empty_postgres(postgres_tables_url)
    with ExitStack() as stack:
        yield Cluster(postgres_tables_url, tmp_path, stack, anchor_file)
