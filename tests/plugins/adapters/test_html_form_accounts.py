"""Passwords that are changed, expire, or are forgotten; accounts that are locked; user names that are forgotten."""

from typing import Any

import pytest

from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import ShowPage, Success
from tests.plugins.adapters.directory import RESUME, Person, Services, User
from tests.plugins.adapters.test_html_form import error_of, person, tries, users

NEW = {"pf.newPassword": "another-one", "pf.confirmPassword": "another-one"}
BY_CODE = {"Password_Reset_Type": "OTP"}
BY_LINK = {"Password_Reset_Type": "OTL"}
SIGN_IN, SIGNED_IN = "html.form.login.template.html", Success


def template_of(page: Any) -> str:
    assert isinstance(page, ShowPage), page
    return page.template


def message_of(page: Any) -> str:
    return str(page.values["message"])


# Changing


def changes(joe: Person, **changed: str) -> Any:
    form = {"pf.username": "joe", "pf.pass": "right-password", **NEW, "pf.ok": "clicked"}
    return joe._resumed({**form, **changed})


def changer(services: Services | None = None, /, **settings: str) -> Person:
    joe = person(services, Allow_Password_Changes="true", **settings)
    joe.begins()
    assert template_of(joe.sends("pf.passwordChange")) == "html.form.change.password.template.html"
    return joe


@pytest.mark.parametrize(("again", "after"), [("true", SIGN_IN), ("false", SIGNED_IN)])
def test_a_password_is_changed(again: str, after: Any) -> None:
    joe = changer(
        **{"Require_Re-Authentication_for_Change_Password_Flow": again, "Change_Password_Email_Notification": "true"},
        Revoke_Sessions_After_Password_Change_Or_Reset="true",
    )
    assert message_of(changes(joe)) == "change.done"
    assert joe.services.users["joe"].password == "another-one"
    assert joe.services.ended == ["joe"]
    assert [(to, template) for to, template, _ in joe.services.sent] == [
        ("joe@example.com", "message-template-end-user-password-change.html")
    ]
    result = joe.sends()
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
    joe = changer()
    assert error_of(changes(joe, **changed)) == error
    assert joe.services.users["joe"].password == "right-password"


def test_the_directorys_reason_for_refusing_a_password_is_shown() -> None:
    joe = changer()
    page = changes(joe, **{"pf.newPassword": "short", "pf.confirmPassword": "short"})
    assert (error_of(page), page.values["detail"]) == ("change.refused", "The password is too short.")


def test_guesses_on_the_page_for_changes_are_throttled_too() -> None:
    joe = changer(Challenge_Retries="2")
    changes(joe, **{"pf.pass": "wrong"})
    assert error_of(changes(joe, **{"pf.pass": "wrong"})) == "login.locked"
    assert error_of(changes(joe)) == "login.locked"


def test_a_change_can_be_cancelled() -> None:
    assert template_of(changer().sends("pf.cancel")) == SIGN_IN


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
    joe = person(Services(users(), can_change=can_change), **settings)
    assert joe.begins().values["can_change"] is offered
    page = joe.sends("pf.passwordChange")
    assert (template_of(page) != SIGN_IN) is offered


def test_an_external_password_system_is_linked() -> None:
    joe = person(Allow_Password_Changes="true", Password_Management_System="https://pw.example.com")
    joe.begins()
    page = joe.sends("pf.passwordChange")
    assert page.values["link"] == "https://pw.example.com"
    assert template_of(joe.sends()) == SIGN_IN


# Expired and expiring


def test_an_expired_password_is_changed_before_the_user_is_signed_in() -> None:
    joe = person(
        Services(users(expired=True)),
        **{"Allow_Password_Changes": "true", "Require_Re-Authentication_for_Change_Password_Flow": "false"},
    )
    joe.begins()
    page = tries(joe, "right-password")
    assert (page.values["reason"], page.values["username_fixed"]) == ("expired", True)
    # The user stays the one whose password it was.
    assert message_of(changes(joe, **{"pf.username": "amy"})) == "change.done"
    assert joe.sends().attributes["username"] == "joe"


def test_an_expired_password_that_cannot_be_changed_signs_nobody_in() -> None:
    joe = person(Services(users(expired=True)))
    joe.begins()
    assert error_of(tries(joe, "right-password")) == "login.expired"


