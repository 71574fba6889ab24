"""Links that an administrator has sent to a local user work once, and only for the address to which they were sent."""

import re
from dataclasses import replace

import httpx
import pytest

from hanse.engine.background_jobs import outbox_sender
from hanse.kit.local_users import AccountLinkPurpose, LocalUserAccess
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.local_identities.test_account_end import is_signed_in
from tests.engine.signin.site import error_of, form_of, returned, title_of
from tests.support.local_identities import PASSWORD, verification

NEW = "another password of words"


@pytest.fixture
def verifying(token_members: Community) -> Community:
    token_members.save_profile(emailVerificationConfig=verification(requireVerifiedEmail=False))
    return token_members


def link(community: Community, purpose: AccountLinkPurpose, name: str = "ada") -> str:
    """Request a link as the admin API does, and return the address in the message."""
    engine = community.site.engine
    assert engine.core.configuration.ports.get(LocalUserAccess).send_link(community.known(name), purpose)
    community.site.run(outbox_sender(engine.services).send_due())
    # The request is answered with a message, which is sent in the next turn.
    community.site.run(outbox_sender(engine.services).send_due())
    found = re.search(r"https://sso\.example\.com:9031(/pf/account-link\.ping\?link=\S+)", community.text)
    assert found is not None, community.text
    return found[1]


def submit(community: Community, page: httpx.Response, new: str = NEW, confirmed: str = NEW) -> httpx.Response:
    action, hidden = form_of(page)
    form = {**hidden, "pf.newPassword": new, "pf.confirmPassword": confirmed, "pf.ok": "clicked"}
    return community.visitor().browser.post(action, form)


def test_a_password_is_set_with_a_link_once(verifying: Community) -> None:
    ada = verifying.visitor()
    ada.sign_in(ada.authorize(scope="read"), "ada", PASSWORD)
    address = link(verifying, AccountLinkPurpose.PASSWORD)
    # Mail servers open links.
    verifying.visitor().browser.get(address)
    page = verifying.visitor().browser.get(address)
    assert title_of(page) == "Reset your password"
    assert (
        error_of(submit(verifying, page, NEW, "something else entirely"))
        == "The new password and its confirmation are different."
    )
    assert "Use at least 12 characters." in error_of(submit(verifying, page, "short", "short"))
    assert "Your password has been set." in submit(verifying, page).text
    stored = verifying.known()
    assert verifying.site.engine.core.passwords.matches(NEW, stored.password)
    assert stored.email_verified
    assert not is_signed_in(ada)
    again = submit(verifying, page, "a third password of words", "a third password of words")
    assert again.status_code == 400
    assert "This link does not work." in again.text
    assert verifying.visitor().browser.get(address).status_code == 400
    bob = verifying.visitor()
    assert returned(bob.sign_in(bob.authorize(scope="read"), "bob", PASSWORD))["code"]


def test_an_address_is_verified_with_a_link_and_not_by_opening_it(verifying: Community) -> None:
    assert not verifying.known().email_verified
    page = verifying.visitor().browser.get(link(verifying, AccountLinkPurpose.VERIFICATION))
    assert title_of(page) == "Verify your email address"
    assert "ada@hanse.example" in page.text
    assert not verifying.known().email_verified
    action, hidden = form_of(page)
    done = verifying.visitor().browser.post(action, {**hidden, "pf.ok": "clicked"})
    assert "Your email address has been verified." in done.text
    assert verifying.known().email_verified
    assert verifying.known().attributes["verified"] == "true"
    assert not verifying.known("bob").email_verified


def test_a_link_expires_and_does_not_outlive_the_address(verifying: Community) -> None:
    first = link(verifying, AccountLinkPurpose.PASSWORD)
    verifying.site.engine.clock.advance(hours=25)
    assert verifying.visitor().browser.get(first).status_code == 400
    second = link(verifying, AccountLinkPurpose.PASSWORD)
    assert verifying.visitor().browser.get(second).status_code == 200
    verifying.change(replace(verifying.known(), email="new@hanse.example"))
    assert verifying.visitor().browser.get(second).status_code == 400


@pytest.mark.parametrize("value", ["", "unknown", "x" * 300])
def test_an_invented_link_shows_no_form(verifying: Community, value: str) -> None:
    answer = verifying.visitor().browser.get(f"/pf/account-link.ping?link={value}")
    assert answer.status_code == 400
    assert "<form" not in answer.text
