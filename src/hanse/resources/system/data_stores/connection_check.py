"""Tests the connection of a data store, with new or with stored settings."""

from collections.abc import Hashable, Iterator
from datetime import timedelta
from typing import cast

from hanse import handles
from hanse.config.declare.ports import Ports
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import ConfigurationReader, View
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import CredentialsRefused, DatabaseSettings, DirectorySettings, SourceFailed
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, NotFound
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.data_stores import CustomDataStore
from hanse.resources.system.data_stores.clients import database_settings, directory_settings
from hanse.resources.system.data_stores.custom import custom_client
from hanse.resources.system.data_stores.model import DataStore, DataStoreType
from hanse.resources.system.data_stores.password_targets import sends_password_elsewhere
from hanse.resources.system.data_stores.tagged_servers import with_default_set, with_what_changed
from hanse.resources.trusted_authorities import trusted_authorities

# The settings or the object with which a connection is opened.
Connection = DirectorySettings | DatabaseSettings | CustomDataStore


def verify(new: DataStore, id_: str | None, configuration: ConfigurationReader) -> Iterator[FieldError]:
    """Find connection failures of a data store that is about to be saved. The rules report invalid settings.

    Nothing is opened if a connection with the same settings has worked within the data store validation interval.
    """
    with configuration.reading() as view:
        seconds = view.singleton(handles.GENERAL_SETTINGS).datastore_validation_interval_secs
    return find_failures(new, id_, configuration, timedelta(seconds=seconds))


def find_failures(
    new: DataStore, id_: str | None, configuration: ConfigurationReader, trusted: timedelta = timedelta(0)
) -> Iterator[FieldError]:
    """Find connection failures. A successful check with the same settings is reused for the time `trusted`."""
    sources, now = configuration.ports.get(DataStoreClients), configuration.ports.get(Clock).now()
    with configuration.reading() as view:
        try:
            settings = _settings(view, new, id_, sources)
        except (ValueError, BrokenSeal):
            return
    if settings is None:
        return
    # The settings of a plug-in cannot be compared with those of an earlier check.
    recent = None if new.type is DataStoreType.CUSTOM else cast("Hashable", settings)
    if recent is not None and sources.recent_checks.include(recent, now, trusted):
        return
    failure = failure_of(settings, sources)
    if failure is None and recent is not None:
        sources.recent_checks.add(recent, now)
    elif failure is not None:
        sources.recent_checks.remove(recent)
        yield from (FieldError(str(failure), field, "connection_failed") for field in _fields_about(failure, new))


def _fields_about(failure: SourceFailed, store: DataStore) -> tuple[str, ...]:
    """Return the fields that a failure concerns."""
    if store.type is DataStoreType.CUSTOM:
        return ("configuration",)
    is_directory = store.type is DataStoreType.LDAP
    if isinstance(failure, CredentialsRefused):
        return ("userDN" if is_directory else "userName", "password")
    return ("hostnames",) if is_directory else ("connectionUrl",)


def failure_of(settings: Connection, sources: DataStoreClients) -> SourceFailed | None:
    """Open a new connection, and return the reason if that fails."""
    try:
        if isinstance(settings, DirectorySettings):
            sources.directory(settings).check()
        elif isinstance(settings, DatabaseSettings):
            sources.tables(settings).check()
        else:
            settings.check(sources)
    except SourceFailed as error:
        return error
    return None


def stored_settings(view: View, id_: str, sources: DataStoreClients) -> Connection:
    """Return the connection settings of a stored data store; raises NotFound, also if its plug-in is missing."""
    store: DataStore = view.model(handles.DATA_STORES, id_)
    if store.type is DataStoreType.CUSTOM:
        made = custom_client(Proposal(store, store, view, Ports({})), trusted_authorities(view))
        if made is None:
            raise NotFound(message("The plug-in of {called} '{id}' is not installed.", called="Data Store", id=id_))
        return made
    return _made(
        view, store, view.secret(handles.DATA_STORES, view.get(handles.DATA_STORES, id_), "password") or "", sources
    )


def _settings(view: View, new: DataStore, id_: str | None, sources: DataStoreClients) -> Connection | None:
    stored = view.find(handles.DATA_STORES, id_) if id_ is not None else None
    old = None if stored is None else view.model(handles.DATA_STORES, stored.id)
    if new.type is DataStoreType.CUSTOM:
        return custom_client(Proposal(new, old, view, Ports({})), trusted_authorities(view))
    new = with_what_changed(new, old)
    # The rules refuse this save, and nothing may be sent before they do.
    if sends_password_elsewhere(new, old, view):
        return None
    password = new.password
    if not password:
        kept = stored.body.get("encryptedPassword") if stored is not None else None
        sealed = kept if new.encrypted_password is None else new.encrypted_password
        body = {"encryptedPassword": sealed} if sealed else {}
        password = view.secret(handles.DATA_STORES, StoredDocument("", body, 0), "password")
    new = with_default_set(new)
    is_whole = new.hostnames if new.type is DataStoreType.LDAP else new.connection_url
    # A bind with a name and no password would be an unauthenticated bind (RFC 4513, section 5.1.2).
    lacks = new.type is DataStoreType.LDAP and not new.bind_anonymously and not (new.user_dn and password)
    return _made(view, new, password or "", sources) if is_whole and not lacks else None


def _made(
    view: View, store: DataStore, password: str, sources: DataStoreClients
) -> DirectorySettings | DatabaseSettings:
    if store.type is DataStoreType.LDAP:
        return directory_settings(store, password, view, sources)
    return database_settings(store, password, sources)
