"""Single logout that a service provider requests."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.bindings import SAML_REQUEST, SAML_RESPONSE, post_value, read_redirect, redirect_query
from hanse.saml.envelopes import Header, SignatureTrust, open_envelope
from hanse.saml.errors import PARTIAL_LOGOUT, RESPONDER, SUCCESS, UNKNOWN_PRINCIPAL
from hanse.saml.logout import LOGOUT_RESPONSE, SamlLogoutRequest, SamlLogoutResponse, read_logout_response
from hanse.saml.name_ids import NameId
from tests.engine.saml.idp.service_provider import (
    SERVER,
    SERVER_PAIR,
    STATE,
    ServiceProvider,
    partner_key,
    verifying,
)
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.sp_connections import PARTNER

SLO = "/idp/SLO.saml2"
LOGGED_OUT = "https://sp.example.com/saml/slo"


@pytest.fixture
def signed_in(provider: ServiceProvider, joe: Visitor) -> NameId:
    """The identifier of a user with a session, whose partner can request a logout."""
    provider.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    credentials = {**provider.connection["credentials"], "certs": [verifying()]}
    provider.connect(
        sso={
            "enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"],
            "sloServiceEndpoints": [{"binding": "REDIRECT", "url": LOGGED_OUT}],
        },
        credentials=credentials,
    )
    request = provider.request()
    page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
    assertion = provider.receive(page, request.header.id).assertion
    assert assertion is not None
    assert assertion.subject is not None
    assert assertion.subject.name_id is not None
    return assertion.subject.name_id


def logout_request(provider: ServiceProvider, name_id: NameId, **changes: Any) -> SamlLogoutRequest:
    header = Header("_logout1", provider.site.engine.clock.now(), PARTNER, destination=f"{BASE_URL}{SLO}")
    return replace(SamlLogoutRequest(header, name_id), **changes)


def sent(joe: Visitor, request: SamlLogoutRequest, key: XmlSigningKey | None) -> httpx.Response:
    query = redirect_query(
        request.to_element(), parameter=SAML_REQUEST, relay_state=STATE, signing_key=key, algorithm="SHA256withRSA"
    )
    return joe.browser.get(f"{SLO}?{query}")


def received(answer: httpx.Response) -> SamlLogoutResponse:
    """Return the response in a redirect to the partner, after its signature was verified."""
    assert answer.status_code == 303, (answer.status_code, answer.text)
    location = answer.headers["location"]
    assert location.startswith(f"{LOGGED_OUT}?")
    message = read_redirect(urlsplit(location).query)
    assert message.parameter == SAML_RESPONSE
    assert message.relay_state == STATE
    body = message.body(open_envelope(message.xml, [LOGOUT_RESPONSE]), SignatureTrust([certificate(SERVER_PAIR)]))
    assert body.is_signed
    response = read_logout_response(body)
    assert response.header.in_response_to == "_logout1"
    assert (response.header.destination, response.header.issuer) == (LOGGED_OUT, SERVER)
    return response


def has_session(provider: ServiceProvider, joe: Visitor) -> bool:
    return "SAMLResponse" in joe.browser.get(provider.redirect(provider.request())).text


def test_the_session_ends_and_the_partner_is_answered(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    assert has_session(provider, joe)
    status = received(sent(joe, logout_request(provider, signed_in), partner_key())).status
    assert (status.code, status.detail) == (SUCCESS, None)
    assert not has_session(provider, joe)
    # A second request is answered like the first one.
    assert received(sent(joe, logout_request(provider, signed_in), partner_key())).status.is_success


def test_a_request_by_post_has_an_enveloped_signature(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    element = sign_enveloped(logout_request(provider, signed_in).to_element(), partner_key(), algorithm="SHA256withRSA")
    answer = joe.browser.post(SLO, {SAML_REQUEST: post_value(element), "RelayState": STATE})
    assert received(answer).status.is_success
    assert not has_session(provider, joe)


def test_the_partner_learns_that_others_were_not_notified(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    second = {**provider.connection, "id": "sp-1", "name": "Second", "entityId": f"{PARTNER}/1"}
    provider.site.add(SP_CONNECTIONS, second)
    page = joe.browser.get(provider.redirect(provider.request(issuer=f"{PARTNER}/1")))
    assert "SAMLResponse" in page.text
    status = received(sent(joe, logout_request(provider, signed_in), partner_key())).status
    assert (status.code, status.detail) == (SUCCESS, PARTIAL_LOGOUT)
    assert not has_session(provider, joe)


@pytest.mark.parametrize("change", [{"name_id": NameId("amy")}, {"session_indexes": ("_other",)}])
def test_another_session_stays(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId, change: dict[str, Any]
) -> None:
    request = replace(logout_request(provider, signed_in), **change)
    status = received(sent(joe, request, partner_key())).status
    assert (status.code, status.detail) == (RESPONDER, UNKNOWN_PRINCIPAL)
    assert has_session(provider, joe)


def test_unsigned_forged_and_expired_requests_are_refused(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    request = logout_request(provider, signed_in)
    expired = replace(request, not_on_or_after=provider.site.engine.clock.now() - timedelta(seconds=1))
    elsewhere = replace(request, header=replace(request.header, destination=f"{BASE_URL}/idp/SSO.saml2"))
    for answer in (
        sent(joe, request, None),
        sent(joe, request, partner_key(SERVER_PAIR)),
        sent(joe, expired, partner_key()),
        sent(joe, elsewhere, partner_key()),
        joe.browser.get(f"{SLO}?SAMLRequest=x"),
    ):
        assert answer.status_code == 400
    assert has_session(provider, joe)
