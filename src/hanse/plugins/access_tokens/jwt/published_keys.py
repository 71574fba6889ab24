"""The address at which a manager publishes the public keys that verify its tokens."""

import re

PATH, CACHE = "JWKS Endpoint Path", "JWKS Endpoint Cache Duration"
# Existing clients expect this prefix before the configured path.
PREFIX = "/ext"
# RFC 3986, section 3.3: complete segments, of characters that need no encoding.
_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)+")


def check_path(text: str) -> str | None:
    """Return the error in a path."""
    is_good = _PATH.fullmatch(text) is not None
    return None if is_good else "Enter a path such as /oauth/jwks, of letters, digits and the characters - . _ ~."
