"""Common states and actions of the authentication API for second factors: the list of devices, and the buttons."""

from collections.abc import Mapping
from typing import Any, Final

from hanse.plugins.adapters.second_factors.factor_list import ADD, NEW_CODES, REMOVE
from hanse.plugins.adapters.second_factors.factor_users import LONGEST_NAME
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, InputType

CANCEL_AUTHENTICATION: Final = ApiAction(
    name="cancelAuthentication", description="Cancel this step.", button="pf.cancel"
)
CONTINUE_AUTHENTICATION: Final = ApiAction(name="continueAuthentication", description="Continue with the sign-in.")
ADD_DEVICE: Final = ApiAction(name="addDevice", description="Add another device.", button=ADD)
REMOVE_DEVICE: Final = ApiAction(
    name="removeDevice",
    description="Remove one of several devices.",
    inputs=(ApiInput(name="deviceId", description="ID of the device.", parameters=(REMOVE,), maximum_length=128),),
)
ISSUE_RECOVERY_CODES: Final = ApiAction(
    name="issueRecoveryCodes", description="Replace all recovery codes with new ones.", button=NEW_CODES
)
NICKNAME: Final = ApiInput(
    name="nickname",
    description="Name of the device for the user.",
    parameters=("name",),
    required=False,
    maximum_length=LONGEST_NAME,
)
MANAGE_DEVICES: Final = ApiInput(
    name="manageDevices",
    description="Show the list of devices afterwards, if the state offers it.",
    parameters=("pf.manage",),
    type=InputType.BOOLEAN,
    required=False,
)


def device_list(page: ShowPage) -> ApiState:
    """Return the list of devices as a state."""
    values = page.values
    return ApiState(
        status="DEVICE_MANAGEMENT",
        values={
            "devices": [_device(each) for each in values["factors"]],
            "recoveryCodesLeft": values["recovery_codes_left"],
        },
        actions=(
            ADD_DEVICE,
            *((REMOVE_DEVICE,) if values["can_remove"] else ()),
            *((ISSUE_RECOVERY_CODES,) if values["has_recovery_codes"] else ()),
            CONTINUE_AUTHENTICATION,
        ),
        message=values["message"],
    )


def _device(factor: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a device; the times are dates, and the last use is empty before the first one."""
    return {
        "id": factor["id"],
        "nickname": factor["name"],
        "created": factor["created"],
        "lastUsed": factor["used"],
    }
