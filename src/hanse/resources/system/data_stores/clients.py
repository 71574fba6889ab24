"""Creates clients for the directories and databases of data stores."""

import re
from typing import TYPE_CHECKING

from hanse import handles
from hanse.config.declare.ports import Ports
from hanse.config.declare.types import is_host_name
from hanse.config.declare.view import View
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.jdbc import read_url
from hanse.data_stores.settings import ConnectionSecurity, DatabaseSettings, DirectorySettings, PoolSettings, SrvLookup
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message
from hanse.resources.system.data_stores.limits import LONGEST_WAIT
from hanse.resources.system.data_stores.model import DEFAULTS, DataStore, DataStoreType
from hanse.resources.system.data_stores.tagged_servers import hosts_for, srv_prefix_of, url_for, with_default_set
from hanse.resources.trusted_authorities import trusted_authorities

if TYPE_CHECKING:
    from hanse.data_stores.database import DatabaseClient
    from hanse.data_stores.ldap import Directory

_LDAP_PORT, _LDAPS_PORT, _HIGHEST_PORT = 389, 636, 65_535
_SERVER = re.compile(r"(?P<host>[^\s:\[\]/@]+|\[[0-9A-Fa-f:.]+\])(:(?P<port>[0-9]{1,5}))?")


def open_directory(view: View, ports: Ports, id_: str) -> "Directory":
    """Return the client of a data store of the type LDAP; raises NotFound."""
    store, password = _stored(view, id_, DataStoreType.LDAP)
    sources = ports.get(DataStoreClients)
    return sources.directory(directory_settings(store, password, view, sources))


def open_tables(view: View, ports: Ports, id_: str) -> "DatabaseClient":
    """Return the client of a data store of the type JDBC; raises NotFound."""
    store, password = _stored(view, id_, DataStoreType.JDBC)
    sources = ports.get(DataStoreClients)
    return sources.tables(database_settings(store, password, sources))


def _stored(view: View, id_: str, wanted: DataStoreType) -> tuple[DataStore, str]:
    store: DataStore = view.model(handles.DATA_STORES, id_)
    if store.type is not wanted:
        raise NotFound(message("Data store '{id}' is not of the type {wanted}.", id=id_, wanted=wanted))
    return store, view.secret(handles.DATA_STORES, view.get(handles.DATA_STORES, id_), "password") or ""


def directory_settings(store: DataStore, password: str, view: View, sources: DataStoreClients) -> DirectorySettings:
    """Return this node's connection settings for a directory; raises ValueError if the servers are malformed."""
    store = with_defaults(store)
    security = (
        ConnectionSecurity.TLS
        if store.use_ssl
        else ConnectionSecurity.START_TLS
        if store.use_start_tls
        else ConnectionSecurity.NONE
    )
    hosts = hosts_for(store, sources.tags)
    servers = [server_of(text, is_tls=bool(store.use_ssl)) for text in hosts]
    wait = store.max_wait or 0
    return DirectorySettings(
        servers=() if store.use_dns_srv_records else tuple(server for server in servers if server is not None),
        lookup=SrvLookup(domains=tuple(hosts), prefix=srv_prefix_of(store) or "", ttl=(store.dns_ttl or 0) / 1000)
        if store.use_dns_srv_records
        else None,
        bind_dn="" if store.bind_anonymously else store.user_dn or "",
        password="" if store.bind_anonymously else password,
        security=security,
        authorities=trusted_authorities(view) if security is not ConnectionSecurity.NONE else "",
        verify_host=store.verify_host is not False,
        connect_timeout=_seconds(store.connection_timeout),
        read_timeout=_seconds(store.read_timeout),
        follow_referrals=bool(store.follow_ldap_referrals),
        test_on_borrow=bool(store.test_on_borrow),
        test_on_return=bool(store.test_on_return),
        test_after=max(0, store.time_between_evictions or 0) / 1000 or None,
        retry=bool(store.retry_failed_operations),
        binary=frozenset(store.binary_attributes or ()),
        pool=PoolSettings(
            minimum=store.min_connections or 0,
            maximum=store.max_connections or 1,
            wait=None if wait < 0 else wait / 1000,
            overflows=bool(store.create_if_necessary),
        ),
    )


def database_settings(store: DataStore, password: str, sources: DataStoreClients) -> DatabaseSettings:
    """Return this node's connection settings for a database; raises ValueError if the address is malformed."""
    from sqlalchemy.engine import make_url  # noqa: PLC0415 - beside the one use.

    store = with_defaults(store)
    url = make_url(read_url(store.driver_class or "", url_for(store, sources.tags), sources.folder))
    if store.user_name and url.get_backend_name() != "sqlite":
        url = url.set(username=store.user_name)
    timeout = _seconds(store.blocking_timeout)
    return DatabaseSettings(
        url=url.render_as_string(hide_password=False),
        password=password,
        connect_timeout=timeout,
        read_timeout=timeout,
        validation=store.validate_connection_sql or "",
        pool=PoolSettings(
            minimum=store.min_pool_size or 0,
            maximum=store.max_pool_size or 1,
            wait=timeout,
            lifetime=60 * (store.idle_timeout or 5),
        ),
    )


def with_defaults(store: DataStore) -> DataStore:
    """Return a data store with default values, which a data store lacks before it is saved."""
    usual = {name: value for name, value in DEFAULTS[store.type].items() if getattr(store, name) is None}
    return with_default_set(store.model_copy(update=usual))


def server_of(text: str, *, is_tls: bool) -> tuple[str, int] | None:
    """Return the host and port in a text; None if the text is malformed."""
    found = _SERVER.fullmatch(text)
    if found is None:
        return None
    host, port = found.group("host"), int(found.group("port") or (_LDAPS_PORT if is_tls else _LDAP_PORT))
    is_good = host.startswith("[") or is_host_name(host)
    return (host.strip("[]"), port) if is_good and 0 < port <= _HIGHEST_PORT else None


def _seconds(milliseconds: int | None) -> float:
    return (milliseconds if milliseconds and milliseconds > 0 else LONGEST_WAIT) / 1000
