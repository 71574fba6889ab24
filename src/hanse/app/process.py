"""A server from start to end."""

import asyncio
import os
import signal
import ssl
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace

import structlog
import uvloop

from hanse.app.admin import AdminParts, build_admin_app
from hanse.app.certificate import certificate_files
from hanse.app.core import Environment
from hanse.app.engine import EngineParts, build_engine_app
from hanse.app.folder import DataFolder
from hanse.kit.clock import Clock, SystemClock
from hanse.kit.http.listener import Endpoint, Listener
from hanse.kit.http.sockets import listen
from hanse.kit.http.tls import server_context
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness
from hanse.ops.logging.setup import configure_logging
from hanse.ops.metrics import Metrics

LOG = structlog.stdlib.get_logger("hanse.process")


@dataclass(frozen=True)
class Parts:
    """What the two applications are made of; a process in console or engine mode has only one of them."""

    admin: AdminParts
    engine: EngineParts


def run(
    options: Options, compose: Callable[[Options, Environment, ExitStack], Parts], tell: Callable[[str], None]
) -> None:
    """Serve until SIGTERM or SIGINT; `tell` shows a line to the person who started the server.

    Raises CannotListen, UnusableFolder or UnusableCertificate when the server cannot start.
    """
    environment = Environment(SystemClock(), SystemRandomness())
    with ExitStack() as cleanup:
        folder = DataFolder(options.data)
        cleanup.callback(folder.close)
        configure_logging(options.data / "log", options.log_level)
        endpoints = _open(options, environment.clock)
        for endpoint in endpoints:
            for each in endpoint.sockets:
                cleanup.callback(each.close)
        ports = {endpoint.name: endpoint.port for endpoint in endpoints}
        options = replace(
            options,
            admin_port=ports.get("admin", options.admin_port),
            engine_port=ports.get("engine", options.engine_port),
        )
        parts = compose(options, environment, cleanup)
        metrics = Metrics()
        listeners = [_listener(endpoint, parts, options, environment, metrics) for endpoint in endpoints]
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(listeners, folder, parts.admin.setup_link, tell))
    LOG.info("stopped")


def _open(options: Options, clock: Clock) -> list[Endpoint]:
    tls: ssl.SSLContext | None = None
    if options.tls:
        tls = server_context(*certificate_files(options, clock))
    wanted = {"admin": (options.admin_port, "--admin-port"), "engine": (options.engine_port, "--engine-port")}
    if options.mode != "standalone":
        left_out = "engine" if options.mode == "console" else "admin"
        del wanted[left_out]
    return [Endpoint(name, listen(options.host, port, flag), tls) for name, (port, flag) in wanted.items()]


def _listener(
    endpoint: Endpoint, parts: Parts, options: Options, environment: Environment, metrics: Metrics
) -> Listener:
    if endpoint.name == "admin":
        return Listener(endpoint, build_admin_app(parts.admin, options, environment.randomness, metrics))
    return Listener(endpoint, build_engine_app(parts.engine, options, environment.randomness, metrics))


async def _serve(
    listeners: list[Listener], folder: DataFolder, setup_link: str | None, tell: Callable[[str], None]
) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, listeners, number)
    async with asyncio.TaskGroup() as tasks:
        for listener in listeners:
            tasks.create_task(listener.run_here())
        for listener in listeners:
            await listener.listening.wait()
        _announce(listeners, folder, setup_link, tell)


def _stop(listeners: Iterable[Listener], number: signal.Signals) -> None:
    LOG.info("stopping", signal=number.name)
    for listener in listeners:
        listener.stop()


def _announce(
    listeners: Iterable[Listener], folder: DataFolder, setup_link: str | None, tell: Callable[[str], None]
) -> None:
    addresses: dict[str, str | None] = {"admin": None, "engine": None}
    addresses |= {listener.endpoint.name: listener.endpoint.address for listener in listeners}
    folder.announce({"pid": os.getpid(), **addresses, "setupLink": setup_link})
    LOG.info("listening", **addresses)
    for name, address in addresses.items():
        if address is not None:
            tell(f"{'Console' if name == 'admin' else 'Engine '}  {address}")
    if setup_link is not None:
        tell(f"Set up   {setup_link}")
