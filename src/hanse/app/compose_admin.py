"""Composes a process that administers."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.api.routing import documents, routes
from hanse.admin.frames.frame import frames_of
from hanse.admin.frames.site import FrameSite
from hanse.admin.frames.state_pages.state_sites import state_routes
from hanse.app.admin_services import administer
from hanse.app.api_origins import follow_origins, keep_origins_current
from hanse.app.application_parts import AdminParts, Parts
from hanse.app.certificate_calendar import expiring_items, keep_measured
from hanse.app.cluster_node import ConsoleNode, join_as_console, join_standalone
from hanse.app.core import Core, ProcessEnvironment, opened
from hanse.app.key_pair_rotation import keep_rotated
from hanse.app.log_verbosity import follow_saves, keep_applied, new_verbosity
from hanse.app.metadata_reload import keep_metadata_current
from hanse.app.notification_job import keep_notified
from hanse.app.support_data_worker import support_worker
from hanse.kit.http.cross_origin import ApiOrigins
from hanse.kit.options import Options
from hanse.ops.certificate_calendar.expiry_metrics import ExpiryMetrics
from hanse.ops.logging.verbosity import Verbosity
from hanse.ops.notifications.log_failures import LogFailureReports
from hanse.resources.all_resources import PLUGIN_KINDS


def compose_administration(
    options: Options, environment: ProcessEnvironment, cleanup: ExitStack, prepared: Callable[[], None]
) -> Parts:
    """Return the parts of the administration process beside other processes.

    `prepared` is called when the others can use the database.
    """
    verbosity = new_verbosity(options, environment, cleanup, reports_migration=True)
    core = cleanup.enter_context(opened(options, environment))
    prepared()
    return administration_parts(core, options, join(core, options, cleanup), verbosity)


def join(core: Core, options: Options, cleanup: ExitStack) -> ConsoleNode:
    """Return the node of this process: standalone, or a member of a cluster."""
    return join_standalone(core, options) if options.mode == "standalone" else join_as_console(core, options, cleanup)


def administration_parts(core: Core, options: Options, node: ConsoleNode, verbosity: Verbosity) -> Parts:
    """Return the admin application's parts and the jobs that only one process of a server does."""
    configuration = core.configuration
    follow_saves(configuration, verbosity)
    origins = follow_origins(configuration)
    expiries = ExpiryMetrics(expiring_items(core.license, options))
    log_failures = LogFailureReports(core.environment.log_health, core.environment.clock)
    jobs = (
        # Engines receive key pairs that the active console has renewed.
        partial(keep_rotated, configuration, node.is_active),
        partial(keep_metadata_current, configuration, node.is_active),
        partial(keep_notified, configuration, node.is_active, options.language, log_failures),
        support_worker(core, options, node).run,
        partial(keep_applied, configuration, verbosity, reads=True),
        partial(keep_origins_current, configuration, origins),
        partial(keep_measured, configuration, expiries),
    )
    admin = replace(_admin(core, options, node, origins), certificate_expiries=expiries.values)
    return Parts(admin, jobs=jobs, configuration=configuration)


def _admin(core: Core, options: Options, node: ConsoleNode, origins: ApiOrigins) -> AdminParts:
    administration = administer(core, options, node.answers)
    dispatcher = OperationDispatcher(core.configuration, administration.authenticator, node.admit)
    frames = FrameSite(
        core.configuration,
        dispatcher,
        administration.operations,
        frames_of(core.configuration.registry, PLUGIN_KINDS),
        lambda: not node.is_active(),
        zone=options.timezone,
    )
    on_state = state_routes(
        dispatcher,
        administration.operations,
        lambda: not node.is_active(),
        core.environment.clock,
        options.timezone,
    )
    key = administration.gate.issue_key()
    return AdminParts(
        routes=[*routes(dispatcher, administration.operations), *on_state, *frames.routes()],
        checks={"database": core.configuration.database.ping},
        documents=documents(administration.operations),
        setup_link=None if key is None else f"{options.scheme}://localhost:{options.admin_port}/setup?key={key}",
        allowed_origins=origins,
    )
