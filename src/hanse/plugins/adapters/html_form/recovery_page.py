"""Sends users a forgotten user name to their known e-mail address.

The next page is the same whether or not there is such a user.
"""

from dataclasses import dataclass
from typing import Final

from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.password_proof import message_page
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, ShowPage
from hanse.plugins.contracts.users import UserRecord

PAGE: Final = "recover"
_TEMPLATE, _INFO_TEMPLATE = "username.recovery.template.html", "username.recovery.info.template.html"
# RFC 5321, section 4.5.3.1.3.
_LONGEST_ADDRESS: Final = 254
# If more users than this share an address, it is the address of a group.
_MOST_USERS: Final = 3


@dataclass(frozen=True)
class RecoveryPage:
    """Asks for the address."""

    form: FormSettings

    def show(self, error: str = "", email: str = "") -> AdapterResult:
        """Show the page."""
        template = self.form.text("Username Recovery Template")
        values = {"email": email, "error": error}
        return ShowPage(template=template, values=values, fallback=_TEMPLATE, state={"page": PAGE})

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form of the page; None to show the login page."""
        given = request.form or {}
        if given.get("pf.cancel"):
            return None
        email = given.get("pf.email", "").strip()
        if "@" not in email or len(email) > _LONGEST_ADDRESS:
            return self.show("recover.missing", email[:_LONGEST_ADDRESS])
        accounts = UserAccounts(self.form)
        if not accounts.is_too_often(request, email):
            try:
                for user in self._users(request, email):
                    accounts.send_message(request, user, "Username Recovery Email Template")
            except Unavailable:
                return self.show("login.unavailable", email)
        template = self.form.text("Username Recovery Info Template")
        return message_page("recover.sent", {}, title="recover.title", template=template, fallback=_INFO_TEMPLATE)

    def _users(self, request: AdapterRequest, email: str) -> tuple[UserRecord, ...]:
        needs_verified = self.form.flag("Require Verified Email")
        found = [
            user
            for validator in self.form.validators
            if request.services.can_change_passwords(validator)
            for user in request.services.find_users_by_email(validator, email)
            # The message is sent to the stored address, and not to the one that was entered.
            if user.email and (user.email_verified is True or not (needs_verified or user.email_verified is False))
        ]
        return tuple(found[:_MOST_USERS])
