"""Limits of one connection, on real sockets."""

import asyncio
import contextlib
import json
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from hanse.crypto.certificates import make_server_certificate
from hanse.kit.http.protocol import ConnectionLimits
from hanse.kit.http.tls import UnusableCertificate, server_context
from tests.kit.http.serving import connected, exchange, run, serving, status_of

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    body = await request.body()
    await JSONResponse({"bytes": len(body), "headers": len(request.headers)})(scope, receive, send)


def test_a_head_within_the_limit_is_served() -> None:
    async def scenario() -> None:
        async with serving(echo) as listener:
            answer = await exchange(listener, GET + b"X-A: " + b"a" * 60_000 + b"\r\nConnection: close\r\n\r\n")
            assert status_of(answer) == 200

    run(scenario())


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X-A: " + b"a" * 66_000 + b"\r\n\r\n",
        GET + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 1000) for n in range(70)) + b"\r\n",
        GET + b"".join(b"X-%d: a\r\n" % n for n in range(120)) + b"\r\n",
        b"GET /" + b"a" * 66_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
    ids=["one long field", "many long fields", "many short fields", "long target"],
)
def test_a_head_above_the_limit_is_answered_with_431(head: bytes) -> None:
    async def scenario() -> None:
        async with serving(echo) as listener:
            answer = await exchange(listener, head)
            assert status_of(answer) == 431
            assert b"connection: close" in answer
            assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["resultId"] == "headers_too_large"

    run(scenario())


def test_an_endless_head_is_stopped_soon_after_the_limit() -> None:
    async def scenario() -> None:
        async with (
            serving(echo) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(GET + b"X-A: ")
            sent = 0
            while not reader.at_eof() and sent < 2_000_000:
                writer.write(b"a" * 16_384)
                sent += 16_384
                try:
                    await writer.drain()
                    answer = await asyncio.wait_for(reader.read(20), 0.01)
                except TimeoutError:
                    continue
                assert status_of(answer) == 431
                break
            assert sent <= 400_000

    run(scenario())


@pytest.mark.parametrize("sent", [b"", b"GET / HT", GET + b"X-A: b\r\n", b"\r\n\r\n"])
def test_a_head_that_takes_too_long_closes_the_connection(sent: bytes) -> None:
    async def scenario() -> None:
        async with (
            serving(echo, limits=ConnectionLimits(head_seconds=0.2)) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(sent)
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 3) == b""

    run(scenario())


def test_a_slow_second_head_on_a_kept_connection_closes_it_too() -> None:
    async def scenario() -> None:
        async with (
            serving(echo, limits=ConnectionLimits(head_seconds=0.3)) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(GET + b"\r\n")
            assert status_of(await reader.readuntil(b"}")) == 200
            writer.write(b"GET / HT")
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 3) == b""

    run(scenario())


def test_a_slow_handler_is_not_mistaken_for_a_slow_head() -> None:
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.4)
        await JSONResponse({})(scope, receive, send)

    async def scenario() -> None:
        async with (
            serving(slow, limits=ConnectionLimits(head_seconds=0.1)) as listener,
            connected(listener) as (reader, writer),
        ):
            # The second head is incomplete while the first request is being answered.
            writer.write(GET + b"\r\n" + b"GET / HT")
            assert status_of(await reader.readuntil(b"{}")) == 200

    run(scenario())


def test_malformed_http_is_answered_in_the_format_of_other_errors() -> None:
    async def scenario() -> None:
        async with serving(echo) as listener:
            answer = await exchange(listener, b"\x16\x03\x01 this is not HTTP\r\n\r\n")
            assert status_of(answer) == 400
            assert b"x-content-type-options: nosniff" in answer
            assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["resultId"] == "request_incorrectly_formatted"

    run(scenario())


def test_the_tls_client_certificate_reaches_the_scope(tmp_path: Path) -> None:
    server, client = _files(tmp_path, "localhost"), _client_files(tmp_path)
    context = server_context(*server)
    context.verify_mode = ssl.CERT_OPTIONAL
    context.load_verify_locations(client[0])
    seen: list[Scope] = []

    async def record_scope(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)
        await JSONResponse({})(scope, receive, send)

    async def scenario() -> None:
        async with serving(record_scope, tls=context) as listener:
            trust = ssl.create_default_context(cafile=str(server[0]))
            trust.load_cert_chain(*client)
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", listener.endpoint.port, ssl=trust, server_hostname="localhost"
            )
            writer.write(GET + b"Connection: close\r\n\r\n")
            assert status_of(await reader.read()) == 200
            writer.close()
            await writer.wait_closed()

    run(scenario())
    tls = seen[0]["extensions"]["tls"]
    assert [pem.split() for pem in tls["client_cert_chain"]] == [client[0].read_text().split()]
    assert tls["tls_version"] == "TLSv1.3"


def test_old_tls_is_refused(tmp_path: Path) -> None:
    files = _files(tmp_path, "localhost")

    async def scenario() -> None:
        async with serving(echo, tls=server_context(*files)) as listener:
            old = ssl.create_default_context(cafile=str(files[0]))
            old.set_ciphers("ALL:@SECLEVEL=0")
            with pytest.warns(DeprecationWarning, match="TLSv1_1"):
                old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", listener.endpoint.port, ssl=old, server_hostname="localhost")

    run(scenario())


@pytest.mark.parametrize("suite", ["ECDHE+CHACHA20", "ECDHE+AES+SHA256", "AES128-GCM-SHA256"])
def test_tls_1_2_has_only_the_recommended_suites(tmp_path: Path, suite: str) -> None:
    files = _files(tmp_path, "localhost")

    def client(suites: str) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(files[0]))
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(suites)
        return context

    async def scenario() -> None:
        async with serving(echo, tls=server_context(*files)) as listener:
            port = listener.endpoint.port
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", port, ssl=client(suite), server_hostname="localhost")
            _, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=client("ECDHE+AESGCM"), server_hostname="localhost"
            )
            writer.close()

    run(scenario())


def test_a_key_of_another_certificate_is_reported(tmp_path: Path) -> None:
    certificate, _ = _files(tmp_path, "one")
    _, key = _files(tmp_path, "two")
    with pytest.raises(UnusableCertificate, match="belongs to another certificate"):
        server_context(certificate, key)


def _client_files(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "client")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .sign(key, hashes.SHA256())
    )
    files = folder / "client.crt", folder / "client.key"
    files[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return files


def _files(folder: Path, name: str) -> tuple[Path, Path]:
    made = make_server_certificate([name], datetime.now(UTC))
    certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
    certificate.write_bytes(made.certificate)
    key.write_bytes(made.key)
    return certificate, key
