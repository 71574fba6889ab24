"""Requests to registered addresses cannot reach internal networks (server-side request forgery)."""

import _socket
import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from hanse.crypto.certificates import make_server_certificate
from hanse.engine.outgoing_requests import GuardedRequests
from hanse.kit.clock import SystemClock
from hanse.kit.errors import ExternalFailure
from hanse.kit.option_values import networks
from tests.support.running_servers import running

LOOPBACK = networks("127.0.0.0/8,::1")


class Handler(BaseHTTPRequestHandler):
    """Answers with the Host header or the received body, and records the requests."""

    def do_GET(self) -> None:
        self.answer(self.headers["Host"].encode())

    def do_POST(self) -> None:
        self.answer(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, body: bytes) -> None:
        self.server.headers.append(self.headers)  # type: ignore[attr-defined]  # the test's own list.
        self.server.requests.append((self.command, self.path, body))  # type: ignore[attr-defined]  # the test's own list.
        if self.path == "/large":
            body = b"x" * 5000
        self.send_response(302 if self.path == "/elsewhere" else 200)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        pass


@contextmanager
def served(context: ssl.SSLContext | None = None) -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.headers = []  # type: ignore[attr-defined]  # the test's own list.
    server.requests = []  # type: ignore[attr-defined]  # the test's own list.
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with running(server):
        yield server


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/keys",
        "http://localhost/keys",
        "http://[::1]/keys",
        "http://[::ffff:127.0.0.1]/keys",
        "http://[64:ff9b::10.0.0.1]/keys",
        "http://10.1.2.3/keys",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00::1]/keys",
        "http://0.0.0.0/keys",
        "http://0x7f000001/keys",
        "http://2130706433/keys",
        "http://224.0.0.1/keys",
    ],
)
def test_addresses_that_are_not_public_are_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Numbers are resolved without any network, which the tests have closed.
    monkeypatch.setattr(socket, "getaddrinfo", _socket.getaddrinfo)
    with pytest.raises(ExternalFailure, match="has an address that is not public"):
        asyncio.run(GuardedRequests().get(url))


def test_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", ("93.184.216.34", 80)), (0, 0, 0, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_options: found)
    with pytest.raises(ExternalFailure, match="has an address that is not public"):
        asyncio.run(GuardedRequests().get("http://app.example.com/keys"))


@pytest.mark.parametrize(
    "url",
    [
        "http://user@127.0.0.1/keys",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "https:///keys",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:0x50/",
        "http://[::1",
        "not a url",
        "",
    ],
)
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ExternalFailure):
        asyncio.run(GuardedRequests(LOOPBACK).get(url))


def test_an_allowed_network_is_reached_and_no_redirect_is_followed() -> None:
    requests = GuardedRequests(LOOPBACK)
    with served() as server:
        url = f"http://localhost:{server.server_port}"
        assert asyncio.run(requests.get(f"{url}/keys?a=b")) == (200, f"localhost:{server.server_port}".encode())
        assert asyncio.run(requests.get(f"{url}/elsewhere"))[0] == 302
        assert asyncio.run(requests.post_form(f"{url}/logout", {"logout_token": "a b"})) == 200
        answer = requests.post(f"{url}/ocsp", b"\x30\x00", media_type="application/ocsp-request")
        assert asyncio.run(answer) == (200, b"\x30\x00")
        made = server.requests  # type: ignore[attr-defined]  # the test's own list.
        assert [each[:2] for each in made[:2]] == [("GET", "/keys?a=b"), ("GET", "/elsewhere")]
        assert made[2:] == [("POST", "/logout", b"logout_token=a+b"), ("POST", "/ocsp", b"\x30\x00")]


def test_json_is_sent_with_a_bearer_token_and_no_redirect_is_followed() -> None:
    requests = GuardedRequests(LOOPBACK)
    with served() as server:
        url = f"http://localhost:{server.server_port}"
        assert asyncio.run(requests.post_json(f"{url}/ping", {"auth_req_id": "a b"}, bearer="token-1")) == 200
        assert asyncio.run(requests.post_json(f"{url}/elsewhere", {"auth_req_id": "c"})) == 302
        made = server.requests  # type: ignore[attr-defined]  # the test's own list.
        assert made == [("POST", "/ping", b'{"auth_req_id": "a b"}'), ("POST", "/elsewhere", b'{"auth_req_id": "c"}')]
        sent = server.headers  # type: ignore[attr-defined]  # the test's own list.
        assert [(each["Content-Type"], each["Authorization"]) for each in sent] == [
            ("application/json", "Bearer token-1"),
            ("application/json", None),
        ]