@pytest.mark.parametrize(("days", "warned"), [(None, False), (8, False), (7, True), (0, True)])
def test_users_are_warned_before_their_password_expires(days: int | None, warned: bool) -> None:
    joe = person(Services(users(expires_in_days=days)), Show_Password_Expiring_Warning="true")
    joe.begins()
    result = tries(joe, "right-password")
    assert isinstance(result, ShowPage) is warned
    if warned:
        assert isinstance(joe.sends(), Success)
        # It is repeated after a while.
        joe.begins()
        assert isinstance(tries(joe, "right-password"), Success)


def test_a_password_that_expires_soon_can_be_changed_at_once() -> None:
    joe = person(
        Services(users(expires_in_days=1)), Show_Password_Expiring_Warning="true", Allow_Password_Changes="true"
    )
    joe.begins()
    tries(joe, "right-password")
    assert joe.sends("pf.passwordChange").values["reason"] == "expiring"
    changes(joe)
    # Signing in again is not required for this by default.
    assert isinstance(joe.sends(), Success)


# Forgotten


def forgets(joe: Person, username: str = "joe", button: str = "pf.forgotPassword") -> Any:
    joe.begins()
    joe.sends(button)
    return joe.sends(username=username)


def code_of(joe: Person) -> str:
    return joe.services.sent[-1][2]["code"]


def test_a_code_by_e_mail_lets_the_user_set_a_password() -> None:
    joe = person(**BY_CODE, Revoke_Sessions_After_Password_Change_Or_Reset="true")
    page = forgets(joe)
    assert template_of(page) == "forgot-password-resume.html"
    to, template, values = joe.services.sent[0]
    assert (to, template) == ("joe@example.com", "message-template-forgot-password-code.html")
    assert (len(values["code"]), values["minutes"], values["locale"]) == (8, "10", "en")
    assert template_of(joe.sends(otp=code_of(joe))) == "forgot-password-change.html"
    assert message_of(joe._resumed(NEW)) == "reset.done"
    assert joe.services.users["joe"].password == "another-one"
    assert joe.services.ended == ["joe"]
    assert joe.services.sent[-1][1] == "message-template-forgot-password-complete.html"
    assert template_of(joe.sends()) == SIGN_IN


def test_after_a_reset_the_user_may_be_signed_in() -> None:
    joe = person(**BY_CODE, **{"Require_Re-Authentication_for_Password_Reset_Flow": "false"})
    forgets(joe)
    joe.sends(otp=code_of(joe))
    joe._resumed(NEW)
    result = joe.sends()
    assert isinstance(result, Success)
    assert (result.attributes["username"], result.amr) == ("joe", ("otp",))


def test_a_link_by_e_mail_leads_to_the_same_flow() -> None:
    joe = person(**BY_LINK)
    forgets(joe)
    link = joe.services.sent[0][2]["link"]
    address, _, code = link.partition("?reset=")
    assert address == RESUME
    assert len(code) == 43
    assert template_of(joe.opens(reset="A" * 43)) == "forgot-password-resume.html"
    assert template_of(joe.opens(reset=code)) == "forgot-password-change.html"


def test_unknown_users_see_the_same_pages() -> None:
    for settings in (BY_CODE, BY_LINK):
        shown = []
        for username in ("joe", "nobody"):
            visitor = person(**settings)
            page = forgets(visitor, username)
            wrong = visitor.sends(otp="wrong") if settings is BY_CODE else visitor.opens(reset="wrong")
            shown.append((page.template, page.values, wrong.template, wrong.values))
            assert len(visitor.services.sent) == (username == "joe")
        assert shown[0] == shown[1]


def test_a_code_that_was_never_sent_is_refused() -> None:
    visitor = person(**BY_CODE)
    forgets(visitor, "nobody")
    # The services of this test draw the same code every time.
    code = visitor.services.random_text(8, visitor.make()._reset.form.text("Allowed OTP Character Set"))
    assert error_of(visitor.sends(otp=code)) == "reset.wrong_code"


def test_codes_expire_and_allow_few_wrong_attempts() -> None:
    joe = person(**BY_CODE)
    forgets(joe)
    joe.waits(minutes=11)
    assert message_of(joe.sends(otp=code_of(joe))) == "reset.expired"
    forgets(joe)
    for _ in range(4):
        assert error_of(joe.sends(otp="wrong")) == "reset.wrong_code"
    assert message_of(joe.sends(otp="wrong")) == "reset.too_many_tries"
    assert template_of(joe.sends()) == SIGN_IN


def test_the_number_of_messages_is_limited() -> None:
    joe = person(**BY_CODE)
    pages = [forgets(joe) for _ in range(7)]
    assert [message_of(page) for page in pages[5:]] == ["reset.too_often"] * 2
    assert len(joe.services.sent) == 5


