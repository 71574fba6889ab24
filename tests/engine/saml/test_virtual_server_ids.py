"""Mappings that are restricted to virtual server IDs are a border between the users of one partner."""

from dataclasses import replace
from typing import Any

import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_adapters.mappings import CONTRACT_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.saml.assertions import Conditions
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.identity_provider import ReceivedRequest, no_request, received
from tests.engine.saml.partner_site import PartnerSite, mapped_to
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor
from tests.support.instances import Body
from tests.support.mappings import from_source
from tests.support.sp_adapters import contract_mapping, sp_adapter

GUESTS, STAFF = "urn:hanse:guests", "urn:hanse:staff"
IDS: Body = {"virtualEntityIds": [GUESTS, STAFF]}
SESSIONS = {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}


def restricted(adapter: str, virtual_id: str) -> Body:
    fulfillment = {"sub": from_source("TEXT", virtual_id), "mail": from_source("NO_MAPPING", "")}
    return mapped_to(
        adapter,
        restrictVirtualEntityIds=True,
        restrictedVirtualEntityIds=[virtual_id],
        attributeContractFulfillment=fulfillment,
    )


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    """A server that hands guests over with one adapter, and staff with another one."""
    opened = PartnerSite.opened(site)
    site.add(SP_ADAPTERS, sp_adapter(1))
    opened.change_whole(IDS, adapterMappings=[restricted("sp-0", GUESTS), restricted("sp-1", STAFF)])
    return opened


def audiences(server: PartnerSite, request: ReceivedRequest, *names: tuple[str, ...]) -> Any:
    """Return the partner's response to a request, with an assertion for other audiences."""
    assertion = server.partner.assertion(request)
    usual = assertion.conditions or Conditions()
    return server.partner.response(request, replace(assertion, conditions=replace(usual, audiences=names)))


def sign_in(server: PartnerSite, user: Visitor, virtual_id: str) -> dict[str, Any]:
    request = server.away(user, vsid=virtual_id)
    return verified(server.site, posted(server.answer(user, server.partner.response(request), request.relay_state)))


def test_the_requested_virtual_server_id_chooses_the_mapping(server: PartnerSite) -> None:
    assert sign_in(server, server.site.browser(), GUESTS)["sub"] == GUESTS
    assert sign_in(server, server.site.browser(), STAFF)["sub"] == STAFF


@pytest.mark.parametrize(("asked", "answered"), [(STAFF, GUESTS), (GUESTS, STAFF), (STAFF, BASE_URL)])
def test_an_assertion_for_another_id_of_the_connection_is_refused(
    server: PartnerSite, asked: str, answered: str
) -> None:
    user = server.site.browser()
    request = server.away(user, vsid=asked)
    page = server.answer(user, audiences(server, request, (answered,)), request.relay_state)
    assert (page.status_code, "token" in page.text) == (400, False)


def test_an_assertion_for_several_audiences_is_accepted_for_the_requested_id(server: PartnerSite) -> None:
    user = server.site.browser()
    request = server.away(user, vsid=STAFF)
    page = server.answer(user, audiences(server, request, (GUESTS, STAFF)), request.relay_state)
    assert verified(server.site, posted(page))["sub"] == STAFF


def test_a_request_without_an_id_uses_the_default_one_only(server: PartnerSite) -> None:
    mappings = [restricted("sp-0", GUESTS), restricted("sp-1", STAFF)]
    server.change_whole({**IDS, "defaultVirtualEntityId": GUESTS}, adapterMappings=mappings)
    user = server.site.browser()
    request = server.away(user)
    assert request.message.header.issuer == GUESTS
    refused = server.answer(user, audiences(server, request, (STAFF,)), request.relay_state)
    assert (refused.status_code, "token" in refused.text) == (400, False)
    user = server.site.browser()
    request = server.away(user)
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert verified(server.site, posted(page))["sub"] == GUESTS


