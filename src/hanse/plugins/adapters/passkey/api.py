"""The pages of the adapter as states of the authentication API.

The page of the application calls `navigator.credentials`, with the options in their JSON form (Web Authentication
Level 3, sections 5.1.9 and 5.1.10). Its origin must be one of the adapter's origins.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from hanse.plugins.adapters.passkey.proof import REGISTRATION_PAGE, USE_PAGE
from hanse.plugins.adapters.second_factors.factor_api import (
    ADD_DEVICE,
    CANCEL_AUTHENTICATION,
    CONTINUE_AUTHENTICATION,
    MANAGE_DEVICES,
    NICKNAME,
    REMOVE_DEVICE,
    device_list,
)
from hanse.plugins.adapters.second_factors.factor_list import LIST_PAGE
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, InputType, page_errors


def _credential(value: Any, _state: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the parameter of the form, in which the page's script sends a credential as JSON."""
    return {"credential": msgspec.json.encode(value).decode()}


_CHECK_ASSERTION: Final = ApiAction(
    name="checkAssertion",
    description="Verify the use of a passkey.",
    inputs=(
        ApiInput(
            name="assertion",
            description="JSON form of the credential from navigator.credentials.get.",
            type=InputType.OBJECT,
            convert=_credential,
        ),
        MANAGE_DEVICES,
    ),
)
_ACTIVATE: Final = ApiAction(
    name="activateFido2Device",
    description="Add a new passkey.",
    inputs=(
        ApiInput(
            name="attestation",
            description="JSON form of the credential from navigator.credentials.create.",
            type=InputType.OBJECT,
            convert=_credential,
        ),
        NICKNAME,
    ),
)


def _use(page: ShowPage) -> ApiState:
    return ApiState(
        status="ASSERTION_REQUIRED",
        values={
            "username": page.values["user"],
            "publicKeyCredentialRequestOptions": msgspec.json.decode(page.values["options"]),
            "showManageDevices": page.values["can_manage"],
        },
        actions=(_CHECK_ASSERTION, CANCEL_AUTHENTICATION),
        errors=page_errors(page, {"passkey.wrong": "assertion"}),
    )


def _registration(page: ShowPage) -> ApiState:
    return ApiState(
        status="FIDO2_ACTIVATION_REQUIRED",
        values={"publicKeyCredentialCreationOptions": msgspec.json.decode(page.values["options"])},
        actions=(_ACTIVATE, CANCEL_AUTHENTICATION),
        errors=page_errors(page, {"passkey.not_created": "attestation"}),
    )


_PAGES: Final[Mapping[str, Callable[[ShowPage], ApiState]]] = {
    USE_PAGE: _use,
    REGISTRATION_PAGE: _registration,
    LIST_PAGE: device_list,
}


class PasskeyApi:
    """The states and actions; the interface is `contracts.authentication_api.AdapterApi`."""

    actions: tuple[ApiAction, ...] = (
        _CHECK_ASSERTION,
        _ACTIVATE,
        ADD_DEVICE,
        REMOVE_DEVICE,
        CONTINUE_AUTHENTICATION,
        CANCEL_AUTHENTICATION,
    )

    def state(self, page: ShowPage) -> ApiState | None:
        """Return a page as a state."""
        found = _PAGES.get(str(page.state.get("page")))
        return None if found is None else found(page)
