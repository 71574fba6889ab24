"""Applications send users to a partner, and receive them by an SP adapter."""

from typing import Any

import httpx
import pytest

from hanse.resources.authentication.policies.resource import POLICIES, POLICY_SETTINGS
from hanse.resources.federation.default_urls import SP_DEFAULT_URLS
from hanse.resources.federation.sp_adapters.mappings import CONTRACT_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.federation.sp_adapters.target_urls import TARGET_URL_MAPPINGS
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.saml.errors import AUTHN_FAILED, RESPONDER
from hanse.saml.requests import NameIdPolicy, RequestedAuthnContext
from hanse.saml.statuses import Status
from hanse.saml.xml_names import (
    BINDING_ARTIFACT,
    BINDING_POST,
    BINDING_REDIRECT,
    CONTEXT_PROTECTED_TRANSPORT,
    NAMEID_PERSISTENT,
)
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.identity_provider import CONNECTION, PARTNER, SSO, by_connection, received
from tests.engine.saml.partner_site import START, PartnerSite, mapped_to
from tests.engine.signin.site import SignInSite
from tests.support.instances import Body
from tests.support.mappings import from_source
from tests.support.policies import done, policy
from tests.support.sp_adapters import contract_mapping, sp_adapter, target_urls

TARGET = "https://app.example.com/orders"
VIRTUAL: Body = {"virtualEntityIds": ["urn:hanse:virtual"]}


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


def claims_after(server: PartnerSite, **parameters: Any) -> dict[str, Any]:
    """Sign in at the partner, and return the claims that the application receives."""
    user = server.site.browser()
    request = server.away(user, **parameters)
    page = server.answer(user, server.partner.response(request), request.relay_state)
    return verified(server.site, posted(page))


def refused(server: PartnerSite, **parameters: Any) -> int:
    """Return the status with which a request is refused before the user is sent to the partner."""
    answer = server.start(server.site.browser(), **parameters)
    assert "location" not in answer.headers
    assert SSO not in answer.text
    return answer.status_code


def test_a_user_signs_in_at_the_partner_and_is_handed_over(server: PartnerSite) -> None:
    claims = claims_after(server, PartnerIdpId=PARTNER, TargetResource=TARGET)
    assert (claims["sub"], claims["mail"]) == ("joe@partner", "joe@partner.example")
    assert (claims["target_resource"], claims["acr"]) == (TARGET, CONTEXT_PROTECTED_TRANSPORT)


def test_the_request_can_be_a_post_and_the_only_connection_need_not_be_named(server: PartnerSite) -> None:
    user = server.site.browser()
    request = received(user.follow(user.browser.post(START, {"TARGET": TARGET})))
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert verified(server.site, posted(page))["target_resource"] == TARGET


def test_policies_do_not_apply(server: PartnerSite) -> None:
    server.site.add(POLICIES, policy("Nobody", {"action": {"type": "DONE", "context": "Fail"}, "children": []}))
    server.site.engine.save(POLICY_SETTINGS, {"enableIdpAuthnSelection": True})
    assert claims_after(server, PartnerIdpId=PARTNER)["sub"] == "joe@partner"


def test_the_target_is_that_of_the_connection_or_of_the_default_urls(server: PartnerSite) -> None:
    assert "target_resource" not in claims_after(server)
    server.site.engine.save(SP_DEFAULT_URLS, {"ssoSuccessUrl": "https://app.example.com/default"})
    assert claims_after(server)["target_resource"] == "https://app.example.com/default"
    server.change(defaultTargetUrl="https://app.example.com/connection")
    assert claims_after(server)["target_resource"] == "https://app.example.com/connection"


