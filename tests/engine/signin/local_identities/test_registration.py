"""Strangers register on the sign-in page, and sign in with what they have chosen."""

from dataclasses import replace

import pytest

from hanse.kit.local_users import LocalUserStatus
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.site import error_of, form_of, returned, title_of
from tests.support.local_identities import PASSWORD, local_validator, verification


def test_a_stranger_who_registers_is_signed_in_and_can_sign_in_again(community: Community) -> None:
    ada = community.visitor()
    page = community.form(ada)
    assert title_of(page) == "Create an account"
    assert returned(community.register(ada, "ada", page, field__city=" Lübeck "))["code"]
    stored = community.known()
    assert dict(stored.attributes) == {"login": "ada", "mail": "ada@hanse.example", "city": "Lübeck"}
    assert stored.password.startswith("$argon2id$")
    for name in ("ada", "ADA", "Ada@hanse.example"):
        again = community.visitor()
        assert returned(again.sign_in(again.authorize(), name, PASSWORD))["code"]
    wrong = community.visitor()
    assert error_of(wrong.sign_in(wrong.authorize(), "ada", PASSWORD.upper()))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"field__mail": "ada"}, "Enter an email address."),
        ({"field__mail": "ada@hanse.example\r\nBcc: all@hanse.example"}, "in one line"),
        ({"field__login": " "}, "Fill in this field."),
        ({"field__city": "x" * 257}, "Use at most 256 characters"),
        ({"pf__newPassword": "short", "pf__confirmPassword": "short"}, "Use at least 12 characters."),
        ({"pf__confirmPassword": "another"}, "different"),
        ({"pf__newPassword": "x" * 257, "pf__confirmPassword": "x" * 257}, "Use at most 256 characters."),
        (
            {"pf__newPassword": "ADA@hanse.example", "pf__confirmPassword": "ADA@hanse.example"},
            "must differ from your username",
        ),
    ],
)
def test_wrong_data_is_refused_at_its_field(community: Community, changed: dict[str, str], message: str) -> None:
    ada = community.visitor()
    page = community.register(ada, "ada", None, **changed)
    assert error_of(page) == "Check the marked fields."
    assert message in page.text
    assert community.user() is None
    # Passwords are not sent back.
    assert PASSWORD not in page.text
    fixed = {"field__city": "", **{key: PASSWORD for key in changed if key.startswith("pf__")}}
    assert returned(community.register(ada, page=page, **fixed))["code"]


def test_fields_that_are_not_on_the_page_cannot_be_set(community: Community) -> None:
    community.register(community.visitor(), field__verified="true", field__role="admin")
    assert dict(community.known().attributes) == {"login": "ada", "mail": "ada@hanse.example"}


@pytest.mark.parametrize("taken", ["ada", "ADA", "ada@hanse.example"])
def test_a_name_in_use_is_refused_and_the_account_stays(community: Community, taken: str) -> None:
    community.register(community.visitor())
    before = community.known()
    page = community.register(community.visitor(), "eve", field__login=taken)
    assert "This value is already in use." in page.text
    assert community.known() == before
    assert community.user("eve@hanse.example") is None


def test_registration_is_offered_only_where_it_is_enabled(community: Community) -> None:
    stranger = community.visitor()
    login = stranger.authorize()
    assert "Create an account" in login.text
    community.save_profile(registrationEnabled=False)
    assert "Create an account" not in stranger.authorize().text
    # A form of before has no effect either.
    assert title_of(stranger.send(login, "pf.register")) == "Sign in"


def test_strangers_cannot_register_beside_users_of_another_validator(community: Community) -> None:
    """Otherwise they could register as joe, whom the other validator knows."""
    community.save_adapter("validator-local", "validator-used")
    stranger = community.visitor()
    assert "Create an account" not in stranger.authorize().text
    community.save_adapter("validator-used")
    assert "Create an account" not in stranger.authorize().text
    community.site.add(VALIDATORS, local_validator("other"))
    community.save_adapter("validator-local", "validator-other")
    assert "Create an account" in stranger.authorize().text


def test_a_form_without_the_token_of_its_flow_registers_nobody(community: Community) -> None:
    eve = community.visitor()
    action, hidden = form_of(community.form(eve))
    values = {"field.login": "eve", "field.mail": "eve@hanse.example", "pf.newPassword": PASSWORD}
    eve.browser.post(action, {**hidden, **values, "pf.confirmPassword": PASSWORD, "flow_token": "forged"})
    assert community.user("eve") is None


def test_registrations_with_one_address_are_limited(community: Community) -> None:
    page = community.register(community.visitor())
    for number in range(5):
        page = community.register(community.visitor(), f"user{number}", field__mail="ada@hanse.example")
    assert "too many requests" in error_of(page)
    community.site.engine.clock.advance(minutes=6)
    assert returned(community.register(community.visitor(), "bob"))["code"]


