"""Composes all parts of a server that runs in one process."""

from contextlib import ExitStack

from hanse.app.application_parts import Parts
from hanse.app.compose_admin import administration_parts, join
from hanse.app.compose_engine import engine_of
from hanse.app.core import ProcessEnvironment, opened
from hanse.app.engine_app import follow
from hanse.app.log_verbosity import new_verbosity
from hanse.kit.options import Options


def compose(options: Options, environment: ProcessEnvironment, cleanup: ExitStack) -> Parts:
    """Return the parts of both applications; `cleanup` closes their resources."""
    verbosity = new_verbosity(options, environment, cleanup, reports_migration=True)
    if options.mode == "engine":
        from hanse.app.compose_node import compose_engine_node  # noqa: PLC0415 - few servers are nodes of a cluster.

        return compose_engine_node(options, environment, verbosity, cleanup)
    core = cleanup.enter_context(opened(options, environment))
    # A process that runs only the console has no engine.
    engine = None if options.mode == "console" else engine_of(core, follow(core, cleanup), options, cleanup)
    node = join(core, options, cleanup)
    parts = administration_parts(core, options, node, verbosity)
    if engine is None:
        return parts
    return Parts(parts.admin, engine.engine, (*parts.jobs, *engine.jobs), parts.configuration)
