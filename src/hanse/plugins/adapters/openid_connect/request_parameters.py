"""Further parameters of authorization requests, which administrators of a connection have chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hanse.plugins.contracts.adapters import AdapterRequest

_CONTEXT: Final[Mapping[str, Callable[[AdapterRequest], str]]] = {
    "AuthenticationCtx": lambda request: " ".join(request.acr_values),
    "ClientId": lambda request: request.client_id,
    "ClientIp": lambda request: request.client_address,
    "Locale": lambda request: " ".join(request.locales),
    "TargetResource": lambda request: " ".join(request.parameters.get("resource", ())),
}
# The attributes of a sign-in that can be sent, with the names that they have in attribute mappings.
CONTEXT_ATTRIBUTES: Final = tuple(_CONTEXT)
# The parameters that determine the protocol, the registration or the security of a request.
RESERVED_NAMES: Final = frozenset(
    {
        "client_assertion",
        "client_assertion_type",
        "client_id",
        "client_secret",
        "code_challenge",
        "code_challenge_method",
        "max_age",
        "nonce",
        "prompt",
        "redirect_uri",
        "request",
        "request_uri",
        "response_mode",
        "response_type",
        "scope",
        "state",
    }
)


@dataclass(frozen=True)
class RequestParameter:
    """A parameter with a fixed text, or with the value of an attribute of the sign-in."""

    name: str
    # A text, or the name of one of `CONTEXT_ATTRIBUTES` if `is_context` is true.
    value: str
    is_context: bool = False


def chosen_parameters(parameters: tuple[RequestParameter, ...], request: AdapterRequest) -> dict[str, str]:
    """Return the parameters that have a value in this sign-in.

    The application that started the sign-in can have replaced some of them; `AdapterRequest.source_options` has only
    those that it may replace.
    """
    found = {each.name: request.source_options.get(each.name) or _value(each, request) for each in parameters}
    return {name: value for name, value in found.items() if value}


def _value(parameter: RequestParameter, request: AdapterRequest) -> str:
    return _CONTEXT[parameter.value](request) if parameter.is_context else parameter.value
