"""Change of a password that the user knows: by choice, after it has expired, or before it expires."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.attempts import LONGEST_PASSWORD, AttemptResult, PasswordAttempts
from hanse.plugins.adapters.html_form.deadlines import UPDATE_TIMEOUT, is_over, sign_in_delay, update_deadline
from hanse.plugins.adapters.html_form.password_proof import PasswordProof, message_page
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage

PAGE: Final = "change"
TEMPLATE: Final = "html.form.change.password.template.html"
# The reason for the change, which determines whether the user signs in again afterwards.
CHOICE, EXPIRED, EXPIRING = "choice", "expired", "expiring"
_SIGN_IN_AGAIN: Final = {
    CHOICE: "Require Re-Authentication for Change Password Flow",
    EXPIRED: "Require Re-Authentication for Change Password Flow",
    EXPIRING: "Require Re-Authentication For Expiring Password Flow",
}

_ERRORS: Final = {
    AttemptResult.LOCKED_OUT: "login.locked",
    AttemptResult.UNAVAILABLE: "login.unavailable",
    AttemptResult.WRONG: "change.wrong",
}


@dataclass(frozen=True)
class ChangePage:
    """Asks for the password and a new one."""

    form: FormSettings

    def show(
        self, request: AdapterRequest, username: str, reason: str, error: str = "", detail: str = "", **named: Any
    ) -> AdapterResult:
        """Show the page. `detail` is the directory's reason for refusing a new password."""
        if address := self.form.text("Password Management System"):
            template = self.form.text("Password Management System Message Template")
            return message_page("change.elsewhere", {}, template=template, link=address, link_text="change.go_there")
        if not UserAccounts(self.form).can_change(request):
            return Failure(code="password_expired", message="login.expired")
        values = {
            "username": username,
            "username_fixed": reason != CHOICE or request.user_id_fixed,
            "reason": reason,
            "error": error,
            "error_values": named,
            "detail": detail,
        }
        # The time starts with the first page and does not start again after an error.
        began = request.state.get("page") == PAGE
        state = {
            "page": PAGE,
            "username": username if reason != CHOICE else "",
            "reason": reason,
            "until": request.state.get("until", "") if began else update_deadline(self.form, request.now),
        }
        return ShowPage(
            template=self.form.text("Change Password Template"),
            values=values,
            fallback=TEMPLATE,
            state=state,
            usable_seconds=self.form.minutes(UPDATE_TIMEOUT),
        )

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form of the page; None to show the login page."""
        given, reason = request.form or {}, str(request.state.get("reason", CHOICE))
        if given.get("pf.cancel"):
            return None
        if is_over(request.state, request.now):
            template = self.form.text("Change Password Message Template")
            return message_page("change.timeout", {}, template=template)
        fixed = str(request.state.get("username", "")) or (request.user_id if request.user_id_fixed else "")
        username = fixed or given.get("pf.username", "")
        old, new = given.get("pf.pass", ""), given.get("pf.newPassword", "")
        error = _wrong(username, old, new, given)
        if error:
            return self.show(request, username, reason, error)
        return self._tried(request, username, reason, old, new)

    def _tried(self, request: AdapterRequest, username: str, reason: str, old: str, new: str) -> AdapterResult:
        attempt = PasswordAttempts(self.form.validators, self.form.challenges).check(request, username, old)
        if attempt.verdict is not AttemptResult.RIGHT:
            return self.show(request, username, reason, _ERRORS[attempt.verdict], minutes=attempt.minutes)
        if not request.services.can_change_passwords(attempt.validator):
            return self.show(request, username, reason, "change.not_here")
        try:
            refusal = request.services.change_password(attempt.validator, username, old, new)
        except Unavailable:
            return self.show(request, username, reason, "login.unavailable")
        if refusal is not None:
            return self.show(request, username, reason, "change.refused", refusal)
        return self._changed(request, PasswordProof.of(username, attempt), attempt.validator, reason)

    def _changed(self, request: AdapterRequest, proof: PasswordProof, validator: str, reason: str) -> AdapterResult:
        proof.end_other_sessions(request, self.form)
        if self.form.flag("Change Password Email Notification"):
            accounts = UserAccounts(self.form)
            user = request.services.find_user(validator, proof.username)
            if user is not None and user.email:
                accounts.send_message(request, user, "Change Password Email Template")
        again = self.form.flag(_SIGN_IN_AGAIN[reason])
        template = self.form.text("Change Password Message Template")
        delay = sign_in_delay(self.form) if again else 0
        return message_page("change.done", {}, template=template, proof=None if again else proof, after_seconds=delay)


def _wrong(username: str, old: str, new: str, given: Mapping[str, str]) -> str:
    if not username or not old or not new:
        return "change.missing"
    if new != given.get("pf.confirmPassword", ""):
        return "change.different"
    if new == old:
        return "change.same"
    return "change.too_long" if len(new) > LONGEST_PASSWORD else ""
