"""Users view and change their own data on the profile page, and nobody else does."""

import asyncio
import re
from dataclasses import replace
from html import unescape
from typing import Any

import httpx
import pytest

from hanse.kit.local_users import LocalUserStatus
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.oauth.grants.stored_grants import add_grant, is_in_force
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.site import Visitor, error_of, form_of, returned, title_of
from tests.support.instances import adapter
from tests.support.local_identities import PASSWORD, field, verification
from tests.support.mappings import adapter_granted

PAGE = "/pf/idprofile.ping?LocalIdentityProfileID=profile-0"
NEW = "another password of words"
DATA = {"field.login": "ada", "field.mail": "ada@hanse.example", "field.city": "Lübeck"}
CHANGE = {"pf.pass": PASSWORD, "pf.newPassword": NEW, "pf.confirmPassword": NEW}


def values_in(page: httpx.Response) -> dict[str, str]:
    """Return the values of the text fields of the user's data."""
    found = re.findall(r'<input type="(?:text|email)" name="([^"]*)" id="[^"]*" value="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in found if name.startswith("field.")}


def opened(community: Community, name: str = "ada", password: str = PASSWORD) -> tuple[Visitor, httpx.Response]:
    visitor = community.visitor()
    return visitor, visitor.sign_in(visitor.browser.get(PAGE), name, password)


@pytest.fixture
def members(community: Community) -> Community:
    """Ada and Bob have registered."""
    for name in ("ada", "bob"):
        community.register(community.visitor(), name)
    return community


def test_users_see_and_change_their_own_data_after_a_sign_in(members: Community) -> None:
    visitor = members.visitor()
    login = visitor.browser.get(PAGE)
    assert title_of(login) == "Sign in"
    page = visitor.sign_in(login, "ADA@hanse.example", PASSWORD)
    assert title_of(page) == "Your profile"
    assert values_in(page) == {"field.login": "ada", "field.mail": "ada@hanse.example", "field.city": ""}
    saved = visitor.send(page, "pf.save", **{**DATA, "field.login": "lovelace"})
    assert "Your changes have been saved." in saved.text
    stored = members.known("lovelace")
    assert (stored.username, stored.attributes["city"]) == ("lovelace", "Lübeck")
    assert members.user("ada") is None
    again = members.visitor()
    assert returned(again.sign_in(again.authorize(), "lovelace", PASSWORD))["code"]


def test_a_name_of_another_user_is_refused_and_wrong_values_are_reported(members: Community) -> None:
    ada, page = opened(members)
    page = ada.send(page, "pf.save", **{**DATA, "field.login": "BOB"})
    assert "This value is already in use." in page.text
    page = ada.send(page, "pf.save", **{**DATA, "field.mail": "nowhere"})
    assert "Enter an email address." in page.text
    assert error_of(page) == "Check the marked fields."
    assert values_in(page)["field.mail"] == "nowhere"
    assert members.known().attributes == {"login": "ada", "mail": "ada@hanse.example"}


def test_read_only_hidden_and_unknown_fields_cannot_be_set(members: Community) -> None:
    fields = [
        field("login", "TEXT", "Required", "Unique ID Field", "Read-Only"),
        field("mail", "EMAIL", "Required", "Unique ID Field"),
        {**field("city"), "profilePageField": False},
        field("verified", "HIDDEN"),
    ]
    members.save_profile(fieldConfig={"fields": fields})
    ada, page = opened(members)
    more = {"field.login": "queen", "field.verified": "true", "field.role": "admin"}
    ada.send(page, "pf.save", **{**DATA, **more})
    assert dict(members.known().attributes) == {"login": "ada", "mail": "ada@hanse.example"}


def test_a_form_without_the_token_of_its_flow_changes_nothing(members: Community) -> None:
    ada, page = opened(members)
    action, hidden = form_of(page)
    ada.browser.post(action, {**hidden, **DATA, "pf.save": "clicked", "flow_token": "forged"})
    assert "city" not in members.known().attributes


@pytest.mark.parametrize("address", ["?LocalIdentityProfileID=other", "?LocalIdentityProfileID=", ""])
def test_there_is_no_page_for_an_unknown_profile(members: Community, address: str) -> None:
    assert members.visitor().browser.get(f"/pf/idprofile.ping{address}").status_code in (400, 404)


def test_there_is_no_page_if_the_profile_does_not_enable_it(members: Community) -> None:
    ada, page = opened(members)
    members.save_profile(profileEnabled=False)
    assert members.visitor().browser.get(PAGE).status_code == 404
    assert ada.send(page, "pf.save", **DATA).status_code == 400
    assert "city" not in members.known().attributes


def test_a_user_of_another_adapter_with_the_same_name_gets_no_profile(members: Community) -> None:
    """A user of another validator is not the local user with the same name."""
    members.register(members.visitor(), "joe")
    site = members.site
    site.add(ADAPTERS, adapter("other"))
    site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-other"))
    joe = members.visitor()
    joe.sign_in(joe.browser.get("/as/grants.oauth2?pfidpadapterid=adapter-other"), "joe")
    # The application session of the other adapter is not used: joe has to sign in as the local user.
    page = joe.browser.get(PAGE)
    assert title_of(page) == "Sign in"
    assert error_of(joe.sign_in(page, "joe", "Schiffer12"))
    members.save_adapter("validator-local", "validator-used")
    assert members.visitor().browser.get(PAGE).status_code == 404


def test_a_user_who_was_disabled_meanwhile_changes_nothing(members: Community) -> None:
    ada, page = opened(members)
    members.change(replace(members.known(), status=LocalUserStatus.DISABLED))
    assert ada.send(page, "pf.save", **DATA).status_code == 400
    assert "city" not in members.known().attributes
    assert ada.browser.get(PAGE).status_code == 400


class TestPassword:
    def test_the_current_password_is_needed_for_another_one(self, members: Community) -> None:
        ada, page = opened(members)
        page = ada.send(page, "pf.changePassword", **{**CHANGE, "pf.pass": "wrong"})
        assert "The current password is not correct." in page.text
        page = ada.send(page, "pf.changePassword", **{**CHANGE, "pf.confirmPassword": "other"})
        assert "different" in page.text
        page = ada.send(page, "pf.changePassword", **{**CHANGE, "pf.newPassword": "x", "pf.confirmPassword": "x"})
        assert "Use at least 12 characters." in page.text
        done = ada.send(page, "pf.changePassword", **CHANGE)
        assert "Your password has been changed." in done.text
        assert error_of(opened(members)[1])
        assert title_of(opened(members, password=NEW)[1]) == "Your profile"

    def test_it_ends_all_sessions_of_the_user_and_of_nobody_else(self, members: Community) -> None:
        members.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True, "persistentSessions": False})
        phone, other = members.visitor(), members.visitor()
        assert returned(phone.sign_in(phone.authorize(), "ada", PASSWORD))["code"]
        assert returned(other.sign_in(other.authorize(), "bob", PASSWORD))["code"]
        assert returned(phone.authorize())["code"]
        ada, page = opened(members)
        ada.send(page, "pf.changePassword", **CHANGE)
        assert title_of(phone.authorize()) == "Sign in"
        assert returned(other.authorize())["code"]

    def test_the_user_is_notified_of_it(self, members: Community) -> None:
        ada, page = opened(members)
        members.send(ada, page, "pf.changePassword", **CHANGE)
        assert members.box.messages[-1]["To"] == "ada@hanse.example"
        assert members.box.messages[-1]["Subject"] == "Your password has been changed"
        assert NEW not in members.text

    def test_it_cannot_be_guessed_on_the_page(self, members: Community) -> None:
        ada, page = opened(members)
        for _ in range(6):
            page = ada.send(page, "pf.changePassword", **{**CHANGE, "pf.pass": "wrong"})
        assert "too many failed attempts" in page.text
        page = ada.send(page, "pf.changePassword", **CHANGE)
        assert "too many failed attempts" in page.text


