"""Requests that are refused: the user sees a generic page, and nobody receives a token."""

import pytest

from hanse.engine.saml.idp.partners import SpPartners
from hanse.engine.wsfed.sign_in_messages import LONGEST_CONTEXT
from hanse.kit.sign_in_traces import FailureReason, StepKind, TraceOutcome
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.engine.saml.idp.service_provider import ServiceProvider
from tests.engine.saml.idp.test_refusals import assert_local
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor
from tests.engine.trace.test_sign_in_trace import only, steps, summaries
from tests.engine.wsfed.relying_party import (
    CONTEXT,
    ENDPOINT,
    REALM,
    SERVICE,
    RelyingParty,
    now_text,
    posted,
)
from tests.support.mappings import from_source
from tests.support.sp_connections import PARTNER

EVIL = "https://evil.example/acs"
METHOD = "urn:oasis:names:tc:SAML:1.0:am:X509-PKI"


class TestHostileRequests:
    @pytest.mark.parametrize(
        "changes",
        [
            {"wtrealm": "urn:unknown"},
            {"wtrealm": None},
            {"wtrealm": ""},
            {"wa": None},
            {"wa": "wattr1.0"},
            {"wreply": EVIL},
            {"wreply": f"{SERVICE}/../evil"},
            {"wreply": f"{SERVICE}?x=1"},
            {"wreply": "https://rp.example.com@evil.example/wsfed"},
            {"wreply": "javascript:alert(1)"},
            {"wctx": "x" * (LONGEST_CONTEXT + 1)},
            {"wfresh": "-1"},
            {"wfresh": "soon"},
            {"wct": "yesterday"},
            {"wct": "2026-13-45T00:00:00Z"},
            {"wauth": "x" * 1025},
        ],
    )
    def test_nothing_is_sent(self, party: RelyingParty, joe: Visitor, changes: dict[str, str | None]) -> None:
        assert_local(joe.browser.get(party.address(**changes)))

    @pytest.mark.parametrize(("minutes", "is_accepted"), [(-14, True), (-16, False), (4, True), (6, False)])
    def test_a_request_is_recent(self, party: RelyingParty, joe: Visitor, minutes: int, *, is_accepted: bool) -> None:
        answer = joe.follow(joe.browser.get(party.address(wct=now_text(party, minutes=minutes))))
        assert ("pf.pass" in answer.text) is is_accepted

    def test_a_repeated_parameter_is_refused(self, party: RelyingParty, joe: Visitor) -> None:
        assert_local(joe.browser.get(f"{party.address()}&wtrealm={REALM}"))

    def test_a_replayed_request_only_signs_the_user_in_again(self, party: RelyingParty, joe: Visitor) -> None:
        first, second = posted(party.sign_in(joe)), posted(party.sign_in(joe))
        assert first["wresult"] != second["wresult"]
        stranger = joe.browser.get(party.address())
        assert "wresult" not in stranger.text

    def test_additional_addresses_are_compared_exactly(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(sso={"urlWhitelistEntries": [{"validDomain": "app.example.com", "validPath": "/in"}]})
        for address in (
            "https://app.example.com/out",
            "http://app.example.com/in",
            "https://app.example.com/in?x=1",
            "https://app.example.com.evil.example/in",
            "https://app.example.com:8443/in",
        ):
            assert_local(joe.browser.get(party.address(wreply=address)))

    def test_the_context_is_escaped(self, party: RelyingParty, joe: Visitor) -> None:
        context = '"><script>alert(1)</script>'
        page = party.sign_in(joe, wctx=context)
        assert "<script>alert" not in page.text
        assert posted(page)["wctx"] == context


class TestConnections:
    def test_an_inactive_connection_is_refused(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(active=False)
        assert_local(joe.browser.get(party.address()))

    def test_a_server_without_a_realm_refuses(self, party: RelyingParty, joe: Visitor) -> None:
        party.site.engine.save(SERVER_SETTINGS, {"federationInfo": {"baseUrl": BASE_URL, "saml2EntityId": "https://x"}})
        assert_local(joe.browser.get(party.address()))

    def test_a_partner_with_saml_is_refused_here(self, party: RelyingParty, joe: Visitor) -> None:
        saml = ServiceProvider(party.site, party.adapter)
        saml.connect()
        assert_local(joe.browser.get(f"{ENDPOINT}?wa=wsignin1.0&wtrealm={PARTNER}"))

    def test_a_partner_with_ws_federation_is_refused_by_the_saml_endpoints(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        saml = ServiceProvider(party.site, party.adapter)
        assert_local(joe.browser.get(saml.redirect(saml.request(issuer=REALM))))

    def test_a_connection_that_is_removed_during_the_sign_in_receives_nothing(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        page = joe.follow(joe.browser.get(party.address()))
        party.connect(active=False)
        assert_local(joe.sign_in(page))

    def test_a_service_url_that_is_removed_during_the_sign_in_receives_nothing(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        page = joe.follow(joe.browser.get(party.address()))
        party.connect(sso={"ssoServiceEndpoints": [{"url": "https://rp.example.com/new"}]})
        assert_local(joe.sign_in(page))


class TestFailures:
    def test_a_method_that_was_not_used_is_refused_with_a_reason_in_the_trace(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        assert_local(party.sign_in(joe, wauth=METHOD))
        trace = only(party.site)
        assert trace.summary.outcome is TraceOutcome.FAILED
        [failed] = [each for each in steps(trace) if each.kind is StepKind.FAILURE]
        assert failed.reason is FailureReason.REQUEST_REFUSED
        assert failed.detail == "The user has not signed in by a requested method."

    def test_a_token_is_a_step_of_the_trace(self, party: RelyingParty, joe: Visitor) -> None:
        party.sign_in(joe)
        [trace] = summaries(party.site)
        assert trace.client_id == REALM
        found = steps(only(party.site))
        assert [each.result for each in found if each.kind is StepKind.ANSWER] == ["WS-Federation"]
        assert trace.outcome is TraceOutcome.SUCCEEDED
        assert all(CONTEXT not in repr(each) for each in found)

    def test_a_user_without_an_identifier_receives_nothing(self, party: RelyingParty, joe: Visitor) -> None:
        mapping = party.connection["spBrowserSso"]["adapterMappings"][0]
        mapping["attributeContractFulfillment"]["SAML_SUBJECT"] = from_source("CONTEXT", "TargetResource")
        party.connect(sso={"adapterMappings": [mapping]})
        assert_local(party.sign_in(joe, wctx=None))

    def test_a_user_who_does_not_meet_the_criteria_receives_nothing(self, party: RelyingParty, joe: Visitor) -> None:
        mapping = party.connection["spBrowserSso"]["adapterMappings"][0]
        criterion = {
            "source": {"type": "ADAPTER", "id": party.adapter},
            "attributeName": "username",
            "condition": "EQUALS",
            "value": "amy",
        }
        party.connect(sso={"adapterMappings": [{**mapping, "issuanceCriteria": {"conditionalCriteria": [criterion]}}]})
        assert_local(party.sign_in(joe))

    @pytest.mark.parametrize("token", ["SAML11", "SAML20", "JWT"])
    def test_without_a_usable_key_nothing_is_sent(
        self, party: RelyingParty, joe: Visitor, token: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        party.connect(sso={"wsFedTokenType": token})
        monkeypatch.setattr(SpPartners, "signing_key", lambda *_unused: None)
        assert_local(party.sign_in(joe))
