"""The parameters of an authorization request, from the claims of a request object."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from hanse.engine.http.parameters import MOST_PARAMETERS, Parameters
from hanse.engine.oauth.authorize.checks.repetition import REPEATABLE
from hanse.engine.oauth.jose.claim_checks import ClaimsRefused

# Claims about the JWT itself (RFC 7519, section 4.1). `aud` names this server and is not the parameter of that name.
_ABOUT_TOKEN: Final = frozenset({"iss", "sub", "aud", "exp", "nbf", "iat", "jti"})
_NEVER: Final = ("request", "request_uri")


def parameters_of(claims: Mapping[str, Any]) -> Parameters:
    """Return the claims that are parameters. Raises ClaimsRefused."""
    if any(name in claims for name in _NEVER):
        # RFC 9101, section 4.
        raise ClaimsRefused("it contains another request object")
    pairs = [(name, text) for name, value in claims.items() if name not in _ABOUT_TOKEN for text in _texts(name, value)]
    if len(pairs) > MOST_PARAMETERS:
        raise ClaimsRefused("it has too many claims")
    return Parameters(pairs)


def _texts(name: str, value: Any) -> Iterator[str]:
    if name in REPEATABLE and isinstance(value, list):
        yield from (_text(each) for each in value)
    elif value is not None:
        yield _text(value)


def _text(value: Any) -> str:
    """Return the value of a parameter: numbers, objects and lists are JSON (RFC 9101, section 4)."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
