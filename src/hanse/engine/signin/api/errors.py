"""Errors of the authentication API as JSON, in the form that existing authentication applications expect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import structlog

from hanse.engine.errors import OAuthError, TemporarilyUnavailable
from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.request import BodyTooLarge, Request
from hanse.engine.signin.pages import PageRenderer
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.authentication_api import ApiError

LOG = structlog.stdlib.get_logger("hanse.signin")
VALIDATION_ERROR: Final = "VALIDATION_ERROR"
# Codes for the message keys of pages. Applications react to codes and show users the text.
_CODES: Final[Mapping[str, str]] = {
    "login.wrong": "CREDENTIAL_VALIDATION_FAILED",
    "login.locked": "TOO_MANY_ATTEMPTS",
    "login.account_locked": "ACCOUNT_LOCKED",
    "login.account_disabled": "ACCOUNT_DISABLED",
    "login.expired": "PASSWORD_EXPIRED",
    "login.unavailable": "TEMPORARILY_UNAVAILABLE",
    "login.missing": "FIELD_REQUIRED",
    "change.wrong": "CREDENTIAL_VALIDATION_FAILED",
    "change.missing": "FIELD_REQUIRED",
    "change.same": "PASSWORD_NOT_CHANGED",
    "change.too_long": "PASSWORD_TOO_LONG",
    "change.refused": "PASSWORD_REFUSED",
    "change.not_here": "PASSWORD_CHANGE_NOT_SUPPORTED",
    "change.missing_new": "FIELD_REQUIRED",
    "reset.missing_username": "FIELD_REQUIRED",
    "reset.missing_code": "FIELD_REQUIRED",
    "reset.wrong_code": "INVALID_CODE",
    "reset.too_often": "TOO_MANY_ATTEMPTS",
    "recover.missing": "INVALID_EMAIL",
    "identifier.missing": "FIELD_REQUIRED",
    "identifier.wrong": "INVALID_IDENTIFIER",
    "totp.missing": "FIELD_REQUIRED",
    "totp.wrong": "INVALID_OTP",
    "totp.wrong_first": "INVALID_OTP",
    "totp.too_many": "TOO_MANY_DEVICES",
    "recovery.missing": "FIELD_REQUIRED",
    "recovery.wrong": "INVALID_CODE",
    "email_code.missing": "FIELD_REQUIRED",
    "email_code.wrong": "INVALID_OTP",
    "email_code.expired": "OTP_EXPIRED",
    "email_code.no_more": "TOO_MANY_ATTEMPTS",
    "email_code.too_often": "TOO_MANY_ATTEMPTS",
    "passkey.wrong": "INVALID_ASSERTION",
    "passkey.no_response": "FIELD_REQUIRED",
    "passkey.not_created": "INVALID_ATTESTATION",
    "passkey.too_many": "TOO_MANY_DEVICES",
    "device.missing": "FIELD_REQUIRED",
    "device.wrong": "INVALID_USER_CODE",
    "device.too_many": "USER_CODE_LOCKED",
    "account.in_use": "VALUE_IN_USE",
    "account.required": "FIELD_REQUIRED",
}
_OTHER: Final = "INVALID_INPUT"


@dataclass(frozen=True)
class ErrorDetail:
    """One error in the input of an action. `message` is for developers, `user_message` for users."""

    code: str
    message: str
    user_message: str = ""
    target: str = ""

    def content(self) -> Mapping[str, str]:
        """Return the error in its JSON form."""
        optional = {"userMessage": self.user_message, "target": self.target}
        return {"code": self.code, "message": self.message, **{name: each for name, each in optional.items() if each}}


class ApiRefusal(Exception):
    """A request that the authentication API refuses. The text is for the developer of the application."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: HTTPStatus = HTTPStatus.BAD_REQUEST,
        details: Sequence[ErrorDetail] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.details = tuple(details)

    def answer(self) -> Answer:
        """Return the answer."""
        content: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.details:
            content["details"] = [each.content() for each in self.details]
        return json_answer(content, self.status)


class FlowNotFound(ApiRefusal):
    """The flow does not exist, has ended or expired, or belongs to another browser or client."""

    def __init__(self) -> None:
        super().__init__(
            "RESOURCE_NOT_FOUND",
            "The flow does not exist, has expired, or was started by somebody else.",
            status=HTTPStatus.NOT_FOUND,
        )


def input_refusal(pages: PageRenderer, locale: str, errors: Sequence[ApiError]) -> ApiRefusal:
    """Return the refusal of an input that an adapter did not accept, with texts in the user's language."""
    details = []
    for each in errors:
        # A directory's reason for refusing a new password follows the server's own text, as on the page.
        text = f"{pages.text(locale, each.message, **each.values)} {each.values.get('detail', '')}".strip()
        code = _CODES.get(each.message, _OTHER)
        details.append(ErrorDetail(code, "The input was not accepted.", text, each.target))
    return ApiRefusal(VALIDATION_ERROR, "The input was not accepted.", details=details)


def render_api_error(request: Request, error: Exception) -> Answer:
    """Return the answer to a request that failed. Defects are logged with their traceback."""
    refusal = error
    if isinstance(error, Unavailable | TemporarilyUnavailable):
        LOG.error("authentication API not available", reason=str(error))
        refusal = ApiRefusal("TEMPORARILY_UNAVAILABLE", "Try again later.", status=HTTPStatus.SERVICE_UNAVAILABLE)
        return refusal.answer().with_headers((b"retry-after", b"30"))
    if isinstance(error, BodyTooLarge):
        refusal = ApiRefusal("REQUEST_TOO_LARGE", error.description, status=error.status)
    elif isinstance(error, OAuthError):
        refusal = ApiRefusal("INVALID_REQUEST", error.description)
    if not isinstance(refusal, ApiRefusal):
        LOG.error("authentication API failed", exc_info=error)
        refusal = ApiRefusal(
            "UNEXPECTED_ERROR",
            f"The server failed to answer. The log has the details with the request id {request.id}.",
            status=HTTPStatus.INTERNAL_SERVER_ERROR,
        )
    else:
        LOG.info("authentication API request refused", code=refusal.code, reason=refusal.message)
    return refusal.answer()
