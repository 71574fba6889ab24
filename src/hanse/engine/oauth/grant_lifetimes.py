"""Lifetimes of persistent grants: the client's own settings, or else the authorization server's.

All durations are in seconds, and times in seconds since the epoch.
"""

from typing import Final

from hanse.engine.signin.contracts import Value
from hanse.resources.applications.clients.choices import Expiry, ServerOrOwn
from hanse.resources.applications.clients.model import Client
from hanse.resources.grants import GrantType, LongUnit
from hanse.resources.system.authorization_server.grants import NEVER
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

# The attribute of the persistent grant contract with which a grant mapping sets the lifetime of a grant, in minutes.
LIFETIME_ATTRIBUTE: Final = "PERSISTENT_GRANT_LIFETIME"
_SECONDS: Final = {LongUnit.MINUTES: 60, LongUnit.HOURS: 3_600, LongUnit.DAYS: 86_400}
_MINUTE: Final = 60


def lifetime(settings: AuthorizationServerSettings, client: Client) -> int | None:
    """Return the lifetime of the client's grants; None if they do not expire."""
    own = (client.persistent_grant_expiration_time, client.persistent_grant_expiration_time_unit)
    servers = (settings.persistent_grant_lifetime, settings.persistent_grant_lifetime_unit)
    return _chosen(client.persistent_grant_expiration_type, own, servers)


def idle_timeout(settings: AuthorizationServerSettings, client: Client) -> int | None:
    """Return the idle time after which the client's grants expire; None if they do not."""
    own = (client.persistent_grant_idle_timeout, client.persistent_grant_idle_timeout_time_unit)
    servers = (settings.persistent_grant_idle_timeout, settings.persistent_grant_idle_timeout_time_unit)
    return _chosen(client.persistent_grant_idle_timeout_type, own, servers)


def expiry(seconds: int | None, now: float, mapped: Value | None = None) -> float | None:
    """Return when a grant that begins now ends, or None if it does not. The parameters are those of `mapped_lifetime`.

    Raises ValueError.
    """
    length = mapped_lifetime(seconds, mapped)
    return None if length is None else now + length


def mapped_lifetime(seconds: int | None, mapped: Value | None) -> int | None:
    """Return the lifetime that a grant mapping sets, or else the given one; None if the grant does not expire.

    `mapped` is the value of LIFETIME_ATTRIBUTE: minutes, or -1 for no end. Raises ValueError for anything else, because
    a grant without a defined end must not be created.
    """
    if mapped is None or mapped in ("", []):
        return seconds
    minutes = int(mapped if isinstance(mapped, str) else mapped[0])
    if minutes != NEVER and minutes <= 0:
        raise ValueError("The lifetime of a grant must be -1 or at least one minute.")
    return None if minutes == NEVER else minutes * _MINUTE


def lifetime_in_minutes(seconds: int | None) -> str:
    """Return a lifetime in the form of the context attribute `DefaultPersistentGrantLifetime`."""
    return str(NEVER if seconds is None else seconds // _MINUTE)


def is_reused(settings: AuthorizationServerSettings, client: Client, grant_type: GrantType) -> bool:
    """Return whether an existing grant is reused for a request of this grant type."""
    is_own = client.persistent_grant_reuse_type is ServerOrOwn.OVERRIDE_SERVER_DEFAULT
    types = client.persistent_grant_reuse_grant_types if is_own else settings.persistent_grant_reuse_grant_types
    return grant_type in types


def _chosen(type_: Expiry, own: tuple[int | None, LongUnit | None], servers: tuple[int, LongUnit]) -> int | None:
    if type_ is Expiry.INDEFINITE_EXPIRY:
        return None
    number, unit = servers if type_ is Expiry.SERVER_DEFAULT else own
    return None if number is None or unit is None or number == NEVER else number * _SECONDS[unit]
