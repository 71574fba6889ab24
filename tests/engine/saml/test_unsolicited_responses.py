"""Partners send users with responses that this server has not requested (SAML profiles, section 4.1.5)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.federation.sp_adapters.target_urls import TARGET_URL_MAPPINGS
from hanse.saml.assertions import Assertion, Subject, SubjectConfirmation
from hanse.saml.bindings import SAML_RESPONSE, post_value
from hanse.saml.name_ids import NameId
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.identity_provider import ACS, FORGED_KEY, no_request, signed, with_entity_id
from tests.engine.saml.partner_site import PartnerSite, mapped_to
from tests.engine.signin.site import SignInSite, continues_at
from tests.support.sp_adapters import sp_adapter, target_urls

TARGET = "https://app.example.com/orders"


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


def with_confirmation(server: PartnerSite, **changes: Any) -> Assertion:
    """Return an assertion with a changed confirmation."""
    now = server.site.engine.clock.now()
    usual = SubjectConfirmation(recipient=ACS, not_on_or_after=now + timedelta(minutes=5), in_response_to=None)
    subject = Subject(NameId("joe@partner"), (replace(usual, **changes),))
    return server.partner.assertion(server.nothing, subject=subject)


def test_a_user_of_the_partner_is_handed_over(server: PartnerSite) -> None:
    claims = verified(server.site, posted(server.unsolicited(server.site.browser())))
    assert (claims["sub"], claims["mail"]) == ("joe@partner", "joe@partner.example")
    assert "target_resource" not in claims


def test_the_relay_state_is_the_target_if_redirect_validation_allows_it(server: PartnerSite) -> None:
    page = server.unsolicited(server.site.browser(), relay_state=TARGET)
    assert verified(server.site, posted(page))["target_resource"] == TARGET


@pytest.mark.parametrize(
    "relay_state",
    [
        "https://evil.example/",
        "https://app.example.com.evil.example/",
        "https://app.example.com@evil.example/",
        "javascript:alert(1)",
        "//app.example.com/",
        "opaque",
        "https://app.example.com/" + "x" * 5_000,
    ],
)
def test_other_relay_states_are_refused(server: PartnerSite, relay_state: str) -> None:
    page = server.unsolicited(server.site.browser(), relay_state=relay_state)
    assert (page.status_code, "token" in page.text) == (400, False)
    assert relay_state not in page.text


def test_the_default_target_of_the_connection_applies(server: PartnerSite) -> None:
    server.change(defaultTargetUrl="https://app.example.com/start")
    page = server.unsolicited(server.site.browser())
    assert verified(server.site, posted(page))["target_resource"] == "https://app.example.com/start"


def test_the_target_selects_the_adapter(server: PartnerSite) -> None:
    server.site.add(SP_ADAPTERS, sp_adapter(1))
    server.change(adapterMappings=[mapped_to(), mapped_to("sp-1")])
    assert server.unsolicited(server.site.browser()).status_code == 404
    server.site.engine.save(TARGET_URL_MAPPINGS, target_urls(("https://app.example.com/*", "sp-0")))
    posted(server.unsolicited(server.site.browser(), relay_state=TARGET))


@pytest.mark.parametrize(
    "changes", [{"enabledProfiles": ["SP_INITIATED_SSO"]}, {"adapterMappings": [], "idpIdentityMapping": "NONE"}]
)
def test_the_connection_must_enable_the_profile_and_have_a_mapping(
    server: PartnerSite, changes: dict[str, Any]
) -> None:
    server.change(**changes)
    page = server.unsolicited(server.site.browser())
    assert (page.status_code in (400, 404), "token" in page.text) == (True, False)


def test_a_response_is_accepted_once(server: PartnerSite) -> None:
    response = server.partner.response(server.nothing)
    posted(server.unsolicited(server.site.browser(), response))
    again = server.unsolicited(server.site.browser(), response)
    assert (again.status_code, "token" in again.text) == (400, False)


def test_a_response_for_a_request_is_not_accepted_without_its_sign_in(server: PartnerSite) -> None:
    user = server.site.browser()
    request = server.away(user)
    response = server.partner.response(request)
    for relay_state in ("", TARGET):
        page = server.answer(server.site.browser(), response, relay_state)
        assert (page.status_code, "token" in page.text) == (400, False)
    # A response without the request's identifier, around an assertion that names the request.
    wrapped = server.partner.response(server.nothing, server.partner.assertion(request))
    page = server.answer(server.site.browser(), wrapped, "")
    assert (page.status_code, "token" in page.text) == (400, False)


def test_an_unsolicited_response_does_not_continue_a_sign_in(server: PartnerSite) -> None:
    user = server.site.browser()
    request = server.away(user)
    page = server.answer(user, server.partner.response(server.nothing), request.relay_state)
    assert (page.status_code, "token" in page.text) == (400, False)


def test_forged_and_misdirected_responses_are_refused(server: PartnerSite) -> None:
    nothing, clock = server.nothing, server.site.engine.clock
    past = clock.now() - timedelta(hours=1)
    hostile = [
        server.partner.response(nothing, key=FORGED_KEY),
        server.partner.message(nothing, server.partner.assertion(nothing).to_element()),
        server.partner.message(
            nothing, signed(server.partner.assertion(nothing, issuer="https://x.example").to_element())
        ),
        server.partner.response(no_request(clock, entity_id="https://other.example")),
        server.partner.response(no_request(clock, acs="https://other.example/acs")),
        server.partner.response(nothing, with_confirmation(server, recipient="https://other.example/acs")),
        server.partner.response(nothing, with_confirmation(server, not_on_or_after=past)),
        server.partner.response(nothing, with_confirmation(server, in_response_to="_guessed")),
        server.partner.message(
            nothing, signed(server.partner.assertion(nothing).to_element()), issuer="https://x.example"
        ),
        server.partner.message(nothing, None),
    ]
    for response in hostile:
        page = server.unsolicited(server.site.browser(), response)
        assert (page.status_code, "token" in page.text) == (400, False)


def test_the_sign_in_continues_only_in_the_browser_that_brought_the_response(server: PartnerSite) -> None:
    joe, stranger = server.site.browser(), server.site.browser()
    page = joe.browser.post("/sp/ACS.saml2", _form(server))
    stranger.browser.post("/sp/ACS.saml2", _form(server))
    address = _continued(page)
    assert stranger.browser.get(address).status_code == 400
    posted(joe.follow(joe.browser.get(address)))


def test_the_profile_is_checked_again_when_the_sign_in_continues(server: PartnerSite) -> None:
    joe = server.site.browser()
    page = joe.browser.post("/sp/ACS.saml2", _form(server))
    server.change(enabledProfiles=["SP_INITIATED_SSO"])
    refused = joe.follow(joe.browser.get(_continued(page)))
    assert (refused.status_code, "token" in refused.text) == (400, False)


def test_without_an_entity_id_this_server_accepts_no_responses(server: PartnerSite) -> None:
    with_entity_id(server.site, None)
    page = server.unsolicited(server.site.browser())
    assert (page.status_code, "token" in page.text) == (400, False)


def test_the_session_is_that_of_the_user_of_the_response(server: PartnerSite) -> None:
    settings = {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
    server.site.engine.save(AUTHENTICATION_SESSIONS, settings)
    joe = server.site.browser()
    first = verified(server.site, posted(server.unsolicited(joe)))
    # A later link of the application uses the session, without the partner.
    assert verified(server.site, posted(server.start(joe)))["sid"] == first["sid"]


def _form(server: PartnerSite) -> dict[str, str]:
    return {SAML_RESPONSE: post_value(server.partner.response(server.nothing))}


def _continued(page: httpx.Response) -> str:
    assert page.status_code == httpx.codes.OK
    return continues_at(page)
