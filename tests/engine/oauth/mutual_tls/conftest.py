"""A deployment behind a reverse proxy that forwards client certificates."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hanse.kit.option_values import networks
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.server import engine_server
from tests.support.client_certificates import Authority, authority
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database

HEADER = "SSL_CLIENT_CERT"


@pytest.fixture(scope="session")
def root() -> Authority:
    """The trusted certificate authority of the server."""
    return authority()


@pytest.fixture
def deployment(sqlite_template: Path, tmp_path: Path, clock: ManualClock, root: Authority) -> Iterator[Deployment]:
    proxies = networks("127.0.0.1/32")
    with engine_server(sqlite_database(tmp_path, sqlite_template), tmp_path, clock, trusted_proxies=proxies) as engine:
        deployment = Deployment(engine, tmp_path)
        deployment.add(
            INCOMING_PROXY, {"clientCertSSLHeaderName": HEADER, "clientCertChainSSLHeaderName": f"{HEADER}_CHAIN"}
        )
        deployment.add(TRUSTED_CAS, {"certificate": root.base64})
        yield deployment
