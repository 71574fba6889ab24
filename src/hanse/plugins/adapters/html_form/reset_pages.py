"""Reset of a forgotten password and unlocking of an account, after the user has proved to receive its e-mails.

The pages do not depend on whether the account exists: a code is requested even if none was sent. A link works only in
the browser that requested it, because the flow belongs to that browser.
"""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from string import ascii_letters, digits
from typing import Any, Final

from hanse.kit.clock import from_text, to_text
from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.attempts import LONGEST_PASSWORD, LONGEST_USERNAME
from hanse.plugins.adapters.html_form.deadlines import UPDATE_TIMEOUT, is_over, sign_in_delay, update_deadline
from hanse.plugins.adapters.html_form.password_proof import PasswordProof, message_page
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, ShowPage
from hanse.plugins.contracts.users import UserRecord

NAME_PAGE, CODE_PAGE, NEW_PAGE = "reset-name", "reset-code", "reset-new"
RESET, UNLOCK = "reset", "unlock"
PARAMETER: Final = "reset"
_NAME_TEMPLATE, _CODE_TEMPLATE, _NEW_TEMPLATE = (
    "forgot-password.html",
    "forgot-password-resume.html",
    "forgot-password-change.html",
)
_ERROR_TEMPLATE, _DONE_TEMPLATE, _UNLOCK_TEMPLATE = (
    "forgot-password-error.html",
    "forgot-password-success.html",
    "account-unlock.html",
)
_BY_LINK: Final = "OTL"
_LINK_LENGTH: Final = 43
_MOST_TRIES: Final = 5
# RFC 8176, section 2, defines no method for access to a mailbox.
_BY_MESSAGE: Final = "otp"


