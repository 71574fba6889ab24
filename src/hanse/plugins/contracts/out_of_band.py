"""The interface of out-of-band authenticators, which notify users of requests that wait for their decision.

A client starts such a request without the user's browser (OpenID Connect CIBA Core 1.0). The authenticator sends the
user a link to a page of this server. There the user signs in by the configured policies, and approves or refuses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hanse.plugins.contracts.users import AttributeValue

KIND = "outOfBandAuthenticator"
# The attribute with the user's language, if an authenticator has one; it need not have a value.
LOCALE = "locale"


class UserNotReachable(ValueError):
    """The user cannot be notified, for example because there is no e-mail address. The text has the reason."""


@dataclass(frozen=True, kw_only=True)
class ApprovalNotice:
    """A request that waits for the decision of a user.

    `attributes` are those of the user, by the contract of the authenticator. `link` is the address of the page; the
    user needs no other secret but must sign in there. `seconds` is the time until the request expires.
    """

    attributes: Mapping[str, AttributeValue]
    link: str = field(repr=False)
    application_name: str
    seconds: int


class AuthenticatorServices(Protocol):
    """The server's services for authenticators. All methods raise `kit.errors.Unavailable` if they are not possible."""

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user through a notification publisher (empty: the default); False without one.

        `values` may have the user's language as `locale`.
        """
        ...


class OutOfBandNotifier(Protocol):
    """Notifies users. It is safe to call from several threads."""

    def notify(self, notice: ApprovalNotice, services: AuthenticatorServices) -> None:
        """Send the link to the user.

        Raises UserNotReachable, and `kit.errors.Unavailable` if nothing can be sent at the moment.
        """
        ...