class TestTargetsOfTheConnection:
    OTHER = "https://reports.example.org/weekly"
    ENTRIES = ({"validDomain": "reports.example.org", "validPath": "/weekly"},)

    def test_users_open_the_pages_that_their_connection_allows(self, server: PartnerSite) -> None:
        assert refused(server, PartnerIdpId=PARTNER, TargetResource=self.OTHER) == 400
        server.change(urlWhitelistEntries=list(self.ENTRIES))
        for target in (self.OTHER, TARGET):
            claims = claims_after(server, PartnerIdpId=PARTNER, TargetResource=target)
            assert claims["target_resource"] == target

    @pytest.mark.parametrize(
        "target",
        [
            "https://reports.example.org/other",
            "https://reports.example.org/weekly?user=1",
            "http://reports.example.org/weekly",
            "https://reports.example.org:8443/weekly",
            "https://reports.example.org@evil.example/weekly",
            "https://reports.example.org.evil.example/weekly",
            "javascript:alert(1)",
        ],
    )
    def test_other_pages_are_refused(self, server: PartnerSite, target: str) -> None:
        server.change(urlWhitelistEntries=list(self.ENTRIES))
        assert refused(server, PartnerIdpId=PARTNER, TargetResource=target) == 400

    def test_the_pages_are_those_of_this_partner_and_not_for_errors(self, server: PartnerSite) -> None:
        server.change(urlWhitelistEntries=list(self.ENTRIES))
        assert refused(server, PartnerIdpId="https://other.example", TargetResource=self.OTHER) == 400
        assert refused(server, PartnerIdpId=PARTNER, InErrorResource=self.OTHER) == 400

    def test_the_relay_state_of_a_response_can_be_one_of_them(self, server: PartnerSite) -> None:
        assert server.unsolicited(server.site.browser(), relay_state=self.OTHER).status_code == 400
        server.change(urlWhitelistEntries=list(self.ENTRIES))
        page = server.unsolicited(server.site.browser(), relay_state=self.OTHER)
        assert verified(server.site, posted(page))["target_resource"] == self.OTHER


def test_a_policy_contract_leads_to_the_adapters_that_it_is_mapped_to(server: PartnerSite) -> None:
    subject = {"subject": from_source("ASSERTION", "mail"), "mail": from_source("TEXT", "fixed@example.com")}
    mapping = {"authenticationPolicyContractRef": {"id": "apc-0"}, "attributeContractFulfillment": subject}
    server.site.add(SP_ADAPTERS, sp_adapter(1))
    server.site.add(CONTRACT_MAPPINGS, contract_mapping(0, 1))
    server.change(adapterMappings=[], authenticationPolicyContractMappings=[mapping])
    claims = claims_after(server)
    assert (claims["sub"], claims["mail"]) == ("joe@partner.example", "fixed@example.com")
    assert refused(server, SpSessionAuthnAdapterId="sp-0") == 404


def test_the_request_or_the_target_chooses_between_several_adapters(server: PartnerSite) -> None:
    server.site.add(SP_ADAPTERS, sp_adapter(1, Audience="urn:other"))
    fixed = {"sub": from_source("TEXT", "other"), "mail": from_source("NO_MAPPING", "")}
    server.change(adapterMappings=[mapped_to(), mapped_to("sp-1", attributeContractFulfillment=fixed)])
    assert refused(server) == 404
    assert claims_after(server, SpSessionAuthnAdapterId="sp-0")["sub"] == "joe@partner"
    server.site.engine.save(TARGET_URL_MAPPINGS, target_urls(("https://app.example.com/*", "sp-0")))
    assert claims_after(server, TargetResource=TARGET)["sub"] == "joe@partner"
    server.site.add(SP_ADAPTERS, sp_adapter(2))
    server.site.engine.save(TARGET_URL_MAPPINGS, target_urls(("https://app.example.com/*", "sp-2")))
    assert refused(server, TargetResource=TARGET) == 404


def test_issuance_criteria_decide_who_is_handed_over(server: PartnerSite) -> None:
    criterion = {
        "source": {"type": "ASSERTION"},
        "attributeName": "groups",
        "condition": "MULTIVALUE_CONTAINS",
        "value": "pilots",
    }
    server.change(adapterMappings=[mapped_to(issuanceCriteria={"conditionalCriteria": [criterion]})])
    user = server.site.browser()
    request = server.away(user, InErrorResource="https://app.example.com/error")
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert (page.status_code, page.headers["location"]) == (303, "https://app.example.com/error")


