"""Requests that are refused: hostile ones with a page for the user, all others with a status for the partner."""

import zlib
from base64 import b64encode
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from hanse.crypto.xml.signatures import sign_enveloped
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.saml.bindings import LONGEST_RELAY_STATE, SAML_REQUEST, post_value, read_post
from hanse.saml.envelopes import open_envelope
from hanse.saml.errors import (
    AUTHN_FAILED,
    INVALID_NAME_ID_POLICY,
    NO_AUTHN_CONTEXT,
    NO_PASSIVE,
    REQUEST_DENIED,
    REQUESTER,
    RESPONDER,
    UNKNOWN_PRINCIPAL,
)
from hanse.saml.name_ids import NameId
from hanse.saml.requests import NameIdPolicy, RequestedAuthnContext
from hanse.saml.responses import RESPONSE
from hanse.saml.xml_names import BINDING_ARTIFACT, NAMEID_PERSISTENT
from tests.engine.saml.idp.service_provider import (
    SSO,
    ServiceProvider,
    partner_key,
    posted_fields,
    start_address,
    verifying,
)
from tests.engine.signin.site import Visitor
from tests.support.configurations import replace as replace_document
from tests.support.mappings import from_source
from tests.support.sp_connections import CONSUMER, PARTNER

EXTERNAL_ENTITY = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
EVIL = "https://evil.example/acs"


def assert_local(answer: Any) -> None:
    """Assert that the answer is a generic page: neither a form for anybody nor a reason."""
    assert answer.status_code == 400, (answer.status_code, answer.text)
    assert "<form" not in answer.text
    assert EVIL not in answer.text
    assert "entity ID" not in answer.text


def deflated(xml: bytes) -> str:
    compressor = zlib.compressobj(wbits=-15)
    return quote(b64encode(compressor.compress(xml) + compressor.flush()).decode(), safe="")