@pytest.mark.parametrize("email", [{"email": ""}, {"email": "joe@example.com", "email_verified": False}])
def test_messages_are_sent_only_to_verified_addresses(email: dict[str, Any]) -> None:
    joe = person(Services({"joe": User("right-password", **email)}), **BY_CODE)
    assert template_of(forgets(joe)) == "forgot-password-resume.html"
    assert joe.services.sent == []


def test_a_new_password_can_be_set_only_after_the_code() -> None:
    joe = person(**BY_CODE)
    forgets(joe)
    assert error_of(joe._resumed(NEW)) == "reset.missing_code"
    assert joe.services.users["joe"].password == "right-password"


@pytest.mark.parametrize(
    ("new", "error"),
    [
        ({"pf.newPassword": "", "pf.confirmPassword": ""}, "change.missing_new"),
        ({"pf.newPassword": "another-one", "pf.confirmPassword": "other"}, "change.different"),
        ({"pf.newPassword": "short", "pf.confirmPassword": "short"}, "change.refused"),
        ({"pf.newPassword": "x" * 5_000, "pf.confirmPassword": "x" * 5_000}, "change.too_long"),
    ],
)
def test_errors_of_a_new_password_are_shown(new: dict[str, str], error: str) -> None:
    joe = person(**BY_CODE)
    forgets(joe)
    joe.sends(otp=code_of(joe))
    assert error_of(joe._resumed(new)) == error
    assert message_of(joe._resumed(NEW)) == "reset.done"


def test_a_reset_is_offered_where_it_is_possible() -> None:
    assert person().begins().values["can_reset"] is False
    assert person(**BY_CODE).begins().values["can_reset"] is True
    joe = person(Services(users(), can_change=False), **BY_CODE)
    assert joe.begins().values["can_reset"] is False
    assert error_of(joe.sends("pf.forgotPassword")) == "login.missing"


def test_an_account_is_unlocked_by_the_same_proof() -> None:
    joe = person(Services(users(locked=True)), **BY_CODE, Account_Unlock="true")
    forgets(joe, button="pf.accountUnlock")
    assert message_of(joe.sends(otp=code_of(joe))) == "unlock.done"
    assert joe.services.users["joe"].locked is False
    assert joe.services.sent[-1][1] == "message-template-account-unlock-complete.html"
    assert template_of(joe.sends()) == SIGN_IN
    assert person(Account_Unlock="true").begins().values["can_unlock"] is False


def test_an_unavailable_directory_is_reported_and_nothing_is_sent() -> None:
    joe = person(**BY_CODE)
    joe.services.is_away = True
    assert message_of(forgets(joe)) == "login.unavailable"


# User names


def recovers(joe: Person, email: str) -> Any:
    joe.begins()
    joe.sends("pf.usernameRecovery")
    return joe.sends(email=email)


def test_a_user_name_is_sent_to_the_entered_address() -> None:
    joe = person(Enable_Username_Recovery="true")
    for email, count in (("joe@example.com", 1), ("nobody@example.com", 1)):
        assert message_of(recovers(joe, email)) == "recover.sent"
        assert len(joe.services.sent) == count
    to, template, values = joe.services.sent[0]
    assert (to, template) == ("joe@example.com", "message-template-username-recovery.html")
    assert values["username"] == "joe"
    assert template_of(joe.sends()) == SIGN_IN


@pytest.mark.parametrize(
    ("verified", "required", "count"), [(True, "true", 1), (None, "true", 0), (None, "false", 1), (False, "false", 0)]
)
def test_only_verified_addresses_get_a_user_name(verified: bool | None, required: str, count: int) -> None:
    services = Services(users(email_verified=verified))
    joe = person(services, Enable_Username_Recovery="true", Require_Verified_Email=required)
    assert message_of(recovers(joe, "joe@example.com")) == "recover.sent"
    assert len(services.sent) == count


@pytest.mark.parametrize("email", ["", "joe", "x@" + "y" * 300])
def test_an_invalid_address_is_requested_again(email: str) -> None:
    assert error_of(recovers(person(Enable_Username_Recovery="true"), email)) == "recover.missing"


def test_recovery_is_offered_where_the_settings_say_so() -> None:
    joe = person()
    assert joe.begins().values["can_recover"] is False
    assert error_of(joe.sends("pf.usernameRecovery")) == "login.missing"


def test_a_failed_message_does_not_reveal_whether_the_user_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> bool:
        raise Unavailable("The store of run-time state does not respond.")

    joe = person(**BY_CODE)
    monkeypatch.setattr(joe.services, "send_email", fails)
    assert template_of(forgets(joe)) == "forgot-password-resume.html"
