"""Settings of the authorization server, and the scopes that clients can request.

`names` says what a scope can be called, `scopes` declares the four collections of scopes and scope groups, and
`settings` what is left. Common scopes and groups are open to every client, exclusive ones to those that name them.
A name means one scope or group: a client asks for either by its name alone (RFC 6749, section 3.3).
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
