"""The pages that ask for a code from the app, or for a recovery code."""

from dataclasses import dataclass
from typing import Final

from hanse.plugins.adapters.attempt_limits import minutes_of
from hanse.plugins.adapters.second_factors.factor_list import list_page
from hanse.plugins.adapters.second_factors.factor_users import factor_key, user_of
from hanse.plugins.adapters.second_factors.recovery_codes import recovery_codes, use_recovery_code
from hanse.plugins.adapters.totp.codes import DIGITS, accepted_step
from hanse.plugins.adapters.totp.proof import CODE_PAGE, METHOD, RECOVERY_METHOD, RECOVERY_PAGE, TOTP_METHOD, success
from hanse.plugins.adapters.totp.settings import TotpSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage
from hanse.plugins.contracts.second_factors import FactorKind

_TEMPLATES: Final = {CODE_PAGE: "totp.code.template.html", RECOVERY_PAGE: "recovery.code.template.html"}
_MISSING: Final = {CODE_PAGE: "totp.missing", RECOVERY_PAGE: "recovery.missing"}
_WRONG: Final = {CODE_PAGE: "totp.wrong", RECOVERY_PAGE: "recovery.wrong"}


@dataclass(frozen=True)
class CodePages:
    """The two pages, between which users can change."""

    settings: TotpSettings

    def show(self, request: AdapterRequest, page: str = CODE_PAGE, error: str = "", minutes: int = 0) -> ShowPage:
        """Show one of the pages, with a message key if there is an error."""
        factors = request.services.second_factors.of_user(factor_key(user_of(request)))
        values = {
            "user": user_of(request),
            "can_recover": bool(recovery_codes(factors)),
            "can_manage": self.settings.lets_users_manage,
            "error": error,
            "error_values": {"minutes": minutes},
        }
        return ShowPage(template=_TEMPLATES[page], values=values, state={"page": page})

    def submitted(self, request: AdapterRequest, page: str) -> AdapterResult:
        """Answer the form of one of the pages."""
        given = request.form or {}
        if given.get("pf.cancel"):
            return Failure(code="cancelled")
        if given.get("pf.recovery") or given.get("pf.app"):
            return self.show(request, RECOVERY_PAGE if given.get("pf.recovery") else CODE_PAGE)
        code = "".join(given.get("otp", "").split())
        return self._checked(request, page, code) if code else self.show(request, page, _MISSING[page])

    def _checked(self, request: AdapterRequest, page: str, code: str) -> AdapterResult:
        check = self._is_right if page == CODE_PAGE else self._is_recovery_code
        user = factor_key(user_of(request))
        is_right, seconds = self.settings.limits.check(
            request, user, lambda: check(request, user, code), lambda right: not right
        )
        if is_right is None or seconds > 0:
            return self.show(request, page, "login.locked", minutes_of(seconds))
        if not is_right:
            return self.show(request, page, _WRONG[page])
        if page == RECOVERY_PAGE or ((request.form or {}).get("pf.manage") and self.settings.lets_users_manage):
            # A user who needed a recovery code has probably lost the device, and can remove it here.
            factors = request.services.second_factors.of_user(user)
            proof = {METHOD: RECOVERY_METHOD if page == RECOVERY_PAGE else TOTP_METHOD}
            has_codes = self.settings.gives_recovery_codes
            return list_page(factors, FactorKind.TOTP, proof, has_recovery_codes=has_codes)
        return success(request, TOTP_METHOD)

    def _is_right(self, request: AdapterRequest, user: str, code: str) -> bool:
        """Return whether a code is that of a device, and was not used before (RFC 6238, section 5.2)."""
        if len(code) != DIGITS or not (code.isascii() and code.isdigit()):
            return False
        factors = request.services.second_factors
        devices = [each for each in factors.of_user(user) if each.kind is FactorKind.TOTP]
        steps = [(each, accepted_step(each.secret, code, request.now)) for each in devices]
        return any(step is not None and factors.record_use(device, step, must_increase=True) for device, step in steps)

    def _is_recovery_code(self, request: AdapterRequest, user: str, code: str) -> bool:
        return use_recovery_code(request.services, request.services.second_factors.of_user(user), code)