class TestHostileRequests:
    @pytest.mark.parametrize(
        "changes",
        [
            {"issuer": "https://stranger.example"},
            {"acs_url": EVIL},
            {"acs_url": f"{CONSUMER}/"},
            {"acs_url": CONSUMER.upper()},
            {"acs_url": f"{CONSUMER}?x=1"},
            {"acs_index": 7},
            {"protocol_binding": BINDING_ARTIFACT},
            {"destination": "https://other.example/idp/SSO.saml2"},
        ],
    )
    def test_a_request_is_answered_to_registered_addresses_only(
        self, provider: ServiceProvider, joe: Visitor, changes: dict[str, Any]
    ) -> None:
        assert_local(joe.browser.get(provider.redirect(provider.request(**changes))))
        assert_local(provider.post(joe, provider.request(**changes)))

    @pytest.mark.parametrize("minutes", [-16, 6])
    def test_a_request_of_another_time_is_refused(self, provider: ServiceProvider, joe: Visitor, minutes: int) -> None:
        issued = provider.site.engine.clock.now() + timedelta(minutes=minutes)
        assert_local(joe.browser.get(provider.redirect(provider.request(issue_instant=issued))))

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "SAMLRequest=",
            "SAMLRequest=!!!",
            f"SAMLRequest={b64encode(b'not compressed').decode()}",
            f"SAMLRequest={deflated(b'<x/>')}",
            f"SAMLRequest={deflated(b'<x/>')}&SAMLRequest={deflated(b'<y/>')}",
            f"SAMLResponse={deflated(b'<x/>')}",
            f"SAMLRequest={deflated(bytes(50_000_000))}",
            f"SAMLRequest={deflated(EXTERNAL_ENTITY)}",
        ],
    )
    def test_malformed_messages_are_refused(self, provider: ServiceProvider, joe: Visitor, query: str) -> None:
        assert_local(joe.browser.get(f"{SSO}?{query}"))
        assert provider.connection

    def test_a_relay_state_has_a_limit(self, provider: ServiceProvider, joe: Visitor) -> None:
        long = "x" * (LONGEST_RELAY_STATE + 1)
        assert_local(joe.browser.get(provider.redirect(provider.request(), relay_state=long)))
        form = {SAML_REQUEST: post_value(provider.request().to_element()), "RelayState": long}
        assert_local(joe.browser.post(SSO, form))

    def test_a_relay_state_is_not_interpreted_as_markup(self, provider: ServiceProvider, joe: Visitor) -> None:
        state = '"><script>alert(1)</script>'
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request, relay_state=state))))
        assert "<script>alert" not in page.text
        assert posted_fields(page)["RelayState"] == state

    def test_a_signature_is_verified_although_it_is_not_required(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.connect(credentials={**provider.connection["credentials"], "certs": [verifying()]})
        forged = provider.post(
            joe, provider.request(), lambda e: sign_enveloped(e, partner_key("rsa-3"), algorithm="SHA256withRSA")
        )
        assert_local(forged)

    def test_an_inactive_connection_is_unknown(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.connect(active=False)
        assert_local(joe.browser.get(provider.redirect(provider.request())))
        assert_local(joe.browser.get(start_address()))

    def test_profiles_and_bindings_are_enabled_one_by_one(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.connect(sso={"enabledProfiles": ["IDP_INITIATED_SSO"]})
        assert_local(joe.browser.get(provider.redirect(provider.request())))
        provider.connect(sso={"enabledProfiles": ["SP_INITIATED_SSO"], "incomingBindings": ["POST"]})
        assert_local(joe.browser.get(provider.redirect(provider.request())))
        assert_local(joe.browser.get(start_address()))
        assert provider.post(joe, provider.request()).status_code == 200

    def test_a_connection_that_changes_during_the_sign_in_ends_it(
        self, provider: ServiceProvider, joe: Visitor
    ) -> None:
        page = joe.follow(joe.browser.get(provider.redirect(provider.request())))
        endpoint = {"binding": "POST", "url": "https://sp.example.com/other", "index": 0, "isDefault": True}
        provider.connect(sso={"ssoServiceEndpoints": [endpoint]})
        assert_local(joe.sign_in(page))


class TestStatuses:
    def status(self, provider: ServiceProvider, page: Any, request: Any) -> tuple[str, str | None]:
        received = provider.receive(page, request.header.id)
        assert received.assertion is None
        assert received.response_signed
        assert received.status.message is None
        return received.status.code, received.status.detail

    def test_a_passive_request_needs_a_session(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request(is_passive=True)
        page = joe.browser.get(provider.redirect(request))
        assert self.status(provider, page, request) == (RESPONDER, NO_PASSIVE)

    def test_another_name_identifier_than_the_configured_one_is_refused(
        self, provider: ServiceProvider, joe: Visitor
    ) -> None:
        request = provider.request(name_id_policy=NameIdPolicy(NAMEID_PERSISTENT))
        page = joe.browser.get(provider.redirect(request))
        assert self.status(provider, page, request) == (REQUESTER, INVALID_NAME_ID_POLICY)
        other = provider.request(name_id_policy=NameIdPolicy(sp_name_qualifier="https://affiliation.example"))
        page = joe.browser.get(provider.redirect(other))
        assert self.status(provider, page, other) == (REQUESTER, INVALID_NAME_ID_POLICY)

    def test_a_requested_authentication_context_must_be_met(self, provider: ServiceProvider, joe: Visitor) -> None:
        context = RequestedAuthnContext(("urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI",))
        request = provider.request(context=context)
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assert self.status(provider, page, request) == (RESPONDER, NO_AUTHN_CONTEXT)

    def test_another_user_than_the_requested_subject_is_refused(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request(subject=NameId("amy"))
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assert self.status(provider, page, request) == (RESPONDER, UNKNOWN_PRINCIPAL)

    def test_a_canceled_sign_in_is_reported_as_failed(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request()
        page = joe.send(joe.follow(joe.browser.get(provider.redirect(request))), "pf.cancel")
        assert self.status(provider, page, request) == (RESPONDER, AUTHN_FAILED)

    def test_issuance_criteria_must_be_met(self, provider: ServiceProvider, joe: Visitor) -> None:
        mapping = provider.connection["spBrowserSso"]["adapterMappings"][0]
        criterion = {
            "source": {"type": "ADAPTER", "id": provider.adapter},
            "attributeName": "username",
            "condition": "EQUALS",
            "value": "amy",
            "errorResult": "only amy",
        }
        criteria = {"conditionalCriteria": [criterion]}
        provider.connect(sso={"adapterMappings": [{**mapping, "issuanceCriteria": criteria}]})
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assert self.status(provider, page, request) == (RESPONDER, REQUEST_DENIED)
        assert "only amy" not in page.text

    def test_users_of_a_source_without_a_mapping_are_refused(self, provider: ServiceProvider, joe: Visitor) -> None:
        contract = {
            "authenticationPolicyContractRef": {"id": "apc-0"},
            "attributeContractFulfillment": {
                "SAML_SUBJECT": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-0"),
                "mail": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", "apc-0"),
            },
        }
        provider.connect(sso={"adapterMappings": [], "authenticationPolicyContractAssertionMappings": [contract]})
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assert self.status(provider, page, request) == (RESPONDER, REQUEST_DENIED)


class TestVirtualServers:
    def test_the_default_virtual_server_id_is_the_issuer(self, provider: ServiceProvider, joe: Visitor) -> None:
        body = {**provider.connection, "virtualEntityIds": ["urn:one"], "defaultVirtualEntityId": "urn:one"}
        engine = provider.site.engine
        replace_document(engine.core.configuration, SP_CONNECTIONS, "sp-0", body)
        engine.caught_up()
        page = joe.sign_in(joe.follow(joe.browser.get(start_address())))
        envelope = open_envelope(read_post(posted_fields(page)["SAMLResponse"]), [RESPONSE])
        assert envelope.issuer == "urn:one"
        assert_local(joe.browser.get(start_address(vsid="urn:two")))


class TestInitiatedSignIns:
    def test_a_sign_in_begins_at_the_server(self, provider: ServiceProvider, joe: Visitor) -> None:
        target = "https://sp.example.com/reports?year=2026"
        page = joe.sign_in(joe.follow(joe.browser.get(start_address(TargetResource=target))))
        received = provider.receive(page)
        assert received.assertion is not None
        assert posted_fields(page)["RelayState"] == target

    def test_the_default_target_is_sent_if_the_link_names_none(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.connect(sso={"defaultTargetUrl": "https://apps.example.org/start"})
        page = joe.sign_in(joe.follow(joe.browser.get(start_address())))
        assert posted_fields(page)["RelayState"] == "https://apps.example.org/start"

    @pytest.mark.parametrize(
        "target",
        [
            "https://evil.example/",
            "http://sp.example.com/",
            "https://sp.example.com@evil.example/",
            "https://sp.example.com\\@evil.example/",
            "//sp.example.com/",
            "javascript:alert(1)",
            "https://sp.example.com:444/",
        ],
    )
    def test_users_are_sent_to_the_partner_only(self, provider: ServiceProvider, joe: Visitor, target: str) -> None:
        assert_local(joe.browser.get(start_address(TargetResource=target)))
        assert provider.connection

    def test_the_redirect_validation_lists_further_targets(self, provider: ServiceProvider, joe: Visitor) -> None:
        target = "https://reports.example.org/year"
        assert_local(joe.browser.get(start_address(TargetResource=target)))
        entry = {"targetResourceSSO": True, "validDomain": "reports.example.org", "allowQueryAndFragment": True}
        local = {"enableTargetResourceValidationForSSO": True, "whiteList": [{**entry, "requireHttps": True}]}
        provider.site.engine.save(REDIRECT_VALIDATION, {"redirectValidationLocalSettings": local})
        page = joe.sign_in(joe.follow(joe.browser.get(start_address(TargetResource=target))))
        assert posted_fields(page)["RelayState"] == target
        assert_local(joe.browser.get(start_address(TargetResource="https://evil.example/")))

    @pytest.mark.parametrize(
        "query", ["", urlencode({"PartnerSpId": "https://stranger.example"}), f"PartnerSpId={PARTNER}&ACSIdx=9"]
    )
    def test_other_links_are_refused(self, provider: ServiceProvider, joe: Visitor, query: str) -> None:
        assert_local(joe.browser.get(f"/idp/startSSO.ping?{query}"))
        assert provider.connection
