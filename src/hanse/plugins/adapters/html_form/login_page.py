"""The login page."""

from dataclasses import dataclass, replace
from typing import Any, Final

from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.attempts import AttemptResult, PasswordAttempt, PasswordAttempts
from hanse.plugins.adapters.html_form.change_page import CHOICE, EXPIRED, ChangePage
from hanse.plugins.adapters.html_form.expiry_warning import ExpiryWarning
from hanse.plugins.adapters.html_form.password_proof import PasswordProof
from hanse.plugins.adapters.html_form.recovery_page import RecoveryPage
from hanse.plugins.adapters.html_form.registration_page import RegistrationPage, registering_accounts
from hanse.plugins.adapters.html_form.reset_pages import RESET, UNLOCK, ResetPages
from hanse.plugins.adapters.html_form.settings import LOGIN_TEMPLATE, FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Cookie, Failure, ShowPage

PAGE: Final = "login"
_USERNAME_COOKIE, _DEVICE_COOKIE = "username", "device"
_REMEMBER, _DEVICE = "Enable 'Remember My Username'", "Enable 'This is My Device'"
CANCELLED: Final = Failure(code="cancelled")


@dataclass(frozen=True)
class LoginPage:
    """Asks for a user name and a password."""

    form: FormSettings

    def show(self, request: AdapterRequest, error: str = "", username: str | None = None, **named: Any) -> ShowPage:
        """Show the page, with a message key if there is an error."""
        given = request.form or {}
        remembered = request.cookies.get(_USERNAME_COOKIE, "") if self.form.flag(_REMEMBER) else ""
        known, accounts = request.user_id or remembered, UserAccounts(self.form)
        values = {
            "username": known if username is None else username,
            "username_fixed": self._is_fixed(request),
            "remember_offered": self.form.flag(_REMEMBER) and not self._is_fixed(request),
            "remember_checked": "pf.rememberUsername" in given if request.form else bool(remembered),
            "device_offered": self.form.flag(_DEVICE),
            "device_checked": "pf.thisIsMyDevice" in given if request.form else _DEVICE_COOKIE in request.cookies,
            "can_reset": accounts.can_reset(request),
            "can_recover": accounts.can_recover(request),
            "can_unlock": accounts.can_unlock(request),
            "can_change": accounts.can_change(request),
            "can_register": not self._is_fixed(request) and registering_accounts(self.form, request) is not None,
            "cancel_offered": True,
            "error": error,
            "error_values": named,
        }
        template = self.form.text("Login Template")
        return ShowPage(template=template, values=values, fallback=LOGIN_TEMPLATE, state={"page": PAGE})

    def submitted(self, request: AdapterRequest) -> AdapterResult:
        """Answer the form of the page."""
        given = request.form or {}
        if given.get("pf.cancel"):
            return CANCELLED
        username = request.user_id if self._is_fixed(request) else given.get("pf.username", "")
        if (elsewhere := self._elsewhere(request, username)) is not None:
            return elsewhere
        password = given.get("pf.pass", "")
        if not username or not password:
            return self.show(request, "login.missing", username)
        return self._tried(request, username, password)

    def _elsewhere(self, request: AdapterRequest, username: str) -> AdapterResult | None:
        """Return the page of a link below the form."""
        given, accounts = request.form or {}, UserAccounts(self.form)
        found: AdapterResult | None = None
        if given.get("pf.forgotPassword") and accounts.can_reset(request):
            found = ResetPages(self.form).show(request, RESET, username=username)
        elif given.get("pf.accountUnlock") and accounts.can_unlock(request):
            found = ResetPages(self.form).show(request, UNLOCK, username=username)
        elif given.get("pf.usernameRecovery") and accounts.can_recover(request):
            found = RecoveryPage(self.form).show()
        elif given.get("pf.passwordChange") and accounts.can_change(request):
            found = ChangePage(self.form).show(request, username, CHOICE)
        elif given.get("pf.register") and (registers := registering_accounts(self.form, request)) is not None:
            found = RegistrationPage(self.form).show(registers)
        return found

    def _tried(self, request: AdapterRequest, username: str, password: str) -> AdapterResult:
        attempt = PasswordAttempts(self.form.validators, self.form.challenges).check(request, username, password)
        match attempt.verdict:
            case AttemptResult.RIGHT:
                return self._signed_in(request, username, attempt)
            case AttemptResult.LOCKED_OUT if self.form.flag("Fail Authentication on Account Lockout"):
                return Failure(code="locked_out", message="login.locked")
            case AttemptResult.LOCKED_OUT:
                return self.show(request, "login.locked", username, minutes=attempt.minutes)
            case AttemptResult.UNAVAILABLE:
                return self.show(request, "login.unavailable", username)
            case _:
                return self.show(request, _reason(attempt), username)

    def _signed_in(self, request: AdapterRequest, username: str, attempt: PasswordAttempt) -> AdapterResult:
        if attempt.result.expired and not UserAccounts(self.form).can_change(request):
            return self.show(request, "login.expired", username)
        if attempt.result.expired:
            return ChangePage(self.form).show(request, username, EXPIRED)
        is_own = "pf.thisIsMyDevice" in (request.form or {})
        shared = not is_own if self.form.flag(_DEVICE) else None
        proof = PasswordProof.of(username, attempt, shared_device=shared)
        warning, cookies = ExpiryWarning(self.form), self._cookies(request, username, is_own=is_own)
        if warning.is_due(request, attempt):
            page = warning.show(request, proof, attempt.result.expires_in_days or 0)
            return replace(page, cookies=cookies) if isinstance(page, ShowPage) else page
        return proof.success(cookies)

    def _cookies(self, request: AdapterRequest, username: str, *, is_own: bool) -> tuple[Cookie, ...]:
        found: list[Cookie] = []
        if self.form.flag(_REMEMBER) and not self._is_fixed(request):
            remembers = "pf.rememberUsername" in (request.form or {})
            days = self.form.days("'Remember My Username' Lifetime") if remembers else 0
            if remembers or _USERNAME_COOKIE in request.cookies:
                found.append(Cookie(_USERNAME_COOKIE, username if remembers else "", days))
        if self.form.flag(_DEVICE) and (is_own or _DEVICE_COOKIE in request.cookies):
            days = self.form.days("'This is My Device' Lifetime") if is_own else 0
            found.append(Cookie(_DEVICE_COOKIE, "1" if is_own else "", days))
        return tuple(found)

    def _is_fixed(self, request: AdapterRequest) -> bool:
        return (
            request.user_id_fixed
            and bool(request.user_id)
            and not self.form.flag("Allow Username Edits During Chaining")
        )


def _reason(attempt: PasswordAttempt) -> str:
    if attempt.result.message:
        return attempt.result.message
    if attempt.result.locked:
        return "login.account_locked"
    return "login.account_disabled" if attempt.result.disabled else "login.wrong"
