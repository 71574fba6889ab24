"""The user of a second factor, whom an earlier step of the policy has named."""

import unicodedata
from typing import Final

from hanse.plugins.contracts.adapters import AdapterRequest

LONGEST_USER: Final = 1_024
LONGEST_NAME: Final = 64


def user_of(request: AdapterRequest) -> str:
    """Return the user whom the policy names; empty without one. `login_hint` names nobody."""
    user = request.user_id
    return user if request.user_id_fixed and user.strip() and len(user) <= LONGEST_USER else ""


def may_register(request: AdapterRequest) -> bool:
    """Return whether the user may register a first device in this sign-in.

    An earlier adapter must have authenticated somebody, and the policy must state that this is the user.
    """
    return bool(user_of(request)) and request.user_id_authenticated and request.has_authenticated


def factor_key(user: str) -> str:
    """Return the key under which a user's second factors are stored.

    Directories ignore letter case and repeated spaces. If these made another user here, somebody who knows a password
    could spell the name differently and register a device.
    """
    return " ".join(unicodedata.normalize("NFKC", user).casefold().split())


def entered_name(text: str, usual: str) -> str:
    """Return the user's name for a device: one line of limited length, or the usual one."""
    found = " ".join("".join(each if each.isprintable() else " " for each in text).split())[:LONGEST_NAME]
    return found or usual
