"""What an IdP adapter must do: authenticate a user, page by page.

An adapter keeps nothing between calls. What it must remember between two pages of one sign-in it returns as `state`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeAlias

KIND = "idpAdapter"
# A text or several.
AttributeValue: TypeAlias = str | list[str]


@dataclass(frozen=True)
class Cookie:
    """A cookie for the user's browser, visible to this adapter instance only. `seconds` is 0 to delete it."""

    name: str
    value: str
    seconds: int


class PasswordCheck(Protocol):
    """Checks a password with a password credential validator, by the validator's id."""

    def __call__(self, validator: str, username: str, password: str) -> "CredentialResult":
        """Return what the validator says. Raises `kit.errors.Unavailable` when it cannot be asked."""
        ...


@dataclass(frozen=True)
class CredentialResult:
    """What a password credential validator says of a user name and a password.

    `attributes` are those of the user when the password is right, and empty otherwise. `expired` means that the
    password is right but must be changed first; `locked` and `disabled` that the account cannot sign in.
    """

    valid: bool
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    expired: bool = False
    locked: bool = False
    disabled: bool = False
    # Days until the password expires, where the validator knows.
    expires_in_days: int | None = None


class AdapterServices(Protocol):
    """What the server does for adapters."""

    check_password: PasswordCheck

    def can_change_password(self, validator: str) -> bool:
        """Return whether a validator can change passwords."""
        ...

    def change_password(self, validator: str, username: str, old: str, new: str) -> str | None:
        """Change a password; return None, or what is wrong with the new one in words for the user."""
        ...

    def reset_password(self, validator: str, username: str, new: str) -> str | None:
        """Set a password without the old one; return None, or what is wrong with the new one."""
        ...

    def find_user(self, validator: str, identifier: str) -> Mapping[str, AttributeValue] | None:
        """Return what a validator knows of a user without a password; None when it knows nobody or cannot look."""
        ...

    def unlock(self, validator: str, username: str) -> bool:
        """Unlock an account where the validator can; return whether it did."""
        ...

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user through a notification publisher (empty: the default); False without one."""
        ...

    def failures(self, key: str) -> tuple[int, float]:
        """Return how often something failed, and for how many more seconds it is locked."""
        ...

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count one failure and return what `failures` returns."""
        ...

    def clear_failures(self, key: str) -> None:
        """Forget failures."""
        ...

    def put_one_time(self, key: str, value: str, seconds: float) -> None:
        """Keep a value for `take_one_time`, as for a link or a code in an e-mail."""
        ...

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        ...

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text."""
        ...

    def end_sessions(self, user_key: str) -> None:
        """End the other sessions of a user, as after a change of password."""
        ...


@dataclass(frozen=True, kw_only=True)
class AdapterRequest:
    """One call of an adapter. `form` is None for the first call of a sign-in."""

    now: datetime
    services: AdapterServices
    form: Mapping[str, str] | None
    # What the adapter returned as `state` with the page before.
    state: Mapping[str, Any]
    # The adapter's own cookies.
    cookies: Mapping[str, str]
    # The user as an earlier step of the policy knows them, or `login_hint`; empty when nobody does.
    user_id: str = ""
    # Whether `user_id` was authenticated by that step, so that it must not be changed.
    user_id_fixed: bool = False
    client_address: str = ""
    client_id: str = ""
    application_name: str = ""
    locales: Sequence[str] = ()
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # The attributes of the sources that came before in the policy, by source id.
    chained: Mapping[str, Mapping[str, AttributeValue]] = field(default_factory=dict)
    # The absolute address at which this flow continues, for links in e-mails and redirects to elsewhere.
    resume_url: str = ""


@dataclass(frozen=True, kw_only=True)
class ShowPage:
    """Show a page and call the adapter again with the form that the user sends.

    `template` is a file of the template folder. The server adds the form's address and protection, the texts of the
    user's language and the style.
    """

    template: str
    values: Mapping[str, Any]
    state: Mapping[str, Any] = field(default_factory=dict)
    cookies: tuple[Cookie, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Redirect:
    """Send the browser elsewhere; it comes back to `AdapterRequest.resume_url` with parameters as `form`."""

    url: str
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Success:
    """The user is known. `user_key` tells users apart; `amr` are authentication methods (RFC 8176)."""

    attributes: Mapping[str, AttributeValue]
    amr: tuple[str, ...] = ()
    acr: str = ""
    cookies: tuple[Cookie, ...] = ()
    # False when the user asked not to be remembered, as on a shared device.
    may_keep_session: bool = True


@dataclass(frozen=True, kw_only=True)
class Failure:
    """The user is not known. `code` is for the log and the trace; `message` is a message key for the user."""

    code: str
    message: str = ""
    cookies: tuple[Cookie, ...] = ()


AdapterResult: TypeAlias = ShowPage | Redirect | Success | Failure


class IdpAdapter(Protocol):
    """Authenticates users."""

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Start: usually a page that asks for something."""
        ...

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Go on with what the user sent."""
        ...
