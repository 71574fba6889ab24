"""The pages of the adapter as states of the authentication API."""

from collections.abc import Callable, Mapping
from typing import Final

from hanse.plugins.adapters.second_factors.factor_api import (
    ADD_DEVICE,
    CANCEL_AUTHENTICATION,
    CONTINUE_AUTHENTICATION,
    ISSUE_RECOVERY_CODES,
    MANAGE_DEVICES,
    NICKNAME,
    REMOVE_DEVICE,
    device_list,
)
from hanse.plugins.adapters.second_factors.factor_list import LIST_PAGE
from hanse.plugins.adapters.totp.proof import CODE_PAGE, CODES_PAGE, ENROLLMENT_PAGE, RECOVERY_PAGE
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, page_errors

_OTP: Final = ApiInput(
    name="otp", description="Code from the authenticator app.", parameters=("otp",), maximum_length=64
)
_CHECK_OTP: Final = ApiAction(
    name="checkOtp", description="Verify a code from the authenticator app.", inputs=(_OTP, MANAGE_DEVICES)
)
_USE_RECOVERY_CODE: Final = ApiAction(
    name="useRecoveryCode", description="Enter a recovery code instead.", button="pf.recovery"
)
_CHECK_RECOVERY_CODE: Final = ApiAction(
    name="checkRecoveryCode",
    description="Verify a recovery code, which is then used up.",
    inputs=(ApiInput(name="recoveryCode", description="Recovery code.", parameters=("otp",), maximum_length=64),),
)
_USE_APP: Final = ApiAction(
    name="useAuthenticatorApp", description="Enter a code from the authenticator app instead.", button="pf.app"
)
_ACTIVATE: Final = ApiAction(
    name="activateTotpDevice",
    description="Add the authenticator app, with a code that it shows for the new secret.",
    inputs=(_OTP, NICKNAME),
)


def _code(page: ShowPage) -> ApiState:
    recovery = (_USE_RECOVERY_CODE,) if page.values["can_recover"] else ()
    return ApiState(
        status="OTP_REQUIRED",
        values={"username": page.values["user"], "showManageDevices": page.values["can_manage"]},
        actions=(_CHECK_OTP, *recovery, CANCEL_AUTHENTICATION),
        errors=page_errors(page, {"totp.wrong": "otp", "totp.missing": "otp"}),
    )


def _recovery(page: ShowPage) -> ApiState:
    return ApiState(
        status="DEVICE_RECOVERY_CODE_REQUIRED",
        values={"username": page.values["user"]},
        actions=(_CHECK_RECOVERY_CODE, _USE_APP, CANCEL_AUTHENTICATION),
        errors=page_errors(page, {"recovery.wrong": "recoveryCode", "recovery.missing": "recoveryCode"}),
    )


def _enrollment(page: ShowPage) -> ApiState:
    return ApiState(
        status="TOTP_ACTIVATION_REQUIRED",
        values={"secret": page.values["secret"], "keyUri": page.values["key_uri"]},
        actions=(_ACTIVATE, CANCEL_AUTHENTICATION),
        errors=page_errors(page, {"totp.wrong_first": "otp", "totp.missing": "otp"}),
    )


def _codes(page: ShowPage) -> ApiState:
    return ApiState(
        status="RECOVERY_CODES_ISSUED",
        values={"recoveryCodes": page.values["codes"]},
        actions=(CONTINUE_AUTHENTICATION,),
    )


_PAGES: Final[Mapping[str, Callable[[ShowPage], ApiState]]] = {
    CODE_PAGE: _code,
    RECOVERY_PAGE: _recovery,
    ENROLLMENT_PAGE: _enrollment,
    CODES_PAGE: _codes,
    LIST_PAGE: device_list,
}


class TotpApi:
    """The states and actions; the interface is `contracts.authentication_api.AdapterApi`."""

    actions: tuple[ApiAction, ...] = (
        _CHECK_OTP,
        _USE_RECOVERY_CODE,
        _CHECK_RECOVERY_CODE,
        _USE_APP,
        _ACTIVATE,
        ADD_DEVICE,
        REMOVE_DEVICE,
        ISSUE_RECOVERY_CODES,
        CONTINUE_AUTHENTICATION,
        CANCEL_AUTHENTICATION,
    )

    def state(self, page: ShowPage) -> ApiState | None:
        """Return a page as a state."""
        found = _PAGES.get(str(page.state.get("page")))
        return None if found is None else found(page)
