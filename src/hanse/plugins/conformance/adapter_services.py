"""Services of the server for an adapter under test: in memory, for one sign-in at a time."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum

from hanse.kit.errors import Unavailable
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.contracts.adapters import AttributeValue, CredentialResult, UserRecord


class PasswordAnswers(Enum):
    """The validators' answer to every password."""

    RIGHT = "right"
    WRONG = "wrong"
    EXPIRED = "expired"
    LOCKED = "locked"
    DISABLED = "disabled"
    UNAVAILABLE = "unavailable"


class LocalServices:
    """The services; the interface is `contracts.adapters.AdapterServices`."""

    def __init__(self, passwords: PasswordAnswers) -> None:
        self.passwords = passwords
        self._failures: dict[str, int] = {}
        self._values: dict[str, str] = {}
        self._claimed: set[str] = set()
        # The messages that were sent: the recipient, the template and its values.
        self.sent: list[tuple[str, str, dict[str, str]]] = []

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        """Return the validators' answer; an empty name or password is never correct."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable(f"The validator '{validator}' is not available.")
        if not username or not password or self.passwords is PasswordAnswers.WRONG:
            return CredentialResult(valid=False)
        return CredentialResult(
            valid=self.passwords in (PasswordAnswers.RIGHT, PasswordAnswers.EXPIRED),
            attributes={"username": username} if self.passwords is PasswordAnswers.RIGHT else {},
            expired=self.passwords is PasswordAnswers.EXPIRED,
            locked=self.passwords is PasswordAnswers.LOCKED,
            disabled=self.passwords is PasswordAnswers.DISABLED,
        )

    def can_change_passwords(self, _validator: str) -> bool:
        """Return True."""
        return True

    def change_password(self, _validator: str, _username: str, _old: str, new: str) -> str | None:
        """Change nothing; a short password is refused."""
        return None if len(new) > 1 else "The password is too short."

    def reset_password(self, _validator: str, _username: str, new: str) -> str | None:
        """Set nothing; a short password is refused."""
        return None if len(new) > 1 else "The password is too short."

    def find_user(self, _validator: str, username: str) -> UserRecord | None:
        """Return a user of this name unless nobody is known."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable("The directory cannot be reached.")
        is_known = bool(username) and self.passwords is not PasswordAnswers.WRONG
        return UserRecord(username, email="joe@example.com") if is_known else None

    def find_users_by_email(self, _validator: str, email: str) -> Sequence[UserRecord]:
        """Return a user with this address unless nobody is known."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable("The directory cannot be reached.")
        is_known = bool(email) and self.passwords is not PasswordAnswers.WRONG
        return [UserRecord("joe", email=email, email_verified=True)] if is_known else []

    def unlock(self, _validator: str, _username: str) -> bool:
        """Return True."""
        return True

    def send_email(self, _publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Store a message."""
        self.sent.append((to, template, dict(values)))
        return True

    def failures(self, key: str) -> tuple[int, float]:
        """Return the failures of a key."""
        return self._failures.get(key, 0), 0.0

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count a failure."""
        self._failures[key] = self._failures.get(key, 0) + 1
        return self._failures[key], lock_seconds if self._failures[key] >= limit else 0.0

    def clear_failures(self, key: str) -> None:
        """Forget the failures of a key."""
        self._failures.pop(key, None)

    def one_at_a_time(self, _key: str) -> AbstractContextManager[bool]:
        """Let everybody in."""
        return nullcontext(enter_result=True)

    def put_one_time(self, key: str, value: str, _seconds: float) -> None:
        """Store a value."""
        self._values[key] = value

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        return self._values.pop(key, None)

    def claim(self, key: str, _seconds: float) -> bool:
        """Remember a value; False if it was remembered already."""
        is_new = key not in self._claimed
        self._claimed.add(key)
        return is_new

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text."""
        drawn = SystemRandomness().token_bytes(2 * length)
        # Not quite evenly distributed, which no check tests.
        return "".join(alphabet[int.from_bytes(drawn[2 * at : 2 * at + 2]) % len(alphabet)] for at in range(length))

    def end_sessions(self, _attributes: Mapping[str, AttributeValue]) -> None:
        """Do nothing: there are none."""
