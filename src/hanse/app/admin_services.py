"""The services of the admin part: sessions, the setup, the console's calls, and every operation of the admin API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from hanse.admin.api.description_operations import describing
from hanse.admin.docs_site.help_links import documentation_urls
from hanse.admin.expressions.operations import ExpressionCalls
from hanse.admin.preferences.operations import PreferenceCalls
from hanse.admin.preferences.store import Preferences
from hanse.admin.session.authentication import Authenticator
from hanse.admin.session.credentials import AdminCredentials
from hanse.admin.session.login import SessionCalls, session_operations
from hanse.admin.session.own_password import OwnPassword
from hanse.admin.session.own_sessions import OwnSessions
from hanse.admin.session.sessions import AdminSessions, SessionLifetimes
from hanse.admin.session.throttle import LoginThrottle
from hanse.admin.setup.gate import SetupGate
from hanse.admin.setup.initial_account import AccountCreation
from hanse.admin.setup.wizard import WizardCalls, wizard_operations
from hanse.admin.shell.console import Console
from hanse.admin.shell.endpoints import EndpointCalls
from hanse.admin.shell.navigation import OtherPage, navigation
from hanse.admin.shell.search import search_operation
from hanse.admin.shell.status import LICENSE_NOTICES, SCHEMA_NOTICES, DatabaseReachable, DiskSpace, StatusCalls
from hanse.admin.trials.sign_in import SignInTests
from hanse.app.certificate_calendar import expiring_items
from hanse.app.core import Core
from hanse.app.server_certificate import server_certificate
from hanse.app.support_data_worker import support_archives, support_nodes
from hanse.cluster.node_limit_notices import node_notices
from hanse.cluster.operations import cluster_operations
from hanse.cluster.replication_notices import replication_notices
from hanse.cluster.status import ClusterAnswers
from hanse.config.change.encryption_key_rotation import SealedColumn
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.notice_sources import sources_of
from hanse.config.http.operation import Operation
from hanse.config.http.resource_operations import operations_of
from hanse.config.plugins.plugin_operations import plugin_operations
from hanse.config.transaction_view import TransactionView
from hanse.demo.operations import DemoCalls
from hanse.engine.keys.schema import dynamic_key
from hanse.engine.signin.trials.dry_run import PolicyTrials
from hanse.kit.endpoint_descriptions import Address, EndpointDescription
from hanse.kit.option_loading import flag_of
from hanse.kit.options import Options, OptionsError
from hanse.kit.product import VERSION
from hanse.kit.randomness import Randomness
from hanse.ops.certificate_calendar.calendar_address import CalendarAddresses
from hanse.ops.certificate_calendar.operations import PAGE as CALENDAR_PAGE
from hanse.ops.certificate_calendar.operations import CalendarCalls
from hanse.ops.cloud.regions import vendor_domain
from hanse.ops.engine_figures.operations import ENGINE_FIGURE_OPERATIONS
from hanse.ops.license.operations import PAGE as LICENSE_PAGE
from hanse.ops.license.operations import license_operations
from hanse.ops.logging.migrated_configuration import MigratedFile
from hanse.ops.support_data.operations import PAGE as SUPPORT_DATA_PAGE
from hanse.ops.support_data.operations import support_data_operations
from hanse.ops.support_data.schema import support_archive
from hanse.resources.all_resources import PLUGIN_KINDS
from hanse.resources.applications.clients import CLIENT_OPERATIONS
from hanse.resources.applications.quick_start.form import PAGE as QUICK_START_PAGE
from hanse.resources.applications.quick_start.operations import QUICK_START_OPERATIONS
from hanse.resources.applications.user_grants import PAGE as GRANTS_PAGE
from hanse.resources.applications.user_grants import USER_GRANT_OPERATIONS
from hanse.resources.authentication.local_identities.user_actions import LOCAL_USER_OPERATIONS
from hanse.resources.authentication.local_identities.users import PAGE as LOCAL_USERS_PAGE
from hanse.resources.authentication.policies.policy_order import policy_operations
from hanse.resources.authentication.second_factors import PAGE as SECOND_FACTORS_PAGE
from hanse.resources.authentication.second_factors import SECOND_FACTOR_OPERATIONS
from hanse.resources.authentication.sign_in_traces.operations import PAGE as TRACE_PAGE
from hanse.resources.authentication.sign_in_traces.operations import SIGN_IN_TRACE_OPERATIONS
from hanse.resources.federation.connection_operations import CONNECTION_OPERATIONS
from hanse.resources.federation.metadata.connection_source import source_operation
from hanse.resources.federation.metadata.conversion import convert_operation
from hanse.resources.federation.metadata.export import export_operation
from hanse.resources.federation.metadata.reading import reading_operation
from hanse.resources.federation.sp_adapters.target_urls import SP_ADAPTER_URL_OPERATIONS
from hanse.resources.security.certificate_groups import certificate_group_operations
from hanse.resources.security.certificate_revocation.resource import revocation_operations
from hanse.resources.security.encryption_keys import encryption_key_operations
from hanse.resources.security.key_pairs.operations import key_pair_operations
from hanse.resources.security.other_certificate_groups import other_group_operations
from hanse.resources.security.system_keys import system_key_operations
from hanse.resources.security.trusted_cas import trusted_ca_operations
from hanse.resources.system.administrative_accounts.actions import RESET_PASSWORD
from hanse.resources.system.data_stores.actions import data_store_operations
from hanse.resources.system.ping_one_connections.operations import connection_operations
from hanse.resources.system.server_settings.federation_info import federation_info_operations

T = TypeVar("T")
# The pages of the navigation that belong to no resource.
OTHER_PAGES = (
    OtherPage(QUICK_START_PAGE, Area.CONFIGURATION, Intent.WRITE),
    OtherPage(GRANTS_PAGE, Area.CONFIGURATION),
    OtherPage(SECOND_FACTORS_PAGE, Area.CONFIGURATION),
    OtherPage(LOCAL_USERS_PAGE, Area.ACCOUNTS),
    OtherPage(TRACE_PAGE, Area.CONFIGURATION),
    OtherPage(LICENSE_PAGE, Area.LICENSE),
    OtherPage(CALENDAR_PAGE, Area.KEYS),
    OtherPage(SUPPORT_DATA_PAGE, Area.SUPPORT_DATA),
)

# Operations that depend on nothing but their calls.
_FIXED_OPERATIONS = (
    *SP_ADAPTER_URL_OPERATIONS,
    *CLIENT_OPERATIONS,
    *CONNECTION_OPERATIONS,
    convert_operation(),
    source_operation(),
    export_operation(),
    reading_operation(),
    *QUICK_START_OPERATIONS,
    *USER_GRANT_OPERATIONS,
    *LOCAL_USER_OPERATIONS,
    *SIGN_IN_TRACE_OPERATIONS,
    *ENGINE_FIGURE_OPERATIONS,
    *SECOND_FACTOR_OPERATIONS,
)


@dataclass(frozen=True)
class AdminServices:
    """The parts of administration that other parts use."""

    authenticator: Authenticator
    gate: SetupGate
    operations: tuple[Operation, ...]


def administer(core: Core, options: Options, cluster: ClusterAnswers) -> AdminServices:
    """Return the administration of a configuration; `options` have the actual ports."""
    configuration, (clock, randomness) = core.configuration, (core.environment.clock, core.environment.randomness)
    database = configuration.database
    lifetimes = SessionLifetimes(idle=options.session_idle_timeout, absolute=options.session_lifetime)
    sessions = AdminSessions(configuration, clock, randomness, lifetimes)
    throttle = LoginThrottle(database, clock)
    credentials = AdminCredentials(configuration, core.passwords, throttle, clock, randomness)
    gate = SetupGate(database, clock, randomness)
    help_pages = _read_option("documentation_urls", options.documentation_urls, documentation_urls)
    tree = navigation(configuration.registry, OTHER_PAGES)
    console = Console(
        navigation=tree,
        title=options.console_title,
        show_background=options.show_background,
        environment=options.environment,
        version=VERSION,
        timezone=options.timezone,
        has_migrated_log4j2=MigratedFile(options.data).is_waiting,
        idle_timeout=sessions.lifetimes.idle,
        documentation_urls=help_pages,
        help_base_url=help_pages["main-menu"],
        ping_one_region=_read_option("cloud_console_region", options.cloud_console_region, _region),
        ping_one_environment_id=_read_option(
            "cloud_console_environment", options.cloud_console_environment, _environment
        ),
    )
    status = StatusCalls(
        sessions,
        clock,
        notifications=(
            LICENSE_NOTICES,
            SCHEMA_NOTICES,
            replication_notices(cluster.replication),
            node_notices(cluster.nodes),
            server_certificate(options),
            *sources_of(configuration.registry),
        ),
        database_warnings=(DatabaseReachable(database), *_disk(options)),
    )
    operations = (
        *operations_of(configuration.registry),
        *session_operations(SessionCalls(sessions, credentials, gate)),
        OwnPassword(sessions, credentials).operation(),
        *OwnSessions(sessions).operations(),
        RESET_PASSWORD,
        *_FIXED_OPERATIONS,
        *policy_operations(),
        *key_pair_operations(),
        *federation_info_operations(),
        *encryption_key_operations(
            (SealedColumn(dynamic_key.c.sealed), SealedColumn(support_archive.c.sealed_passphrase))
        ),
        *system_key_operations(),
        *connection_operations(configuration.registry),
        *data_store_operations(),
        SignInTests(core.passwords, throttle).operation(),
        PolicyTrials(clock).operation(),
        *trusted_ca_operations(),
        *certificate_group_operations(),
        *other_group_operations(),
        *revocation_operations(),
        *CalendarCalls(expiring_items(core.license, options), CalendarAddresses(clock, randomness)).operations(),
        AccountCreation(gate).operation(),
        *wizard_operations(WizardCalls(gate, console, options.scheme, options.engine_port)),
        *console.operations(),
        EndpointCalls(_endpoints, _addresses, options.scheme, options.engine_port).operation(),
        *status.operations(),
        search_operation(tree, PLUGIN_KINDS),
        *PreferenceCalls(Preferences(configuration, clock), tree).operations(),
        *cluster_operations(cluster),
        *license_operations(core.license),
        *support_data_operations(support_archives(core, options.timezone), support_nodes(cluster, options)),
        *(operation for kind in PLUGIN_KINDS for operation in plugin_operations(kind)),
        *MigratedFile(options.data).operations(),
        *ExpressionCalls(clock).operations(),
        *_demo(options, randomness),
    )
    operations += tuple(describing(operations, VERSION))
    return AdminServices(Authenticator(sessions, credentials, gate), gate, operations)


def _endpoints() -> Sequence[EndpointDescription]:
    from hanse.app.engine_app import ENDPOINTS  # noqa: PLC0415 - the whole engine, which a start of the console does without.

    return ENDPOINTS


def _addresses(view: TransactionView) -> list[Address]:
    from hanse.app.engine_app import addresses  # noqa: PLC0415 - for the same reason.

    return addresses(view)


def _read_option(name: str, text: str, read: Callable[[str], T]) -> T:
    """Return the parsed value of an option."""
    try:
        return read(text)
    except ValueError as error:
        raise OptionsError([f"{flag_of(name)}: {error}"]) from error


def _demo(options: Options, randomness: Randomness) -> list[Operation]:
    # The demo is stored in the data folder, which the nodes of a cluster do not share.
    port = options.demo_port if options.mode == "standalone" else 0
    return DemoCalls(options.data, port, randomness).operations()


def _region(text: str) -> str | None:
    return vendor_domain(text) if text else None


def _environment(text: str) -> str | None:
    try:
        return str(UUID(text)) if text else None
    except ValueError as error:
        raise ValueError("must be a UUID, as the cloud console shows it") from error


def _disk(options: Options) -> tuple[DiskSpace, ...]:
    # A database on another machine has its own disk, which its own operators monitor.
    return (DiskSpace(options.data),) if options.database is None else ()
