"""Connection settings of data stores and other servers, so that requests need not read the configuration."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from hanse.config.list_query import ListQuery
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import DatabaseSettings, DirectorySettings
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import UNREADABLE, not_usable
from hanse.kit.errors import NotFound
from hanse.plugins.contracts.data_stores import CustomDataStore
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.data_stores import CUSTOM_STORE_KIND, DATA_STORES
from hanse.resources.system.data_stores.clients import database_settings, directory_settings
from hanse.resources.system.data_stores.model import DataStore, DataStoreType
from hanse.resources.trusted_authorities import authority_pem

LOG = structlog.stdlib.get_logger("hanse.data-stores")


@dataclass(frozen=True)
class DataStores:
    """The settings of all data stores by id. Unusable ones are omitted; the log has the reason."""

    directories: Mapping[str, DirectorySettings] = field(default_factory=dict)
    databases: Mapping[str, DatabaseSettings] = field(default_factory=dict)
    custom: Mapping[str, CustomDataStore] = field(default_factory=dict)


def _compile(given: CompilerInput[DataStores]) -> DataStores:
    directories: dict[str, DirectorySettings] = {}
    databases: dict[str, DatabaseSettings] = {}
    custom: dict[str, CustomDataStore] = {}
    for stored in given.view.list(DATA_STORES, ListQuery()).items:
        try:
            store: DataStore = given.view.model(DATA_STORES, stored.id)
        except UNREADABLE as error:
            not_usable(DATA_STORES, stored.id, error)
            continue
        password = given.view.secret(DATA_STORES, stored, "password") or ""
        sources = given.ports.get(DataStoreClients)
        try:
            if store.type is DataStoreType.LDAP:
                directories[stored.id] = directory_settings(store, password, given.view, sources)
            elif store.type is DataStoreType.JDBC:
                databases[stored.id] = database_settings(store, password, sources)
            else:
                custom[stored.id] = CUSTOM_STORE_KIND.made(given.view, stored.id)
        except (ValueError, NotFound) as error:
            LOG.error("data store not usable", id=stored.id, reason=str(error))  # noqa: TRY400 - the reason says all.
    return DataStores(directories, databases, custom)


def _compile_authorities(given: CompilerInput[str]) -> str:
    found: list[str] = []
    for stored in given.view.list(TRUSTED_CAS, ListQuery()).items:
        try:
            found.append(authority_pem(given.view.model(TRUSTED_CAS, stored.id).certificate))
        except UNREADABLE as error:
            not_usable(TRUSTED_CAS, stored.id, error)
    return "".join(found)


# The certificates, as PEM, of authorities that are trusted in addition to those of the system.
TRUSTED_AUTHORITIES: Compiler[str] = Compiler(
    "trusted authorities", frozenset({TRUSTED_CAS.kind}), _compile_authorities
)
DATA_STORE_SETTINGS: Compiler[DataStores] = Compiler(
    "data stores", frozenset({DATA_STORES.kind, TRUSTED_CAS.kind}), _compile
)