@pytest.mark.parametrize("virtual_id", [GUESTS, STAFF])
def test_the_audience_of_an_unsolicited_response_chooses_the_mapping(server: PartnerSite, virtual_id: str) -> None:
    response = server.partner.response(no_request(server.site.engine.clock, entity_id=virtual_id))
    page = server.unsolicited(server.site.browser(), response)
    assert verified(server.site, posted(page))["sub"] == virtual_id


def test_an_unsolicited_response_for_several_ids_is_one_for_the_default_id(server: PartnerSite) -> None:
    mappings = [restricted("sp-0", GUESTS), restricted("sp-1", STAFF)]
    server.change_whole({**IDS, "defaultVirtualEntityId": STAFF}, adapterMappings=mappings)
    page = server.unsolicited(server.site.browser(), audiences(server, server.nothing, (GUESTS, STAFF)))
    assert verified(server.site, posted(page))["sub"] == STAFF


def test_each_audience_restriction_must_have_the_same_id(server: PartnerSite) -> None:
    for names in (((GUESTS,), (STAFF,)), ((GUESTS,), ("urn:other",)), ()):
        page = server.unsolicited(server.site.browser(), audiences(server, server.nothing, *names))
        assert (page.status_code, "token" in page.text) == (400, False)
    page = server.unsolicited(server.site.browser(), audiences(server, server.nothing, (GUESTS, STAFF), (STAFF,)))
    assert verified(server.site, posted(page))["sub"] == STAFF


def test_an_unsolicited_response_for_an_id_without_a_mapping_is_refused(server: PartnerSite) -> None:
    server.change_whole(IDS, adapterMappings=[restricted("sp-1", STAFF)])
    page = server.unsolicited(server.site.browser(), audiences(server, server.nothing, (GUESTS,)))
    assert (page.status_code, "token" in page.text) == (400, False)
    page = server.unsolicited(server.site.browser(), audiences(server, server.nothing, (BASE_URL,)))
    assert (page.status_code, "token" in page.text) == (400, False)


def test_a_session_is_used_only_for_the_id_with_which_it_began(server: PartnerSite) -> None:
    server.site.engine.save(AUTHENTICATION_SESSIONS, SESSIONS)
    user = server.site.browser()
    assert sign_in(server, user, GUESTS)["sub"] == GUESTS
    assert verified(server.site, posted(server.start(user, vsid=GUESTS)))["sub"] == GUESTS
    # The partner decides whether the user may sign in with the other ID.
    assert server.away(user, vsid=STAFF).message.header.issuer == STAFF


def test_the_session_of_a_policy_does_not_reach_the_mappings_of_another_id(server: PartnerSite) -> None:
    """A policy names no virtual server ID; the mapping is that of the ID of the session."""
    server.site.engine.save(AUTHENTICATION_SESSIONS, SESSIONS)
    server.site.add(CONTRACT_MAPPINGS, contract_mapping())
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": "saml-0"}}
    ends = [{"action": {"type": "DONE", "context": context}, "children": []} for context in ("Fail", "Success")]
    root = {"action": {"type": "AUTHN_SOURCE", "authenticationSource": source}, "children": ends}
    server.site.add_policy({"name": "Partner", "rootNode": root})
    user = server.site.browser()
    sign_in(server, user, STAFF)
    page = user.browser.get("/pf/adapter2adapter.ping?SpAdapterId=sp-0")
    assert (page.status_code, "token" in page.text) == (400, False)
    user = server.site.browser()
    sign_in(server, user, GUESTS)
    page = user.browser.get("/pf/adapter2adapter.ping?SpAdapterId=sp-0")
    assert verified(server.site, posted(page))["sub"] == GUESTS
    # A first sign-in of a policy uses the server's own entity ID.
    user = server.site.browser()
    request = received(user.browser.get("/pf/adapter2adapter.ping?SpAdapterId=sp-0"))
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert (page.status_code, "token" in page.text) == (400, False)
