"""What this version of the product is made of."""

from contextlib import ExitStack

from hanse.admin.api.dispatch import Dispatcher, documents
from hanse.admin.api.operations import describing
from hanse.app.admin import AdminParts
from hanse.app.core import Core, Environment, opened
from hanse.app.engine import EngineParts
from hanse.app.operations import all_operations
from hanse.app.process import Parts
from hanse.kit.options import Options
from hanse.kit.product import VERSION


def compose(options: Options, environment: Environment, cleanup: ExitStack) -> Parts:
    """Return the parts of both applications; what they hold open is closed by `cleanup`."""
    core = cleanup.enter_context(opened(options, environment))
    return Parts(_admin(core, options), EngineParts(checks={"database": core.configuration.database.ping}))


def _admin(core: Core, options: Options) -> AdminParts:
    services = administration(core, options)
    operations = all_operations(core, services)
    operations += describing(operations, VERSION)
    dispatcher = Dispatcher(core.configuration, services.authenticator)
    return AdminParts(
        routes=dispatcher.routes(operations),
        checks={"database": core.configuration.database.ping},
        documents=documents(operations),
        setup_link=services.setup_link,
    )