def test_options_of_the_application_are_part_of_the_request(server: PartnerSite) -> None:
    usual = server.away(server.site.browser()).message
    assert (usual.force_authn, usual.is_passive, usual.context) == (False, False, None)
    assert usual.name_id_policy == NameIdPolicy(allow_create=True)
    user = server.site.browser()
    request = server.away(
        user,
        ForceAuthn="true",
        IsPassive="true",
        RequestedAuthnCtx=[CONTEXT_PROTECTED_TRANSPORT, "urn:partner:loa2"],
        CtxComparisonMethod="minimum",
        RequestedFormat=NAMEID_PERSISTENT,
        RequestedSPNameQualifier="urn:group",
        AllowCreate="false",
        Binding=BINDING_REDIRECT,
        RequestedBinding=BINDING_POST,
        RequestedACSIdx="0",
    ).message
    assert (request.force_authn, request.is_passive) == (True, True)
    assert request.context == RequestedAuthnContext(
        (CONTEXT_PROTECTED_TRANSPORT, "urn:partner:loa2"), comparison="minimum"
    )
    assert request.name_id_policy == NameIdPolicy(NAMEID_PERSISTENT, "urn:group", allow_create=False)


def test_a_binding_selects_the_endpoint_of_the_partner(server: PartnerSite) -> None:
    server.change(ssoServiceEndpoints=[{"binding": "POST", "url": SSO}, {"binding": "REDIRECT", "url": SSO}])
    user = server.site.browser()
    assert server.away(user).binding == "POST"
    assert server.away(user, Binding=BINDING_REDIRECT).binding == "REDIRECT"


def test_a_virtual_server_id_names_this_server(server: PartnerSite) -> None:
    server.change_whole(VIRTUAL)
    assert server.away(server.site.browser(), vsid="urn:hanse:virtual").message.header.issuer == "urn:hanse:virtual"
    assert claims_after(server, vsid="urn:hanse:virtual")["sub"] == "joe@partner"
    assert refused(server, vsid="urn:hanse:other") == 400


def test_a_mapping_can_be_restricted_to_a_virtual_server_id(server: PartnerSite) -> None:
    restricted: Body = {"restrictVirtualEntityIds": True, "restrictedVirtualEntityIds": ["urn:hanse:virtual"]}
    mappings = [mapped_to(**restricted)]
    server.change_whole(VIRTUAL, adapterMappings=mappings)
    assert claims_after(server, vsid="urn:hanse:virtual")["sub"] == "joe@partner"
    assert refused(server) == 404
    server.change_whole({**VIRTUAL, "defaultVirtualEntityId": "urn:hanse:virtual"}, adapterMappings=mappings)
    assert claims_after(server)["sub"] == "joe@partner"


def test_a_restricted_policy_contract_is_left_out(server: PartnerSite) -> None:
    subject = {"subject": from_source("ASSERTION", "mail"), "mail": from_source("TEXT", "fixed@example.com")}
    mapping = {
        "authenticationPolicyContractRef": {"id": "apc-0"},
        "attributeContractFulfillment": subject,
        "restrictVirtualServerIds": True,
        "restrictedVirtualServerIds": ["urn:hanse:virtual"],
    }
    server.site.add(SP_ADAPTERS, sp_adapter(1))
    server.site.add(CONTRACT_MAPPINGS, contract_mapping(0, 1))
    server.change_whole(VIRTUAL, adapterMappings=[], authenticationPolicyContractMappings=[mapping])
    assert claims_after(server, vsid="urn:hanse:virtual")["sub"] == "joe@partner.example"
    assert refused(server) == 404


@pytest.mark.parametrize(
    "parameters",
    [
        {"Binding": BINDING_POST},
        {"Binding": BINDING_ARTIFACT},
        {"RequestedBinding": BINDING_ARTIFACT},
        {"RequestedACSIdx": "1"},
        {"CtxComparisonMethod": "any"},
        {"AllowCreate": "yes"},
        {"RequestedFormat": "x" * 2_000},
        {"RequestedFormat": "a\nb"},
        {"RequestedAuthnCtx": [f"urn:{number}" for number in range(21)]},
        {"TargetResource": "https://evil.example/"},
        {"TargetResource": "javascript:alert(1)"},
        {"InErrorResource": "https://evil.example/"},
        {"PartnerIdpId": [PARTNER, PARTNER]},
    ],
)
def test_requests_with_values_that_cannot_be_used_are_refused(server: PartnerSite, parameters: Body) -> None:
    assert refused(server, **parameters) == 400


