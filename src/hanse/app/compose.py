"""What this version of the product is made of."""

from contextlib import ExitStack
from functools import partial

from hanse.admin.api.dispatch import Dispatcher
from hanse.admin.api.routing import documents, routes
from hanse.admin.frames.site import FrameSite
from hanse.app.admin import AdminParts
from hanse.app.administration import administer
from hanse.app.cluster import ConsoleNode, join_as_console, stand_alone
from hanse.app.core import Core, Environment, opened
from hanse.app.engine import EngineParts, engine_parts, follow
from hanse.app.engine_node import serve_published
from hanse.app.engine_services import engine_services, sweeper
from hanse.app.notifications import keep_notified
from hanse.app.process import Job, Parts
from hanse.app.rotation import keep_rotated
from hanse.app.support_data import support_worker
from hanse.app.verbosity import follow_saves, follow_snapshots, keep_in_force
from hanse.kit.options import Options
from hanse.ops.logging.migrated import MigratedFile
from hanse.ops.logging.verbosity import Verbosity


def compose(options: Options, environment: Environment, cleanup: ExitStack) -> Parts:
    """Return the parts of both applications; what they hold open is closed by `cleanup`."""
    verbosity = _verbosity(options, environment, cleanup)
    if options.mode == "engine":
        return _engine_node(options, environment, verbosity, cleanup)
    core = cleanup.enter_context(opened(options, environment))
    follow_saves(core.configuration, verbosity)
    keep = partial(keep_in_force, core.configuration, verbosity, reads=True)
    # Nobody would ask a process that runs the console alone.
    engine, engine_jobs = (EngineParts(), ()) if options.mode == "console" else _engine(core, options, cleanup)
    node = stand_alone(core, options) if options.mode == "standalone" else join_as_console(core, options, cleanup)
    # Engines take over what the active console has renewed.
    rotation = partial(keep_rotated, core.configuration, node.is_active)
    notifying = partial(keep_notified, core.configuration, node.is_active)
    support = support_worker(core, options, node).run
    return Parts(
        _admin(core, options, node), engine, (rotation, notifying, support, keep, *engine_jobs), core.configuration
    )


def _engine(core: Core, options: Options, cleanup: ExitStack) -> tuple[EngineParts, tuple[Job, ...]]:
    follower = follow(core, cleanup)
    services = engine_services(core, follower, options, cleanup)
    return engine_parts(core, follower, services), (sweeper(services),)


def _engine_node(options: Options, environment: Environment, verbosity: Verbosity, cleanup: ExitStack) -> Parts:
    node = serve_published(options, environment, cleanup)
    follow_snapshots(node.follower, verbosity)
    keep = partial(keep_in_force, node.core.configuration, verbosity, reads=False)
    return Parts(
        AdminParts(),
        node.parts,
        (support_worker(node.core, options, node).run, keep, sweeper(node.services)),
        node.core.configuration,
    )


def _verbosity(options: Options, environment: Environment, cleanup: ExitStack) -> Verbosity:
    migrated = MigratedFile(options.data)
    migrated.tell()
    verbosity = Verbosity(environment.clock, is_held=migrated.is_waiting)
    cleanup.callback(verbosity.close)
    return verbosity


def _admin(core: Core, options: Options, node: ConsoleNode) -> AdminParts:
    administration = administer(core, options, node.answers)
    dispatcher = Dispatcher(core.configuration, administration.authenticator, node.refuse_if_passive)
    frames = FrameSite(
        core.configuration,
        dispatcher,
        administration.operations,
        lambda: not node.is_active(),
        zone=options.timezone,
    )
    key = administration.gate.issue_key()
    return AdminParts(
        routes=[*routes(dispatcher, administration.operations), *frames.routes()],
        checks={"database": core.configuration.database.ping},
        documents=documents(administration.operations),
        setup_link=None if key is None else f"{options.scheme}://localhost:{options.admin_port}/setup?key={key}",
    )
