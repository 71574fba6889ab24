"""The parameters of a backchannel authentication request (CIBA Core, section 7.1)."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from hanse.engine.errors import InvalidBindingMessage, InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.oauth.authorize.model import MOST_VALUE_LENGTH

MOST_BINDING_MESSAGE: Final = 100
MOST_USER_CODE: Final = 256
MOST_ACR_VALUES: Final = 20
# Section 7.1 sets this limit; the syntax is that of RFC 6750, section 2.1.
MOST_NOTIFICATION_TOKEN: Final = 1024
_BEARER: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_EXPIRY: Final = re.compile(r"[1-9][0-9]{0,8}")


class HintName(StrEnum):
    """The parameters of which exactly one identifies the user."""

    LOGIN_HINT = "login_hint"
    LOGIN_HINT_TOKEN = "login_hint_token"  # noqa: S105 - the name of a parameter.
    ID_TOKEN_HINT = "id_token_hint"  # noqa: S105 - the name of a parameter.


@dataclass(frozen=True, kw_only=True)
class BackchannelParameters:
    """Parameters that only backchannel authentication requests have. Texts are empty if they were not sent."""

    hint: HintName
    hint_value: str = field(repr=False)
    binding_message: str = ""
    user_code: str = field(default="", repr=False)
    notification_token: str = field(default="", repr=False)
    acr_values: tuple[str, ...] = ()
    # The requested lifetime in seconds.
    requested_expiry: int | None = None


# All parameters that are read; those of the second line are common to all authorization requests.
KNOWN: Final = (
    *("binding_message", "client_notification_token", "requested_expiry", "user_code", *HintName),
    *("acr_values", "authorization_details", "resource", "scope"),
)


def read_parameters(parameters: Parameters) -> BackchannelParameters:
    """Return the parameters of a request. Raises InvalidRequest and InvalidBindingMessage."""
    hints = [(name, value) for name in HintName if (value := parameters.one(name)) is not None]
    if len(hints) != 1:
        raise InvalidRequest(f"Exactly one of the parameters {', '.join(HintName)} is required.")
    ((hint, value),) = hints
    if len(value) > MOST_VALUE_LENGTH:
        raise InvalidRequest(f"The parameter {hint} is too long.")
    return BackchannelParameters(
        hint=hint,
        hint_value=value,
        binding_message=_binding_message(parameters),
        user_code=_user_code(parameters),
        notification_token=_notification_token(parameters),
        acr_values=_acr_values(parameters),
        requested_expiry=_requested_expiry(parameters),
    )


def _binding_message(parameters: Parameters) -> str:
    """Return the message that both devices show. It is plain text on one line, so that users can compare it."""
    message = parameters.one("binding_message") or ""
    if len(message) > MOST_BINDING_MESSAGE:
        raise InvalidBindingMessage(f"The binding message has more than {MOST_BINDING_MESSAGE} characters.")
    # Also refuses characters that reverse the direction of text or are invisible.
    if not message.isprintable() or message != message.strip():
        raise InvalidBindingMessage("The binding message must be plain text on one line.")
    return message


def _user_code(parameters: Parameters) -> str:
    code = parameters.one("user_code") or ""
    if len(code) > MOST_USER_CODE:
        raise InvalidRequest("The parameter user_code is too long.")
    return code


def _notification_token(parameters: Parameters) -> str:
    token = parameters.one("client_notification_token") or ""
    if token and (len(token) > MOST_NOTIFICATION_TOKEN or not _BEARER.fullmatch(token)):
        raise InvalidRequest(
            "The parameter client_notification_token is not a bearer token of at most 1024 characters."
        )
    return token


def _acr_values(parameters: Parameters) -> tuple[str, ...]:
    values = tuple(dict.fromkeys((parameters.one("acr_values") or "").split()))
    if len(values) > MOST_ACR_VALUES:
        raise InvalidRequest("There are too many acr_values.")
    return values


def _requested_expiry(parameters: Parameters) -> int | None:
    text = parameters.one("requested_expiry")
    if text is None:
        return None
    if not _EXPIRY.fullmatch(text):
        raise InvalidRequest("The parameter requested_expiry must be a positive number of seconds.")
    return int(text)
