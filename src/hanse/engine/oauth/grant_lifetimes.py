"""How long persistent grants last: what a client has of its own, and otherwise the authorization server's settings.

Every function takes and returns seconds; a moment is in seconds since the epoch.
"""

from typing import Final

from hanse.engine.signin.contracts import Value
from hanse.resources.applications.clients.choices import Expiry, ServerOrOwn
from hanse.resources.applications.clients.model import Client
from hanse.resources.grants import GrantType, LongUnit
from hanse.resources.system.authorization_server.grants import NEVER
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

# The attribute of the persistent grant contract by which a grant mapping sets the lifetime of a grant, in minutes.
LIFETIME_ATTRIBUTE: Final = "PERSISTENT_GRANT_LIFETIME"
_SECONDS: Final = {LongUnit.MINUTES: 60, LongUnit.HOURS: 3_600, LongUnit.DAYS: 86_400}
_MINUTE: Final = 60


def lifetime(settings: AuthorizationServerSettings, client: Client) -> int | None:
    """Return how long a grant of the client lasts; None: it does not expire."""
    own = (client.persistent_grant_expiration_time, client.persistent_grant_expiration_time_unit)
    servers = (settings.persistent_grant_lifetime, settings.persistent_grant_lifetime_unit)
    return _chosen(client.persistent_grant_expiration_type, own, servers)


def idle_timeout(settings: AuthorizationServerSettings, client: Client) -> int | None:
    """Return after how long without use a grant of the client expires; None: it does not."""
    own = (client.persistent_grant_idle_timeout, client.persistent_grant_idle_timeout_time_unit)
    servers = (settings.persistent_grant_idle_timeout, settings.persistent_grant_idle_timeout_time_unit)
    return _chosen(client.persistent_grant_idle_timeout_type, own, servers)


def expiry(seconds: int | None, now: float, mapped: Value | None = None) -> float | None:
    """Return when a grant ends that begins now, or None when it does not.

    `mapped` is what a grant mapping fulfilled LIFETIME_ATTRIBUTE with: minutes, or -1 for no end. Raises ValueError
    when it is anything else, as a grant that nobody can bound must not be made.
    """
    if mapped is not None and mapped not in ("", []):
        minutes = int(mapped if isinstance(mapped, str) else mapped[0])
        if minutes != NEVER and minutes <= 0:
            raise ValueError("The lifetime of a grant must be -1 or at least one minute.")
        return None if minutes == NEVER else now + minutes * _MINUTE
    return None if seconds is None else now + seconds


def lifetime_in_minutes(seconds: int | None) -> str:
    """Return a lifetime as mappings get it from the context attribute `DefaultPersistentGrantLifetime`."""
    return str(NEVER if seconds is None else seconds // _MINUTE)


def is_reused(settings: AuthorizationServerSettings, client: Client, grant_type: GrantType) -> bool:
    """Return whether an existing grant is used again for a request of this grant type."""
    is_own = client.persistent_grant_reuse_type is ServerOrOwn.OVERRIDE_SERVER_DEFAULT
    types = client.persistent_grant_reuse_grant_types if is_own else settings.persistent_grant_reuse_grant_types
    return grant_type in types


def _chosen(type_: Expiry, own: tuple[int | None, LongUnit | None], servers: tuple[int, LongUnit]) -> int | None:
    if type_ is Expiry.INDEFINITE_EXPIRY:
        return None
    number, unit = servers if type_ is Expiry.SERVER_DEFAULT else own
    return None if number is None or unit is None or number == NEVER else number * _SECONDS[unit]
