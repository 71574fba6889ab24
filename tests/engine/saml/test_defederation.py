"""The endpoint at which users end the links of their account to users of partners."""

import asyncio
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.kit.local_users import LocalUserEventKind, LocalUserStatus
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.saml.paths import SP_DEFEDERATE_PATH
from tests.engine.handover.conftest import ALLOWED
from tests.engine.saml.identity_provider import PARTNER, SamlSite, received
from tests.engine.saml.test_account_linking import LINK, account, arrive, link, linking
from tests.engine.signin.site import Visitor, form_of, returned, title_of

__all__ = ["linking"]

QUESTION = "Remove linked sign-ins"
OTHER = "issuer|https://other.example\0joe@other"
TARGET, FAILURE = "https://app.example.com/done", "https://app.example.com/failed"


@pytest.fixture
def linked(linking: SamlSite) -> tuple[SamlSite, Visitor]:
    """Return the server, and a browser in which Ada has signed in through the partner."""
    linking.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    linking.site.engine.save(REDIRECT_VALIDATION, ALLOWED)
    link(linking)
    return linking, signed_in(linking)


def signed_in(saml: SamlSite) -> Visitor:
    visitor = saml.site.browser()
    assert returned(arrive(saml, visitor))["code"]
    return visitor


def opened(visitor: Visitor, **parameters: str) -> httpx.Response:
    return visitor.browser.get(f"{SP_DEFEDERATE_PATH}?{urlencode(parameters)}")


def answered(visitor: Visitor, page: httpx.Response, answer: str = "yes", **changed: str) -> httpx.Response:
    action, hidden = form_of(page)
    return visitor.browser.post(action, {**hidden, "pf.unlink": answer, **changed})


def change(saml: SamlSite, **values: Any) -> None:
    assert asyncio.run(saml.site.engine.state.local_users.update(replace(account(saml), **values)))


def test_the_user_confirms_and_the_link_ends(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor, PartnerIdpId=PARTNER)
    assert (title_of(page), "joe@partner" in page.text, "ada" in page.text) == (QUESTION, True, True)
    done = answered(visitor, page)
    assert (done.status_code, "The links have been removed" in done.text) == (200, True)
    assert account(saml).links == ()
    [event] = asyncio.run(saml.site.engine.state.local_users.events(account(saml).id, 1))
    assert event.kind is LocalUserEventKind.ACCOUNT_UNLINKED
    assert title_of(arrive(saml, saml.site.browser())) == "Link your account"


def test_other_sessions_end_and_the_own_one_stays(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    stranger = signed_in(saml)
    answered(visitor, opened(visitor))
    assert received(stranger.authorize(prompt="none")).message.is_passive
    assert returned(visitor.authorize(prompt="none"))["code"]


def test_opening_the_address_removes_nothing(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    token = form_of(opened(visitor))[1]["flow_token"]
    opened(visitor, flow_token=token, **{"pf.unlink": "yes"})
    assert account(saml).links == (LINK,)


@pytest.mark.parametrize("token", ["", "A" * 43, "ü"])
def test_a_form_without_the_token_of_the_session_removes_nothing(linked: tuple[SamlSite, Visitor], token: str) -> None:
    saml, visitor = linked
    page = answered(visitor, opened(visitor), flow_token=token)
    assert (title_of(page), account(saml).links) == (QUESTION, (LINK,))


def test_the_token_of_another_session_removes_nothing(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    token = form_of(opened(signed_in(saml)))[1]["flow_token"]
    assert title_of(answered(visitor, opened(visitor), flow_token=token)) == QUESTION
    assert account(saml).links == (LINK,)


def test_the_form_removes_only_the_links_that_it_has_shown(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor)
    change(saml, links=(LINK, OTHER))
    again = answered(visitor, page)
    assert (title_of(again), "joe@other" in again.text, account(saml).links) == (QUESTION, True, (LINK, OTHER))
    answered(visitor, again)
    assert account(saml).links == ()


def test_links_to_other_partners_and_of_policies_stay(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    change(saml, links=(OTHER, LINK, "adapter-1\0joe"))
    page = opened(visitor, PartnerIdpId=PARTNER)
    assert "joe@other" not in page.text
    answered(visitor, page)
    assert account(saml).links == (OTHER, "adapter-1\0joe")


def test_users_are_redirected_after_the_removal(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor, TargetResource=TARGET, InErrorResource=FAILURE)
    assert "form-action 'self' https://app.example.com" in page.headers["content-security-policy"]
    assert answered(visitor, page).headers["location"] == TARGET
    assert account(saml).links == ()


@pytest.mark.parametrize("failure", ["", FAILURE])
def test_who_cancels_keeps_the_link(linked: tuple[SamlSite, Visitor], failure: str) -> None:
    saml, visitor = linked
    parameters = {"InErrorResource": failure} if failure else {}
    done = answered(visitor, opened(visitor, TargetResource=TARGET, **parameters), "no")
    assert done.headers.get("location", "") == failure
    assert failure or "Your account is still linked" in done.text
    assert account(saml).links == (LINK,)


@pytest.mark.parametrize("name", ["TargetResource", "InErrorResource"])
def test_addresses_that_are_not_allowed_are_refused(linked: tuple[SamlSite, Visitor], name: str) -> None:
    saml, visitor = linked
    page = opened(visitor, **{name: "https://evil.example/"})
    assert (page.status_code, "location" in page.headers, "evil" in page.text) == (400, False, False)
    # The form cannot add one either.
    page = answered(visitor, opened(visitor), **{name: "https://evil.example/"})
    assert (page.status_code, "location" in page.headers) == (400, False)
    assert title_of(answered(visitor, opened(visitor), **{name: TARGET})) == QUESTION
    assert account(saml).links == (LINK,)


@pytest.mark.parametrize("failure", ["", FAILURE])
def test_without_a_session_nothing_is_removed(linked: tuple[SamlSite, Visitor], failure: str) -> None:
    saml, _ = linked
    page = opened(saml.site.browser(), **({"InErrorResource": failure} if failure else {}))
    assert page.headers.get("location", "") == failure
    assert failure or (page.status_code, "Sign in to your account first" in page.text) == (403, True)


def test_a_session_that_has_ended_is_none(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor)
    saml.site.engine.clock.advance(days=30)
    assert "Sign in to your account first" in answered(visitor, page).text
    assert account(saml).links == (LINK,)


def test_a_disabled_user_removes_nothing(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor)
    change(saml, status=LocalUserStatus.DISABLED)
    assert "Sign in to your account first" in answered(visitor, page).text
    assert account(saml).links == (LINK,)


def test_the_only_way_to_sign_in_is_kept(linked: tuple[SamlSite, Visitor]) -> None:
    saml, visitor = linked
    page = opened(visitor)
    change(saml, password="")
    assert (answered(visitor, page).status_code, account(saml).links) == (403, (LINK,))


def test_a_partner_without_a_link_is_named(linked: tuple[SamlSite, Visitor]) -> None:
    _, visitor = linked
    page = opened(visitor, PartnerIdpId="https://unknown.example")
    assert (page.status_code, "Your account has no such link" in page.text) == (403, True)
