"""One request of a local user to the profile page, and the page as it is shown to the user."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hanse.engine.accounts.account_sessions import AccountSession, AccountSessions
from hanse.engine.accounts.link_removal import can_remove_links
from hanse.engine.accounts.linked_partners import linked_partners
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowHandle, SignedIn
from hanse.engine.user_messages import UserMessages
from hanse.kit.local_users import LocalUser, UserValue
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.field_values import Errors
from hanse.plugins.local_identities.form_fields import profile_fields, shown
from hanse.plugins.local_identities.profile import PageText

TEMPLATE: Final = "local.identity.profile.html"
MESSAGE_TEMPLATE: Final = "local.identity.message.html"
DATA_STAGE: Final = "data"
# The member of a stage's state with the time at which the user has proved to be present.
CONFIRMED: Final = "confirmed"


@dataclass(frozen=True, kw_only=True)
class ProfileVisit:
    """The user with the account and the flow; `form` is None for the first page."""

    services: Services
    request: Request
    flow: FlowHandle
    result: SignedIn
    accounts: LocalAccounts
    user: LocalUser
    # When the user has proved to be present, in seconds since the epoch.
    confirmed: float
    account_sessions: AccountSessions
    form: Parameters | None = None

    def field(self, name: str) -> str:
        """Return a value of the form."""
        return "" if self.form is None else self.form.one(name) or ""

    async def show(
        self,
        *,
        values: Mapping[str, UserValue] | None = None,
        errors: Errors | None = None,
        error: str = "",
        password_error: PageText | None = None,
        delete_error: PageText | None = None,
        done: str = "",
    ) -> Answer:
        """Show the page with the stored values, or with those that were entered and their errors."""
        profile, user = self.accounts.profile, self.user
        fields = profile_fields(profile)
        given: dict[str, Any] = {
            "username": user.username,
            "fields": shown(fields, user.attributes if values is None else values, errors or {}, locks=True),
            "unverified": profile.verification is not None and bool(user.email) and not user.email_verified,
            "minimum": profile.minimum_password_length,
            **_error("password", password_error),
            **_error("delete", delete_error),
            "links": list(linked_partners(self.request.snapshot, user)),
            "can_remove_links": can_remove_links(user),
            "sessions": [each.as_shown() for each in await self.sessions()],
            "can_delete": profile.deletion_enabled,
            "error": error or ("account.check_fields" if errors else ""),
            "done": done,
        }
        page = self.flow.page(self.request, profile.profile_template or TEMPLATE, given)
        return await self.flow.show(self.request, DATA_STAGE, {CONFIRMED: self.confirmed}, page)

    @property
    def current_sessions(self) -> Collection[str]:
        """Return the IDs of the browser's own sessions."""
        return {self.result.session_id, self.result.application_session} - {""}

    async def sessions(self) -> Sequence[AccountSession]:
        """Return the sessions of the user."""
        return await self.account_sessions.of(self.request.snapshot, self.user.id, self.current_sessions)

    async def notify(self, address: str, template: str) -> None:
        """Notify the user of a change by e-mail, so that one that somebody else has made is noticed."""
        verification = self.accounts.profile.verification
        publisher = "" if verification is None else verification.publisher
        values = {"username": self.user.username, "name": self.user.username}
        values["locale"] = self.services.pages.locale(self.request)
        if address:
            await UserMessages(self.services).send(self.request.snapshot, publisher, address, template, values)

    async def finish(self, title: str, message: str) -> Answer:
        """End the flow with a message."""
        page = self.services.pages.render(self.request, MESSAGE_TEMPLATE, {"title": title, "message": message})
        return await self.flow.finish(self.request, page)


def _error(name: str, text: PageText | None) -> dict[str, Any]:
    return {
        f"{name}_error": "" if text is None else str(text),
        f"{name}_error_values": {} if text is None else dict(text.values),
    }
