"""An administrative account in the form that authentication needs."""

import hashlib
import json
import re
import threading
from collections import OrderedDict
from dataclasses import dataclass

from hanse.config.change.change import Change
from hanse.config.declare.access import Principal, Role
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.resources.system.administrative_accounts.model import USERNAME_PATTERN
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

_USERNAME = re.compile(USERNAME_PATTERN)


@dataclass(frozen=True)
class Account:
    """An active account; `digest` is its password digest and `stamp` changes with password and rights."""

    principal: Principal
    digest: str
    stamp: str


class AdminAccounts:
    """Finds accounts and caches them by revision, because decrypting the password digest takes a millisecond.

    The document is read each time, so a change applies immediately. Only for views that read: uncommitted changes of a
    transaction may be rolled back, and their revision number reused.
    """

    def __init__(self, remembered: int = 1024) -> None:
        self._size = remembered
        self._known: OrderedDict[str, tuple[int, Account]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, view: TransactionView, username: str) -> Account | None:
        """Return the active account of this name, or None."""
        stored = _stored(view, username)
        if stored is None:
            return None
        with self._lock:
            revision, account = self._known.get(username, (None, None))
        if revision == stored.revision:
            return account
        account = _read(view, stored)
        if account is not None and not isinstance(view, Change):
            self._remember(stored, account)
        return account

    def _remember(self, stored: StoredDocument, account: Account) -> None:
        with self._lock:
            self._known[stored.id] = (stored.revision, account)
            self._known.move_to_end(stored.id)
            while len(self._known) > self._size:
                self._known.popitem(last=False)


def find_account(view: TransactionView, username: str) -> Account | None:
    """Return the active account of this name, or None; in transactions that also change something."""
    stored = _stored(view, username)
    return None if stored is None else _read(view, stored)


def _stored(view: TransactionView, username: str) -> StoredDocument | None:
    if _USERNAME.fullmatch(username) is None:
        return None
    stored = view.find(ADMINISTRATIVE_ACCOUNTS, username)
    return stored if stored is not None and stored.body["active"] else None


def _read(view: TransactionView, stored: StoredDocument) -> Account | None:
    username = stored.id
    roles, auditor = frozenset(map(Role, stored.body["roles"])), bool(stored.body["auditor"])
    digest = view.secret(ADMINISTRATIVE_ACCOUNTS, stored, "password")
    if digest is None:
        return None
    stamp = json.dumps([username, digest, sorted(roles), auditor])
    principal = Principal(username, roles, auditor=auditor)
    return Account(principal, digest, hashlib.sha256(stamp.encode()).hexdigest())
