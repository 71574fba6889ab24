"""A server from start to end."""

import asyncio
import gc
import os
import signal
import ssl
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import structlog
import uvloop

from hanse.app.admin import AdminParts, build_admin_app
from hanse.app.certificate import certificate_files, keep_renewed
from hanse.app.chosen_certificates import ChosenCertificates
from hanse.app.core import Environment
from hanse.app.engine import EngineParts, build_engine_app
from hanse.app.folder import DataFolder
from hanse.config.configuration import Configuration
from hanse.engine.http.errors import refusal as engine_refusal
from hanse.kit.clock import SystemClock
from hanse.kit.http.access import RequestLog
from hanse.kit.http.listener import Endpoint, Listener
from hanse.kit.http.refusals import refusal
from hanse.kit.http.sockets import listen
from hanse.kit.http.tls import server_context, switch_of
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness
from hanse.ops.logging.setup import configure_logging
from hanse.ops.metrics import Metrics

LOG = structlog.stdlib.get_logger("hanse.process")

Job = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Parts:
    """What the two applications are made of; a process in console or engine mode has only one of them."""

    admin: AdminParts
    engine: EngineParts
    # What goes on beside the listeners.
    jobs: tuple[Job, ...] = ()
    # Where the certificates are chosen.
    configuration: Configuration | None = None


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
        log = configure_logging(options.data / "log", options.log_level)
        log.start()
        cleanup.callback(log.close)
        # Each listener has a context of its own, as each may be given another certificate.
        files = certificate_files(options, environment.clock) if options.tls else None
        contexts = {name: server_context(*files) for name in ("admin", "engine")} if files is not None else {}
        endpoints = _open(options, contexts)
        switches = {each.name: switch_of(each.tls) for each in endpoints if each.tls is not None}
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
        jobs = [*parts.jobs]
        if contexts:
            jobs.append(partial(keep_renewed, tuple(contexts.values()), options, environment.clock))
        if parts.configuration is not None and switches:
            jobs.append(ChosenCertificates(parts.configuration, switches).keep)
        metrics = Metrics()
        listeners = [
            _listener(endpoint, parts, options, environment, metrics, log.log_request) for endpoint in endpoints
        ]
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(listeners, jobs, lambda: _announce(listeners, folder, parts.admin.setup_link, tell)))
    LOG.info("stopped")


def _open(options: Options, contexts: Mapping[str, ssl.SSLContext]) -> list[Endpoint]:
    wanted = {"admin": (options.admin_port, "--admin-port"), "engine": (options.engine_port, "--engine-port")}
    if options.mode != "standalone":
        left_out = "engine" if options.mode == "console" else "admin"
        del wanted[left_out]
    refusals = {"admin": refusal, "engine": engine_refusal}
    return [
        Endpoint(name, listen(options.host, port, flag), contexts.get(name), refusal=refusals[name])
        for name, (port, flag) in wanted.items()
    ]


def _listener(
    endpoint: Endpoint, parts: Parts, options: Options, environment: Environment, metrics: Metrics, log: RequestLog
) -> Listener:
    if endpoint.name == "admin":
        return Listener(endpoint, build_admin_app(parts.admin, options, environment.randomness, metrics, log))
    return Listener(endpoint, build_engine_app(parts.engine, options, environment.randomness, metrics, log))


async def _serve(listeners: list[Listener], jobs: Iterable[Job], announce: Callable[[], None]) -> None:
    """Run the listeners until they are stopped, and the jobs beside them."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, listeners, number)
    beside = [asyncio.create_task(_watched(job)) for job in jobs]
    async with asyncio.TaskGroup() as tasks:
        for listener in listeners:
            tasks.create_task(listener.run_here())
        for listener in listeners:
            await listener.listening.wait()
        announce()
        # What a start leaves behind stays for good, but for some hundred objects: the collector need not look at it,
        # and a first look would keep the first requests waiting for a tenth of a second.
        gc.freeze()
        gc.enable()
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)


async def _watched(job: Job) -> None:
    """Run a job; one that fails is a defect to be told at once, and no reason to end the server."""
    try:
        await job()
    except Exception:
        LOG.exception("a background job failed", job=repr(job))


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
