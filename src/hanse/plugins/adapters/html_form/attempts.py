"""Password checks, with protection against guessing.

There are three limits: for a user name from one network, for a network with any user name, and, much later, for a user
name from any network. So nobody elsewhere can easily lock a user out. Attempts for one user name are checked one after
the other; a failure is counted before the password is checked, and removed if it was correct. So attempts at the same
moment cannot all pass before the first has failed, and correct passwords do not block each other. The answer to a guess
does not depend on whether the user exists.
"""

from dataclasses import dataclass
from enum import Enum, auto
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Final

from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import AdapterRequest, CredentialResult

LOCK_SECONDS: Final = 60.0
_LONG_LOCK_SECONDS: Final = 300.0
_NETWORK_FAILURES: Final = 100
_USER_FACTOR: Final = 10
# A host with an IPv6 address usually has a whole /64, and an IPv4 network of this size belongs to one provider.
_IPV4_PREFIX, _IPV6_PREFIX, _IPV4 = 24, 64, 4
LONGEST_USERNAME, LONGEST_PASSWORD = 1_024, 4_096


_NOTHING: Final = CredentialResult(valid=False)


class AttemptResult(Enum):
    """Result of an attempt."""

    RIGHT = auto()
    WRONG = auto()
    # Too many attempts failed, so that this one was not checked, or was the last one.
    LOCKED_OUT = auto()
    # The validators do not answer.
    UNAVAILABLE = auto()


@dataclass(frozen=True)
class PasswordAttempt:
    """One attempt with the validator's answer, and the remaining minutes of a lock."""

    verdict: AttemptResult
    validator: str = ""
    result: CredentialResult = _NOTHING
    minutes: int = 0


@dataclass(frozen=True)
class PasswordAttempts:
    """Checks passwords for one instance."""

    validators: tuple[str, ...]
    challenges: int

    def check(self, request: AdapterRequest, username: str, password: str) -> PasswordAttempt:
        """Return the result of checking a user name and a password."""
        if not username or len(username) > LONGEST_USERNAME or not password or len(password) > LONGEST_PASSWORD:
            return PasswordAttempt(AttemptResult.WRONG)
        services = request.services
        with services.one_at_a_time(_user_key(username)) as admitted:
            if not admitted:
                return PasswordAttempt(AttemptResult.LOCKED_OUT, minutes=1)
            limits = self._limits(request, username)
            if (seconds := max(services.failures(each.key)[1] for each in limits)) > 0:
                return _locked_out(seconds)
            pair, *others = limits
            count, seconds = services.count_failure(pair.key, limit=pair.failures, lock_seconds=pair.seconds)
            if count > pair.failures:
                return _locked_out(seconds)
            attempt = self._call_validators(request, username, password)
            if attempt.verdict is not AttemptResult.WRONG:
                services.clear_failures(pair.key)
                return attempt
            for each in others:
                _, more = services.count_failure(each.key, limit=each.failures, lock_seconds=each.seconds)
                seconds = max(seconds, more)
            return _locked_out(seconds) if seconds > 0 else attempt

    def _call_validators(self, request: AdapterRequest, username: str, password: str) -> PasswordAttempt:
        """Call the validators in their order until one accepts the password or knows a reason to refuse it."""
        unavailable, message = False, ""
        for validator in self.validators:
            try:
                result = request.services.check_password(validator, username, password)
            except Unavailable:
                unavailable = True
                continue
            is_right = result.valid or result.expired
            if is_right or result.locked or result.disabled:
                return PasswordAttempt(AttemptResult.RIGHT if is_right else AttemptResult.WRONG, validator, result)
            message = message or result.message
        wrong = CredentialResult(valid=False, message=message)
        return PasswordAttempt(AttemptResult.UNAVAILABLE if unavailable else AttemptResult.WRONG, result=wrong)

    def _limits(self, request: AdapterRequest, username: str) -> tuple["FailureLimit", ...]:
        user, network = _user_key(username), network_of(request.client_address)
        return (
            FailureLimit(f"{user}@{network}", self.challenges, LOCK_SECONDS),
            FailureLimit(f"network:{network}", max(_NETWORK_FAILURES, self.challenges), _LONG_LOCK_SECONDS),
            FailureLimit(user, self.challenges * _USER_FACTOR, _LONG_LOCK_SECONDS),
        )


@dataclass(frozen=True)
class FailureLimit:
    """A limit for one key: after a number of failures no password is checked for some seconds."""

    key: str
    failures: int
    seconds: float


def _locked_out(seconds: float) -> PasswordAttempt:
    return PasswordAttempt(AttemptResult.LOCKED_OUT, minutes=max(1, ceil(seconds / 60)))


def network_of(address: str) -> str:
    """Return the network of an address; IPv4-mapped addresses belong to an IPv4 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    prefix = _IPV4_PREFIX if found.version == _IPV4 else _IPV6_PREFIX
    return str(ip_network(f"{found}/{prefix}", strict=False))


def _user_key(username: str) -> str:
    # Directories ignore letter case and spaces, so changing them must not give an attacker more attempts.
    return f"user:{username.strip().casefold()}"
