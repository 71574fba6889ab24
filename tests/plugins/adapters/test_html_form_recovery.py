"""Self-service at the HTML form adapter: password reset, account unlock and user name recovery."""

from typing import Any

import pytest

from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import Success
from tests.plugins.adapters.account_pages import (
    BY_CODE,
    BY_LINK,
    NEW,
    SIGN_IN,
    code_of,
    message_of,
    request_reset,
    template_of,
)
from tests.plugins.adapters.directory import RESUME, AdapterUser, Services, User
from tests.plugins.adapters.html_forms import adapter_user, error_of, users


def test_a_code_by_e_mail_lets_the_user_set_a_password() -> None:
    joe = adapter_user(**BY_CODE, Revoke_Sessions_After_Password_Change_Or_Reset="true")
    page = request_reset(joe)
    assert template_of(page) == "forgot-password-resume.html"
    to, template, values = joe.services.sent[0]
    assert (to, template) == ("joe@example.com", "message-template-forgot-password-code.html")
    assert (len(values["code"]), values["minutes"], values["locale"]) == (8, "10", "en")
    assert template_of(joe.submit(otp=code_of(joe))) == "forgot-password-change.html"
    assert message_of(joe.resume(NEW)) == "reset.done"
    assert joe.services.users["joe"].password == "another-one"
    assert joe.services.ended == ["joe"]
    assert joe.services.sent[-1][1] == "message-template-forgot-password-complete.html"
    assert template_of(joe.submit()) == SIGN_IN


def test_after_a_reset_the_user_may_be_signed_in() -> None:
    joe = adapter_user(**BY_CODE, **{"Require_Re-Authentication_for_Password_Reset_Flow": "false"})
    request_reset(joe)
    joe.submit(otp=code_of(joe))
    joe.resume(NEW)
    result = joe.submit()
    assert isinstance(result, Success)
    assert (result.attributes["username"], result.amr) == ("joe", ("otp",))


def test_a_link_by_e_mail_leads_to_the_same_flow() -> None:
    joe = adapter_user(**BY_LINK)
    request_reset(joe)
    link = joe.services.sent[0][2]["link"]
    address, _, code = link.partition("?reset=")
    assert address == RESUME
    assert len(code) == 43
    assert template_of(joe.open_link(reset="A" * 43)) == "forgot-password-resume.html"
    assert template_of(joe.open_link(reset=code)) == "forgot-password-change.html"


def test_unknown_users_see_the_same_pages() -> None:
    for settings in (BY_CODE, BY_LINK):
        shown = []
        for username in ("joe", "nobody"):
            visitor = adapter_user(**settings)
            page = request_reset(visitor, username)
            wrong = visitor.submit(otp="wrong") if settings is BY_CODE else visitor.open_link(reset="wrong")
            shown.append((page.template, page.values, wrong.template, wrong.values))
            assert len(visitor.services.sent) == (username == "joe")
        assert shown[0] == shown[1]


def test_a_code_that_was_never_sent_is_refused() -> None:
    visitor = adapter_user(**BY_CODE)
    request_reset(visitor, "nobody")
    # The services of the tests generate the same code every time.
    code = visitor.services.random_text(8, visitor.make()._reset.form.text("Allowed OTP Character Set"))
    assert error_of(visitor.submit(otp=code)) == "reset.wrong_code"


def test_codes_expire_and_allow_few_wrong_attempts() -> None:
    joe = adapter_user(**BY_CODE)
    request_reset(joe)
    joe.wait(minutes=11)
    assert message_of(joe.submit(otp=code_of(joe))) == "reset.expired"
    request_reset(joe)
    for _ in range(4):
        assert error_of(joe.submit(otp="wrong")) == "reset.wrong_code"
    assert message_of(joe.submit(otp="wrong")) == "reset.too_many_tries"
    assert template_of(joe.submit()) == SIGN_IN


def test_the_number_of_messages_is_limited() -> None:
    joe = adapter_user(**BY_CODE)
    pages = [request_reset(joe) for _ in range(7)]
    assert [message_of(page) for page in pages[5:]] == ["reset.too_often"] * 2
    assert len(joe.services.sent) == 5


