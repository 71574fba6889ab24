"""What this version of the product is made of."""

from contextlib import ExitStack
from functools import partial

from hanse.admin.api.dispatch import Dispatcher, documents
from hanse.app.admin import AdminParts
from hanse.app.administration import administer
from hanse.app.cluster import ConsoleNode, alone, join_as_console
from hanse.app.core import Core, Environment, opened
from hanse.app.engine import EngineParts, engine_parts, follow
from hanse.app.process import Parts
from hanse.app.rotation import keep_rotated
from hanse.app.support_data import support_worker
from hanse.kit.options import Options


def compose(options: Options, environment: Environment, cleanup: ExitStack) -> Parts:
    """Return the parts of both applications; what they hold open is closed by `cleanup`."""
    core = cleanup.enter_context(opened(options, environment))
    # Nobody would ask a process that runs the console alone.
    engine = EngineParts() if options.mode == "console" else engine_parts(core, follow(core, cleanup))
    if options.mode == "engine":
        return Parts(AdminParts(), engine)
    node = alone(core, options) if options.mode == "standalone" else join_as_console(core, options, cleanup)
    # Engines take over what the active console has renewed.
    rotation = partial(keep_rotated, core.configuration, node.is_active)
    support = support_worker(core, options, node).run
    return Parts(_admin(core, options, node), engine, (rotation, support))


def _admin(core: Core, options: Options, node: ConsoleNode) -> AdminParts:
    administration = administer(core, options, node.answers)
    dispatcher = Dispatcher(core.configuration, administration.authenticator, node.refuse_if_passive)
    key = administration.gate.issue_key()
    return AdminParts(
        routes=dispatcher.routes(administration.operations),
        checks={"database": core.configuration.database.ping},
        documents=documents(administration.operations),
        setup_link=None if key is None else f"{options.scheme}://localhost:{options.admin_port}/setup?key={key}",
    )
