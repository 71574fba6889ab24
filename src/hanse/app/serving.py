"""Runs one process: its listeners and its background jobs, until they are stopped."""

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, Protocol

import structlog
import uvloop
from starlette.types import ASGIApp

from hanse.app.application_parts import Job, Parts
from hanse.app.core import ProcessEnvironment
from hanse.app.listener_certificates import ListenerCertificates
from hanse.app.listeners import MUTUAL_TLS
from hanse.app.process_link import ProcessLink
from hanse.kit.http.listener import Listener, ListenerAddress
from hanse.kit.http.request_log import RequestLog
from hanse.kit.http.tls import switch_of
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic, on_thread
from hanse.ops.metrics import Metrics
from hanse.ops.shared_metrics import LOG_FAILURES, PUBLISH_SECONDS

LOG = structlog.stdlib.get_logger("hanse.process")
_LOG_FAILURES_HELP = "Lines of the log that could not be written since the start."
# Time for which a process whose supervisor has ended still answers open requests.
ORPHANED_SECONDS: Final = 5.0


class Server(Protocol):
    """The interface of a process's server: a `Listener`, or `IdleServer`."""

    listening: asyncio.Event

    async def run_here(self) -> None:
        """Run until `stop` is called."""
        ...

    def stop(self) -> None:
        """Begin to stop."""
        ...


class IdleServer:
    """A server without listeners, for a process that only has jobs."""

    def __init__(self) -> None:
        self.listening = asyncio.Event()
        self._stopped = asyncio.Event()

    async def run_here(self) -> None:
        """Wait for `stop`."""
        self.listening.set()
        await self._stopped.wait()

    def stop(self) -> None:
        """End the waiting."""
        self._stopped.set()


def serve_parts(
    parts: Parts,
    endpoints: Sequence[ListenerAddress],
    options: Options,
    environment: ProcessEnvironment,
    log: RequestLog,
    *,
    announce: Callable[[], None],
    jobs: Iterable[Job] = (),
    metrics: Metrics | None = None,
    link: ProcessLink | None = None,
) -> None:
    """Serve on the endpoints, if any, until SIGTERM, SIGINT or the end of the link to a supervisor."""
    measured = metrics or Metrics()
    switches = {each.name: switch_of(each.tls) for each in endpoints if each.tls is not None}
    background = [*parts.jobs, *jobs]
    mutual = switches.pop(MUTUAL_TLS, None)
    if parts.configuration is not None and mutual is not None:
        from hanse.app.mutual_tls_listener import MutualTlsListener  # noqa: PLC0415 - few servers have it.

        accepted = parts.engine.accepted_certificates
        listener = MutualTlsListener(parts.configuration, options, environment.clock, mutual, accepted)
        # A client can use its certificate as soon as its registration is applied.
        parts.engine.after_change(listener.refresh)
        background.append(listener.keep)
    if parts.configuration is not None and switches:
        background.append(ListenerCertificates(parts.configuration, switches).keep)
    if metrics is not None:
        background.append(partial(keep_published, metrics))
    measured.watch(LOG_FAILURES, _LOG_FAILURES_HELP, lambda: environment.log_health.failed_lines)
    make = _Applications(parts, options, environment, measured, log)
    listeners: list[Server] = [make.listener(each) for each in endpoints]
    if not listeners:
        # A process that has jobs only.
        for name, (help_text, read) in parts.engine.gauges.items():
            measured.watch(name, help_text, read)
        listeners.append(IdleServer())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(listeners, background, announce, link))
    measured.publish()


@dataclass(frozen=True)
class _Applications:
    """Makes the applications that listeners serve. Both listeners of the engine serve the same one."""

    parts: Parts
    options: Options
    environment: ProcessEnvironment
    metrics: Metrics
    log: RequestLog

    def listener(self, endpoint: ListenerAddress) -> Listener:
        """Return the listener at an address."""
        if endpoint.name == "admin":
            return Listener(endpoint, self._admin)
        from hanse.engine.http.errors import refusal  # noqa: PLC0415 - many processes have only one of the two.

        return Listener(replace(endpoint, refusal=refusal), self._engine)

    @cached_property
    def _admin(self) -> ASGIApp:
        # Imported where it is needed, as many processes have only one of the two.
        from hanse.app.admin_app import build_admin_app  # noqa: PLC0415 - see above.

        return build_admin_app(self.parts.admin, self.options, self.environment.randomness, self.metrics, self.log)

    @cached_property
    def _engine(self) -> ASGIApp:
        from hanse.app.engine_app import build_engine_app  # noqa: PLC0415 - for the same reason.

        return build_engine_app(self.parts.engine, self.options, self.environment.randomness, self.metrics, self.log)


async def serve(
    listeners: Sequence[Server], jobs: Iterable[Job], announce: Callable[[], None], link: ProcessLink | None = None
) -> None:
    """Run the listeners and the background jobs until they are stopped."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, _stop, listeners, signal.SIGTERM)
    if link is None:
        loop.add_signal_handler(signal.SIGINT, _stop, listeners, signal.SIGINT)
    else:
        loop.add_reader(link.fileno(), _read, link, listeners)
    background = [asyncio.create_task(_watched(job)) for job in jobs]
    async with asyncio.TaskGroup() as tasks:
        for listener in listeners:
            tasks.create_task(listener.run_here())
        for listener in listeners:
            await listener.listening.wait()
        announce()
        # Nearly all objects of the start live as long as the process. The collector need not examine them, and its
        # first run would delay the first requests by a tenth of a second.
        gc.freeze()
        gc.enable()
    for task in background:
        task.cancel()
    await asyncio.gather(*background, return_exceptions=True)


async def keep_published(metrics: Metrics) -> None:
    """Publish the metrics of this process to the others for as long as it runs."""
    await Periodic("metrics", on_thread(metrics.publish), PUBLISH_SECONDS, first_seconds=0).run()


async def _watched(job: Job) -> None:
    """Run a job. A failure is a defect that is logged immediately, but it does not end the server."""
    try:
        await job()
    except Exception:
        LOG.exception("a background job failed", job=repr(job))


def _stop(listeners: Iterable[Server], number: signal.Signals) -> None:
    LOG.info("stopping", signal=number.name)
    for listener in listeners:
        listener.stop()


def _read(link: ProcessLink, listeners: Iterable[Server]) -> None:
    """Follow the supervisor's messages, and stop if it has ended."""
    if link.receive() is not None:
        return
    loop = asyncio.get_running_loop()
    loop.remove_reader(link.fileno())
    LOG.error("the supervisor has ended; stopping")
    for listener in listeners:
        listener.stop()
    loop.call_later(ORPHANED_SECONDS, os._exit, 1)
