"""The server's services for adapters, with users in memory, and the browser of a user at one adapter."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, cast

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.passwords import PasswordDigests
from hanse.crypto.xml.anchored_trust import AnchoredTrust, SignerNames
from hanse.data_stores.settings import HttpSettings
from hanse.kit.errors import Unavailable
from hanse.plugins.conformance.adapter_services import LocalSecondFactors
from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, ShowPage
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.users import CredentialResult, UserRecord
from hanse.plugins.local_identities.accounts import LocalAccounts
from tests.support.clock import START
from tests.support.randomness import SeededRandomness

RESUME = "https://sso.example.com/as/flow-1/resume/as/authorization.ping"


@dataclass
class User:
    """A user of the directory."""

    password: str
    email: str = ""
    email_verified: bool | None = None
    expired: bool = False
    locked: bool = False
    disabled: bool = False
    expires_in_days: int | None = None
    # The message key of the directory's own error message.
    message: str = ""


@dataclass
class Services:
    """An implementation of `AdapterServices` with users in memory."""

    users: dict[str, User] = field(default_factory=dict)
    can_change: bool = True
    is_away: bool = False
    now: float = 0.0
    checked: list[tuple[str, str]] = field(default_factory=list)
    sent: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    counts: dict[str, tuple[int, float]] = field(default_factory=dict)
    claimed: set[str] = field(default_factory=set)
    second_factors: LocalSecondFactors = field(default_factory=LocalSecondFactors)
    # False generates the same codes every time.
    is_random: bool = False
    randomness: SeededRandomness = field(default_factory=SeededRandomness)

    @property
    def digests(self) -> PasswordDigests:
        return PasswordDigests(self.randomness)

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        self.checked.append((validator, username))
        self._answer(validator)
        user = self.users.get(username) if validator == "users" else None
        if user is None or user.password != password:
            return CredentialResult(valid=False, message="" if user is None else user.message)
        if user.locked or user.disabled:
            return CredentialResult(valid=False, locked=user.locked, disabled=user.disabled)
        attributes = {"mail": user.email, "username": username.lower()}
        return CredentialResult(
            valid=True, attributes=attributes, expired=user.expired, expires_in_days=user.expires_in_days
        )

    def can_change_passwords(self, validator: str) -> bool:
        return self.can_change and validator == "users"

    def change_password(self, validator: str, username: str, old: str, new: str) -> str | None:
        assert self.users[username].password == old
        return self.reset_password(validator, username, new)

    def reset_password(self, validator: str, username: str, new: str) -> str | None:
        self._answer(validator)
        if len(new) < 8:
            return "The password is too short."
        self.users[username].password, self.users[username].expired = new, False
        return None

    def find_user(self, validator: str, username: str) -> UserRecord | None:
        self._answer(validator)
        user = self.users.get(username)
        if user is None:
            return None
        return UserRecord(
            username, {"mail": user.email}, username.title(), user.email, user.email_verified, user.disabled
        )

    def find_users_by_email(self, validator: str, email: str) -> Sequence[UserRecord]:
        found = (self.find_user(validator, name) for name, user in self.users.items() if user.email == email)
        return [each for each in found if each is not None]

    def unlock(self, validator: str, username: str) -> bool:
        self._answer(validator)
        self.users[username].locked = False
        return True

    def local_accounts(self, _validator: str) -> LocalAccounts | None:
        return None

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        self.sent.append((to, template, dict(values)))
        return bool(publisher) or True

    def failures(self, key: str) -> tuple[int, float]:
        count, locked = self.counts.get(key, (0, 0.0))
        return count, max(0.0, locked - self.now)

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        count, locked = self.counts.get(key, (0, 0.0))
        if locked and locked <= self.now:
            count, locked = 0, 0.0
        count += 1
        if count >= limit and not locked:
            locked = self.now + lock_seconds
        self.counts[key] = count, locked
        return count, max(0.0, locked - self.now)

    def clear_failures(self, key: str) -> None:
        self.counts.pop(key, None)

    def one_at_a_time(self, _key: str) -> AbstractContextManager[bool]:
        return nullcontext(enter_result=True)

    def store_artifact(self, partner: str, server: str, message: bytes, seconds: float) -> str:
        raise AssertionError((partner, server, message, seconds))

    def put_one_time(self, key: str, value: str, seconds: float) -> None:
        raise AssertionError((key, value, seconds))

    def take_one_time(self, key: str) -> str | None:
        raise AssertionError(key)

    def claim(self, key: str, _seconds: float) -> bool:
        is_new = key not in self.claimed
        self.claimed.add(key)
        return is_new

    def random_text(self, length: int, alphabet: str) -> str:
        if not self.is_random:
            return (alphabet * length)[:length]
        return "".join(alphabet[each % len(alphabet)] for each in self.randomness.token_bytes(length))

    def end_sessions(self, attributes: Mapping[str, Any], _local_user: str = "") -> None:
        self.ended.append(attributes["username"])

    def http(self, settings: HttpSettings) -> HttpSender:
        raise AssertionError(settings)

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        raise AssertionError((url, algorithm, key_id))

    def anchored_trust(self, names: SignerNames) -> AnchoredTrust:
        raise AssertionError(names)

    def user_of_ticket(self, realm: str, token: bytes) -> tuple[str, str]:
        raise AssertionError((realm, token))

    def sign(self, algorithm: str, claims: Mapping[str, Any], media_type: str = "JWT") -> str:
        raise AssertionError((algorithm, claims, media_type))

    def _answer(self, validator: str) -> None:
        if self.is_away and validator == "users":
            raise Unavailable("The directory does not answer.")


@dataclass
class AdapterUser:
    """A user with a browser, who goes through the pages of an adapter."""

    make: Callable[[], Any]
    services: Services
    now: datetime = START
    cookies: dict[str, str] = field(default_factory=dict)
    page: AdapterResult | None = None
    known: dict[str, Any] = field(default_factory=dict)

    def start(self, **known: Any) -> Any:
        """Start the adapter; `known` replaces fields of its request, such as a user name that is known already."""
        self.known = known
        return self._keep(self.make().begin(self._request(None, {})))

    def submit(self, button: str = "pf.ok", **values: str) -> Any:
        """Fill in the form, with field names without the prefix `pf.`, and press a button."""
        given = {f"pf.{name}" if name in _PREFIXED else name.replace("_", "."): text for name, text in values.items()}
        return self.resume({**given, button: "clicked"})

    def open_link(self, **parameters: str) -> Any:
        """Open a link that resumes the flow."""
        assert isinstance(self.page, ShowPage)
        assert self.page.accepts_link
        return self.resume(parameters)

    def wait(self, **duration: float) -> None:
        self.now += timedelta(**duration)
        self.services.now += timedelta(**duration).total_seconds()

    def resume(self, form: dict[str, str]) -> Any:
        assert isinstance(self.page, ShowPage), self.page
        # Another process may answer, which knows only the stored state of the flow.
        return self._keep(self.make().resume(self._request(form, dict(self.page.state))))

    def _request(self, form: dict[str, str] | None, state: dict[str, Any]) -> AdapterRequest:
        request = AdapterRequest(
            now=self.now,
            services=cast("AdapterServices", self.services),
            form=form,
            state=state,
            cookies=dict(self.cookies),
            client_address="192.0.2.7",
            application_name="Shop",
            locales=("en",),
            resume_url=RESUME,
        )
        return replace(request, **self.known)

    def _keep(self, result: AdapterResult) -> AdapterResult:
        self.page = result
        for cookie in getattr(result, "cookies", ()):
            if cookie.seconds:
                self.cookies[cookie.name] = cookie.value
            else:
                self.cookies.pop(cookie.name, None)
        return result


_PREFIXED = ("username", "newPassword", "confirmPassword", "email", "rememberUsername", "thisIsMyDevice")


def plugin_maker(
    plugin: Plugin[Any], tables: Mapping[str, Sequence[Mapping[str, str]]], **values: str
) -> Callable[[], Any]:
    """Return a function that creates the plug-in instance; underscores in field names stand for spaces."""
    defaults = {each.name: each.default for each in plugin.form.fields if each.default is not None}
    given = {name.replace("_", " "): value for name, value in values.items()}
    unknown = given.keys() - {each.name for each in plugin.form.fields}
    assert not unknown, unknown
    return lambda: plugin.make(Settings("form", defaults | given, tables))
