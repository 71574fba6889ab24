"""Single logout with service providers: requests of one of them, and requests to the others."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.errors import PARTIAL_LOGOUT, RESPONDER, SUCCESS, UNKNOWN_PRINCIPAL, InvalidMessage
from hanse.saml.logout import SamlLogoutRequest
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import (
    SERVER,
    SERVER_PAIR,
    STATE,
    ServiceProvider,
    encrypted_parts,
    partner_key,
    verifying,
)
from tests.engine.saml.logout.messages import SentMessage, deliver, logout_request, response_to, sent_by_server
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor
from tests.support.configurations import replace as replace_document
from tests.support.sp_connections import PARTNER

__all__ = ["joe", "provider"]

SLO = "/idp/SLO.saml2"
LOGGED_OUT = "https://sp.example.com/saml/slo"
BOTH = ["SP_INITIATED_SSO", "SP_INITIATED_SLO", "IDP_INITIATED_SLO"]


def subject(provider: ServiceProvider, page: httpx.Response, request_id: str) -> NameId:
    assertion = provider.receive(page, request_id).assertion
    assert assertion is not None
    assert assertion.subject is not None
    assert assertion.subject.name_id is not None
    return assertion.subject.name_id


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
    return subject(provider, page, request.header.id)


def new_request(provider: ServiceProvider, name_id: NameId, id_: str = "_logout1", **changes: Any) -> SamlLogoutRequest:
    return logout_request(name_id, PARTNER, SLO, provider.site.engine.clock.now(), id_, **changes)


def answered(answer: httpx.Response) -> Status:
    """Return the status that the partner receives."""
    sent = sent_by_server(answer)
    header = sent.response.header
    assert (sent.url, sent.relay_state) == (LOGGED_OUT, STATE)
    assert (header.in_response_to, header.destination, header.issuer) == ("_logout1", LOGGED_OUT, SERVER)
    return sent.response.status


def has_session(provider: ServiceProvider, joe: Visitor) -> bool:
    return "SAMLResponse" in joe.browser.get(provider.redirect(provider.request())).text


def also_signs_in(
    provider: ServiceProvider,
    joe: Visitor,
    number: int = 1,
    profiles: list[str] | None = None,
    credentials: dict[str, Any] | None = None,
    **sso: Any,
) -> None:
    """Add a service provider, to which the user signs in within the same session."""
    entity_id = f"{PARTNER}/{number}"
    endpoints = [{"binding": "REDIRECT", "url": f"{LOGGED_OUT}/{number}", "responseUrl": f"{LOGGED_OUT}/r"}]
    settings = {
        **provider.connection["spBrowserSso"],
        "enabledProfiles": profiles or BOTH,
        "sloServiceEndpoints": endpoints,
        **sso,
    }
    names = {"id": f"sp-{number}", "name": f"Service {number}", "entityId": entity_id}
    own = {} if credentials is None else {"credentials": credentials}
    provider.site.add(SP_CONNECTIONS, {**provider.connection, **names, **own, "spBrowserSso": settings})
    assert "SAMLResponse" in joe.browser.get(provider.redirect(provider.request(issuer=entity_id))).text


def answers(
    provider: ServiceProvider, joe: Visitor, sent: SentMessage, number: int = 1, status: Status | None = None
) -> httpx.Response:
    """Answer a request of the server as one of the service providers."""
    now = provider.site.engine.clock.now()
    issuer = f"{PARTNER}/{number}" if number else PARTNER
    response = response_to(sent, issuer, SLO, now, status)
    return deliver(joe, SLO, response.to_element(), partner_key())


def test_the_session_ends_and_the_partner_is_answered(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    assert has_session(provider, joe)
    status = answered(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    assert (status.code, status.detail) == (SUCCESS, None)
    assert not has_session(provider, joe)
    # Without a session, the request is fulfilled already.
    another = sent_by_server(
        deliver(joe, SLO, new_request(provider, signed_in, "_logout2").to_element(), partner_key())
    )
    assert another.response.status.is_success


def test_a_request_by_post_has_an_enveloped_signature(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    answer = deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key(), by_post=True)
    assert answered(answer).is_success
    assert not has_session(provider, joe)


def test_all_service_providers_are_asked_one_after_the_other(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    also_signs_in(provider, joe, 1)
    also_signs_in(provider, joe, 2, sloServiceEndpoints=[{"binding": "POST", "url": f"{LOGGED_OUT}/2"}])
    first = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    assert not has_session(provider, joe)
    assert (first.url, first.request.header.destination) == (f"{LOGGED_OUT}/1", f"{LOGGED_OUT}/1")
    assert (first.request.name_id, first.request.header.issuer) == (signed_in, SERVER)
    second = sent_by_server(answers(provider, joe, first))
    assert second.url == f"{LOGGED_OUT}/2"
    # Each service provider knows the session by an index of its own.
    assert len({*first.request.session_indexes, *second.request.session_indexes}) == 2
    assert answered(answers(provider, joe, second, 2)) == Status()


def test_the_name_identifier_is_encrypted_for_other_service_providers_as_their_connections_require(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    credentials = {**provider.connection["credentials"], "certs": [verifying(), verifying(encrypts=True, id_="rsa-4")]}
    also_signs_in(provider, joe, 1, credentials=credentials, encryptionPolicy={"encryptSloSubjectNameId": True})
    sent = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    assert sent.decrypted("rsa-4").request.name_id == signed_in
    with pytest.raises(InvalidMessage, match="encrypted identifier"):
        assert sent.request


def test_an_encrypted_name_identifier_of_a_request_is_decrypted_if_the_connection_allows_it(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    data = encrypted_parts(key=SERVER_PAIR).encrypt(signed_in.to_element())
    sso, own = provider.connection["spBrowserSso"], {"decryptionKeyPairRef": {"id": SERVER_PAIR}}
    credentials = {**provider.connection["credentials"], **own}
    for number, is_allowed in enumerate((False, True)):
        policy = {"sloSubjectNameIDEncrypted": is_allowed}
        provider.connect(sso={**sso, "encryptionPolicy": policy}, credentials=credentials)
        answer = deliver(
            joe, SLO, new_request(provider, signed_in, f"_encrypted{number}").to_element(data), partner_key()
        )
        assert has_session(provider, joe) is not is_allowed
        assert answer.status_code == (303 if is_allowed else 400)


def test_the_session_index_of_a_service_provider_stays_the_same(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    indexes = []
    for _ in range(2):
        request = provider.request()
        assertion = provider.receive(joe.browser.get(provider.redirect(request)), request.header.id).assertion
        assert assertion is not None
        indexes.append(assertion.authn_statements[0].session_index or "")
    assert indexes[0] == indexes[1]
    wanted = new_request(provider, signed_in, session_indexes=(indexes[0],))
    assert answered(deliver(joe, SLO, wanted.to_element(), partner_key())).is_success
    assert not has_session(provider, joe)


@pytest.mark.parametrize("status", [Status(RESPONDER), Status(SUCCESS, PARTIAL_LOGOUT)])
def test_the_initiator_learns_that_another_service_provider_failed(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId, status: Status
) -> None:
    also_signs_in(provider, joe, 1)
    sent = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    assert answered(answers(provider, joe, sent, status=status)) == Status(SUCCESS, PARTIAL_LOGOUT)


def test_a_service_provider_whose_connection_is_inactive_is_not_new_request(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    also_signs_in(provider, joe, 1)
    engine = provider.site.engine
    body = {**provider.connection, "id": "sp-1", "name": "Service 1", "entityId": f"{PARTNER}/1", "active": False}
    replace_document(engine.core.configuration, SP_CONNECTIONS, "sp-1", body)
    engine.caught_up()
    status = answered(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    assert status == Status(SUCCESS, PARTIAL_LOGOUT)


def test_a_service_provider_without_a_logout_profile_takes_no_part(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    also_signs_in(provider, joe, 1, ["SP_INITIATED_SSO"])
    assert answered(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key())) == Status()


def test_a_response_that_cannot_be_verified_is_a_failure(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    also_signs_in(provider, joe, 1)
    sent = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    response = response_to(sent, f"{PARTNER}/1", SLO, provider.site.engine.clock.now())
    answer = deliver(joe, SLO, response.to_element(), None)
    assert answered(answer) == Status(SUCCESS, PARTIAL_LOGOUT)


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ({"destination": f"{BASE_URL}/idp/SSO.saml2"}, None),
        ({}, SERVER_PAIR),
    ],
)
def test_a_response_for_another_address_or_of_a_stranger_is_a_failure(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId, header: dict[str, Any], key: str | None
) -> None:
    also_signs_in(provider, joe, 1)
    sent = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    response = response_to(sent, f"{PARTNER}/1", SLO, provider.site.engine.clock.now(), **header)
    used = partner_key() if key is None else partner_key(key)
    assert answered(deliver(joe, SLO, response.to_element(), used)) == Status(SUCCESS, PARTIAL_LOGOUT)


def test_a_response_belongs_to_the_request_and_to_the_browser(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    also_signs_in(provider, joe, 1)
    sent = sent_by_server(deliver(joe, SLO, new_request(provider, signed_in).to_element(), partner_key()))
    now = provider.site.engine.clock.now()
    element = response_to(sent, f"{PARTNER}/1", SLO, now).to_element()
    other_partner = response_to(sent, PARTNER, SLO, now).to_element()
    other_request = response_to(sent, f"{PARTNER}/1", SLO, now, in_response_to="_other.1").to_element()
    later = response_to(sent, f"{PARTNER}/1", SLO, now, in_response_to=f"{sent.request.header.id}1").to_element()
    unsolicited = response_to(sent, f"{PARTNER}/1", SLO, now, in_response_to=None).to_element()
    for each in (other_partner, other_request, later, unsolicited):
        assert deliver(joe, SLO, each, partner_key()).status_code == 400
    assert deliver(provider.site.browser(), SLO, element, partner_key()).status_code == 400
    assert answered(deliver(joe, SLO, element, partner_key())) == Status()
    # A response is accepted once.
    assert deliver(joe, SLO, element, partner_key()).status_code == 400


@pytest.mark.parametrize("change", [{"name_id": NameId("amy")}, {"session_indexes": ("_other",)}])
def test_another_session_stays(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId, change: dict[str, Any]
) -> None:
    request = replace(new_request(provider, signed_in), **change)
    status = answered(deliver(joe, SLO, request.to_element(), partner_key()))
    assert (status.code, status.detail) == (RESPONDER, UNKNOWN_PRINCIPAL)
    assert has_session(provider, joe)


def test_a_service_provider_cannot_end_the_session_of_another_one(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    """The second service provider knows the user's identifier, but has received no assertion in the session."""
    also_signs_in(provider, joe, 1)
    stranger = provider.site.browser()
    request = provider.request()
    stranger.sign_in(stranger.follow(stranger.browser.get(provider.redirect(request))))
    now = provider.site.engine.clock.now()
    element = logout_request(signed_in, f"{PARTNER}/1", SLO, now).to_element()
    sent = sent_by_server(deliver(stranger, SLO, element, partner_key()))
    assert sent.response.status == Status(RESPONDER, UNKNOWN_PRINCIPAL)
    assert has_session(provider, stranger)


