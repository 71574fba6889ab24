"""The interface of IdP adapters, which authenticate users, page by page.

An adapter keeps nothing between calls. It returns the data for the next page of a sign-in as `state`.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol, TypeAlias

from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.settings import HttpSettings
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.second_factors import SecondFactors
from hanse.plugins.local_identities.accounts import LocalAccounts

KIND = "idpAdapter"
# The address of every issuer to which other servers redirect users back. Such servers accept registered addresses only,
# so it is the same for all sign-ins; `name` is chosen by the adapter.
CALLBACK_PATH: Final = "/sp/{name}/cb.openid"
# The code of the failure of a silent sign-in for which the other server would have to show a page.
NEEDS_USER: Final = "interaction_required"
AttributeValue: TypeAlias = str | list[str]


@dataclass(frozen=True)
class Cookie:
    """A cookie for the user's browser, visible to this adapter instance only. `seconds` is 0 to delete it.

    The name is a token (RFC 6265, section 4.1.1) of at most 64 characters. The value is a text, which the server
    percent-encodes; the result may have at most 3,000 characters.
    """

    name: str
    value: str
    seconds: int


@dataclass(frozen=True)
class CredentialResult:
    """A password credential validator's result for a user name and a password.

    `attributes` are those of the user if the password is correct, and empty otherwise. `expired` means that the
    password is correct but must be changed first; `locked` and `disabled` that the account cannot sign in.
    """

    valid: bool
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    expired: bool = False
    locked: bool = False
    disabled: bool = False
    # Days until the password expires, if the validator knows.
    expires_in_days: int | None = None
    # The key of a page text for the user, instead of the usual one, if the sign-in fails.
    message: str = ""
    # The ID of the user in a local identity profile; empty for users of other systems.
    local_user: str = ""


@dataclass(frozen=True)
class UserRecord:
    """A validator's record of a user who has not entered a password."""

    username: str
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    display_name: str = ""
    email: str = ""
    # None if the validator does not know whether the address belongs to the user.
    email_verified: bool | None = None
    disabled: bool = False
    # The ID of the user in a local identity profile; empty for users of other systems.
    local_user: str = ""


class AdapterServices(Protocol):
    """The server's services for adapters. All methods raise `kit.errors.Unavailable` if they are not possible now."""

    # Digests of secrets that are too short for a plain hash.
    digests: PasswordDigests
    # The second factors of the adapter's users.
    second_factors: SecondFactors

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        """Return the result of a password credential validator, given by its id, for a password."""
        ...

    def can_change_passwords(self, validator: str) -> bool:
        """Return whether a validator can change and reset passwords, find users and unlock accounts."""
        ...

    def change_password(self, validator: str, username: str, old: str, new: str) -> str | None:
        """Change a password; return None, or the objection to the new one for the user."""
        ...

    def reset_password(self, validator: str, username: str, new: str) -> str | None:
        """Set a password without the old one; return None, or the objection to the new one."""
        ...

    def find_user(self, validator: str, username: str) -> UserRecord | None:
        """Return a validator's record of the user with this name."""
        ...

    def find_users_by_email(self, validator: str, email: str) -> Sequence[UserRecord]:
        """Return the users with this address."""
        ...

    def unlock(self, validator: str, username: str) -> bool:
        """Unlock an account; return whether there was one to unlock."""
        ...

    def local_accounts(self, validator: str) -> LocalAccounts | None:
        """Return the accounts of a validator whose users this server stores; None for any other validator."""
        ...

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user through a notification publisher (empty: the default); False without one.

        `template` is the key of the message's texts, or a file of the template folder.
        """
        ...

    def failures(self, key: str) -> tuple[int, float]:
        """Return the number of failures of a key, and for how many more seconds it is locked."""
        ...

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count one failure and return what `failures` returns."""
        ...

    def clear_failures(self, key: str) -> None:
        """Forget failures."""
        ...

    def one_at_a_time(self, key: str) -> AbstractContextManager[bool]:
        """Wait until nobody else of this process has entered for a key; False if too many wait already."""
        ...

    def put_one_time(self, key: str, value: str, seconds: float) -> None:
        """Store a value for `take_one_time`, for example for a link or a code in an e-mail."""
        ...

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        ...

    def claim(self, key: str, seconds: float) -> bool:
        """Remember a value for some seconds; False if it was remembered already, such as a used one-time code."""
        ...

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text."""
        ...

    def end_sessions(self, attributes: Mapping[str, AttributeValue], local_user: str = "") -> None:
        """End the sessions of a user, for example after a change of password; the user is given as in `Success`."""
        ...

    def http(self, settings: HttpSettings) -> HttpSender:
        """Return the client for a service. It only reaches public hosts, and networks that the operator allows."""
        ...

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys at an address that may have signed a token with this header.

        The key set is cached, and fetched again if it lacks a key with this ID.
        """
        ...

    def sign(self, algorithm: str, claims: Mapping[str, Any]) -> str:
        """Return claims as a JWT that is signed with a key of the issuer. Raises Unavailable if it has no such key."""
        ...


@dataclass(frozen=True, kw_only=True)
class ConsentRequest:
    """A request for the user's consent, for an adapter that obtains it from a user who is already known.

    The adapter returns Success with the approved scopes and authorization details, as the attributes that the
    authorization server settings name, and Failure if the user declined. Nothing is granted that was not requested.
    """

    user_key: str
    user_name: str
    # Requested scopes with their descriptions for users.
    scopes: Mapping[str, str]
    # Each is a JSON object (RFC 9396, section 2).
    authorization_details: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, kw_only=True)
