"""The interface of SP adapters, which hand signed-in users over to applications."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hanse.plugins.contracts.access_tokens import Value
from hanse.plugins.contracts.token_signing import TokenSigningServices

KIND = "spAdapter"


@dataclass(frozen=True, kw_only=True)
class HandedOverUser:
    """A user who has signed in. `attributes` are those of the adapter's contract that have a value.

    `target` is the address to which the application redirects the user, which redirect validation allows; it is empty
    if the application chooses the page. `session_id` is empty if the server keeps no session, and `auth_time` is 0 if
    the time of the authentication is not known.
    """

    attributes: Mapping[str, Value]
    target: str = ""
    session_id: str = ""
    auth_time: float = 0.0
    acr: str = ""
    amr: tuple[str, ...] = ()


@dataclass(frozen=True)
class ApplicationPost:
    """A form for an application. A user's browser submits it to sign in; this server submits it to sign out."""

    address: str
    fields: Mapping[str, str] = field(repr=False)


class ServiceProviderAdapter(Protocol):
    """Hands users over to one application. It changes nothing, and is safe to call from several threads."""

    # The attribute of the contract by which the application identifies users, and that `log_out` receives.
    subject_attribute: str
    # True if the application has an address for logouts.
    receives_logouts: bool

    def hand_over(self, user: HandedOverUser, services: TokenSigningServices) -> ApplicationPost:
        """Return the form that signs a user in. Raises ValueError, with the reason for the log, if it is impossible."""
        ...

    def log_out(self, subject: str, session_id: str, services: TokenSigningServices) -> ApplicationPost:
        """Return the form that signs a user out, if `receives_logouts` is true. Raises ValueError like `hand_over`."""
        ...
