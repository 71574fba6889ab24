"""Field types that several areas share, each with a limit and a clear message."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

# Letters, digits and inner hyphens (RFC 1123, section 2.1). A label has at most 63 characters, and a name 253, because
# its encoding adds two octets to reach the limit of 255 (RFC 1035, section 2.3.4).
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"{_OCTET}(\.{_OCTET}){{3}}")
_MAXIMUM_HOST_LENGTH = 253
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,253}")


def is_host_name(text: str) -> bool:
    """Return whether a text is a host name or IPv4 address (RFC 1123, section 2.1), without port or trailing dot."""
    labels = text.split(".")
    if labels[-1].isdigit():
        # No top-level domain is a number, so this is an IP address or a typing error in one.
        return _IPV4.fullmatch(text) is not None
    return len(text) <= _MAXIMUM_HOST_LENGTH and all(_LABEL.fullmatch(label) for label in labels)


def _check_host_name(text: str) -> str:
    if not text:
        raise PydanticCustomError("required_field", "This field is required.")
    if not is_host_name(text):
        raise PydanticCustomError("invalid_host_name", "This must be a host name such as sso.example.com.")
    return text


def _check_base_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        port_is_good = parts.port is None or parts.port > 0
    except ValueError:
        parts, port_is_good = urlsplit(""), False
    bad_characters = any(character.isspace() or not character.isprintable() for character in text)
    has_more = bool(parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or has_more or bad_characters or not port_is_good:
        raise PydanticCustomError(
            "invalid_url", "This must be an http or https address such as https://sso.example.com:9031."
        )
    return text


def _check_base_url_or_nothing(text: str) -> str:
    return text and _check_base_url(text)


def _check_not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("required_field", "This field is required.")
    return text


def is_email_address(text: str) -> bool:
    """Return whether a text looks like an e-mail address, without whitespace or line ends."""
    return _EMAIL.fullmatch(text) is not None


def _check_email(text: str) -> str:
    if text and not is_email_address(text):
        raise PydanticCustomError("invalid_email", "This must be an e-mail address.")
    return text


Description = Annotated[str, Field(title="Description", max_length=4096), AfterValidator(_check_not_blank)]
Name = Annotated[str, Field(max_length=256), AfterValidator(_check_not_blank)]
HostName = Annotated[str, Field(max_length=_MAXIMUM_HOST_LENGTH), AfterValidator(_check_host_name)]
BaseUrl = Annotated[str, Field(max_length=2048), AfterValidator(_check_base_url)]
OptionalBaseUrl = Annotated[str, Field(max_length=2048), AfterValidator(_check_base_url_or_nothing)]
EmailAddress = Annotated[str, Field(max_length=320), AfterValidator(_check_email)]
Port = Annotated[int, Field(ge=1, le=65535)]
# RFC 3339, with space for any fraction of a second that a client may send.
Moment = Annotated[str, Field(max_length=64, json_schema_extra={"format": "date-time"})]
# A number of bits; the key algorithm restricts it further.
KeySize = Annotated[int, Field(ge=1, le=65_536)]