@pytest.mark.parametrize("email", [{"email": ""}, {"email": "joe@example.com", "email_verified": False}])
def test_messages_are_sent_only_to_verified_addresses(email: dict[str, Any]) -> None:
    joe = adapter_user(Services({"joe": User("right-password", **email)}), **BY_CODE)
    assert template_of(request_reset(joe)) == "forgot-password-resume.html"
    assert joe.services.sent == []


def test_a_new_password_can_be_set_only_after_the_code() -> None:
    joe = adapter_user(**BY_CODE)
    request_reset(joe)
    assert error_of(joe.resume(NEW)) == "reset.missing_code"
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
    joe = adapter_user(**BY_CODE)
    request_reset(joe)
    joe.submit(otp=code_of(joe))
    assert error_of(joe.resume(new)) == error
    assert message_of(joe.resume(NEW)) == "reset.done"


def test_a_reset_is_offered_where_it_is_possible() -> None:
    assert adapter_user().start().values["can_reset"] is False
    assert adapter_user(**BY_CODE).start().values["can_reset"] is True
    joe = adapter_user(Services(users(), can_change=False), **BY_CODE)
    assert joe.start().values["can_reset"] is False
    assert error_of(joe.submit("pf.forgotPassword")) == "login.missing"


def test_an_account_is_unlocked_by_the_same_proof() -> None:
    joe = adapter_user(Services(users(locked=True)), **BY_CODE, Account_Unlock="true")
    request_reset(joe, button="pf.accountUnlock")
    assert message_of(joe.submit(otp=code_of(joe))) == "unlock.done"
    assert joe.services.users["joe"].locked is False
    assert joe.services.sent[-1][1] == "message-template-account-unlock-complete.html"
    assert template_of(joe.submit()) == SIGN_IN
    assert adapter_user(Account_Unlock="true").start().values["can_unlock"] is False


def test_an_unavailable_directory_is_reported_and_nothing_is_sent() -> None:
    joe = adapter_user(**BY_CODE)
    joe.services.is_away = True
    assert message_of(request_reset(joe)) == "login.unavailable"


def request_username(joe: AdapterUser, email: str) -> Any:
    joe.start()
    joe.submit("pf.usernameRecovery")
    return joe.submit(email=email)


def test_a_user_name_is_sent_to_the_entered_address() -> None:
    joe = adapter_user(Enable_Username_Recovery="true")
    for email, count in (("joe@example.com", 1), ("nobody@example.com", 1)):
        assert message_of(request_username(joe, email)) == "recover.sent"
        assert len(joe.services.sent) == count
    to, template, values = joe.services.sent[0]
    assert (to, template) == ("joe@example.com", "message-template-username-recovery.html")
    assert values["username"] == "joe"
    assert template_of(joe.submit()) == SIGN_IN


@pytest.mark.parametrize(
    ("verified", "required", "count"), [(True, "true", 1), (None, "true", 0), (None, "false", 1), (False, "false", 0)]
)
def test_only_verified_addresses_get_a_user_name(verified: bool | None, required: str, count: int) -> None:
    services = Services(users(email_verified=verified))
    joe = adapter_user(services, Enable_Username_Recovery="true", Require_Verified_Email=required)
    assert message_of(request_username(joe, "joe@example.com")) == "recover.sent"
    assert len(services.sent) == count


@pytest.mark.parametrize("email", ["", "joe", "x@" + "y" * 300])
def test_an_invalid_address_is_requested_again(email: str) -> None:
    assert error_of(request_username(adapter_user(Enable_Username_Recovery="true"), email)) == "recover.missing"


def test_recovery_is_offered_where_the_settings_say_so() -> None:
    joe = adapter_user()
    assert joe.start().values["can_recover"] is False
    assert error_of(joe.submit("pf.usernameRecovery")) == "login.missing"


def test_a_failed_message_does_not_reveal_whether_the_user_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> bool:
        raise Unavailable("The store of run-time state does not respond.")

    joe = adapter_user(**BY_CODE)
    monkeypatch.setattr(joe.services, "send_email", fails)
    assert template_of(request_reset(joe)) == "forgot-password-resume.html"
