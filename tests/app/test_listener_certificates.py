"""New connections are served with the certificates that administrators chose."""

import asyncio
import ssl
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding

from hanse.app.listener_certificates import ListenerCertificates
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import Resource
from hanse.crypto.certificates import make_server_certificate
from hanse.kit.clock import SystemClock
from hanse.kit.http.tls import server_context, switch_of
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, replace
from tests.support.key_pairs import certificate, stored_body
from tests.support.randomness import SeededRandomness


async def presented_certificate(port: int) -> bytes:
    """Return the certificate that the server presents on a new connection."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    found: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    await writer.wait_closed()
    return found


def configured(database: Database) -> Configuration:
    resources: list[Resource[Any]] = [SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS]
    made = make_configuration(database, resources, ManualClock(), SeededRandomness())
    for number in (1, 2):
        create(made, SSL_SERVER_KEY_PAIRS, stored_body(number))
    return made


def choose(configuration: Configuration, **settings: object) -> None:
    replace(configuration, SSL_SERVER_SETTINGS, SSL_SERVER_SETTINGS.singleton_id, dict(settings))


def test_new_connections_get_the_chosen_certificate(database: Database, tmp_path: Path) -> None:
    made = make_server_certificate(["localhost"], SystemClock().now())
    files = tmp_path / "server.crt", tmp_path / "server.key"
    files[0].write_bytes(made.certificate)
    files[1].write_bytes(made.key)
    configuration, context = configured(database), server_context(*files)
    chosen = ListenerCertificates(configuration, {"engine": switch_of(context)})

    async def run() -> None:
        server = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        own = await presented_certificate(port)
        chosen.refresh()
        assert await presented_certificate(port) == own
        for number in (1, 2):
            choose(configuration, runtimeServerCertRef={"id": f"seal-{number}"})
            chosen.refresh()
            assert await presented_certificate(port) == certificate(number).public_bytes(Encoding.DER)
        # A certificate for the admin console does not apply to this listener.
        choose(configuration, adminConsoleCertRef={"id": "seal-1"})
        chosen.refresh()
        assert await presented_certificate(port) == own
        server.close()
        await server.wait_closed()

    asyncio.run(run())


def _note_switch(switched: list[str], name: str, _context: ssl.SSLContext | None) -> None:
    switched.append(name)


def test_each_listener_switches_only_when_its_choice_changes(database: Database) -> None:
    configuration = configured(database)
    switched: list[str] = []
    names = ("admin", "engine")
    chosen = ListenerCertificates(configuration, {name: partial(_note_switch, switched, name) for name in names})
    chosen.refresh()
    assert switched == []
    choose(configuration, adminConsoleCertRef={"id": "seal-1"})
    chosen.refresh()
    chosen.refresh()
    assert switched == ["admin"]
    choose(configuration, activeRuntimeServerCerts=[{"id": "seal-2"}], adminConsoleCertRef={"id": "seal-1"})
    chosen.refresh()
    assert switched == ["admin", "engine"]