def test_a_disabled_user_gets_the_answer_of_a_wrong_password(community: Community) -> None:
    community.register(community.visitor())
    stored = community.known()
    community.change(replace(stored, status=LocalUserStatus.DISABLED))
    ada = community.visitor()
    refused = error_of(ada.sign_in(ada.authorize(), "ada", PASSWORD))
    assert refused == error_of(ada.sign_in(ada.authorize(), "nobody", PASSWORD))


def test_users_return_to_the_sign_in_page_if_registration_does_not_sign_them_in(community: Community) -> None:
    community.save_profile(registrationConfig={"createAuthnSessionAfterRegistration": False})
    ada = community.visitor()
    done = community.register(ada)
    assert "Your account has been created." in done.text
    login = ada.send(done)
    assert title_of(login) == "Sign in"
    assert returned(ada.sign_in(login, "ada", PASSWORD))["code"]


def test_passwords_are_throttled_by_user_whatever_form_of_the_name_is_entered(community: Community) -> None:
    community.register(community.visitor())
    eve = community.visitor()
    for name in ("ada", "ADA", "\N{FULLWIDTH LATIN SMALL LETTER A}da"):
        page = eve.sign_in(eve.authorize(), name, "wrong")
    assert returned(page)["error"] == "access_denied"


class TestVerification:
    def test_an_account_is_created_when_its_address_is_verified(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification())
        ada = community.visitor()
        page = community.register(ada)
        assert title_of(page) == "Check your email"
        assert community.user() is None
        wrong = ada.send(page, otp="wrong")
        assert error_of(wrong) == "The code is not correct."
        assert returned(ada.send(wrong, otp=community.code))["code"]
        stored = community.known()
        assert (stored.email_verified, stored.attributes["verified"]) == (True, "true")

    def test_a_link_works_in_the_browser_that_requested_it(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification(emailVerificationType="OTL"))
        ada, eve = community.visitor(), community.visitor()
        community.register(ada)
        assert eve.browser.get(community.link).status_code == 400
        assert community.user() is None
        assert returned(ada.follow(ada.browser.get(community.link)))["code"]
        assert community.known().email_verified

    def test_an_address_in_use_is_not_disclosed_and_its_owner_is_told(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification())
        ada = community.visitor()
        first = community.register(ada)
        ada.send(first, otp=community.code)
        before = community.known()
        eve = community.visitor()
        page = community.register(eve, "eve", field__mail="ADA@hanse.example")
        assert (page.status_code, title_of(page)) == (first.status_code, title_of(first))
        assert community.box.messages[-1]["Subject"] == "You already have an account"
        assert "code is" not in community.text
        for code in ("", "guess", "guess"):
            page = eve.send(page, otp=code)
        assert community.known() == before
        assert community.user("eve") is None

    def test_codes_cannot_be_guessed_and_expire(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification())
        eve = community.visitor()
        page = community.register(eve, "eve")
        code = community.code
        for _ in range(3):
            page = eve.send(page, otp="guess")
        assert "too many wrong codes" in page.text
        assert title_of(eve.send(page, otp=code)) == "Sign in"
        page = community.register(eve, "eve")
        community.site.engine.clock.advance(minutes=16)
        assert "expired" in eve.send(page, otp=community.code).text
        assert community.user("eve") is None

    def test_users_can_verify_later_if_verification_is_not_required(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada = community.visitor()
        page = community.register(ada)
        assert returned(ada.send(page, "pf.later"))["code"]
        assert (community.known().email_verified, community.known().attributes["verified"]) == (False, "false")
        bob = community.visitor()
        assert returned(bob.send(community.register(bob, "bob"), otp=community.code))["code"]
        assert community.known("bob").email_verified

    def test_users_without_a_verified_address_cannot_sign_in_if_it_is_required(self, community: Community) -> None:
        community.register(community.visitor())
        community.save_profile(emailVerificationConfig=verification())
        ada = community.visitor()
        assert error_of(ada.sign_in(ada.authorize(), "ada", PASSWORD))
        # The reset of a password proves that the user receives the e-mails of the account.
        community.save_adapter(Password_Reset_Type="OTP")
        page = community.send(ada, ada.send(ada.authorize(), "pf.forgotPassword"), **{"pf.username": "ada"})
        page = ada.send(page, otp=community.code)
        refused = ada.send(page, **{"pf.newPassword": "short", "pf.confirmPassword": "short"})
        assert "Use at least 12 characters." in refused.text
        new = "another password of words"
        page = ada.send(refused, **{"pf.newPassword": new, "pf.confirmPassword": new})
        assert returned(ada.sign_in(ada.send(page), "ada", new))["code"]
        assert community.known().email_verified

    def test_two_registrations_of_one_name_at_the_same_time_make_one_account(self, community: Community) -> None:
        community.save_profile(emailVerificationConfig=verification())
        ada, eve = community.visitor(), community.visitor()
        first = community.register(ada, "ada")
        ada_code = community.code
        second = community.register(eve, "ada", field__mail="eve@hanse.example")
        assert returned(eve.send(second, otp=community.code))["code"]
        page = ada.send(first, otp=ada_code)
        assert "already in use" in page.text
        assert community.known().email == "eve@hanse.example"
