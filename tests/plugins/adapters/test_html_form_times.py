"""How long pages can be used, the delay for directories, and the messages to disabled users."""

import pytest

from hanse.plugins.contracts.adapters import ShowPage
from tests.plugins.adapters.directory import Services
from tests.plugins.adapters.test_html_form import error_of, person, tries, users
from tests.plugins.adapters.test_html_form_accounts import (
    BY_CODE,
    BY_LINK,
    NEW,
    SIGN_IN,
    changer,
    changes,
    message_of,
    template_of,
)


def test_the_page_for_a_change_expires_as_configured() -> None:
    joe = changer(Password_Update_Timeout="30")
    assert isinstance(joe.page, ShowPage)
    assert joe.page.usable_seconds == 1_800
    joe.waits(minutes=20)
    assert error_of(changes(joe, **{"pf.confirmPassword": "different"})) == "change.different"
    joe.waits(minutes=11)
    # A mistake does not begin the time anew.
    assert message_of(changes(joe)) == "change.timeout"
    assert joe.services.users["joe"].password == "right-password"
    assert template_of(joe.sends()) == SIGN_IN


def test_without_a_timeout_a_change_ends_with_the_sign_in() -> None:
    joe = changer(Password_Update_Timeout="0")
    assert isinstance(joe.page, ShowPage)
    assert joe.page.usable_seconds == 0
    joe.waits(hours=2)
    assert message_of(changes(joe)) == "change.done"


def test_code_and_new_password_have_separate_timeouts() -> None:
    joe = person(**BY_CODE, OTP_Time_to_Live="45", Password_Update_Timeout="5")
    joe.begins()
    joe.sends("pf.forgotPassword")
    page = joe.sends(username="joe")
    assert page.usable_seconds == 2_700
    page = joe._resumed({"otp": joe.services.sent[0][2]["code"]})
    assert page.usable_seconds == 300
    joe.waits(minutes=6)
    assert message_of(joe._resumed({**NEW})) == "change.timeout"
    assert joe.services.users["joe"].password == "right-password"


def test_directories_have_time_to_replicate_a_change_before_the_user_signs_in() -> None:
    delay = {"Post-Password_Change_Re-Authentication_Delay": "2500"}
    page = changes(changer(**delay))
    assert page.after_seconds == 2.5
    again = {"Require_Re-Authentication_for_Change_Password_Flow": "false"}
    # Nobody signs in with the new password then.
    assert changes(changer(**delay, **again)).after_seconds == 0


@pytest.mark.parametrize("way", [BY_CODE, BY_LINK])
def test_a_disabled_user_is_informed_by_e_mail_and_gets_no_code(way: dict[str, str]) -> None:
    services = Services(users(disabled=True))
    joe = person(services, **way)
    joe.begins()
    joe.sends("pf.forgotPassword")
    page = joe.sends(username="joe")
    # The page is that of every user.
    assert template_of(page) == "forgot-password-resume.html"
    assert [(to, template) for to, template, _ in services.sent] == [
        ("joe@example.com", "message-template-account-disabled.html")
    ]
    assert page.state["validator"] == ""


def test_the_directorys_own_messages_are_shown_to_users() -> None:
    joe = person(Services(users(message="custom.weekend")))
    joe.begins()
    assert error_of(tries(joe, password="wrong")) == "custom.weekend"
