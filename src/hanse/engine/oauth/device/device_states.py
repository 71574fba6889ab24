"""The pages for users of devices as states of the authentication API."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.oauth.consent.consent_state import CONSENT_ACTIONS
from hanse.plugins.contracts.authentication_api import ApiAction, ApiError, ApiInput, ApiState

# The parameter of the page's form, and the member of the action's input.
USER_CODE: Final = "user_code"
_MEMBER: Final = "userCode"
_CODE: Final = ApiInput(name=_MEMBER, description="Code that the device shows.", parameters=(USER_CODE,))
_SUBMIT: Final = ApiAction(name="submitUserCode", description="Enter the code of a device.", inputs=(_CODE,))
_CONFIRM: Final = ApiAction(
    name="confirmUserCode",
    description="Confirm that the device shows this code.",
    inputs=(ApiInput(name=_MEMBER, description="The same code.", parameters=(USER_CODE,), required=False),),
    button="confirm",
)
_CANCEL: Final = ApiAction(name="cancelUserCode", description="Deny access because the device shows another code.")
DEVICE_ACTIONS: Final = (_SUBMIT, _CONFIRM, _CANCEL, *CONSENT_ACTIONS)


def code_state(error: str = "") -> ApiState:
    """Return the state in which the user enters a code; `error` is the key of the text about the last one."""
    errors = (ApiError(message=error, target=_MEMBER),) if error else ()
    return ApiState(status="OAUTH_DEVICE_USER_CODE_REQUIRED", actions=(_SUBMIT,), errors=errors)


def refused_link_state(error: str) -> ApiState:
    """Return the state in which the user enters another code than the one of the request, with the reason as a text."""
    return ApiState(status="OAUTH_DEVICE_USER_CODE_REQUIRED", actions=(_SUBMIT,), message=error)


def confirmation_state(values: Mapping[str, Any]) -> ApiState:
    """Return the state in which the user compares the code, for the values of the page."""
    shown = {
        _MEMBER: values["user_code"],
        "clientName": values["client_name"],
        "userName": values["user_name"],
        "scopes": values["scopes"],
    }
    return ApiState(status="OAUTH_DEVICE_USER_CODE_CONFIRMATION_REQUIRED", actions=(_CONFIRM, _CANCEL), values=shown)


def completed_answer(flow_id: str) -> Answer:
    """Return the answer after which the device receives its tokens."""
    return json_answer({"id": flow_id, "status": "OAUTH_DEVICE_COMPLETED"})


def failed_answer(flow_id: str, code: str, text: str) -> Answer:
    """Return the answer that ends a flow without access; `code` is an OAuth error, and `text` is for the user."""
    return json_answer(
        {"id": flow_id, "status": "FAILED", "code": code.upper(), "userMessage": text}, HTTPStatus.BAD_REQUEST
    )