@dataclass(frozen=True)
class ResetPages:
    """The pages, in their order: the user name, the code or the link, the new password."""

    form: FormSettings

    def show(self, request: AdapterRequest, purpose: str, error: str = "", username: str = "") -> AdapterResult:
        """Ask for the user name."""
        known = username or (request.user_id if request.form is None else "")
        values = {"username": known, "purpose": purpose, "error": error}
        state = {"page": NAME_PAGE, "purpose": purpose}
        return ShowPage(
            template=self.form.text("Password Reset Username Template"),
            values=values,
            fallback=_NAME_TEMPLATE,
            state=state,
        )

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form of a page; None to show the login page."""
        if (request.form or {}).get("pf.cancel"):
            return None
        match request.state.get("page"):
            case str(page) if page == NAME_PAGE:
                return self._named(request)
            case str(page) if page == CODE_PAGE:
                return self._proved(request)
            case _:
                return self._chosen(request)

    # The user name

    def _named(self, request: AdapterRequest) -> AdapterResult:
        purpose = str(request.state.get("purpose", RESET))
        username = (request.form or {}).get("pf.username", "").strip()
        if not username or len(username) > LONGEST_USERNAME:
            return self.show(request, purpose, "reset.missing_username", username)
        accounts = UserAccounts(self.form)
        if accounts.is_too_often(request, username):
            return self._failed("reset.too_often")
        try:
            found = accounts.find(request, username)
        except Unavailable:
            return self._failed("login.unavailable")
        code = self._code(request)
        if found is not None:
            self._send(request, found[1], code)
        state = {
            "page": CODE_PAGE,
            "purpose": purpose,
            "username": username,
            "validator": "" if found is None or found[1].disabled else found[0],
            "code": _digest(code),
            "until": to_text(request.now + timedelta(seconds=self._lifetime())),
            "tries": 0,
        }
        return self._code_page(state)

    def _code(self, request: AdapterRequest) -> str:
        if self._by_link():
            return request.services.random_text(_LINK_LENGTH, ascii_letters + digits)
        characters = self.form.text("Allowed OTP Character Set")
        return request.services.random_text(self.form.number("OTP Length"), characters)

    def _send(self, request: AdapterRequest, user: UserRecord, code: str) -> None:
        if user.disabled:
            # The page asks for a code although none was sent.
            UserAccounts(self.form).send_message(request, user, "Account Disabled Email Template")
            return
        minutes = str(round(self._lifetime() / 60))
        if self._by_link():
            values = {"link": f"{request.resume_url}?{PARAMETER}={code}", "minutes": minutes}
            UserAccounts(self.form).send_message(request, user, "Password Reset One-Time Link Email Template", **values)
        else:
            template = "Password Reset One-Time Password Email Template"
            UserAccounts(self.form).send_message(request, user, template, code=code, minutes=minutes)

    # The code or the link

    def _code_page(self, state: dict[str, Any], error: str = "") -> AdapterResult:
        values = {"by_link": self._by_link(), "error": error}
        template = self.form.text("Password Reset Code Template")
        return ShowPage(
            template=template,
            values=values,
            fallback=_CODE_TEMPLATE,
            state=state,
            accepts_link=self._by_link(),
            usable_seconds=self._lifetime(),
        )

    def _proved(self, request: AdapterRequest) -> AdapterResult:
        state = dict(request.state)
        given = (request.form or {}).get(PARAMETER if self._by_link() else "otp", "").strip()
        if not given:
            return self._code_page(state, "" if self._by_link() else "reset.missing_code")
        if request.now > from_text(str(state["until"])):
            return self._failed("reset.expired")
        is_right = compare_digest(_digest(given), str(state["code"])) and bool(state["validator"])
        if not is_right:
            state["tries"] = int(state["tries"]) + 1
            return (
                self._failed("reset.too_many_tries")
                if state["tries"] >= _MOST_TRIES
                else self._code_page(state, "reset.wrong_code")
            )
        if state["purpose"] == UNLOCK:
            return self._unlock(request, state)
        until = update_deadline(self.form, request.now)
        return self._new_page({**state, "page": NEW_PAGE, "code": "", "proved": True, "until": until})

    def _unlock(self, request: AdapterRequest, state: dict[str, Any]) -> AdapterResult:
        validator, username = str(state["validator"]), str(state["username"])
        try:
            request.services.unlock(validator, username)
            user = request.services.find_user(validator, username)
        except Unavailable:
            return self._failed("login.unavailable")
        if user is not None:
            UserAccounts(self.form).send_message(request, user, "Account Unlock Email Template")
        template = self.form.text("Account Unlock Template")
        return message_page("unlock.done", {}, title="unlock.title", template=template, fallback=_UNLOCK_TEMPLATE)

    # The new password

    def _new_page(self, state: dict[str, Any], error: str = "", detail: str = "") -> AdapterResult:
        values = {"username": state["username"], "error": error, "detail": detail}
        template = self.form.text("Password Reset Template")
        return ShowPage(
            template=template,
            values=values,
            fallback=_NEW_TEMPLATE,
            state=state,
            usable_seconds=self.form.minutes(UPDATE_TIMEOUT),
        )

    def _chosen(self, request: AdapterRequest) -> AdapterResult | None:
        given, state = request.form or {}, dict(request.state)
        if not state.get("proved"):
            return None
        if is_over(state, request.now):
            return self._failed("change.timeout")
        new = given.get("pf.newPassword", "")
        if not new or new != given.get("pf.confirmPassword", "") or len(new) > LONGEST_PASSWORD:
            wrong = "change.different" if new else "change.missing_new"
            return self._new_page(state, "change.too_long" if len(new) > LONGEST_PASSWORD else wrong)
        validator, username = str(state["validator"]), str(state["username"])
        try:
            refusal = request.services.reset_password(validator, username, new)
            user = request.services.find_user(validator, username)
        except Unavailable:
            return self._new_page(state, "login.unavailable")
        if refusal is not None:
            if user is not None:
                UserAccounts(self.form).send_message(request, user, "Password Reset Failed Email Template")
            return self._new_page(state, "change.refused", refusal)
        return self._done(request, username, user)

    def _done(self, request: AdapterRequest, username: str, user: UserRecord | None) -> AdapterResult:
        attributes, local_user = ({}, "") if user is None else (dict(user.attributes), user.local_user)
        proof = PasswordProof(username, attributes, (_BY_MESSAGE,), local_user=local_user)
        proof.end_other_sessions(request, self.form)
        if user is not None:
            UserAccounts(self.form).send_message(request, user, "Password Reset Complete Email Template")
        again = user is None or self.form.flag("Require Re-Authentication for Password Reset Flow")
        template = self.form.text("Password Reset Success Template")
        return message_page(
            "reset.done",
            {},
            title="reset.title",
            template=template,
            fallback=_DONE_TEMPLATE,
            proof=None if again else proof,
            after_seconds=sign_in_delay(self.form) if again else 0,
        )

    def _failed(self, message: str) -> AdapterResult:
        template = self.form.text("Password Reset Error Template")
        return message_page(message, {}, title="reset.title", template=template, fallback=_ERROR_TEMPLATE)

    def _by_link(self) -> bool:
        return self.form.text("Password Reset Type") == _BY_LINK

    def _lifetime(self) -> float:
        return self.form.minutes("OTP Time to Live")


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
