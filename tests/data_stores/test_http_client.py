"""The client of services, against real servers on this machine."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from hanse.crypto.certificates import make_server_certificate
from hanse.data_stores.http_client import HttpClient
from hanse.data_stores.settings import HttpRequest, HttpSettings, SourceFailed, SourceUnreachable
from hanse.kit.clock import SystemClock
from hanse.kit.http.outgoing_addresses import OutgoingAddresses
from hanse.kit.option_values import networks
from tests.support.client_certificates import self_signed
from tests.support.json_service import Service, serving_json

LOOPBACK = OutgoingAddresses(networks("127.0.0.0/8,::1"))


@pytest.fixture
def service() -> Iterator[Service]:
    with serving_json() as made:
        yield made


_OPENED: list[HttpClient] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close the clients of a test."""
    yield
    while _OPENED:
        _OPENED.pop().close()


def client(addresses: OutgoingAddresses = LOOPBACK, **settings: Any) -> HttpClient:
    _OPENED.append(HttpClient(HttpSettings(**settings), addresses))
    return _OPENED[-1]


def test_an_answer_has_the_status_and_the_content(service: Service) -> None:
    service.has("/users", {"mail": "ada@example.com"}, 418)
    sent = HttpRequest(method="POST", url=f"{service.url}/users?a=b", headers=(("X-A", "1"),), content=b"{}")
    answer = client().send(sent)
    assert (answer.status, answer.content) == (418, b'{"mail": "ada@example.com"}')
    method, path, headers, body = service.received[0]
    assert (method, path, headers["X-A"], body) == ("POST", "/users?a=b", "1", b"{}")


def test_connections_are_kept_for_further_requests(service: Service) -> None:
    service.has("/users", {})
    made = client()
    for _ in range(3):
        made.send(HttpRequest(method="GET", url=f"{service.url}/users"))
    assert service.connections == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "169.254.169.254"])
def test_addresses_that_are_not_public_are_refused_unless_the_operator_allows_them(host: str) -> None:
    with pytest.raises(SourceUnreachable, match="--outgoing-networks"):
        client(OutgoingAddresses()).send(HttpRequest(method="GET", url=f"http://{host}:1/"))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://", "https://a:b@example.com/", "http://[::1/"])
def test_a_url_that_cannot_be_requested_is_refused(url: str) -> None:
    with pytest.raises(SourceFailed, match="is not a URL"):
        client().send(HttpRequest(method="GET", url=url))


def test_a_long_answer_is_refused(service: Service) -> None:
    service.has("/users", "x" * 5000)
    with pytest.raises(SourceFailed, match="more than 4,096 bytes"):
        client(most_bytes=4096).send(HttpRequest(method="GET", url=f"{service.url}/users"))


def test_a_service_that_is_not_there_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(SourceUnreachable):
        client().send(HttpRequest(method="GET", url=f"http://127.0.0.1:{port}/"))


@contextmanager
def trickling() -> Iterator[int]:
    """Run a server that sends one octet after the other without an end."""
    is_over = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
                while not is_over.wait(0.05):
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        return

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        is_over.set()
        thread.join()


def test_an_answer_in_single_octets_ends_with_the_time_limit() -> None:
    with trickling() as port, pytest.raises(SourceFailed, match="ReadTimeout"):
        client(connect_timeout=0.2, read_timeout=0.3).send(HttpRequest(method="GET", url=f"http://127.0.0.1:{port}/"))


def test_a_certificate_must_be_trusted_and_issued_for_the_host(tmp_path: Path) -> None:
    made = make_server_certificate(("elsewhere.example",), SystemClock().now())
    chain = tmp_path / "chain.pem"
    chain.write_bytes(made.key + made.certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    trusted: dict[str, Any] = {"authorities": made.certificate.decode()}
    with serving_json(context) as service:
        service.has("/", {})
        sent = HttpRequest(method="GET", url=f"{service.url}/")
        untrusted: dict[str, Any] = {"verify_host": False}
        for settings in (untrusted, trusted):
            with pytest.raises(SourceFailed):
                client(**settings).send(sent)
        assert client(**trusted, verify_host=False).send(sent).status == 200


def test_a_client_certificate_is_presented_where_it_is_requested(tmp_path: Path) -> None:
    made = make_server_certificate(("127.0.0.1",), SystemClock().now())
    own, other = (self_signed(name, SystemClock().now()) for name in ("hanse", "other"))
    chain = tmp_path / "chain.pem"
    chain.write_bytes(made.key + made.certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=own.pem)
    trusted: dict[str, Any] = {"authorities": made.certificate.decode()}
    with serving_json(context) as service:
        service.has("/", {})
        sent = HttpRequest(method="GET", url=f"{service.url}/")
        assert client(**trusted, client_key=own.key_pem + own.pem).send(sent).status == 200
        for client_key in ("", other.key_pem + other.pem):
            with pytest.raises(SourceFailed):
                client(**trusted, client_key=client_key).send(sent)


def test_a_client_certificate_of_another_key_is_refused() -> None:
    own, other = (self_signed(name, SystemClock().now()) for name in ("hanse", "other"))
    with pytest.raises(SourceFailed, match="client certificate cannot be used"):
        client(client_key=own.key_pem + other.pem)
