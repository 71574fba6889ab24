"""Composes the engine, or one of its processes."""

from contextlib import ExitStack
from functools import partial

from hanse.app.application_parts import Parts
from hanse.app.core import Core, ProcessEnvironment, joined
from hanse.app.engine_app import engine_parts, follow
from hanse.app.engine_services import engine_jobs, engine_services
from hanse.app.log_verbosity import keep_applied, new_verbosity
from hanse.engine.snapshot.follower import Follower
from hanse.kit.options import Options
from hanse.ops.logging.verbosity import Verbosity


def compose_worker(options: Options, environment: ProcessEnvironment, cleanup: ExitStack, *, is_first: bool) -> Parts:
    """Return the parts of one of several engine processes. The first one has the jobs that only one process may do."""
    verbosity = new_verbosity(options, environment, cleanup, reports_migration=False)
    core = cleanup.enter_context(joined(options, environment))
    follower = follow(core, cleanup, administers=False)
    follow_snapshots(follower, verbosity)
    parts = engine_of(core, follower, options, cleanup, sweeps=is_first)
    keep = partial(keep_applied, core.configuration, verbosity, reads=False)
    return Parts(engine=parts.engine, jobs=(keep, *parts.jobs), configuration=core.configuration)


def engine_of(core: Core, follower: Follower, options: Options, cleanup: ExitStack, *, sweeps: bool = True) -> Parts:
    """Return the engine application's parts and jobs. `sweeps` selects the process that removes expired state."""
    services = engine_services(core, follower, options, cleanup)
    return Parts(engine=engine_parts(core, follower, services), jobs=engine_jobs(services, sweeps=sweeps))


def follow_snapshots(follower: Follower, verbosity: Verbosity) -> None:
    """Apply the log settings together with the rest of a received configuration."""
    follower.after_swap(lambda snapshot: verbosity.take(snapshot.verbose))