@pytest.mark.parametrize(
    "parameters",
    [
        {"PartnerIdpId": "https://other.example"},
        {"PartnerIdpId": PARTNER, "SpSessionAuthnAdapterId": "no-such-adapter"},
    ],
)
def test_unknown_partners_and_adapters_are_refused(server: PartnerSite, parameters: Body) -> None:
    assert refused(server, **parameters) == 404


def test_a_connection_for_idp_initiated_sign_ins_sends_no_requests(server: PartnerSite) -> None:
    server.change(enabledProfiles=["IDP_INITIATED_SSO"], ssoServiceEndpoints=[])
    assert refused(server, PartnerIdpId=PARTNER) == 404
    server.site.add_policy(by_connection())
    assert "error=access_denied" in server.site.browser().authorize().headers["location"]


def test_an_inactive_connection_is_not_used(server: PartnerSite) -> None:
    server.change_whole({"active": False})
    assert refused(server, PartnerIdpId=PARTNER) == 404


def test_a_refusal_of_the_partner_leads_to_the_error_address(server: PartnerSite) -> None:
    user = server.site.browser()
    request = server.away(user, InErrorResource="https://app.example.com/error")
    answer = server.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED))
    page = server.answer(user, answer, request.relay_state)
    assert (page.status_code, page.headers["location"]) == (303, "https://app.example.com/error")


def test_a_failure_without_an_error_address_shows_a_page(server: PartnerSite) -> None:
    user = server.site.browser()
    request = server.away(user)
    answer = server.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED))
    page = server.answer(user, answer, request.relay_state)
    assert (page.status_code, "token" in page.text) == (httpx.codes.BAD_REQUEST, False)


@pytest.mark.parametrize(
    ("configured", "shown"),
    [
        ("errorDetail.spSsoFailure", "The sign-in with your organization could not be completed."),
        ("Call <the> help desk.", "Call &lt;the&gt; help desk."),
    ],
)
def test_the_page_has_the_message_of_the_connection(server: PartnerSite, configured: str, shown: str) -> None:
    server.change_whole({"errorPageMsgId": configured})
    user = server.site.browser()
    request = server.away(user)
    answer = server.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED))
    assert shown in server.answer(user, answer, request.relay_state).text


def test_endpoints_can_be_paths_below_the_base_url(server: PartnerSite) -> None:
    base_url, path = SSO.rsplit("/", 1)
    server.change_whole({"baseUrl": f"{base_url}/"}, ssoServiceEndpoints=[{"binding": "REDIRECT", "url": f"/{path}"}])
    location = server.start(server.site.browser()).headers["location"]
    assert location.startswith(f"{SSO}?SAMLRequest=")


def test_mappings_use_the_extended_properties_of_the_connection(server: PartnerSite) -> None:
    declared = [{"name": "region"}, {"name": "sites", "multiValued": True}, {"name": "unset"}]
    server.site.engine.save(EXTENDED_PROPERTIES, {"items": declared})
    fulfillment = {
        "sub": from_source("EXTENDED_PROPERTIES", "region"),
        "mail": from_source("EXTENDED_PROPERTIES", "sites"),
    }
    server.change_whole(
        {"extendedProperties": {"region": {"values": ["north"]}, "sites": {"values": ["a", "b"]}}},
        adapterMappings=[mapped_to(attributeContractFulfillment=fulfillment)],
    )
    claims = claims_after(server)
    assert (claims["sub"], claims["mail"]) == ("north", ["a", "b"])


def test_users_of_a_policy_that_ends_without_a_contract_use_the_mappings_of_the_connection(
    server: PartnerSite,
) -> None:
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": CONNECTION}}
    root = {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [done("Fail"), done("Success")],
    }
    server.site.add_policy(policy("Partner", root))
    server.site.add(CONTRACT_MAPPINGS, contract_mapping())
    user = server.site.browser()
    request = received(user.browser.get("/pf/adapter2adapter.ping?SpAdapterId=sp-0"))
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert verified(server.site, posted(page))["sub"] == "joe@partner"
