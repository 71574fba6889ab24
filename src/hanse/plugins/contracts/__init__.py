"""The interface of each kind of plug-in, one module for each kind; the names for IdP adapters are here as well.

Plug-ins are synchronous: the server calls them on a limited pool of threads, never on the event loop, and gives up on a
call that takes too long. A plug-in object is created once for each configured instance and is called from several
threads; it keeps nothing between calls.
"""

from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.adapter_sessions import AdapterSession
from hanse.plugins.contracts.adapters import (
    Adapter,
    AdapterRequest,
    AdapterResult,
    Cookie,
    Failure,
    Redirect,
    ShowPage,
    Success,
)
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord

__all__ = [
    "Adapter",
    "AdapterRequest",
    "AdapterResult",
    "AdapterServices",
    "AdapterSession",
    "AttributeValue",
    "Cookie",
    "CredentialResult",
    "Failure",
    "Redirect",
    "ShowPage",
    "Success",
    "UserRecord",
]
