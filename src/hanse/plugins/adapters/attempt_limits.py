"""Protection against guessing, for adapters whose users enter secrets.

There are three limits: for a user from one network, for a network with any user, and for a user from any network.
Attempts for one user are checked one after the other; a failure is counted before an attempt is checked, and removed if
it succeeded. So attempts at the same moment cannot all pass before the first has failed, and correct ones do not block
each other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Final, TypeVar

from hanse.kit.local_users import comparable
from hanse.plugins.contracts.adapters import AdapterRequest

T = TypeVar("T")
LOCK_SECONDS: Final = 60.0
_LONG_LOCK_SECONDS: Final = 300.0
# Failures of a user from any network, for adapters that only somebody with the first factor reaches. The limit can be
# low there: one of three valid codes among a million is hit by 10 guesses an hour after four years on average.
_SECOND_FACTOR_FAILURES: Final = 10
_SECOND_FACTOR_LOCK_SECONDS: Final = 3_600.0
_NETWORK_FAILURES: Final = 100
# A host with an IPv6 address usually has a whole /64, and an IPv4 network of this size belongs to one provider.
_IPV4_PREFIX, _IPV6_PREFIX, _IPV4 = 24, 64, 4


@dataclass(frozen=True)
class FailureLimit:
    """A limit for one key: after a number of failures nothing is checked for some seconds."""

    key: str
    failures: int
    seconds: float


@dataclass(frozen=True)
class AttemptLimits:
    """The limits of an adapter: `challenges` failures of a user from one network, and `from_anywhere` in all.

    After the latter the user is locked for `anywhere_seconds`.
    """

    challenges: int
    from_anywhere: int
    anywhere_seconds: float = _LONG_LOCK_SECONDS

    def check(
        self, request: AdapterRequest, user: str, attempt: Callable[[], T], is_wrong: Callable[[T], bool]
    ) -> tuple[T | None, float]:
        """Return the result of an attempt, and for how many seconds the user is locked now, after a wrong one.

        The result is None if the attempt was not made, because the user was locked already.
        """
        services = request.services
        with services.one_at_a_time(_user_key(user)) as admitted:
            if not admitted:
                return None, LOCK_SECONDS
            limits = self._limits(request, user)
            if (seconds := max(services.failures(each.key)[1] for each in limits)) > 0:
                return None, seconds
            pair, *others = limits
            count, seconds = services.count_failure(pair.key, limit=pair.failures, lock_seconds=pair.seconds)
            if count > pair.failures:
                return None, seconds
            result = attempt()
            if not is_wrong(result):
                services.clear_failures(pair.key)
                return result, 0.0
            for each in others:
                _, more = services.count_failure(each.key, limit=each.failures, lock_seconds=each.seconds)
                seconds = max(seconds, more)
            return result, seconds

    @classmethod
    def of_second_factor(cls, challenges: int) -> "AttemptLimits":
        """Return the limits of an adapter whose users have proved another factor before."""
        return cls(challenges, max(challenges, _SECOND_FACTOR_FAILURES), _SECOND_FACTOR_LOCK_SECONDS)

    def _limits(self, request: AdapterRequest, user: str) -> tuple[FailureLimit, ...]:
        key, network = _user_key(user), network_of(request.client_address)
        return (
            FailureLimit(f"{key}@{network}", self.challenges, LOCK_SECONDS),
            FailureLimit(f"network:{network}", max(_NETWORK_FAILURES, self.challenges), _LONG_LOCK_SECONDS),
            FailureLimit(key, self.from_anywhere, self.anywhere_seconds),
        )


def minutes_of(seconds: float) -> int:
    """Return the minutes of a lock for the user, at least one."""
    return max(1, ceil(seconds / 60))


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


def _user_key(user: str) -> str:
    # Directories ignore letter case, forms of letters and spaces, so changing them must not give more attempts.
    return f"user:{comparable(user.strip())}"