def test_unsigned_forged_and_expired_requests_are_refused(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    request = new_request(provider, signed_in)
    now = provider.site.engine.clock.now()
    expired = replace(request, not_on_or_after=now - timedelta(seconds=1))
    elsewhere = replace(request, header=replace(request.header, destination=f"{BASE_URL}/idp/SSO.saml2"))
    stranger = replace(request, header=replace(request.header, issuer="https://unknown.example"))
    old = replace(request, header=replace(request.header, issue_instant=now - timedelta(hours=1)))
    for answer in (
        deliver(joe, SLO, request.to_element(), None),
        deliver(joe, SLO, request.to_element(), partner_key(SERVER_PAIR)),
        *(deliver(joe, SLO, each.to_element(), partner_key()) for each in (expired, elsewhere, stranger, old)),
        joe.browser.get(f"{SLO}?SAMLRequest=x"),
        joe.browser.post(SLO, {"RelayState": STATE}),
        joe.browser.post(SLO, {"SAMLRequest": "eA==", "SAMLResponse": "eA=="}),
    ):
        assert answer.status_code == 400
        assert "Traceback" not in answer.text
    assert has_session(provider, joe)


def test_a_request_is_accepted_once(provider: ServiceProvider, joe: Visitor, signed_in: NameId) -> None:
    element = new_request(provider, signed_in).to_element()
    assert answered(deliver(joe, SLO, element, partner_key())).is_success
    request = provider.request()
    joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
    assert deliver(joe, SLO, element, partner_key()).status_code == 400
    assert has_session(provider, joe)


def test_a_connection_without_the_profile_or_the_binding_cannot_request_a_logout(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    sso, credentials = provider.connection["spBrowserSso"], provider.connection["credentials"]
    element = new_request(provider, signed_in).to_element()
    for changes in ({"enabledProfiles": ["SP_INITIATED_SSO", "IDP_INITIATED_SLO"]}, {"incomingBindings": ["POST"]}):
        provider.connect(sso={**sso, **changes}, credentials=credentials)
        assert deliver(joe, SLO, element, partner_key()).status_code == 400