class AdapterRequest:
    """A call of an adapter. `form` is None for the first call of a sign-in."""

    now: datetime
    services: AdapterServices
    form: Mapping[str, str] | None
    # The `state` that the adapter returned with the previous page.
    state: Mapping[str, Any]
    # The adapter's own cookies.
    cookies: Mapping[str, str]
    # The user whom an earlier step of the policy identified, or `login_hint`; empty if there is neither.
    user_id: str = ""
    # True if an earlier step of the policy named the user, who must then not be changed; false for `login_hint`.
    user_id_fixed: bool = False
    # True if the policy states that the user was authenticated by that step.
    user_id_authenticated: bool = False
    # True if an adapter before this one in the same sign-in, or a reused session, authenticated somebody.
    has_authenticated: bool = False
    client_address: str = ""
    client_id: str = ""
    application_name: str = ""
    locales: Sequence[str] = ()
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # The attributes of earlier sources in the policy, by source id.
    chained: Mapping[str, Mapping[str, AttributeValue]] = field(default_factory=dict)
    # The absolute address at which this flow continues, for links in e-mails and redirects to elsewhere.
    resume_url: str = ""
    # The identifier of the issuer at which the user signs in, and that of the sign-in.
    issuer: str = ""
    flow: str = ""
    # True if the user must choose an account (`prompt=select_account`). A remembered one must not be used then.
    select_account: bool = False
    # True if the user must authenticate again (`prompt=login`), and if no page may be shown (`prompt=none`).
    force_authentication: bool = False
    passive: bool = False
    # The longest time in seconds since the user's authentication that the application accepts; None for any.
    max_age: int | None = None
    # The authentication context classes that the application requests, the preferred one first.
    acr_values: Sequence[str] = ()
    # Set if the adapter should request consent instead of authenticating the user.
    consent: ConsentRequest | None = None


@dataclass(frozen=True, kw_only=True)
class ShowPage:
    """Show a page and call the adapter again with the form that the user sends.

    `template` is a file of the template folder. The server adds the form's address and protection, the texts of the
    user's language and the style.
    """

    template: str
    values: Mapping[str, Any]
    # Template that is shown if administrators named one that does not exist.
    fallback: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    cookies: tuple[Cookie, ...] = ()
    # True if a link to `AdapterRequest.resume_url` with parameters also continues, for example one in an e-mail. The
    # parameters are the `form` then. It must be opened in the same browser.
    accepts_link: bool = False
    # Seconds for which the page stays usable, at most a day, even if the sign-in would time out before.
    usable_seconds: float = 0
    # Seconds before the page is shown, at most a minute, for example while directories replicate.
    after_seconds: float = 0
    # True if the page loads a script of this server. Other pages cannot run scripts.
    runs_script: bool = False


@dataclass(frozen=True, kw_only=True)
class Redirect:
    """Redirect the browser elsewhere; it returns to `AdapterRequest.resume_url` with parameters as `form`.

    With a `callback` it returns to the `callback_url` of this name instead. The other server must then return a
    parameter `state` that begins with `AdapterRequest.flow` and a period.
    """

    url: str
    state: Mapping[str, Any] = field(default_factory=dict)
    callback: str = ""
    # True if the other server shows no page, so that the redirect may also be part of a silent sign-in.
    is_silent: bool = False


@dataclass(frozen=True, kw_only=True)
class Success:
    """The user is known.

    `attributes` are those of the adapter's contract, `amr` the authentication methods (RFC 8176), and `acr` is the
    authentication context class, if the adapter has one.
    """

    attributes: Mapping[str, AttributeValue]
    amr: tuple[str, ...] = ()
    acr: str = ""
    cookies: tuple[Cookie, ...] = ()
    # False when the user asked not to be remembered.
    may_keep_session: bool = True
    # The user's answer about the device, for session policies; None if the adapter does not ask.
    shared_device: bool | None = None
    # The ID of the user in a local identity profile, whose sessions and grants end with the account; empty for others.
    local_user: str = ""
    # Time of the authentication in seconds since the epoch, if it was at another server; None if it was just now.
    auth_time: float | None = None
    # The identifier of the user's session at another server; empty for none.
    remote_session: str = ""


@dataclass(frozen=True, kw_only=True)
class Failure:
    """The user was not authenticated. `code` is for the log and the trace; `message` is a message key for the user.

    `detail` is a sentence in English for the log and the trace, without values that grant anything.
    """

    code: str
    message: str = ""
    detail: str = ""
    cookies: tuple[Cookie, ...] = ()


def callback_url(issuer: str, name: str) -> str:
    """Return the address of an issuer to which another server redirects users back."""
    return f"{issuer}{CALLBACK_PATH.format(name=name)}"


AdapterResult: TypeAlias = ShowPage | Redirect | Success | Failure


class Adapter(Protocol):
    """Authenticates users.

    An adapter may also have `own_session`, an `AdapterSession`; `logout`, an `AdapterLogout`; `validators`, the ids of
    those of its users; the members of `remote_logouts.RemoteLogouts`; `identifies_only`, true if users enter a name
    without proof, so that no sign-in ends with it alone; `tracks_time`, false if the time of a session's sign-in must
    not be reported; `api`, an `authentication_api.AdapterApi`, if authentication applications can show its pages.
    """

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Start the sign-in, usually with a page."""
        ...

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the form that the user sent."""
        ...
