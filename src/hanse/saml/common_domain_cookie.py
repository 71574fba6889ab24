"""The common domain cookie, which names the identity providers of a user (SAML profiles, section 4.3.1).

Its value is a list of entity IDs, each in base64, separated by spaces. The identity provider at which the user has
signed in last is the last one. Anybody in the common domain can write the cookie, so its content is only a hint.
"""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from hanse.saml.values import LONGEST_URI

COMMON_DOMAIN_COOKIE: Final = "_saml_idp"
# Browsers keep at most 4,096 octets of a cookie with its name and attributes (RFC 6265, section 6.1).
MOST_OCTETS: Final = 3_000
_MOST_PROVIDERS: Final = 20


def read_providers(value: str) -> tuple[str, ...]:
    """Return the entity IDs in a value that was already percent-decoded, the last one last; others are left out."""
    if len(value) > MOST_OCTETS:
        return ()
    found = (_entity_id(each) for each in value.split()[-_MOST_PROVIDERS:])
    return tuple(each for each in found if each)


def with_provider(providers: Sequence[str], entity_id: str) -> str:
    """Return the percent-encoded value with an identity provider at its end; the oldest ones are left out if need be.

    The result is empty if the entity ID alone is too long.
    """
    listed = [*(each for each in providers if each != entity_id), entity_id][-_MOST_PROVIDERS:]
    while listed:
        value = quote(" ".join(b64encode(each.encode()).decode() for each in listed), safe="")
        if len(value) <= MOST_OCTETS:
            return value
        del listed[0]
    return ""


def _entity_id(text: str) -> str:
    try:
        found = b64decode(text, validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
    return found if len(found) <= LONGEST_URI and found.isprintable() else ""
