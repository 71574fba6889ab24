"""A server of a partner with metadata, whose TLS certificate this server trusts."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hanse.crypto.certificates import make_server_certificate
from hanse.kit.clock import SystemClock
from hanse.saml.metadata import EntityDescriptor
from tests.flows.server import API, Client, FlowServer
from tests.support.json_service import Service, serving_json
from tests.support.saml_metadata import SERVICE_PROVIDER, metadata


@contextmanager
def serving_metadata(admin: Client, folder: Path) -> Iterator[Service]:
    """Run the partner's server."""
    made = make_server_certificate(("127.0.0.1",), SystemClock().now())
    chain = folder / "chain.pem"
    chain.write_bytes(made.key + made.certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    trusted = admin.post(f"{API}/certificates/ca/import", {"id": "tls", "fileData": made.certificate.decode()})
    assert trusted.status_code == 201, trusted.text
    with serving_json(context) as service:
        yield service
    admin.delete(f"{API}/certificates/ca/tls")


@pytest.fixture(scope="module")
def partner(filled_server: FlowServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Run the partner's server for the tests of a module."""
    with serving_metadata(filled_server.basic("Administrator"), tmp_path_factory.mktemp("tls")) as service:
        yield service


def publish(partner: Service, entity: EntityDescriptor = SERVICE_PROVIDER, *, signed: bool = True) -> None:
    """Publish metadata at `/metadata`."""
    partner.answers["/metadata"] = (200, metadata(entity, signed=signed).encode())
