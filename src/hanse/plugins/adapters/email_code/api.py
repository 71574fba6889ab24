"""The page of the adapter as a state of the authentication API."""

from typing import Final

from hanse.plugins.adapters.second_factors.factor_api import CANCEL_AUTHENTICATION
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, page_errors

_CHECK_OTP: Final = ApiAction(
    name="checkOtp",
    description="Verify the code from the e-mail.",
    inputs=(ApiInput(name="otp", description="Code from the e-mail.", parameters=("otp",), maximum_length=64),),
)
_RESEND: Final = ApiAction(
    name="resendOtp", description="Send another code, which replaces the one before.", button="pf.resend"
)


class EmailCodeApi:
    """The state and its actions; the interface is `contracts.authentication_api.AdapterApi`."""

    actions: tuple[ApiAction, ...] = (_CHECK_OTP, _RESEND, CANCEL_AUTHENTICATION)

    def state(self, page: ShowPage) -> ApiState:
        """Return the page as a state."""
        resend = (_RESEND,) if page.values["can_resend"] else ()
        return ApiState(
            status="OTP_REQUIRED",
            values={"target": page.values["address"], "minutesValid": page.values["minutes"]},
            actions=(_CHECK_OTP, *resend, CANCEL_AUTHENTICATION),
            errors=page_errors(page, {"email_code.wrong": "otp", "email_code.missing": "otp"}),
        )
