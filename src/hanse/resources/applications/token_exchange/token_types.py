"""Identifiers of token types (RFC 8693, section 3)."""

from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

ACCESS_TOKEN: Final = "urn:ietf:params:oauth:token-type:access_token"  # noqa: S105 - the name of a type.
REFRESH_TOKEN: Final = "urn:ietf:params:oauth:token-type:refresh_token"  # noqa: S105 - the name of a type.
JWT: Final = "urn:ietf:params:oauth:token-type:jwt"


def _check_uri(text: str) -> str:
    try:
        is_uri = bool(urlsplit(text).scheme) and text.isascii() and text.isprintable() and " " not in text
    except ValueError:
        is_uri = False
    if not is_uri:
        raise PydanticCustomError("invalid_uri", "Enter a URI such as urn:ietf:params:oauth:token-type:access_token.")
    return text


TokenType = Annotated[str, Field(max_length=256), AfterValidator(_check_uri)]
