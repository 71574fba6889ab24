"""Verification of a user name and password, for log-in and HTTP Basic."""

import hashlib
import hmac
import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from hanse.admin.session.accounts import Account, AdminAccounts
from hanse.admin.session.throttle import LoginThrottle
from hanse.config.configuration import Configuration
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.clock import Clock
from hanse.kit.errors import NotAuthenticated
from hanse.kit.randomness import Randomness

LOG = structlog.stdlib.get_logger("hanse.admin.session")
WRONG_CREDENTIALS = "The username or password is incorrect."
_STRIPES = 64


@dataclass(frozen=True)
class _Verified:
    """The digest that credentials have matched, and the time at which this must be verified again."""

    digest: str
    until: datetime


class AdminCredentials:
    """Verifies credentials. Those of HTTP Basic are cached, so that scripts do not need argon2 at every call.

    The cache has an HMAC of the credentials under a key of this process, with the password digest that they matched.
    The account is read at every call, so a changed password or a deactivated account takes effect immediately.
    """

    def __init__(
        self,
        configuration: Configuration,
        passwords: PasswordDigests,
        throttle: LoginThrottle,
        clock: Clock,
        randomness: Randomness,
        *,
        remembered: int = 1024,
        remember_for: timedelta = timedelta(minutes=5),
    ) -> None:
        self._configuration = configuration
        self._accounts = AdminAccounts()
        self._passwords = passwords
        self._throttle = throttle
        self._clock = clock
        self._key = randomness.token_bytes(32)
        self._size = remembered
        self._lifetime = remember_for
        self._verified: OrderedDict[bytes, _Verified] = OrderedDict()
        self._lock = threading.Lock()
        self._stripes = [threading.Lock() for _ in range(_STRIPES)]

    def verify(self, username: str, password: str, address: str) -> Account:
        """Return the account; raises NotAuthenticated, which never contains the reason, or TooManyAttempts."""
        attempt = self._throttle.begin(username, address)
        try:
            account = self._find(username)
            is_right = self._passwords.matches(password, account.digest if account else None)
        except BaseException:
            self._throttle.give_up(attempt)
            raise
        if not is_right or account is None:
            self._throttle.record_failure(attempt)
            # A name that no account has may be a password in the wrong field.
            LOG.debug("credentials refused", account=username if account else None, address=address)
            raise NotAuthenticated(WRONG_CREDENTIALS)
        self._throttle.record_success(attempt)
        LOG.debug("credentials accepted", account=username, address=address)
        return account

    def verify_often(self, username: str, password: str, address: str) -> Account:
        """Verify credentials like `verify`, and cache correct ones."""
        mark = self._mark(username, password)
        # A script that starts ten calls at once makes one attempt, not ten: the others wait for the first result.
        with self._stripes[mark[0] % _STRIPES]:
            account = self._find(username)
            if account is not None and self._remembers(mark, account.digest):
                return account
            account = self.verify(username, password, address)
            self._remember(mark, account.digest)
            return account

    def _find(self, username: str) -> Account | None:
        with self._configuration.reading() as view:
            return self._accounts.find(view, username)

    def _mark(self, username: str, password: str) -> bytes:
        # HTTP Basic has no colon in user names (RFC 7617, section 2), so different pairs give different texts.
        return hmac.digest(self._key, f"{username}:{password}".encode(), hashlib.sha256)

    def _remembers(self, mark: bytes, digest: str) -> bool:
        with self._lock:
            verified = self._verified.get(mark)
        return verified is not None and verified.digest == digest and self._clock.now() < verified.until

    def _remember(self, mark: bytes, digest: str) -> None:
        with self._lock:
            self._verified[mark] = _Verified(digest, self._clock.now() + self._lifetime)
            self._verified.move_to_end(mark)
            while len(self._verified) > self._size:
                self._verified.popitem(last=False)