class TestAddress:
    def test_a_new_address_is_used_after_its_code_was_entered(self, members: Community) -> None:
        members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada, page = opened(members)
        page = members.send(ada, page, "pf.save", **{**DATA, "field.mail": "new@hanse.example"})
        assert title_of(page) == "Check your email"
        assert members.box.messages[-1]["To"] == "new@hanse.example"
        stored = members.known()
        assert (stored.email, stored.attributes["city"]) == ("ada@hanse.example", "Lübeck")
        page = ada.send(page, otp="wrong")
        assert error_of(page) == "The code is not correct."
        page = ada.send(page, otp=members.code)
        assert "Your email address has been verified." in page.text
        stored = members.known()
        assert (stored.email, stored.email_verified, stored.attributes["verified"]) == (
            "new@hanse.example",
            True,
            "true",
        )

    @pytest.mark.parametrize("is_verified", [True, False])
    def test_the_previous_address_is_notified_of_a_new_one(self, members: Community, *, is_verified: bool) -> None:
        if is_verified:
            members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada, page = opened(members)
        page = members.send(ada, page, "pf.save", **{**DATA, "field.mail": "new@hanse.example"})
        if is_verified:
            members.send(ada, page, otp=members.code)
        assert members.known().email == "new@hanse.example"
        assert members.box.messages[-1]["To"] == "ada@hanse.example"
        assert members.box.messages[-1]["Subject"] == "The email address of your account was changed"

    def test_an_address_of_another_user_is_not_disclosed(self, members: Community) -> None:
        members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada, page = opened(members)
        page = members.send(ada, page, "pf.save", **{**DATA, "field.mail": "BOB@hanse.example"})
        assert title_of(page) == "Check your email"
        assert members.box.messages[-1]["Subject"] == "You already have an account"
        for code in ("", "guess", "guess"):
            page = ada.send(page, otp=code)
        assert error_of(page) == "There were too many wrong codes. Start again."
        assert members.known("bob@hanse.example").username == "bob"

    def test_a_known_address_can_be_verified_later(self, members: Community) -> None:
        members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada, page = opened(members)
        assert "Your email address is not verified yet." in page.text
        page = ada.send(members.send(ada, page, "pf.verify"), otp=members.code)
        assert members.known().email_verified
        assert "not verified yet" not in page.text

    def test_another_address_is_not_verified_even_if_verification_is_off_meanwhile(self, members: Community) -> None:
        members.change(replace(members.known(), email_verified=True))
        ada, page = opened(members)
        ada.send(page, "pf.save", **DATA)
        assert members.known().email_verified
        ada.send(ada.browser.get(PAGE), "pf.save", **{**DATA, "field.mail": "new@hanse.example"})
        assert not members.known().email_verified

    def test_codes_expire_and_messages_are_limited(self, members: Community) -> None:
        members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
        ada, page = opened(members)
        waiting = members.send(ada, page, "pf.verify")
        members.site.engine.clock.advance(minutes=9)
        members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False, otpTimeToLive=1))
        waiting = members.send(ada, ada.send(waiting, "pf.cancel"), "pf.verify")
        members.site.engine.clock.advance(seconds=61)
        assert error_of(ada.send(waiting, otp=members.code)) == "The code is not correct."
        ada, page = opened(members)
        for _ in range(6):
            waiting = members.send(ada, page, "pf.verify")
            page = ada.send(waiting, "pf.cancel")
        assert "too many requests" in waiting.text


