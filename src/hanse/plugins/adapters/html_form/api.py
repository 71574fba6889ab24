"""The pages of the adapter as states of the authentication API."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hanse.plugins.adapters.html_form import (
    api_actions,
    change_page,
    expiry_warning,
    login_page,
    password_proof,
    recovery_page,
    registration_page,
    reset_pages,
)
from hanse.plugins.adapters.html_form.api_registration import registration_state, verification_state
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiState, page_errors

# The states of pages with a message, by the key of the message. All others have the state `MESSAGE`.
_MESSAGES: Final[Mapping[str, str]] = {
    "change.done": "SUCCESSFUL_PASSWORD_CHANGE",
    "change.elsewhere": "CHANGE_PASSWORD_EXTERNAL",
    "reset.done": "SUCCESSFUL_PASSWORD_RESET",
    "recover.sent": "USERNAME_RECOVERY_EMAIL_SENT",
    "unlock.done": "SUCCESSFUL_ACCOUNT_UNLOCK",
    "account.registered": "REGISTRATION_COMPLETED",
}
_MESSAGE: Final = "MESSAGE"


def _login(page: ShowPage) -> ApiState:
    values = page.values
    offered = {
        api_actions.INITIATE_ACCOUNT_RECOVERY: values["can_reset"],
        api_actions.INITIATE_ACCOUNT_UNLOCK: values["can_unlock"],
        api_actions.RECOVER_USERNAME: values["can_recover"],
        api_actions.INITIATE_PASSWORD_CHANGE: values["can_change"],
        api_actions.INITIATE_REGISTRATION: values["can_register"],
    }
    return ApiState(
        status="USERNAME_PASSWORD_REQUIRED",
        values={
            "username": values["username"],
            "usernameEditable": not values["username_fixed"],
            "showRememberMyUsername": values["remember_offered"],
            "rememberMyUsernameSelected": values["remember_checked"],
            "showThisIsMyDevice": values["device_offered"],
            "thisIsMyDeviceSelected": values["device_checked"],
            "showCaptcha": False,
        },
        actions=(
            api_actions.CHECK_USERNAME_PASSWORD,
            *(action for action, is_offered in offered.items() if is_offered),
            api_actions.CANCEL_AUTHENTICATION,
        ),
        errors=page_errors(page),
    )


def _change(page: ShowPage) -> ApiState:
    is_expired = page.values["reason"] == change_page.EXPIRED
    return ApiState(
        status="MUST_CHANGE_PASSWORD" if is_expired else "NEW_PASSWORD_REQUIRED",
        values={"username": page.values["username"], "usernameEditable": not page.values["username_fixed"]},
        actions=(api_actions.CHECK_NEW_PASSWORD, api_actions.CANCEL_PASSWORD_CHANGE),
        errors=page_errors(
            page,
            {"change.wrong": "existingPassword", "change.refused": "newPassword", "change.same": "newPassword"},
        ),
    )


def _expiring(page: ShowPage) -> ApiState:
    change = (api_actions.INITIATE_PASSWORD_CHANGE,) if page.values["can_change"] else ()
    return ApiState(
        status="NEW_PASSWORD_RECOMMENDED",
        values={"daysToExpire": page.values["days"]},
        actions=(api_actions.CONTINUE_AUTHENTICATION, *change),
    )


def _recovery_name(page: ShowPage) -> ApiState:
    return ApiState(
        status="ACCOUNT_RECOVERY_USERNAME_REQUIRED",
        values={"username": page.values["username"], "purpose": page.values["purpose"].upper()},
        actions=(api_actions.CHECK_ACCOUNT_RECOVERY_USERNAME, api_actions.CANCEL_ACCOUNT_RECOVERY),
        errors=page_errors(page, {"reset.missing_username": "username"}),
    )


def _recovery_code(page: ShowPage) -> ApiState:
    if page.values["by_link"]:
        return ApiState(
            status="ACCOUNT_RECOVERY_OTL_VERIFICATION_REQUIRED", actions=(api_actions.CANCEL_ACCOUNT_RECOVERY,)
        )
    return ApiState(
        status="RECOVERY_CODE_REQUIRED",
        actions=(api_actions.CHECK_RECOVERY_CODE, api_actions.CANCEL_ACCOUNT_RECOVERY),
        errors=page_errors(page, {"reset.wrong_code": "recoveryCode"}),
    )


def _new_password(page: ShowPage) -> ApiState:
    return ApiState(
        status="PASSWORD_RESET_REQUIRED",
        values={"username": page.values["username"]},
        actions=(api_actions.CHECK_PASSWORD_RESET, api_actions.CANCEL_ACCOUNT_RECOVERY),
        errors=page_errors(page, {"change.refused": "newPassword"}),
    )


def _username_recovery(page: ShowPage) -> ApiState:
    return ApiState(
        status="USERNAME_RECOVERY_EMAIL_REQUIRED",
        actions=(api_actions.CHECK_USERNAME_RECOVERY_EMAIL, api_actions.CANCEL_USERNAME_RECOVERY),
        errors=page_errors(page, {"recover.missing": "email"}),
    )


def _message(page: ShowPage) -> ApiState:
    values: dict[str, Any] = {"messageKey": page.values["message"]}
    if page.values["link"]:
        values["changePasswordUrl"] = page.values["link"]
    return ApiState(
        status=_MESSAGES.get(page.values["message"], _MESSAGE),
        values=values,
        actions=(api_actions.CONTINUE_AUTHENTICATION,),
        message=page.values["message"],
        message_values=page.values["message_values"],
    )


_PAGES: Final[Mapping[str, Callable[[ShowPage], ApiState]]] = {
    login_page.PAGE: _login,
    change_page.PAGE: _change,
    expiry_warning.PAGE: _expiring,
    reset_pages.NAME_PAGE: _recovery_name,
    reset_pages.CODE_PAGE: _recovery_code,
    reset_pages.NEW_PAGE: _new_password,
    recovery_page.PAGE: _username_recovery,
    registration_page.PAGE: registration_state,
    registration_page.VERIFY_PAGE: verification_state,
    password_proof.MESSAGE_PAGE: _message,
}


class HtmlFormApi:
    """The states and actions; the interface is `contracts.authentication_api.AdapterApi`."""

    actions: tuple[ApiAction, ...] = api_actions.ALL

    def state(self, page: ShowPage) -> ApiState | None:
        """Return a page as a state."""
        found = _PAGES.get(str(page.state.get("page")))
        return None if found is None else found(page)
