"""Authentication sources: adapters, and connections to identity providers through which users sign in.

Both are used through the interface of adapters. The run-time state names a source by its key: the id of the adapter, or
the id of the connection behind a prefix that ids cannot contain. An adapter whose settings an SP connection overrides
is a source of its own, and its key has the ids of both.
"""

from typing import Any, Final

from hanse.config.declare.fields import ResourceLink
from hanse.engine.snapshot.configuration_parts import ADAPTERS, Instance
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.snapshot.overridden_adapters import OVERRIDDEN_ADAPTERS
from hanse.engine.snapshot.partner_accounts import AccountLinking, UserProvisioning
from hanse.resources.authentication.policies.tree import AuthenticationSource, AuthenticationSourceType
from hanse.resources.mapping.model import SourceType

_CONNECTION: Final = "connection:"
_OVERRIDDEN: Final = "overridden:"


def source_key(source: AuthenticationSource) -> str:
    """Return the key of the source that a policy names."""
    id_ = source.source_ref.id
    return id_ if source.type is AuthenticationSourceType.IDP_ADAPTER else f"{_CONNECTION}{id_}"


def source_of(key: str) -> AuthenticationSource:
    """Return the source with this key, as policies name it."""
    key = base_key(key)
    id_ = key.removeprefix(_CONNECTION)
    is_adapter = id_ == key
    type_ = AuthenticationSourceType.IDP_ADAPTER if is_adapter else AuthenticationSourceType.IDP_CONNECTION
    return AuthenticationSource(type=type_, source_ref=ResourceLink(id=id_))


def mapping_source(key: str) -> tuple[SourceType, str]:
    """Return the type and the id with which mappings name the source with this key."""
    source = source_of(key)
    is_adapter = source.type is AuthenticationSourceType.IDP_ADAPTER
    return SourceType.ADAPTER if is_adapter else SourceType.IDP_CONNECTION, source.source_ref.id


def find_source(snapshot: Snapshot, key: str) -> Instance[Any] | None:
    """Return the source with this key; None if there is none."""
    if key.startswith(_OVERRIDDEN):
        connection, adapter = _overridden(key)
        return snapshot.part(OVERRIDDEN_ADAPTERS).get(connection, {}).get(adapter)
    id_ = key.removeprefix(_CONNECTION)
    if id_ == key:
        return snapshot.part(ADAPTERS).get(key)
    return snapshot.part(CONNECTION_SOURCES).find(id_)


def find_provisioning(snapshot: Snapshot, key: str) -> UserProvisioning | None:
    """Return the provisioning of the users of the source with this key; None if there is none."""
    id_ = key.removeprefix(_CONNECTION)
    return None if id_ == key else snapshot.part(CONNECTION_SOURCES).provisioning(id_)


def find_linking(snapshot: Snapshot, key: str) -> AccountLinking | None:
    """Return the account linking of the users of the source with this key; None if there is none."""
    id_ = key.removeprefix(_CONNECTION)
    return None if id_ == key else snapshot.part(CONNECTION_SOURCES).linking(id_)


def connection_key(id_: str) -> str:
    """Return the key of a connection."""
    return f"{_CONNECTION}{id_}"


def key_for_connection(snapshot: Snapshot, key: str, connection: str) -> str:
    """Return the key of a source in sign-ins for an SP connection, which may override settings of an adapter."""
    overridden = snapshot.part(OVERRIDDEN_ADAPTERS).get(connection, {}) if connection else {}
    return f"{_OVERRIDDEN}{connection}:{key}" if key in overridden else key


def is_overridden(key: str) -> bool:
    """Return whether an SP connection overrides settings of the source with this key."""
    return key.startswith(_OVERRIDDEN)


def base_key(key: str) -> str:
    """Return the key of the source without the settings of a connection."""
    return _overridden(key)[1] if key.startswith(_OVERRIDDEN) else key


def _overridden(key: str) -> tuple[str, str]:
    """Return the ids of the connection and of the adapter."""
    connection, _, adapter = key.removeprefix(_OVERRIDDEN).partition(":")
    return connection, adapter
