"""Settings of the authorization server, and the scopes that clients can request.

`names` checks the names of scopes, `scopes` declares the four collections of scopes and scope groups, and `settings`
the other settings. Common scopes and groups are open to every client, exclusive ones to clients that list them. A name
is unique among scopes and groups, because a client requests either by its name alone (RFC 6749, section 3.3).
"""

from hanse.resources.system.authorization_server.scopes import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
    SCOPE_RESOURCES,
)
from hanse.resources.system.authorization_server.settings import SETTINGS

__all__ = ["COMMON_GROUPS", "COMMON_SCOPES", "EXCLUSIVE_GROUPS", "EXCLUSIVE_SCOPES", "SCOPE_RESOURCES", "SETTINGS"]