def test_a_long_answer_is_refused() -> None:
    with served() as server, pytest.raises(ExternalFailure, match="more than 4096 bytes"):
        asyncio.run(GuardedRequests(LOOPBACK).get(f"http://127.0.0.1:{server.server_port}/large", most_bytes=4096))


def test_certificates_are_verified_for_the_host_name_by_the_configured_authorities(tmp_path: Path) -> None:
    made = make_server_certificate(["localhost"], SystemClock().now())
    (tmp_path / "server.crt").write_bytes(made.certificate)
    (tmp_path / "server.key").write_bytes(made.key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.crt", tmp_path / "server.key")
    authorities = [""]
    requests = GuardedRequests(LOOPBACK, lambda: authorities[0])

    async def run() -> None:
        keeping = asyncio.create_task(requests.keep_connections())
        await asyncio.sleep(0)
        with pytest.raises(ExternalFailure):
            await requests.get(url)
        # A change of the trusted authorities applies to the next request.
        authorities[0] = made.certificate.decode()
        assert (await requests.get(url))[0] == 200
        # A kept connection to the same IP address is not used for another host name.
        for other in ("127.0.0.1", "127.0.0.2"):
            with pytest.raises(ExternalFailure):
                await requests.get(f"https://{other}:{server.server_port}/keys")
        authorities[0] = ""
        with pytest.raises(ExternalFailure):
            await requests.get(url)
        await end(keeping)

    with served(context) as server:
        url = f"https://localhost:{server.server_port}/keys"
        asyncio.run(run())


async def end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("keeps", [True, False])
def test_connections_are_kept_while_their_job_runs(*, keeps: bool) -> None:
    opened: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(writer)
        with suppress(asyncio.IncompleteReadError):
            while True:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

    async def run() -> int:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/keys"
        requests = GuardedRequests(LOOPBACK)
        keeping = asyncio.create_task(requests.keep_connections()) if keeps else None
        await asyncio.sleep(0)
        for _ in range(3):
            assert await requests.get(url) == (200, b"{}")
        before = len(opened)
        if keeping is not None:
            # A connection that the other side closed meanwhile is not used, and causes no error.
            opened[0].close()
            await opened[0].wait_closed()
            assert await requests.get(url) == (200, b"{}")
            await end(keeping)
        server.close()
        for each in opened:
            each.close()
            await each.wait_closed()
        return before

    assert asyncio.run(run()) == (1 if keeps else 3)


def test_a_slow_server_times_out() -> None:
    async def run() -> None:
        connections: list[asyncio.StreamWriter] = []
        server = await asyncio.start_server(lambda _, writer: connections.append(writer), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ExternalFailure, match="does not answer within"):
            await GuardedRequests(LOOPBACK).get(f"http://127.0.0.1:{port}/", seconds=0.05)
        for each in connections:
            each.close()
            await each.wait_closed()
        server.close()

    asyncio.run(run())


class TestProxy:
    @pytest.fixture(autouse=True)
    def numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # Numbers are resolved without any network; names are not resolved at all.
        monkeypatch.setattr(socket, "getaddrinfo", _socket.getaddrinfo)

    def test_the_proxy_receives_requests_and_resolves_their_hosts(self) -> None:
        with served() as proxy:
            address = f"http://127.0.0.1:{proxy.server_port}"
            found = asyncio.run(GuardedRequests().get("http://crl.example.com/list?a=b", proxy=address))
            sent = GuardedRequests().post("http://ocsp.example.com/", b"x", media_type="a/b", proxy=address)
            assert asyncio.run(sent) == (200, b"x")
        assert found == (200, b"crl.example.com")
        commands = [(command, path) for command, path, _ in proxy.requests]  # type: ignore[attr-defined]  # the test's own list.
        assert commands == [("GET", "http://crl.example.com:80/list?a=b"), ("POST", "http://ocsp.example.com:80/")]

    @pytest.mark.parametrize("url", ["http://10.1.2.3/", "http://2130706433/", "https://[::1]/"])
    def test_numeric_addresses_that_are_not_public_are_refused(self, url: str) -> None:
        with served() as proxy, pytest.raises(ExternalFailure, match="has an address that is not public"):
            asyncio.run(GuardedRequests().get(url, proxy=f"http://127.0.0.1:{proxy.server_port}"))
        assert proxy.requests == []  # type: ignore[attr-defined]  # the test's own list.

    def test_a_tunnel_that_the_proxy_refuses_is_a_failure(self) -> None:
        with served() as proxy, pytest.raises(ExternalFailure, match="cannot be reached: ProxyError"):
            asyncio.run(
                GuardedRequests().get("https://crl.example.com/", proxy=f"http://127.0.0.1:{proxy.server_port}")
            )