class TestDeletion:
    def test_it_needs_the_password_and_ends_sessions_and_grants(self, members: Community) -> None:
        members.save_profile(profileConfig={"deleteIdentityEnabled": True})
        engine = members.site.engine
        # Grants of the accounts, whatever identifies them to applications.
        for id_, name in (("grant-1", "ada"), ("grant-2", "bob")):
            add_grant(engine, id_, user_key="the same", local_user=members.known(name).id)
        ada, page = opened(members)
        page = ada.send(page, "pf.delete", **{"pf.pass": "wrong"})
        assert "The current password is not correct." in page.text
        assert members.user() is not None
        done = ada.send(page, "pf.delete", **{"pf.pass": PASSWORD})
        assert "Your account has been deleted." in done.text
        assert members.user() is None
        assert (is_in_force(engine, "grant-1"), is_in_force(engine, "grant-2")) == (False, True)
        assert ada.browser.get(PAGE).status_code in (200, 400)
        assert members.known("bob").username == "bob"

    def test_it_is_refused_if_the_profile_does_not_allow_it(self, members: Community) -> None:
        ada, page = opened(members)
        assert "Delete your account" not in page.text
        ada.send(page, "pf.delete", **{"pf.pass": PASSWORD})
        assert members.user() is not None


def test_the_account_is_read_again_for_each_request(members: Community) -> None:
    """The page of an application session shows what an administrator has changed meanwhile."""
    ada, _ = opened(members)
    stored = members.known()
    attributes: dict[str, Any] = {**stored.attributes, "city": "Rostock"}
    assert asyncio.run(members.site.engine.state.local_users.update(replace(stored, attributes=attributes)))
    assert values_in(ada.browser.get(PAGE))["field.city"] == "Rostock"
