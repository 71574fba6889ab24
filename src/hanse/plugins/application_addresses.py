"""Checks of the addresses of applications and of the parameters in forms that are posted to them."""

import re
from typing import Final
from urllib.parse import urlsplit

from hanse.kit.http.hosts import names_loopback

LONGEST_ADDRESS: Final = 2048
_PARAMETER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_ADDRESS: Final = re.compile(r"https?://[^\s\"<>\\^`{|}@#]+", re.ASCII)


def application_address_problem(text: str) -> str | None:
    """Return the reason why a token must not be posted to an address, or None."""
    try:
        parts = urlsplit(text)
        is_protected = parts.scheme == "https" or names_loopback(parts.hostname or "")
        is_good = bool(_ADDRESS.fullmatch(text)) and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_protected = is_good = False
    if is_good and is_protected:
        return None
    return "Enter an https URL without a fragment. http is accepted for applications on this computer only."


def parameter_problem(text: str) -> str | None:
    """Return the reason why a text is not the name of a form parameter, or None."""
    return None if _PARAMETER.fullmatch(text) else "Enter letters, digits, dots, hyphens and underscores only."
