"""Password checks, with protection against guessing (`attempt_limits`).

The limit for a user name from any network is much higher than that from one, so nobody elsewhere can easily lock a user
out. The answer to a guess does not depend on whether the user exists.
"""

from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Final

from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.attempt_limits import AttemptLimits, minutes_of
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.contracts.users import CredentialResult

_USER_FACTOR: Final = 10
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
        check = partial(self._call_validators, request, username, password)
        limits = AttemptLimits(self.challenges, self.challenges * _USER_FACTOR)
        made = limits.check(request, username, check, _is_wrong)
        attempt, seconds = made
        if attempt is None or seconds > 0:
            return PasswordAttempt(AttemptResult.LOCKED_OUT, minutes=minutes_of(seconds))
        return attempt

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


def _is_wrong(attempt: PasswordAttempt) -> bool:
    return attempt.verdict is AttemptResult.WRONG
