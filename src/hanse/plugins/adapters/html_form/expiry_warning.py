"""The warning that a password is about to expire."""

from dataclasses import dataclass
from typing import Final

from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.attempts import PasswordAttempt
from hanse.plugins.adapters.html_form.change_page import EXPIRING, ChangePage
from hanse.plugins.adapters.html_form.password_proof import PasswordProof
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Cookie, ShowPage

PAGE: Final = "expiring"
TEMPLATE: Final = "html.form.password.expiring.notification.template.html"
_COOKIE: Final = "snoozed"


@dataclass(frozen=True)
class ExpiryWarning:
    """Offers to change a password before it expires."""

    form: FormSettings

    def is_due(self, request: AdapterRequest, attempt: PasswordAttempt) -> bool:
        """Return whether a user who has signed in must be warned now."""
        days = attempt.result.expires_in_days
        if days is None or not self.form.flag("Show Password Expiring Warning") or _COOKIE in request.cookies:
            return False
        return days <= self.form.number("Threshold for Expiring Password Warning")

    def show(self, request: AdapterRequest, proof: PasswordProof, days: int) -> AdapterResult:
        """Show the warning."""
        values = {"days": days, "can_change": UserAccounts(self.form).can_change(request)}
        template = self.form.text("Expiring Password Warning Template")
        state = {"page": PAGE, "proof": proof.state()}
        return ShowPage(template=template, values=values, fallback=TEMPLATE, state=state)

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form of the page; None to show the login page."""
        proof = PasswordProof.read(request.state)
        if proof is None:
            return None
        if (request.form or {}).get("pf.passwordChange"):
            return ChangePage(self.form).show(request, proof.username, EXPIRING)
        seconds = int(self.form.hours("Snooze Interval for Expiring Password Warning"))
        return proof.success((Cookie(_COOKIE, "1", seconds),) if seconds else ())
