"""The processes of a supervised server: the administration or the follower of a cluster, and the engine workers."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

import structlog

from hanse.app import startup_errors
from hanse.app.application_parts import Job, Parts
from hanse.app.core import ProcessEnvironment
from hanse.app.listeners import MUTUAL_TLS, OpenListeners
from hanse.app.node_board import NodeBoard
from hanse.app.process_heartbeats import keep_beating
from hanse.app.process_link import FAILED, GO, PREPARED, READY
from hanse.app.process_slots import ChildProcess
from hanse.app.server_certificate import follow_renewed, keep_renewed
from hanse.kit.http.connection_acceptor import AcceptorShare, ConnectionCounts
from hanse.kit.http.listener import ListenerAddress
from hanse.ops.logging.pipes import PipeSink
from hanse.ops.logging.setup import write_with
from hanse.ops.logging.writer import LogWriter
from hanse.ops.metrics import Metrics
from hanse.ops.shared_metrics import MetricsBoard

LOG = structlog.stdlib.get_logger("hanse.process")


@dataclass(frozen=True)
class SharedResources:
    """The objects that all processes of a server share; created before they are forked."""

    listening: OpenListeners
    environment: ProcessEnvironment
    counts: ConnectionCounts
    board: MetricsBoard
    # For an engine in a cluster.
    node: NodeBoard | None = None


def run_administration(shared: SharedResources, child: ChildProcess) -> int:
    """Run the administration: the console, the admin API, and all jobs of a server that do not belong to the engine."""

    def live(log: LogWriter, cleanup: ExitStack) -> None:
        from hanse.app.compose_admin import compose_administration  # noqa: PLC0415 - engines do without.
        from hanse.app.serving import serve_parts  # noqa: PLC0415 - for the same reason.

        listening = shared.listening
        options, environment = listening.options, shared.environment
        parts = compose_administration(options, environment, cleanup, lambda: child.link.send(PREPARED))
        (endpoint,) = _own(listening, "admin")
        jobs: list[Job] = [partial(keep_beating, child.beat)]
        if endpoint.tls is not None:
            jobs.append(partial(keep_renewed, (endpoint.tls,), options, environment.clock))
        serve_parts(
            parts,
            [endpoint],
            options,
            environment,
            log.log_request,
            announce=lambda: child.link.send(READY, setup_link=parts.admin.setup_link),
            jobs=jobs,
            metrics=_metrics(shared, child),
            link=child.link,
        )

    return _live(shared, child, live)


def run_engine_worker(shared: SharedResources, child: ChildProcess) -> int:
    """Run one of the processes that answer users and applications."""

    def live(log: LogWriter, cleanup: ExitStack) -> None:
        from hanse.app.serving import serve_parts  # noqa: PLC0415 - the administration does without.

        if not child.link.wait_for(GO):
            return
        listening = shared.listening
        options, environment = listening.options, shared.environment
        number = child.slot.number - 1
        parts = _worker_parts(shared, cleanup, number)
        endpoint, *others = _own(listening, "engine", MUTUAL_TLS)
        endpoint = replace(endpoint, share=AcceptorShare(shared.counts, number))
        jobs: list[Job] = [partial(keep_beating, child.beat)]
        if endpoint.tls is not None:
            jobs.append(partial(follow_renewed, (endpoint.tls,), options, listening.certificate))
        serve_parts(
            parts,
            [endpoint, *others],
            options,
            environment,
            log.log_request,
            announce=lambda: child.link.send(READY),
            jobs=jobs,
            metrics=_metrics(shared, child),
            link=child.link,
        )

    return _live(shared, child, live)


def run_keeper(shared: SharedResources, board: NodeBoard, child: ChildProcess) -> int:
    """Run the process of a cluster's engine that follows the publications; it has no listener."""

    def live(log: LogWriter, cleanup: ExitStack) -> None:
        from hanse.app.compose_node import compose_keeper  # noqa: PLC0415 - few servers are nodes of a cluster.
        from hanse.app.serving import serve_parts  # noqa: PLC0415 - for the same reason.

        listening = shared.listening
        options, environment = listening.options, shared.environment
        (endpoint,) = _own(listening, "engine")
        for each in endpoint.sockets:
            each.close()
        parts = compose_keeper(options, environment, cleanup, board, lambda: child.link.send(PREPARED))
        jobs: list[Job] = [partial(keep_beating, child.beat)]
        if endpoint.tls is not None:
            jobs.append(partial(keep_renewed, (endpoint.tls,), options, environment.clock))
        serve_parts(
            parts,
            [],
            options,
            environment,
            log.log_request,
            announce=lambda: child.link.send(READY),
            jobs=jobs,
            metrics=_metrics(shared, child),
            link=child.link,
        )

    return _live(shared, child, live)


def _worker_parts(shared: SharedResources, cleanup: ExitStack, number: int) -> Parts:
    options, environment = shared.listening.options, shared.environment
    if shared.node is not None:
        from hanse.app.compose_node import compose_node_worker  # noqa: PLC0415 - few servers are nodes of a cluster.

        return compose_node_worker(options, environment, cleanup, shared.node, number)
    from hanse.app.compose_engine import compose_worker  # noqa: PLC0415 - the administration does without.

    return compose_worker(options, environment, cleanup, is_first=number == 0)


def _own(listening: OpenListeners, *names: str) -> list[ListenerAddress]:
    """Return the open endpoints of a process, and close the sockets of all other processes."""
    for endpoint in listening.endpoints.values():
        if endpoint.name not in names:
            for each in endpoint.sockets:
                each.close()
    return [listening.endpoints[name] for name in names if name in listening.endpoints]


def _metrics(shared: SharedResources, child: ChildProcess) -> Metrics:
    metrics = Metrics()
    metrics.share(shared.board, child.slot.number)
    return metrics


def _live(shared: SharedResources, child: ChildProcess, live: Callable[[LogWriter, ExitStack], None]) -> int:
    """Run a process from its fork to its end, and return its exit code."""
    log = LogWriter(PipeSink(child.log))
    write_with(log, shared.listening.options.log_level)
    log.start()
    code = 1
    try:
        with ExitStack() as cleanup:
            live(log, cleanup)
        code = 0
    except startup_errors.CANNOT_START as error:
        child.link.send(FAILED, reason=str(error))
    except Exception:
        LOG.exception("process failed", process=child.slot.name, pid=os.getpid())
    finally:
        log.close()
    return code
