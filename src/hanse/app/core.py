"""The common parts of the server and the commands: the database, its keys and the configuration."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import structlog

from hanse.app.admin_state import AdminState
from hanse.app.engine_figures import StoredEngineFigures
from hanse.app.local_user_access import StoredLocalUserAccess
from hanse.app.local_user_stores import ConfiguredLocalUserStores
from hanse.app.sign_in_traces import StoredSignInTraces
from hanse.app.state_keys import StateKeys
from hanse.app.user_factors import StoredUserFactors
from hanse.app.user_grants import StoredUserGrants
from hanse.cluster.publication import ClusterReplication
from hanse.cluster.standalone import StandaloneReplication
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database, open_database, wait_until_reachable
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.replication import Replication
from hanse.config.migrate import migrate
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.masterkey import load_master_key
from hanse.config.secrets.secret_fields import SecretFields
from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.background_work import on_a_thread
from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.local_users import BlockingLocalUsers
from hanse.kit.clock import Clock
from hanse.kit.engine_figures import EngineFigures
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import EmbeddedLocalUsers, LocalUserAccess
from hanse.kit.log_health import LogHealth
from hanse.kit.options import Options, OptionsError
from hanse.kit.ports import CloudPlatform, Entitlements, LicenseStatus, UserFactors, UserGrants
from hanse.kit.product import VERSION
from hanse.kit.randomness import Randomness
from hanse.kit.sign_in_traces import SignInTraces
from hanse.ops.cloud.client import CloudClient
from hanse.ops.cloud.http import open_http
from hanse.ops.cloud.platform import CloudPlatformClient
from hanse.ops.cloud.regions import Regions
from hanse.ops.license.keeper import LicenseKeeper
from hanse.ops.license.records import AGREEMENT_RECORD, LICENSE_RECORD
from hanse.ops.license.trust import load_trust_anchors
from hanse.ops.logging.setup import configure_terminal
from hanse.plugins.local_identities.stores import LocalUserStores
from hanse.resources.all_resources import RESOURCES
from hanse.resources.security.encryption_keys import ROTATION_RECORD
from hanse.resources.security.system_keys import create_system_keys
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

# The documents in which parts of the server store facts about this installation only.
OWN_RECORDS = (LICENSE_RECORD, AGREEMENT_RECORD, ROTATION_RECORD)

if TYPE_CHECKING:
    from hanse.engine.state.store import StoredState

LOG = structlog.stdlib.get_logger("hanse.core")
DATABASE_WAIT_SECONDS = 30.0


@dataclass(frozen=True)
class ProcessEnvironment:
    """Services of the machine that only the composition root uses."""

    clock: Clock
    randomness: Randomness
    # Identifies this start of the server for all of its processes; empty if the process is the whole server.
    boot: str = ""
    # The state of the log, which one process of the server writes.
    log_health: LogHealth = field(default_factory=LogHealth)


@dataclass(frozen=True)
class Core:
    """The parts that everything else is built on."""

    environment: ProcessEnvironment
    configuration: Configuration
    keyring: Keyring
    passwords: PasswordDigests
    license: LicenseKeeper
    platform: CloudPlatformClient
    # The port at which the engine requests client certificates; the metadata of issuers contains it.
    mutual_tls_port: int | None = None


def assemble(options: Options, environment: ProcessEnvironment, master_key: bytes) -> Core:
    """Return the parts without accessing the database that the options name.

    Raises ValueError or TrustAnchorRefused for invalid options.
    """
    clock, randomness = environment.clock, environment.randomness
    database = open_database(options.database, options.data)
    keyring = Keyring(master_key, clock, randomness)
    passwords = PasswordDigests(randomness)
    license_ = LicenseKeeper(load_trust_anchors(options.licence_trust_anchors), VERSION, clock)
    platform = CloudPlatformClient(CloudClient(open_http, _regions(options.cloud_regions)))
    state = AdminState(lambda: _open_state(options, StateKeys(keyring, database, clock), randomness))
    local_users = BlockingLocalUsers(lambda: state.opened().local_users, state.run)
    data_stores = DataStoreClients(
        options.data / "data-stores", options.node_tags, on_a_thread, networks=options.outgoing_networks
    )
    ports = Ports(
        {
            Clock: clock,
            Randomness: randomness,
            Entitlements: license_,
            LicenseStatus: license_,
            CloudPlatform: platform,
            PasswordDigests: passwords,
            PasswordRules: PasswordRules(),
            Replication: StandaloneReplication() if options.mode == "standalone" else ClusterReplication(),
            DataStoreClients: data_stores,
            UserFactors: StoredUserFactors(state),
            UserGrants: StoredUserGrants(state, clock),
            SignInTraces: StoredSignInTraces(state, clock),
            EngineFigures: StoredEngineFigures(state),
            LocalUserAccess: StoredLocalUserAccess(state, clock, randomness),
            EmbeddedLocalUsers: local_users,
            LocalUserStores: ConfiguredLocalUserStores(local_users, passwords, data_stores),
            BreachedPasswords: BreachedPasswords(options.breached_passwords),
        }
    )
    secrets = SecretFields(keyring, {PASSWORD_DIGEST: passwords.digest})
    registry = Registry((*RESOURCES, *OWN_RECORDS))
    configuration = Configuration(database, registry, secrets, ports, clock, randomness)
    return Core(environment, configuration, keyring, passwords, license_, platform, options.mutual_tls_port)


def _open_state(options: Options, keys: StateKeys, randomness: Randomness) -> "StoredState":
    # Imported here, because commands and most console processes do not need it.
    from hanse.engine.state.open_state import open_state  # noqa: PLC0415 - the comment above says why.

    # Sessions, which end with a restart of the server, are not considered.
    return open_state(options.data, options.database, keys=keys, randomness=randomness, boot="console")


@contextmanager
def opened(options: Options, environment: ProcessEnvironment) -> Iterator[Core]:
    """Open the database of the options, migrate it to this version, and yield the objects that are built on it.

    A new installation gets its keys and its evaluation license here. Raises Unavailable, MasterKeyError,
    TrustAnchorRefused or ValueError, whose texts contain the remedy.
    """
    configure_terminal()
    options.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    core = assemble(options, environment, load_master_key(os.environ, options.data, environment.randomness))
    configuration, database = core.configuration, core.configuration.database
    try:
        wait_for(database, seconds=DATABASE_WAIT_SECONDS)
        migrate(database)
        with database.writing() as connection:
            core.keyring.load_or_create(connection)
        with configuration.changing(Author("system")) as change:
            core.license.offer_evaluation(change, environment.randomness)
            create_system_keys(change, environment.clock, environment.randomness)
        with configuration.reading() as view:
            core.license.current(view)
        yield core
    finally:
        configuration.ports.get(DataStoreClients).close()
        configuration.ports.get(UserGrants).close()
        database.close()


@contextmanager
def joined(options: Options, environment: ProcessEnvironment) -> Iterator[Core]:
    """Yield the objects for a database that another process of this server has opened before.

    Raises Unavailable or MasterKeyError.
    """
    core = assemble(options, environment, load_master_key(os.environ, options.data, environment.randomness))
    configuration = core.configuration
    try:
        with configuration.reading() as view:
            core.keyring.load(view.connection)
            core.license.current(view)
        yield core
    finally:
        configuration.ports.get(DataStoreClients).close()
        configuration.database.close()


def _regions(text: str) -> Regions:
    try:
        return Regions.from_text(text)
    except ValueError as error:
        raise OptionsError([f"--cloud-regions: {error}"]) from error


def wait_for(database: Database, *, seconds: float) -> None:
    """Wait for a database that is still starting, with a message; raises Unavailable, naming it."""
    if database.is_reachable():
        return
    where = database.engine.url.render_as_string(hide_password=True)
    LOG.warning("waiting for the database", database=where, seconds=seconds)
    try:
        wait_until_reachable(database, seconds=seconds)
    except Unavailable as error:
        raise Unavailable(f"The database {where} does not answer.") from error
