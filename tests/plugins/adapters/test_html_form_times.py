"""Timeouts of the HTML form adapter's pages, the delay after a change, and messages about disabled accounts."""

import pytest

from hanse.plugins.contracts.adapters import ShowPage
from tests.plugins.adapters.account_pages import (
    BY_CODE,
    BY_LINK,
    NEW,
    SIGN_IN,
    message_of,
    open_change_page,
    submit_change,
    template_of,
)
from tests.plugins.adapters.directory import Services
from tests.plugins.adapters.html_forms import adapter_user, enter_password, error_of, users


def test_the_page_for_a_change_expires_as_configured() -> None:
    joe = open_change_page(Password_Update_Timeout="30")
    assert isinstance(joe.page, ShowPage)
    assert joe.page.usable_seconds == 1_800
    joe.wait(minutes=20)
    assert error_of(submit_change(joe, **{"pf.confirmPassword": "different"})) == "change.different"
    joe.wait(minutes=11)
    # An input error does not restart the timeout.
    assert message_of(submit_change(joe)) == "change.timeout"
    assert joe.services.users["joe"].password == "right-password"
    assert template_of(joe.submit()) == SIGN_IN


def test_without_a_timeout_a_change_ends_with_the_sign_in() -> None:
    joe = open_change_page(Password_Update_Timeout="0")
    assert isinstance(joe.page, ShowPage)
    assert joe.page.usable_seconds == 0
    joe.wait(hours=2)
    assert message_of(submit_change(joe)) == "change.done"


def test_code_and_new_password_have_separate_timeouts() -> None:
    joe = adapter_user(**BY_CODE, OTP_Time_to_Live="45", Password_Update_Timeout="5")
    joe.start()
    joe.submit("pf.forgotPassword")
    page = joe.submit(username="joe")
    assert page.usable_seconds == 2_700
    page = joe.resume({"otp": joe.services.sent[0][2]["code"]})
    assert page.usable_seconds == 300
    joe.wait(minutes=6)
    assert message_of(joe.resume({**NEW})) == "change.timeout"
    assert joe.services.users["joe"].password == "right-password"


def test_directories_have_time_to_replicate_a_change_before_the_user_signs_in() -> None:
    delay = {"Post-Password_Change_Re-Authentication_Delay": "2500"}
    page = submit_change(open_change_page(**delay))
    assert page.after_seconds == 2.5
    again = {"Require_Re-Authentication_for_Change_Password_Flow": "false"}
    # Without re-authentication there is no need for a delay.
    assert submit_change(open_change_page(**delay, **again)).after_seconds == 0


@pytest.mark.parametrize("reset_type", [BY_CODE, BY_LINK])
def test_a_disabled_user_is_informed_by_e_mail_and_gets_no_code(reset_type: dict[str, str]) -> None:
    services = Services(users(disabled=True))
    joe = adapter_user(services, **reset_type)
    joe.start()
    joe.submit("pf.forgotPassword")
    page = joe.submit(username="joe")
    # The page is the same for all users.
    assert template_of(page) == "forgot-password-resume.html"
    assert [(to, template) for to, template, _ in services.sent] == [
        ("joe@example.com", "message-template-account-disabled.html")
    ]
    assert page.state["validator"] == ""


def test_the_directorys_own_messages_are_shown_to_users() -> None:
    joe = adapter_user(Services(users(message="custom.weekend")))
    joe.start()
    assert error_of(enter_password(joe, password="wrong")) == "custom.weekend"
