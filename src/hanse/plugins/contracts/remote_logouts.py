"""The interfaces of adapters whose users can be signed out by another server, or there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.users import AttributeValue

# The address to which other servers send logout tokens of users who signed in here.
REMOTE_LOGOUT_PATH: Final = "/sp/{name}/bclogout.openid"
# The address that pages of other servers load in a frame when a user logs out there.
FRONT_LOGOUT_PATH: Final = "/sp/{name}/fclogout.openid"
# The address to which other servers redirect users after a logout there.
POST_LOGOUT_PATH: Final = "/sp/{name}/logout.openid"


@dataclass(frozen=True, kw_only=True)
class RemoteLogout:
    """A logout at another server.

    The user is given as in `Success`, or is not given if `session` identifies the user's session alone. `session` is
    empty for all of the user's sessions.
    """

    attributes: Mapping[str, AttributeValue]
    session: str = ""
    # As in `Success`.
    further_issuer: str = ""


class LogoutRefused(Exception):
    """A logout token is not valid; the text says why, for the log, without values of the token."""


class RemoteLogouts(Protocol):
    """Reads the logout tokens of another server; an adapter may do so."""

    # The name in the address of its callbacks.
    callback: str

    def read_logout(self, token: str, services: AdapterServices, now: datetime) -> RemoteLogout:
        """Return the content of a valid logout token. Raises LogoutRefused."""
        ...

    def read_front_logout(self, issuer: str, session: str) -> RemoteLogout:
        """Return the logout of a session of an issuer, from the query of a request. Raises LogoutRefused."""
        ...


class RemoteSignOut(Protocol):
    """Signs users out at another server; an adapter may do so."""

    # The name in the address to which the other server redirects users afterwards.
    callback: str

    def sign_out_url(self, hint: str, state: str, issuer: str, services: AdapterServices, now: datetime) -> str:
        """Return the address of the other server that signs out a user; empty if it has none.

        `hint` is the text that the adapter returned with the sign-in. The other server returns the user with `state` to
        the `post_logout_url` of the issuer.
        """
        ...


def front_logout_url(issuer: str, name: str) -> str:
    """Return the address of an issuer that another server's pages load when a user logs out there."""
    return f"{issuer}{FRONT_LOGOUT_PATH.format(name=name)}"


def post_logout_url(issuer: str, name: str) -> str:
    """Return the address of an issuer to which another server redirects users after a logout."""
    return f"{issuer}{POST_LOGOUT_PATH.format(name=name)}"
