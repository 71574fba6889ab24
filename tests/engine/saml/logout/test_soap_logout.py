"""Single logout by SOAP, without the user's browser: requests of partners, and requests of this server."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement
from hanse.engine.signin.sessions.stored_session import client_user_source, remote_key
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.envelopes import Header, SignatureTrust, envelope_of
from hanse.saml.errors import PARTIAL_LOGOUT, REQUEST_DENIED, RESPONDER, SUCCESS
from hanse.saml.logout import (
    LOGOUT_REQUEST,
    LOGOUT_RESPONSE,
    SamlLogoutRequest,
    SamlLogoutResponse,
    read_logout_request,
    read_logout_response,
)
from hanse.saml.name_ids import NameId
from hanse.saml.soap import read_soap, soap_message
from hanse.saml.statuses import Status
from tests.engine.saml.identity_provider import PARTNER as PROVIDER
from tests.engine.saml.identity_provider import SamlSite
from tests.engine.saml.idp.back_channel import XML, answer_of, assert_fault, basic, call, signed
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import SERVER, SERVER_PAIR, ServiceProvider, partner_key, verifying
from tests.engine.saml.logout.messages import deliver, logout_request, sent_by_server
from tests.engine.saml.logout.stored_sessions import add_framed_client, add_sessions, sessions_of
from tests.engine.saml.logout.test_identity_providers import connect, connected, key_of
from tests.engine.saml.logout.test_identity_providers import joe as provider_user
from tests.engine.saml.logout.test_service_providers import (
    BOTH,
    LOGGED_OUT,
    also_signs_in,
    has_session,
    new_request,
    signed_in,
    subject,
)
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.configurations import replace as replace_document
from tests.support.json_service import Service, serving_json
from tests.support.sp_connections import PARTNER

__all__ = ["connected", "joe", "provider", "signed_in"]

IDP_SLO, SP_SLO = "/idp/SLO.ssaml2", "/sp/SLO.ssaml2"
FROM_USER = {"Sec-Fetch-Site": "none"}
Change = Callable[[SamlLogoutResponse], XmlElement]


def soap_connection(provider: ServiceProvider, **sso: Any) -> None:
    """Let the service provider request logouts by SOAP."""
    usual = {
        "enabledProfiles": BOTH,
        "incomingBindings": ["POST", "REDIRECT", "SOAP"],
        "sloServiceEndpoints": [{"binding": "REDIRECT", "url": LOGGED_OUT}],
    }
    credentials = {**provider.connection["credentials"], "certs": [verifying()]}
    provider.connect(sso={**usual, **sso}, credentials=credentials)


def sign_in(provider: ServiceProvider, user: Visitor) -> SamlLogoutRequest:
    """Sign a user in, and return a request that ends the session; its index is that of the assertion."""
    request = provider.request()
    page = user.follow(user.browser.get(provider.redirect(request)))
    page = page if "SAMLResponse" in page.text else user.sign_in(page)
    assertion = provider.receive(page, request.header.id).assertion
    assert assertion is not None
    index = assertion.authn_statements[0].session_index
    assert index is not None
    return soap_request(provider, subject(provider, page, request.header.id), session_indexes=(index,))


def soap_request(
    provider: ServiceProvider, name_id: NameId, id_: str = "_logout1", **changes: Any
) -> SamlLogoutRequest:
    now = provider.site.engine.clock.now()
    return logout_request(name_id, PARTNER, IDP_SLO, now, id_, **changes)


def send(provider: ServiceProvider, request: SamlLogoutRequest) -> httpx.Response:
    return call(provider.site.engine, IDP_SLO, signed(request.to_element()))


def status_of(answer: httpx.Response, id_: str = "_logout1", issuer: str = SERVER) -> Status:
    """Return the status in the answer, which the server has signed."""
    _, body = answer_of(answer, LOGOUT_RESPONSE)
    response = read_logout_response(body)
    assert body.is_signed
    assert (response.header.in_response_to, response.header.issuer) == (id_, issuer)
    return response.status


@pytest.fixture
def by_soap(provider: ServiceProvider, joe: Visitor, signed_in: NameId) -> NameId:
    """The identifier of a user with a session, whose service provider requests logouts by SOAP."""
    soap_connection(provider)
    # The session is noted under the identifier with the next assertion.
    assert has_session(provider, joe)
    return signed_in


class TestRequestsOfServiceProviders:
    def test_the_session_ends_without_a_browser(self, provider: ServiceProvider, joe: Visitor, by_soap: NameId) -> None:
        answer = send(provider, soap_request(provider, by_soap))
        assert status_of(answer) == Status(SUCCESS, None)
        assert not has_session(provider, joe)

    def test_a_request_is_used_once(self, provider: ServiceProvider, by_soap: NameId) -> None:
        request = soap_request(provider, by_soap)
        assert status_of(send(provider, request)).is_success
        assert_fault(send(provider, request))

    def test_the_sessions_of_all_browsers_end_unless_the_request_names_one(self, provider: ServiceProvider) -> None:
        provider.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        soap_connection(provider)
        one, two, three = (provider.site.browser() for _ in range(3))
        named, *_ = (sign_in(provider, each) for each in (one, two, three))
        assert status_of(send(provider, named)).is_success
        assert [has_session(provider, each) for each in (one, two, three)] == [False, True, True]
        request = soap_request(provider, named.name_id, "_logout2")
        assert status_of(send(provider, request), "_logout2").is_success
        assert [has_session(provider, each) for each in (one, two, three)] == [False, False, False]

    def test_more_sessions_than_the_store_returns_at_a_time_end(
        self, provider: ServiceProvider, by_soap: NameId
    ) -> None:
        add_sessions(provider.site, "joe", remote_key(client_user_source(PARTNER), by_soap.value))
        assert status_of(send(provider, soap_request(provider, by_soap))) == Status(SUCCESS, None)
        assert sessions_of(provider.site, "joe") == []

    def test_other_users_keep_their_sessions(self, provider: ServiceProvider, joe: Visitor, by_soap: NameId) -> None:
        assert status_of(send(provider, soap_request(provider, NameId("ann")))).is_success
        request = soap_request(provider, by_soap, "_logout2", session_indexes=("_other",))
        assert status_of(send(provider, request), "_logout2").is_success
        assert has_session(provider, joe)

    def test_requests_that_the_partner_has_not_signed_are_refused(
        self, provider: ServiceProvider, joe: Visitor, by_soap: NameId
    ) -> None:
        request = soap_request(provider, by_soap).to_element()
        assert_fault(call(provider.site.engine, IDP_SLO, request))
        assert_fault(call(provider.site.engine, IDP_SLO, signed(request, key_of(SERVER_PAIR))))
        assert has_session(provider, joe)

    @pytest.mark.parametrize(
        "sso",
        [
            {"incomingBindings": ["POST", "REDIRECT"]},
            {"enabledProfiles": ["SP_INITIATED_SSO", "IDP_INITIATED_SLO"]},
        ],
    )
    def test_the_connection_must_allow_them(
        self, provider: ServiceProvider, joe: Visitor, by_soap: NameId, sso: dict[str, Any]
    ) -> None:
        soap_connection(provider, **sso)
        assert_fault(send(provider, soap_request(provider, by_soap)))
        assert has_session(provider, joe)

    @pytest.mark.parametrize(
        "changes",
        [{"issuer": "urn:unknown"}, {"destination": "https://other.example/idp/SLO.ssaml2"}, {"age": 16}],
    )
    def test_headers_are_checked(self, provider: ServiceProvider, by_soap: NameId, changes: dict[str, Any]) -> None:
        request = soap_request(provider, by_soap)
        issued = request.header.issue_instant - timedelta(minutes=changes.get("age", 0))
        more = {name: value for name, value in changes.items() if name != "age"}
        changed = replace(request.header, issue_instant=issued, **more)
        assert_fault(send(provider, replace(request, header=changed)))

    def test_expired_requests_and_other_content_are_refused(self, provider: ServiceProvider, by_soap: NameId) -> None:
        past = provider.site.engine.clock.now() - timedelta(seconds=1)
        assert_fault(send(provider, soap_request(provider, by_soap, not_on_or_after=past)))
        assert_fault(call(provider.site.engine, IDP_SLO, b"<x/>"))
        request = soap_message(signed(soap_request(provider, by_soap).to_element()))
        form = {**XML, "Content-Type": "application/x-www-form-urlencoded"}
        assert_fault(provider.site.engine.request("POST", IDP_SLO, headers=form, content=request))

    def test_a_password_can_be_required(self, provider: ServiceProvider, by_soap: NameId) -> None:
        inbound = {"type": "INBOUND", "httpBasicCredentials": {"username": "sp", "password": "Secret-1"}}
        credentials = provider.connection["credentials"]
        credentials = {**credentials, "inboundBackChannelAuth": inbound}
        provider.connect(sso=provider.connection["spBrowserSso"], credentials=credentials)
        request = signed(soap_request(provider, by_soap).to_element())
        assert_fault(call(provider.site.engine, IDP_SLO, request), 401)
        assert status_of(call(provider.site.engine, IDP_SLO, request, Authorization=basic("sp", "Secret-1"))).is_success


@dataclass
class SoapPartner:
    """A single logout service of a partner for SOAP, with the requests that it has received."""

    service: Service
    provider: ServiceProvider
    issuer: str = f"{PARTNER}/1"
    status: Status = field(default_factory=Status)
    change: Change = lambda response: signed(response.to_element())
    requests: list[SamlLogoutRequest] = field(default_factory=list)

    @property
    def endpoint(self) -> dict[str, str]:
        return {"binding": "SOAP", "url": f"{self.service.url}/slo"}

    def answer(self, content: bytes) -> tuple[int, bytes]:
        body = envelope_of(read_soap(content), [LOGOUT_REQUEST]).body(SignatureTrust([certificate(SERVER_PAIR)]))
        assert body.is_signed
        self.requests.append(read_logout_request(body))
        header = Header("_answer", self.provider.site.engine.clock.now(), self.issuer)
        asked = self.requests[-1].header
        return 200, soap_message(self.change(SamlLogoutResponse(replace(header, in_response_to=asked.id), self.status)))


@pytest.fixture
def other(provider: ServiceProvider, joe: Visitor, by_soap: NameId) -> Iterator[SoapPartner]:
    """A second service provider of the session, which receives requests by SOAP only."""
    with serving_json() as service:
        partner = SoapPartner(service, provider)
        service.makers["/slo"] = partner.answer
        also_signs_in(provider, joe, sloServiceEndpoints=[partner.endpoint])
        yield partner


class TestRequestsToServiceProviders:
    def test_the_other_partner_of_the_session_is_asked(
        self, provider: ServiceProvider, by_soap: NameId, other: SoapPartner
    ) -> None:
        assert status_of(send(provider, soap_request(provider, by_soap))) == Status(SUCCESS, None)
        [asked] = other.requests
        assert (asked.header.issuer, asked.header.destination) == (SERVER, f"{other.service.url}/slo")
        assert (asked.name_id.value, len(asked.session_indexes)) == (by_soap.value, 1)
        [(method, _path, headers, _body)] = other.service.received
        assert (method, headers["Content-Type"]) == ("POST", "text/xml; charset=utf-8")

    @pytest.mark.parametrize(
        "change",
        [
            lambda response: response.to_element(),
            lambda response: signed(response.to_element(), key_of(SERVER_PAIR)),
            lambda response: signed(replace(response, status=Status(RESPONDER, REQUEST_DENIED)).to_element()),
            lambda response: signed(replace(response, status=Status(SUCCESS, PARTIAL_LOGOUT)).to_element()),
            lambda response: signed(_with(response, in_response_to="_other").to_element()),
            lambda response: signed(_with(response, issuer=PARTNER).to_element()),
        ],
    )
    def test_only_a_genuine_success_is_a_logout(
        self, provider: ServiceProvider, by_soap: NameId, other: SoapPartner, change: Change
    ) -> None:
        other.change = change
        assert status_of(send(provider, soap_request(provider, by_soap))).detail == PARTIAL_LOGOUT
        assert len(other.requests) == 1

    def test_a_service_that_fails_or_is_unreachable_makes_the_logout_partial(
        self, provider: ServiceProvider, by_soap: NameId, other: SoapPartner
    ) -> None:
        del other.service.makers["/slo"]
        assert status_of(send(provider, soap_request(provider, by_soap))).detail == PARTIAL_LOGOUT

    def test_partners_that_only_a_browser_reaches_make_the_logout_partial(
        self, provider: ServiceProvider, joe: Visitor, by_soap: NameId
    ) -> None:
        also_signs_in(provider, joe)
        assert status_of(send(provider, soap_request(provider, by_soap))).detail == PARTIAL_LOGOUT

    def test_applications_that_only_a_browser_reaches_make_the_logout_partial(
        self, provider: ServiceProvider, by_soap: NameId
    ) -> None:
        add_framed_client(provider.site, "joe")
        assert status_of(send(provider, soap_request(provider, by_soap))) == Status(SUCCESS, PARTIAL_LOGOUT)

    def test_a_logout_in_the_browser_asks_the_partner_first(
        self, provider: ServiceProvider, joe: Visitor, by_soap: NameId, other: SoapPartner
    ) -> None:
        answer = deliver(joe, "/idp/SLO.saml2", new_request(provider, by_soap).to_element(), partner_key())
        assert sent_by_server(answer).response.status == Status(SUCCESS, None)
        assert len(other.requests) == 1

    def test_a_refusal_makes_a_logout_in_the_browser_partial(
        self, provider: ServiceProvider, joe: Visitor, by_soap: NameId, other: SoapPartner
    ) -> None:
        other.status = Status(RESPONDER)
        answer = deliver(joe, "/idp/SLO.saml2", new_request(provider, by_soap).to_element(), partner_key())
        assert sent_by_server(answer).response.status.detail == PARTIAL_LOGOUT

    def test_the_profiles_of_the_connection_decide(
        self, provider: ServiceProvider, by_soap: NameId, other: SoapPartner
    ) -> None:
        stored = provider.site.engine.core.configuration
        sso = {
            **provider.connection["spBrowserSso"],
            "enabledProfiles": ["SP_INITIATED_SSO"],
            "sloServiceEndpoints": [other.endpoint],
        }
        body = {**provider.connection, "id": "sp-1", "name": "Service 1", "entityId": other.issuer, "spBrowserSso": sso}
        replace_document(stored, SP_CONNECTIONS, "sp-1", body)
        provider.site.engine.caught_up()
        assert status_of(send(provider, soap_request(provider, by_soap))).detail == PARTIAL_LOGOUT
        assert other.requests == []


def _with(response: SamlLogoutResponse, **header: Any) -> SamlLogoutResponse:
    return replace(response, header=replace(response.header, **header))


class TestIdentityProviders:
    def test_a_request_ends_the_sessions_of_all_browsers(self, connected: SamlSite) -> None:
        connect(connected, incomingBindings=["POST", "SOAP"])
        users = [provider_user(connected), provider_user(connected)]
        now = connected.site.engine.clock.now()
        request = logout_request(NameId("joe@partner"), PROVIDER, SP_SLO, now)
        answer = call(connected.site.engine, SP_SLO, signed(request.to_element(), key_of()))
        assert status_of(answer, issuer=BASE_URL).is_success
        for each in users:
            assert connected.away(each).message.header.issuer == BASE_URL

    def test_more_sessions_than_the_store_returns_at_a_time_end(self, connected: SamlSite) -> None:
        connect(connected, incomingBindings=["POST", "SOAP"])
        provider_user(connected)
        add_sessions(connected.site, "joe@partner")
        request = logout_request(NameId("joe@partner"), PROVIDER, SP_SLO, connected.site.engine.clock.now())
        answer = call(connected.site.engine, SP_SLO, signed(request.to_element(), key_of()))
        assert status_of(answer, issuer=BASE_URL) == Status(SUCCESS, None)
        assert sessions_of(connected.site, "joe@partner") == []

    def test_a_user_who_signs_out_here_is_signed_out_there(self, connected: SamlSite) -> None:
        with serving_json() as service:

            def answer(content: bytes) -> tuple[int, bytes]:
                asked = read_logout_request(
                    envelope_of(read_soap(content), [LOGOUT_REQUEST]).body(SignatureTrust([certificate(SERVER_PAIR)]))
                )
                assert asked.name_id.value == "joe@partner"
                now = connected.site.engine.clock.now()
                made = SamlLogoutResponse(Header("_a", now, PROVIDER, in_response_to=asked.header.id), Status())
                return 200, soap_message(signed(made.to_element(), key_of()))

            service.makers["/slo"] = answer
            outbound = {"type": "OUTBOUND", "httpBasicCredentials": {"username": "hanse", "password": "Secret-1"}}
            connect(
                connected,
                {"outboundBackChannelAuth": outbound},
                sloServiceEndpoints=[{"binding": "SOAP", "url": f"{service.url}/slo"}],
            )
            user = provider_user(connected)
            page = user.browser.get("/sp/startSLO.ping", **FROM_USER)
            assert page.status_code == httpx.codes.OK, page.headers
            [(_method, _path, headers, _body)] = service.received
            assert headers["Authorization"] == basic("hanse", "Secret-1")
