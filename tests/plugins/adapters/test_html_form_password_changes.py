"""Password changes at the HTML form adapter, also of expired passwords."""

from typing import Any

import pytest

from hanse.plugins.contracts.adapters import ShowPage, Success
from tests.plugins.adapters.account_pages import (
    SIGN_IN,
    SIGNED_IN,
    message_of,
    open_change_page,
    submit_change,
    template_of,
)
from tests.plugins.adapters.directory import Services
from tests.plugins.adapters.html_forms import adapter_user, enter_password, error_of, users


@pytest.mark.parametrize(("reauthenticates", "after"), [("true", SIGN_IN), ("false", SIGNED_IN)])
def test_a_password_is_changed(reauthenticates: str, after: Any) -> None:
    joe = open_change_page(
        **{
            "Require_Re-Authentication_for_Change_Password_Flow": reauthenticates,
            "Change_Password_Email_Notification": "true",
        },
        Revoke_Sessions_After_Password_Change_Or_Reset="true",
    )
    assert message_of(submit_change(joe)) == "change.done"
    assert joe.services.users["joe"].password == "another-one"
    assert joe.services.ended == ["joe"]
    assert [(to, template) for to, template, _ in joe.services.sent] == [
        ("joe@example.com", "message-template-end-user-password-change.html")
    ]
    result = joe.submit()
    assert template_of(result) == SIGN_IN if after is SIGN_IN else isinstance(result, Success)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"pf.pass": "wrong"}, "change.wrong"),
        ({"pf.username": "nobody"}, "change.wrong"),
        ({"pf.username": ""}, "change.missing"),
        ({"pf.newPassword": ""}, "change.missing"),
        ({"pf.confirmPassword": "different"}, "change.different"),
        ({"pf.newPassword": "right-password", "pf.confirmPassword": "right-password"}, "change.same"),
        ({"pf.newPassword": "x" * 5_000, "pf.confirmPassword": "x" * 5_000}, "change.too_long"),
    ],
)
def test_errors_of_a_password_change_are_shown(changed: dict[str, str], error: str) -> None:
    joe = open_change_page()
    assert error_of(submit_change(joe, **changed)) == error
    assert joe.services.users["joe"].password == "right-password"


def test_the_directorys_reason_for_refusing_a_password_is_shown() -> None:
    joe = open_change_page()
    page = submit_change(joe, **{"pf.newPassword": "short", "pf.confirmPassword": "short"})
    assert (error_of(page), page.values["detail"]) == ("change.refused", "The password is too short.")


def test_guesses_on_the_page_for_changes_are_throttled_too() -> None:
    joe = open_change_page(Challenge_Retries="2")
    submit_change(joe, **{"pf.pass": "wrong"})
    assert error_of(submit_change(joe, **{"pf.pass": "wrong"})) == "login.locked"
    assert error_of(submit_change(joe)) == "login.locked"


def test_a_change_can_be_cancelled() -> None:
    assert template_of(open_change_page().submit("pf.cancel")) == SIGN_IN


@pytest.mark.parametrize(
    ("settings", "can_change", "offered"),
    [
        ({}, True, False),
        ({"Allow_Password_Changes": "true"}, True, True),
        ({"Allow_Password_Changes": "true"}, False, False),
        ({"Allow_Password_Changes": "true", "Password_Management_System": "https://pw.example.com"}, False, True),
    ],
)
def test_changes_are_offered_where_they_are_possible(settings: dict[str, str], can_change: bool, offered: bool) -> None:
    joe = adapter_user(Services(users(), can_change=can_change), **settings)
    assert joe.start().values["can_change"] is offered
    page = joe.submit("pf.passwordChange")
    assert (template_of(page) != SIGN_IN) is offered


def test_an_external_password_system_is_linked() -> None:
    joe = adapter_user(Allow_Password_Changes="true", Password_Management_System="https://pw.example.com")
    joe.start()
    page = joe.submit("pf.passwordChange")
    assert page.values["link"] == "https://pw.example.com"
    assert template_of(joe.submit()) == SIGN_IN


def test_an_expired_password_is_changed_before_the_user_is_signed_in() -> None:
    joe = adapter_user(
        Services(users(expired=True)),
        **{"Allow_Password_Changes": "true", "Require_Re-Authentication_for_Change_Password_Flow": "false"},
    )
    joe.start()
    page = enter_password(joe, "right-password")
    assert (page.values["reason"], page.values["username_fixed"]) == ("expired", True)
    # A different user name in the form has no effect.
    assert message_of(submit_change(joe, **{"pf.username": "amy"})) == "change.done"
    assert joe.submit().attributes["username"] == "joe"


def test_an_expired_password_that_cannot_be_changed_signs_nobody_in() -> None:
    joe = adapter_user(Services(users(expired=True)))
    joe.start()
    assert error_of(enter_password(joe, "right-password")) == "login.expired"


@pytest.mark.parametrize(("days", "warned"), [(None, False), (8, False), (7, True), (0, True)])
def test_users_are_warned_before_their_password_expires(days: int | None, warned: bool) -> None:
    joe = adapter_user(Services(users(expires_in_days=days)), Show_Password_Expiring_Warning="true")
    joe.start()
    result = enter_password(joe, "right-password")
    assert isinstance(result, ShowPage) is warned
    if warned:
        assert isinstance(joe.submit(), Success)
        # The warning is shown again only after a while.
        joe.start()
        assert isinstance(enter_password(joe, "right-password"), Success)


def test_a_password_that_expires_soon_can_be_changed_at_once() -> None:
    joe = adapter_user(
        Services(users(expires_in_days=1)), Show_Password_Expiring_Warning="true", Allow_Password_Changes="true"
    )
    joe.start()
    enter_password(joe, "right-password")
    assert joe.submit("pf.passwordChange").values["reason"] == "expiring"
    submit_change(joe)
    # By default, a change of an expiring password requires no new sign-in.
    assert isinstance(joe.submit(), Success)
