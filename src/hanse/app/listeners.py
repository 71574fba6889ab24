"""The listeners of a server: their sockets and certificates, their applications, and where they are."""

import os
import ssl
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

import structlog

from hanse.app.core import ProcessEnvironment
from hanse.app.data_folder import DataFolder
from hanse.app.server_certificate import certificate_files, modified
from hanse.kit.http.listener import ListenerAddress
from hanse.kit.http.sockets import listen
from hanse.kit.http.tls import server_context
from hanse.kit.options import Options

LOG = structlog.stdlib.get_logger("hanse.process")


@dataclass(frozen=True)
class OpenListeners:
    """What a server listens on. `options` have the ports that are really listened on."""

    options: Options
    endpoints: Mapping[str, ListenerAddress]
    # When the certificate of our own making was written that the contexts have.
    certificate: tuple[int, ...]


def open_listeners(options: Options, environment: ProcessEnvironment, cleanup: ExitStack) -> OpenListeners:
    """Bind the sockets of a mode until `cleanup`. Raises CannotListen or UnusableCertificate."""
    files = certificate_files(options, environment.clock) if options.tls else None
    certificate = modified(options)
    # Each listener has a context of its own, as each may be given another certificate.
    contexts = {name: server_context(*files) for name in ("admin", "engine")} if files is not None else {}
    endpoints = open_endpoints(options, contexts)
    for endpoint in endpoints:
        for each in endpoint.sockets:
            cleanup.callback(each.close)
    ports = {endpoint.name: endpoint.port for endpoint in endpoints}
    options = replace(
        options,
        admin_port=ports.get("admin", options.admin_port),
        engine_port=ports.get("engine", options.engine_port),
    )
    return OpenListeners(options, {each.name: each for each in endpoints}, certificate)


def open_endpoints(options: Options, contexts: Mapping[str, ssl.SSLContext]) -> list[ListenerAddress]:
    """Return the endpoints of a mode, listening."""
    wanted = {"admin": (options.admin_port, "--admin-port"), "engine": (options.engine_port, "--engine-port")}
    if options.mode != "standalone":
        left_out = "engine" if options.mode == "console" else "admin"
        del wanted[left_out]
    return [
        ListenerAddress(name, listen(options.host, port, flag), contexts.get(name))
        for name, (port, flag) in wanted.items()
    ]


def announce(
    endpoints: Iterable[ListenerAddress], folder: DataFolder, setup_link: str | None, tell: Callable[[str], None]
) -> None:
    """Announce the listeners' addresses: in `listening.json`, in the log, and on the terminal."""
    addresses: dict[str, str | None] = {"admin": None, "engine": None}
    addresses |= {endpoint.name: endpoint.address for endpoint in endpoints}
    folder.announce({"pid": os.getpid(), **addresses, "setupLink": setup_link})
    LOG.info("listening", **addresses)
    for name, address in addresses.items():
        if address is not None:
            tell(f"{'Console' if name == 'admin' else 'Engine '}  {address}")
    if setup_link is not None:
        tell(f"Set up   {setup_link}")
