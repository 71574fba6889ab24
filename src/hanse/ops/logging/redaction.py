"""Removes secrets from log lines: by the name of a field, and by their form within texts."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

REDACTED = "[redacted]"
# Compared with names in lower case without punctuation, so that X-Api-Key, apiKey and api_key are equal.
SECRET_NAMES = re.compile(
    r"password|passphrase|passwd|secret|token|credential|authorization|cookie|apikey|privatekey|masterkey"
    r"|assertion|filedata|setuplink|database(url|address)"
)
PUNCTUATION = re.compile(r"[^a-z0-9]")
# Userinfo in an address; an Authorization value; a compact JWS or JWE (RFC 7515, section 7.1); a PEM private key.
SECRET_TEXTS = re.compile(
    r"(?P<userinfo>(?<=://)[^\s/@:]*:[^\s@]+(?=@))"
    r"|(?P<authorization>(?<=\bBearer )[\w.~+/=-]+|(?<=\bBasic )[\w+/=-]+|(?<=\bDPoP )[\w.~+/=-]+)"
    r"|(?P<jose>\beyJ[\w-]+(?:\.[\w-]*){2,4})"
    r"|(?P<pem>-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z))",
    re.DOTALL | re.IGNORECASE,
)
# No code logs deeper structures on purpose, and a cyclic one would never end.
DEEPEST = 6


def redact(_logger: Any, _method: str, event: Any) -> Any:
    """Return a log event without secrets; a structlog processor."""
    return {name: _clean(name, value, 0) for name, value in event.items()}


def clean(name: str, value: Any) -> Any:
    """Return a named value without secrets, which may then be shown outside the log as well."""
    return _clean(name, value, 0)


def _clean(name: str, value: Any, depth: int) -> Any:
    if value is not None and not isinstance(value, bool) and _is_secret(name):
        return REDACTED
    if isinstance(value, str):
        return SECRET_TEXTS.sub(REDACTED, value)
    if depth >= DEEPEST:
        return REDACTED
    if isinstance(value, Mapping):
        return {key: _clean(str(key), each, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_clean("", each, depth + 1) for each in value]
    return value


@lru_cache(maxsize=1024)
def _is_secret(name: str) -> bool:
    return SECRET_NAMES.search(PUNCTUATION.sub("", name.lower())) is not None
