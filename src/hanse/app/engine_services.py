"""Services of the engine's endpoints: run-time state, threads for blocking calls, and requests to other servers."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any, Final

from hanse.app.application_parts import Job
from hanse.app.core import Core
from hanse.app.short_lived_keys import ShortLivedKeys
from hanse.app.state_keys import StateKeys
from hanse.config.configuration import Configuration
from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.engine.background_jobs import Sweeper, outbox_sender
from hanse.engine.figures.figure_writer import FigureWriter
from hanse.engine.outgoing_requests import GuardedRequests
from hanse.engine.services import Services
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.data_stores import TRUSTED_AUTHORITIES
from hanse.engine.snapshot.follower import Follower
from hanse.engine.state.open_state import is_shared, open_state
from hanse.engine.state.store import StoredState
from hanse.engine.thread_pools import ThreadWork
from hanse.engine.trace.trace_queue import WRITE_SECONDS, TraceWriter
from hanse.kit.options import Options, OptionsError
from hanse.kit.periodic import Periodic
from hanse.kit.randomness import new_id
from hanse.kit.spans import Spans

_SWEEP_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.1
NO_OPEN_TELEMETRY: Final = "--otlp-endpoint requires the OpenTelemetry libraries. Install hanse[opentelemetry]."


def engine_services(
    core: Core,
    follower: Follower,
    options: Options,
    cleanup: ExitStack,
    *,
    configuration: Configuration | None = None,
) -> Services:
    """Open the services of the endpoints, until `cleanup`.

    `configuration` is the saved configuration, if the process does not serve from it. Raises Unavailable if
    the run-time state cannot be opened.
    """
    environment = core.environment
    state = _open_state(core, follower, options)
    cleanup.callback(state.close_blocking)
    spans = open_spans(options, cleanup)
    work = ThreadWork()
    cleanup.callback(work.close)
    return Services(
        snapshot=lambda: follower.snapshot,
        state=state,
        clock=environment.clock,
        randomness=environment.randomness,
        work=work,
        outgoing=GuardedRequests(
            options.outgoing_networks, lambda: follower.snapshot.parts.get(TRUSTED_AUTHORITIES.name, "")
        ),
        passwords=core.passwords,
        ports=core.configuration.ports,
        pages=PageRenderer(options.templates),
        configuration=configuration or core.configuration,
        wait_for_snapshot=follower.wait_until,
        sign_in_timeout=options.sign_in_timeout,
        breached=BreachedPasswords(options.breached_passwords),
        spans=spans,
    )


def _open_state(core: Core, follower: Follower, options: Options) -> StoredState:
    """Open the run-time state, with the keys of the configuration that the process serves from."""
    environment = core.environment
    keys = StateKeys(core.keyring, core.configuration.database, environment.clock)
    short_lived_keys = ShortLivedKeys(core.configuration, keys)
    follower.after_swap(short_lived_keys.follow)
    return open_state(
        options.data,
        options.database,
        keys=keys,
        short_lived_keys=short_lived_keys,
        randomness=environment.randomness,
        boot=_boot(core, options),
    )


def open_spans(options: Options, cleanup: ExitStack) -> Spans | None:
    """Return what records requests as spans until `cleanup`, if the options name a receiver. Raises OptionsError."""
    if options.otlp_endpoint is None:
        return None
    try:
        from hanse.ops.open_telemetry import OpenTelemetrySpans  # noqa: PLC0415 - its libraries are optional.
    except ImportError as error:
        raise OptionsError([NO_OPEN_TELEMETRY]) from error
    spans = OpenTelemetrySpans(options.otlp_endpoint, options.mode)
    cleanup.callback(spans.close)
    return spans


def _boot(core: Core, options: Options) -> str:
    """Return the identifier of this start of the server. Sessions that are not persistent are bound to it.

    Servers that share PostgreSQL start and stop one by one, while their sessions are shared.
    """
    if is_shared(options.database):
        return "shared"
    return core.environment.boot or new_id(core.environment.randomness)


def engine_jobs(services: Services, *, sweeps: bool = True) -> tuple[Job, ...]:
    """Return the background jobs. `sweeps` selects the process that removes expired state."""
    writer = TraceWriter(services.traces, services.state.traces)
    jobs: list[Job] = [outbox_sender(services).run, Periodic("sign-in traces", writer.write, WRITE_SECONDS).run]
    jobs.append(FigureWriter(services.counters, services.state.figures, services.clock).run)
    if sweeps:
        jobs.append(sweeper(services))
    if isinstance(services.outgoing, GuardedRequests):
        jobs.append(services.outgoing.keep_connections)
    return tuple(jobs)


def sweeper(services: Services) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return the job that removes expired state for as long as the server runs."""
    keeper = Sweeper(services)

    async def sweep() -> None:
        has_more = True
        # Requests have priority: each table is swept in a short transaction of its own.
        while has_more:
            has_more = await keeper.sweep()
            await asyncio.sleep(_PAUSE_SECONDS)

    return Periodic("removal of expired state", sweep, _SWEEP_SECONDS).run
