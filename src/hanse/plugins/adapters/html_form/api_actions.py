"""The actions of the authentication API for the adapter, each with the inputs of the page's form."""

from collections.abc import Mapping
from typing import Any, Final

from hanse.plugins.adapters.html_form.attempts import LONGEST_PASSWORD, LONGEST_USERNAME
from hanse.plugins.contracts.authentication_api import ON, ApiAction, ApiInput, InputType
from hanse.plugins.local_identities.form_fields import PREFIX

_USERNAME: Final = ApiInput(
    name="username", description="Username.", parameters=("pf.username",), maximum_length=LONGEST_USERNAME
)
# The page asks for the new password twice. An application sends it once, and the value fills both inputs.
_NEW_PASSWORD: Final = ApiInput(
    name="newPassword",
    description="New password.",
    parameters=("pf.newPassword", "pf.confirmPassword"),
    maximum_length=LONGEST_PASSWORD,
)
_OTP: Final = ApiInput(name="otp", description="Code from the e-mail.", parameters=("otp",), maximum_length=128)
_CANCEL: Final = "pf.cancel"


def _field_parameters(values: Any, state: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the inputs of the registration page for values by field. Unknown fields are ignored there."""
    options = {each["id"]: each["options"] for each in state.get("fields", ())}
    found: dict[str, str] = {}
    for field, value in values.items():
        if isinstance(value, str):
            found[f"{PREFIX}{field}"] = value
        elif value is True:
            found[f"{PREFIX}{field}"] = ON
        elif isinstance(value, list):
            # Each box of a group is an input of its own.
            chosen = (index for index, each in enumerate(options.get(field, ())) if each in value)
            found.update(dict.fromkeys((f"{PREFIX}{field}.{index}" for index in chosen), ON))
    return found


CHECK_USERNAME_PASSWORD: Final = ApiAction(
    name="checkUsernamePassword",
    description="Sign in with a username and a password.",
    inputs=(
        _USERNAME,
        ApiInput(name="password", description="Password.", parameters=("pf.pass",), maximum_length=LONGEST_PASSWORD),
        ApiInput(
            name="rememberMyUsername",
            description="Remember the username in this browser.",
            parameters=("pf.rememberUsername",),
            type=InputType.BOOLEAN,
            required=False,
        ),
        ApiInput(
            name="thisIsMyDevice",
            description="The device belongs to the user and is not shared.",
            parameters=("pf.thisIsMyDevice",),
            type=InputType.BOOLEAN,
            required=False,
        ),
    ),
)
INITIATE_ACCOUNT_RECOVERY: Final = ApiAction(
    name="initiateAccountRecovery", description="Reset a forgotten password.", button="pf.forgotPassword"
)
INITIATE_ACCOUNT_UNLOCK: Final = ApiAction(
    name="initiateAccountUnlock", description="Unlock an account.", button="pf.accountUnlock"
)
RECOVER_USERNAME: Final = ApiAction(
    name="recoverUsername", description="Have a forgotten username sent by e-mail.", button="pf.usernameRecovery"
)
INITIATE_PASSWORD_CHANGE: Final = ApiAction(
    name="initiatePasswordChange", description="Change the password.", button="pf.passwordChange"
)
INITIATE_REGISTRATION: Final = ApiAction(
    name="initiateRegistration", description="Register as a new user.", button="pf.register"
)
CANCEL_AUTHENTICATION: Final = ApiAction(name="cancelAuthentication", description="Cancel the sign-in.", button=_CANCEL)
CONTINUE_AUTHENTICATION: Final = ApiAction(
    name="continueAuthentication", description="Continue after the user has read the message."
)
CHECK_NEW_PASSWORD: Final = ApiAction(
    name="checkNewPassword",
    description="Change a known password.",
    inputs=(
        ApiInput(
            name="username",
            description="Username, if it can be edited.",
            parameters=("pf.username",),
            required=False,
            maximum_length=LONGEST_USERNAME,
        ),
        ApiInput(
            name="existingPassword",
            description="Current password.",
            parameters=("pf.pass",),
            maximum_length=LONGEST_PASSWORD,
        ),
        _NEW_PASSWORD,
    ),
)
CANCEL_PASSWORD_CHANGE: Final = ApiAction(
    name="cancelPasswordChange", description="Return to the sign-in without a new password.", button=_CANCEL
)
CHECK_ACCOUNT_RECOVERY_USERNAME: Final = ApiAction(
    name="checkAccountRecoveryUsername",
    description="Have a code or a link sent to the user's known e-mail address.",
    inputs=(_USERNAME,),
)
CHECK_RECOVERY_CODE: Final = ApiAction(
    name="checkRecoveryCode",
    description="Verify the code from the e-mail.",
    inputs=(
        ApiInput(name="recoveryCode", description="Code from the e-mail.", parameters=("otp",), maximum_length=128),
    ),
)
CHECK_PASSWORD_RESET: Final = ApiAction(
    name="checkPasswordReset", description="Set a new password.", inputs=(_NEW_PASSWORD,)
)
CANCEL_ACCOUNT_RECOVERY: Final = ApiAction(
    name="cancelAccountRecovery", description="Return to the sign-in.", button=_CANCEL
)
CHECK_USERNAME_RECOVERY_EMAIL: Final = ApiAction(
    name="checkUsernameRecoveryEmail",
    description="Have the username sent to a known e-mail address.",
    inputs=(ApiInput(name="email", description="E-mail address.", parameters=("pf.email",), maximum_length=254),),
)
CANCEL_USERNAME_RECOVERY: Final = ApiAction(
    name="cancelUsernameRecovery", description="Return to the sign-in.", button=_CANCEL
)
REGISTER_USER: Final = ApiAction(
    name="registerUser",
    description="Register with a password and the fields of the profile.",
    inputs=(
        ApiInput(
            name="password",
            description="Password.",
            parameters=("pf.newPassword", "pf.confirmPassword"),
            maximum_length=LONGEST_PASSWORD,
        ),
        ApiInput(
            name="fieldValues",
            description="Values by the IDs of the fields: texts, true for a check box, or a list for a group of them.",
            type=InputType.OBJECT,
            convert=_field_parameters,
        ),
    ),
)
CANCEL_REGISTRATION: Final = ApiAction(name="cancelRegistration", description="Return to the sign-in.", button=_CANCEL)
CHECK_OTP: Final = ApiAction(name="checkOtp", description="Verify the e-mail address with the code.", inputs=(_OTP,))
SKIP_OTP: Final = ApiAction(name="skipOtp", description="Verify the e-mail address later.", button="pf.later")

ALL: Final = (
    CHECK_USERNAME_PASSWORD,
    INITIATE_ACCOUNT_RECOVERY,
    INITIATE_ACCOUNT_UNLOCK,
    RECOVER_USERNAME,
    INITIATE_PASSWORD_CHANGE,
    INITIATE_REGISTRATION,
    CANCEL_AUTHENTICATION,
    CONTINUE_AUTHENTICATION,
    CHECK_NEW_PASSWORD,
    CANCEL_PASSWORD_CHANGE,
    CHECK_ACCOUNT_RECOVERY_USERNAME,
    CHECK_RECOVERY_CODE,
    CHECK_PASSWORD_RESET,
    CANCEL_ACCOUNT_RECOVERY,
    CHECK_USERNAME_RECOVERY_EMAIL,
    CANCEL_USERNAME_RECOVERY,
    REGISTER_USER,
    CANCEL_REGISTRATION,
    CHECK_OTP,
    SKIP_OTP,
)
