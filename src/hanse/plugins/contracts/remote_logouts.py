"""The interface of adapters whose users can be signed out by another server."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.users import AttributeValue

# The address to which other servers send logout tokens of users who signed in here.
REMOTE_LOGOUT_PATH: Final = "/sp/{name}/bclogout.openid"


@dataclass(frozen=True, kw_only=True)
class RemoteLogout:
    """A logout at another server.

    The user is given as in `Success`, or is not given if `session` identifies the user's session alone. `session` is
    empty for all of the user's sessions.
    """

    attributes: Mapping[str, AttributeValue]
    session: str = ""


class LogoutRefused(Exception):
    """A logout token is not valid; the text says why, for the log, without values of the token."""


class RemoteLogouts(Protocol):
    """Reads the logout tokens of another server; an adapter may do so."""

    # The name in the address of its callbacks.
    callback: str

    def read_logout(self, token: str, services: AdapterServices, now: datetime) -> RemoteLogout:
        """Return the content of a valid logout token. Raises LogoutRefused."""
        ...
