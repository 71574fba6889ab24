"""The adapter that sends users a one-time code by e-mail."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.clock import from_text, to_text
from hanse.plugins.adapters.attempt_limits import minutes_of
from hanse.plugins.adapters.email_code.api import EmailCodeApi
from hanse.plugins.adapters.email_code.messages import address_of, is_too_often, masked, new_code, send_code
from hanse.plugins.adapters.email_code.settings import FORM, EmailCodeSettings
from hanse.plugins.adapters.second_factors.factor_users import factor_key, user_of
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult, Failure, ShowPage, Success
from hanse.plugins.notification.smtp.fields import check_address

SUBJECT, METHOD = "subject", "method"
EMAIL_METHOD: Final = "email_code"
_TEMPLATE: Final = "email.code.template.html"


class EmailCodeAdapter:
    """Sends a code and verifies it; the interface is `contracts.adapters.Adapter`.

    The code belongs to the sign-in: its digest is in the state of the page, which is stored encrypted on the server.
    """

    api = EmailCodeApi()

    def __init__(self, settings: Settings) -> None:
        self._settings = EmailCodeSettings.read(settings)

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Send a code to the user whom the policy names."""
        if not user_of(request):
            return Failure(code="no_user_from_policy")
        address = address_of(request, self._settings.attribute)
        if check_address(address) is not None:
            return Failure(code="no_email_address")
        return self._sent(request, address, {"sent": 0})

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the user's form."""
        given, state = request.form or {}, request.state
        if given.get("pf.cancel"):
            return Failure(code="cancelled")
        if "code" not in state:
            return self.begin(request)
        if given.get("pf.resend"):
            if int(state["sent"]) > self._settings.resends:
                return self._page(state, "email_code.no_more")
            return self._sent(request, str(state["address"]), state)
        code = "".join(given.get("otp", "").split())
        return self._checked(request, code) if code else self._page(state, "email_code.missing")

    def _sent(self, request: AdapterRequest, address: str, state: Mapping[str, Any]) -> AdapterResult:
        """Send a new code, which replaces the one before."""
        if is_too_often(request, address):
            return self._page(state, "email_code.too_often") if "code" in state else Failure(code="too_many_messages")
        code = new_code(request, self._settings)
        if not send_code(request, self._settings, address, code):
            return Failure(code="no_notification_publisher")
        until = request.now + timedelta(minutes=self._settings.lifetime_minutes)
        sent = int(state["sent"]) + 1
        page = self._page({"address": address, "code": _digest(code), "until": to_text(until), "sent": sent}, "")
        return replace(page, usable_seconds=60.0 * self._settings.lifetime_minutes)

    def _checked(self, request: AdapterRequest, code: str) -> AdapterResult:
        state, user = request.state, user_of(request)
        if request.now > from_text(str(state["until"])):
            return self._page(state, "email_code.expired")
        is_right, seconds = self._settings.limits.check(
            request, factor_key(user), lambda: self._is_right(request, code), lambda right: not right
        )
        if is_right is None or seconds > 0:
            return self._page(state, "login.locked", minutes_of(seconds))
        if not is_right:
            return self._page(state, "email_code.wrong")
        # RFC 8176, section 2, defines no method for access to a mailbox.
        return Success(attributes={SUBJECT: user, METHOD: EMAIL_METHOD}, amr=("otp",))

    def _is_right(self, request: AdapterRequest, code: str) -> bool:
        """Return whether a code is the one that was sent, and use it up."""
        state = request.state
        if not compare_digest(_digest(code), str(state["code"])):
            return False
        # Two forms at the same moment have the same state.
        lifetime = 60.0 * self._settings.lifetime_minutes
        return request.services.claim(f"{request.resume_url} {state['code']} {state['until']}", lifetime)

    def _page(self, state: Mapping[str, Any], error: str, minutes: int = 0) -> ShowPage:
        values = {
            "address": masked(str(state["address"])),
            "minutes": self._settings.lifetime_minutes,
            "can_resend": int(state["sent"]) <= self._settings.resends,
            "error": error,
            "error_values": {"minutes": minutes},
        }
        return ShowPage(template=_TEMPLATE, values=values, state=dict(state))


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()


EMAIL_CODE = Plugin(
    kind=KIND,
    id="hanse.email-code",
    name="E-Mail Code Adapter",
    keywords=("one-time password", "OTP", "mail", "MFA", "two-factor", "2FA"),
    make=EmailCodeAdapter,
    attribute_contract=(METHOD, SUBJECT),
    supports_extended_contract=False,
    pseudonym=SUBJECT,
    form=FORM,
)
