"""The OpenToken IdP adapter: the way to the application, and the tokens with which users return."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from hanse.config.plugins.plugin import SettingRefused
from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.plugins.contracts.adapters import Failure, Redirect, Success
from tests.plugins.adapters.directory import RESUME, AdapterUser, Services, plugin_maker
from tests.support.open_tokens import key_of, sealed

PASSWORD = "a password of the agent"
SERVICE = "https://app.example.com/login?cmd=sso"


def user(**settings: str) -> AdapterUser:
    values = {"Password": PASSWORD, "Confirm_Password": PASSWORD, "Authentication_Service": SERVICE, **settings}
    return AdapterUser(make=plugin_maker(OPEN_TOKEN_SIGN_IN, {}, **values), services=Services())


def at(moment: datetime, seconds: int = 0) -> str:
    return f"{moment + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}"


def token(joe: AdapterUser, payload: str = "subject=joe", password: str = PASSWORD, *, ends: int = 300) -> str:
    text = f"{payload}\nnot-before={at(joe.now)}\nnot-on-or-after={at(joe.now, ends)}\nrenew-until={at(joe.now, 9999)}"
    return sealed(text, key_of(password, 2))


def come_back(joe: AdapterUser, text: str, name: str = "opentoken") -> Any:
    """Return the result of the return with a parameter."""
    return joe.make().resume(joe._request({name: text}, {}))


def refused(joe: AdapterUser, text: str) -> str:
    found = come_back(joe, text)
    assert isinstance(found, Failure), found
    assert found.code == "token_refused"
    return found.detail


def test_the_application_receives_the_path_to_which_it_returns() -> None:
    found = user().start()
    assert isinstance(found, Redirect)
    path = RESUME.removeprefix("https://sso.example.com").replace("/", "%2F")
    assert found.url == f"{SERVICE}&resume={path}"
    assert user().start(force_authentication=True).url.endswith("&ForceAuthn=true")
    plain = user(Authentication_Service="https://app.example.com/login").start()
    assert plain.url.startswith("https://app.example.com/login?resume=")


def test_the_pairs_of_the_token_are_the_users_attributes() -> None:
    joe = user(Token_Name="otk")
    text = token(joe, "subject=joe\nmail='joe@example.com'\ngroup=a\ngroup=b\nauthnContext=urn:gold")
    found = come_back(joe, text, "otk")
    assert isinstance(found, Success), found
    assert found.attributes == {"subject": "joe", "mail": "joe@example.com", "group": ["a", "b"]}
    assert found.acr == "urn:gold"


def test_a_token_is_accepted_once() -> None:
    joe = user()
    text = token(joe)
    assert isinstance(come_back(joe, text), Success)
    assert "used before" in refused(joe, text)
    # Another token for the same user is accepted.
    joe.wait(seconds=1)
    assert isinstance(come_back(joe, token(joe)), Success)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ("mail=x", "one value of subject"),
        ("subject=", "one value of subject"),
        ("subject=joe\nsubject=admin", "one value of subject"),
        ("subject=joe\nnot-before=2020-01-01T00:00:00Z", "one value of not-before"),
        ("subject", "another form"),
    ],
)
def test_a_token_must_name_one_user_and_its_times(payload: str, reason: str) -> None:
    joe = user()
    assert reason in refused(joe, token(joe, payload))


def test_a_token_is_accepted_within_its_times_only() -> None:
    joe = user(Token_Lifetime="60", Not_Before_Tolerance="5")
    early, late, long = token(joe), token(joe, ends=30), token(joe, ends=9999)
    joe.wait(seconds=-10)
    assert "not valid yet" in refused(joe, early)
    joe.wait(seconds=6)
    assert isinstance(come_back(joe, early), Success)
    joe.wait(seconds=35)
    assert "expired" in refused(joe, late)
    joe.wait(seconds=40)
    # The application's own limit is longer than the one of this server.
    assert "expired" in refused(joe, long)
    unreadable = sealed("subject=joe\nnot-before=now\nnot-on-or-after=later", key_of(PASSWORD, 2))
    assert "a time has another form" in refused(joe, unreadable)


def test_other_tokens_are_refused() -> None:
    joe = user()
    for text in (token(joe, password="another password"), "x", "T1RLAQ**", "ü"):
        assert refused(joe, text)
    without = come_back(joe, "")
    assert isinstance(without, Failure)
    assert without.code == "no_token"
    assert PASSWORD not in repr(joe.make()._settings)


@pytest.mark.parametrize(("password", "again"), [("eleven char", "eleven char"), (PASSWORD, "another password")])
def test_short_and_unequal_passwords_are_refused(password: str, again: str) -> None:
    with pytest.raises(SettingRefused):
        user(Password=password, Confirm_Password=again).make()
