"""The listeners of a server: their sockets, certificates, applications and addresses."""

import os
import ssl
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final

import structlog

from hanse.app.core import ProcessEnvironment
from hanse.app.data_folder import DataFolder
from hanse.app.server_certificate import certificate_files, modified
from hanse.kit.http.listener import ListenerAddress
from hanse.kit.http.sockets import listen
from hanse.kit.http.tls import accept_client_certificates, server_context
from hanse.kit.options import Options

# The listener of the engine that requests client certificates.
MUTUAL_TLS: Final = "mutual-tls"
# The labels of the addresses on the terminal.
_TITLES = {"admin": "Console", "engine": "Engine", MUTUAL_TLS: "mTLS"}
LOG = structlog.stdlib.get_logger("hanse.process")


@dataclass(frozen=True)
class OpenListeners:
    """The open listeners of a server. `options` have the actual ports."""

    options: Options
    endpoints: Mapping[str, ListenerAddress]
    # Modification time of the generated certificate that the contexts use.
    certificate: tuple[int, ...]


def open_listeners(options: Options, environment: ProcessEnvironment, cleanup: ExitStack) -> OpenListeners:
    """Bind the sockets of a mode until `cleanup`. Raises CannotListen or UnusableCertificate."""
    files = certificate_files(options, environment.clock) if options.tls else None
    certificate = modified(options)
    # Each listener has a context of its own, because each can have another certificate.
    contexts = {name: server_context(*files) for name in ("admin", "engine", MUTUAL_TLS)} if files is not None else {}
    if MUTUAL_TLS in contexts:
        # The accepted certificates are known only after the configuration was read.
        accept_client_certificates(contexts[MUTUAL_TLS], "")
    endpoints = open_endpoints(options, contexts)
    for endpoint in endpoints:
        for each in endpoint.sockets:
            cleanup.callback(each.close)
    ports = {endpoint.name: endpoint.port for endpoint in endpoints}
    options = replace(
        options,
        admin_port=ports.get("admin", options.admin_port),
        engine_port=ports.get("engine", options.engine_port),
        mutual_tls_port=ports.get(MUTUAL_TLS, options.mutual_tls_port),
    )
    return OpenListeners(options, {each.name: each for each in endpoints}, certificate)


def open_endpoints(options: Options, contexts: Mapping[str, ssl.SSLContext]) -> list[ListenerAddress]:
    """Open and return the listening endpoints of a mode."""
    wanted: dict[str, tuple[int, str]] = {}
    if options.mode != "engine":
        wanted["admin"] = options.admin_port, "--admin-port"
    if options.mode != "console":
        wanted["engine"] = options.engine_port, "--engine-port"
        if options.mutual_tls_port is not None:
            wanted[MUTUAL_TLS] = options.mutual_tls_port, "--mutual-tls-port"
    return [
        ListenerAddress(name, listen(options.host, port, flag), contexts.get(name))
        for name, (port, flag) in wanted.items()
    ]


def announce(
    endpoints: Iterable[ListenerAddress], folder: DataFolder, setup_link: str | None, show_line: Callable[[str], None]
) -> None:
    """Announce the listeners' addresses: in `listening.json`, in the log, and on the terminal."""
    addresses: dict[str, str | None] = {"admin": None, "engine": None}
    addresses |= {endpoint.name: endpoint.address for endpoint in endpoints}
    facts = {"mutualTls" if name == MUTUAL_TLS else name: address for name, address in addresses.items()}
    folder.announce({"pid": os.getpid(), **facts, "setupLink": setup_link})
    LOG.info("listening", **facts)
    for name, address in addresses.items():
        if address is not None:
            show_line(f"{_TITLES[name]:<9}{address}")
    if setup_link is not None:
        show_line(f"Set up   {setup_link}")
