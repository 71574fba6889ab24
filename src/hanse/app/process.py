"""A server from start to end: one process, or a supervisor with several."""

import gc
import importlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from hanse.app.application_parts import Job
from hanse.app.core import ProcessEnvironment
from hanse.app.data_folder import DataFolder
from hanse.app.listeners import OpenListeners, announce, open_listeners
from hanse.app.server_certificate import keep_renewed
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.processor_cores import available_cores
from hanse.kit.randomness import SystemRandomness, new_id
from hanse.ops.logging.setup import configure_logging
from hanse.ops.logging.writer import LogWriter

if TYPE_CHECKING:
    from hanse.app.child_processes import SharedResources
    from hanse.app.process_slots import ChildProcess

LOG = structlog.stdlib.get_logger("hanse.process")


def run(options: Options, show_line: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `show_line` shows a line to the person who started the server.

    Raises one of `startup_errors.CANNOT_START` if the server cannot start.
    """
    randomness = SystemRandomness()
    environment = ProcessEnvironment(SystemClock(), randomness, boot=new_id(randomness))
    with ExitStack() as cleanup:
        folder = DataFolder(options.data)
        cleanup.callback(folder.close)
        log = configure_logging(options.data / "log", options.log_level, health=environment.log_health)
        cleanup.callback(log.close)
        listening = open_listeners(options, environment, cleanup)
        workers = _workers(options)
        if workers:
            _supervise(listening, workers, environment, folder, log, show_line)
        else:
            _serve_alone(listening, environment, folder, log, show_line)
    LOG.info("stopped")


def _workers(options: Options) -> int:
    """Return the number of engine processes; 0 if one process does everything."""
    if options.mode == "console":
        return 0
    return available_cores() if options.engine_workers is None else options.engine_workers


def _serve_alone(
    listening: OpenListeners,
    environment: ProcessEnvironment,
    folder: DataFolder,
    log: LogWriter,
    show_line: Callable[[str], None],
) -> None:
    """Run everything in this process."""
    from hanse.app.compose import compose  # noqa: PLC0415 - a supervisor does without.
    from hanse.app.serving import serve_parts  # noqa: PLC0415 - for the same reason.

    log.start()
    options = listening.options
    endpoints = list(listening.endpoints.values())
    contexts = tuple(each.tls for each in endpoints if each.tls is not None)
    jobs: list[Job] = [partial(keep_renewed, contexts, options, environment.clock)] if contexts else []
    with ExitStack() as cleanup:
        parts = compose(options, environment, cleanup)
        serve_parts(
            parts,
            endpoints,
            options,
            environment,
            log.log_request,
            announce=lambda: announce(endpoints, folder, parts.admin.setup_link, show_line),
            jobs=jobs,
        )


def _supervise(
    listening: OpenListeners,
    workers: int,
    environment: ProcessEnvironment,
    folder: DataFolder,
    log: LogWriter,
    show_line: Callable[[str], None],
) -> None:
    """Run an administration process, or the keeper of a cluster's copy, and the configured engine processes."""
    from hanse.app.child_processes import SharedResources, run_engine_worker  # noqa: PLC0415 - one process
    from hanse.app.node_board import NodeBoard  # noqa: PLC0415 - for the same reason.
    from hanse.app.process_slots import ProcessSlot  # noqa: PLC0415 - for the same reason.
    from hanse.app.supervisor import Supervisor  # noqa: PLC0415 - for the same reason.
    from hanse.kit.http.connection_acceptor import ConnectionCounts  # noqa: PLC0415 - for the same reason.
    from hanse.ops.shared_metrics import MetricsBoard, retire  # noqa: PLC0415 - for the same reason.

    node = NodeBoard(workers) if listening.options.mode == "engine" else None
    shared = SharedResources(listening, environment, ConnectionCounts(workers), MetricsBoard(workers + 1), node)
    board, counts = shared.board, shared.counts

    def ended(number: int) -> None:
        retire(board, number)
        if number:
            counts.leave(number - 1)
        if number and node is not None:
            node.leave(number - 1)

    announced: dict[str, Any] = {}

    def report_addresses(facts: Mapping[str, Any]) -> None:
        if announced != facts or not announced:
            announced.update(facts)
            announce(listening.endpoints.values(), folder, facts.get("setup_link"), show_line)

    def on_stop() -> None:
        for endpoint in listening.endpoints.values():
            for each in endpoint.sockets:
                each.close()

    name, first = _first(shared)
    worker = partial(run_engine_worker, shared)
    slots = [
        ProcessSlot(name, 0, first, partial(ended, 0)),
        *(ProcessSlot(f"engine {each}", each, worker, partial(ended, each)) for each in range(1, workers + 1)),
    ]
    composed = "hanse.app.compose_engine" if node is None else "hanse.app.compose_node"
    Supervisor(slots, log, partial(_preload, composed, "hanse.app.serving"), report_addresses, on_stop).run()


def _first(shared: "SharedResources") -> tuple[str, Callable[["ChildProcess"], int]]:
    """Return the name and the function of the process that prepares for the engine processes."""
    from hanse.app.child_processes import run_administration, run_keeper  # noqa: PLC0415 - one process does without.

    if shared.node is None:
        return "administration", partial(run_administration, shared)
    return "keeper", partial(run_keeper, shared, shared.node)


def _preload(*names: str) -> None:
    """Import the modules of engine processes, so that they start faster and share this memory."""
    for name in names:
        importlib.import_module(name)
    gc.freeze()
