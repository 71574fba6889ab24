"""The pages of registration as states of the authentication API."""

from collections.abc import Iterator

from hanse.plugins.adapters.html_form import api_actions
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiError, ApiState, page_errors
from hanse.plugins.local_identities.form_fields import PREFIX


def registration_state(page: ShowPage) -> ApiState:
    """Return the state of the page with the fields of the profile."""
    values = page.values
    fields = [
        {
            "id": each["name"].removeprefix(PREFIX),
            "label": each["label"],
            "type": each["type"],
            "required": each["required"],
            "options": each["options"],
            "value": each["value"],
        }
        for each in values["fields"]
    ]
    return ApiState(
        status="REGISTRATION_REQUIRED",
        values={"fields": fields, "minimumPasswordLength": values["minimum"]},
        actions=(api_actions.REGISTER_USER, api_actions.CANCEL_REGISTRATION),
        errors=tuple(_registration_errors(page)),
    )


def _registration_errors(page: ShowPage) -> Iterator[ApiError]:
    """Yield the errors of fields, and the error of the page if it is not only about them."""
    found = [
        ApiError(message=each["error"], values=each["error_values"], target=each["name"].removeprefix(PREFIX))
        for each in page.values["fields"]
        if each["error"]
    ]
    if page.values["password_error"]:
        text, named = page.values["password_error"], page.values["password_error_values"]
        found.append(ApiError(message=text, values=named, target="password"))
    yield from found or page_errors(page)


def verification_state(page: ShowPage) -> ApiState:
    """Return the state of the page that asks for the code from the e-mail, or for a click on the link in it."""
    later = (api_actions.SKIP_OTP,) if page.values["can_continue"] else ()
    if page.accepts_link:
        actions = (*later, api_actions.CANCEL_REGISTRATION)
        return ApiState(status="EMAIL_VERIFICATION_REQUIRED", actions=actions)
    return ApiState(
        status="EMAIL_VERIFICATION_OTP_REQUIRED",
        actions=(api_actions.CHECK_OTP, *later, api_actions.CANCEL_REGISTRATION),
        errors=page_errors(page, {"reset.wrong_code": "otp"}),
    )
