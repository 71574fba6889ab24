"""An administrative account as authentication sees it."""

import hashlib
import json
import re
from dataclasses import dataclass

from hanse.config.access import Principal, Role
from hanse.config.view import View
from hanse.resources.system.administrative_accounts.model import USERNAME_PATTERN
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

_USERNAME = re.compile(USERNAME_PATTERN)


@dataclass(frozen=True)
class Account:
    """An active account; `digest` is its password's and `stamp` changes with password and rights."""

    principal: Principal
    digest: str
    stamp: str


def find_account(view: View, username: str) -> Account | None:
    """Return the active account of this name, or None."""
    if _USERNAME.fullmatch(username) is None:
        return None
    stored = view.find(ADMINISTRATIVE_ACCOUNTS, username)
    if stored is None or not stored.body["active"]:
        return None
    roles, auditor = frozenset(map(Role, stored.body["roles"])), bool(stored.body["auditor"])
    digest = view.secret(ADMINISTRATIVE_ACCOUNTS, stored, "password")
    if digest is None:
        return None
    stamp = json.dumps([username, digest, sorted(roles), auditor])
    principal = Principal(username, roles, auditor=auditor)
    return Account(principal, digest, hashlib.sha256(stamp.encode()).hexdigest())
