"""The authenticator that sends users an e-mail with a link to the page where they decide."""

from typing import Final

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.out_of_band import (
    KIND,
    LOCALE,
    ApprovalNotice,
    AuthenticatorServices,
    UserNotReachable,
)
from hanse.plugins.contracts.users import AttributeValue
from hanse.plugins.notification.smtp.fields import check_address

PUBLISHER: Final = "Notification Publisher"
EMAIL: Final = "email"
TEMPLATE: Final = "message-template-ciba-approval.html"


class EmailAuthenticator:
    """Sends e-mails; the interface is `contracts.out_of_band.OutOfBandNotifier`."""

    def __init__(self, settings: Settings) -> None:
        self._publisher = settings.text(PUBLISHER)

    def notify(self, notice: ApprovalNotice, services: AuthenticatorServices) -> None:
        """Queue the message."""
        address = _first(notice.attributes.get(EMAIL, ""))
        if check_address(address) is not None:
            raise UserNotReachable("The user has no valid e-mail address.")
        # The binding message is shown on the page only: clients choose it, and a message must not carry their links.
        values = {
            "application": notice.application_name,
            "link": notice.link,
            "minutes": str(max(1, notice.seconds // 60)),
        }
        if locale := _first(notice.attributes.get(LOCALE, "")):
            values["locale"] = locale.replace("_", "-").partition("-")[0].lower()
        if not services.send_email(self._publisher, address, TEMPLATE, values):
            raise Unavailable("The notification publisher does not accept messages.")


def _first(value: AttributeValue) -> str:
    return value if isinstance(value, str) else next(iter(value), "")


EMAIL_AUTHENTICATOR = Plugin(
    kind=KIND,
    id="hanse.email-authenticator",
    name="E-Mail Authenticator",
    keywords=("CIBA", "mail", "approval link"),
    make=EmailAuthenticator,
    attribute_contract=(EMAIL, LOCALE),
    form=Form(
        description="Sends users an e-mail with a link to a page of this server. There they sign in and approve or"
        " refuse the request.",
        fields=(
            Field(
                name=PUBLISHER,
                description="Sends the e-mails. If not set, the default notification publisher is used.",
                type=FieldType.SELECT,
                reference=handles.NOTIFICATION_PUBLISHERS,
            ),
        ),
    ),
)
