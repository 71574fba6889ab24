"""The adapter that asks for a code from an authenticator app."""

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.second_factors.factor_list import (
    ADD,
    LIST_PAGE,
    NEW_CODES,
    REMOVE,
    list_page,
    remove_factor,
)
from hanse.plugins.adapters.second_factors.factor_users import factor_key, may_register, user_of
from hanse.plugins.adapters.totp.api import TotpApi
from hanse.plugins.adapters.totp.code_pages import CodePages
from hanse.plugins.adapters.totp.enrollment import Enrollment
from hanse.plugins.adapters.totp.proof import (
    CODE_PAGE,
    CODES_PAGE,
    ENROLLMENT_PAGE,
    METHOD,
    RECOVERY_PAGE,
    SUBJECT,
    success,
)
from hanse.plugins.adapters.totp.settings import FORM, TotpSettings
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult, Failure
from hanse.plugins.contracts.second_factors import FactorKind


class TotpAdapter:
    """Verifies the device of a user whom the policy names; the interface is `contracts.adapters.Adapter`."""

    api = TotpApi()

    def __init__(self, settings: Settings) -> None:
        self._settings = TotpSettings.read(settings)
        self._codes, self._enrollment = CodePages(self._settings), Enrollment(self._settings)

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Ask for a code, or let the user add a device."""
        user = user_of(request)
        if not user:
            return Failure(code="no_user_from_policy")
        factors = request.services.second_factors.of_user(factor_key(user))
        if any(each.kind is FactorKind.TOTP for each in factors):
            return self._codes.show(request)
        if not self._settings.enrolls:
            return Failure(code="no_device")
        if not may_register(request):
            return Failure(code="no_device_and_user_not_authenticated")
        return self._enrollment.begin(request, {})

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the user's form."""
        match request.state.get("page"):
            case str(page) if page in (CODE_PAGE, RECOVERY_PAGE) and user_of(request):
                return self._codes.submitted(request, page)
            case str(page) if page == ENROLLMENT_PAGE:
                return self._enrollment.submitted(request) or self.begin(request)
            case str(page) if page == CODES_PAGE:
                return self._enrollment.codes_seen(request)
            case str(page) if page == LIST_PAGE:
                return self._managed(request)
            case _:
                return self.begin(request)

    def _managed(self, request: AdapterRequest) -> AdapterResult:
        """Answer the form of the list of devices."""
        given, proof = request.form or {}, {METHOD: request.state[METHOD]}
        user = factor_key(user_of(request))
        if given.get(ADD):
            return self._enrollment.begin(request, proof)
        if given.get(NEW_CODES) and self._settings.gives_recovery_codes:
            return self._enrollment.show_new_codes(request, proof)
        if not given.get(REMOVE):
            return success(request, str(proof[METHOD]))
        services = request.services.second_factors
        removed = remove_factor(request, services.of_user(user), FactorKind.TOTP, given[REMOVE])
        has_codes, message = self._settings.gives_recovery_codes, "factors.removed" if removed else ""
        return list_page(services.of_user(user), FactorKind.TOTP, proof, has_recovery_codes=has_codes, message=message)


TOTP = Plugin(
    kind=KIND,
    id="hanse.totp",
    name="TOTP Adapter",
    keywords=("authenticator app", "one-time password", "OTP", "MFA", "two-factor", "2FA", "recovery codes"),
    make=TotpAdapter,
    attribute_contract=(METHOD, SUBJECT),
    supports_extended_contract=False,
    pseudonym=SUBJECT,
    form=FORM,
)
