"""Single logout with an identity provider: its requests, and the requests that this server sends to it."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.crypto.xml.encryption import encrypt_element
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.randomness import SystemRandomness
from hanse.resources.authentication.policies.resource import POLICY_SETTINGS
from hanse.resources.federation.default_urls import SP_DEFAULT_URLS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.saml.errors import PARTIAL_LOGOUT, RESPONDER, SUCCESS, UNKNOWN_PRINCIPAL
from hanse.saml.logout import SamlLogoutRequest
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from hanse.saml.xml_names import NAMEID_PERSISTENT
from tests.engine.saml.identity_provider import CONNECTION, FORGED_KEY, KEY, PARTNER, SamlSite, saml_connection
from tests.engine.saml.idp.service_provider import SERVER_PAIR, STATE, verifying
from tests.engine.saml.logout.messages import deliver, logout_request, response_to, sent_by_server
from tests.engine.saml.logout.stored_sessions import add_framed_client, add_sessions, sessions_of
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor, form_of, returned
from tests.engine.signin.test_sessions import enable
from tests.support.certified_keys import certificate, pair, private_key
from tests.support.configurations import replace as replace_document

SLO, START = "/sp/SLO.saml2", "/sp/startSLO.ping"
LOGGED_OUT = "https://idp.partner.example/slo"
BOTH = ["SP_INITIATED_SSO", "SP_INITIATED_SLO", "IDP_INITIATED_SLO"]
USER = NameId("joe@partner")
TARGET, FAILED = "https://portal.example.com/bye", "https://portal.example.com/failed"
FROM_USER = {"Sec-Fetch-Site": "none"}


def key_of(id_: str = KEY) -> XmlSigningKey:
    return XmlSigningKey(private_key(id_), certificate(id_))


def connect(saml: SamlSite, credentials: dict[str, Any] | None = None, **sso: Any) -> None:
    """Let the connection take part in single logout."""
    usual = {
        "enabledProfiles": BOTH,
        "incomingBindings": ["POST", "REDIRECT"],
        "sloServiceEndpoints": [{"binding": "REDIRECT", "url": LOGGED_OUT}],
    }
    body = saml_connection(**{**usual, **sso})
    body["credentials"] |= {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}, **(credentials or {})}
    replace_document(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


@pytest.fixture
def connected(saml: SamlSite) -> SamlSite:
    saml.site.add(SIGNING_KEY_PAIRS, pair(SERVER_PAIR))
    enable(saml.site)
    entry = {"validDomain": "portal.example.com", "targetResourceSLO": True, "inErrorResource": True}
    saml.site.engine.save(REDIRECT_VALIDATION, {"redirectValidationLocalSettings": {"whiteList": [entry]}})
    connect(saml)
    return saml


def joe(saml: SamlSite, **assertion: Any) -> Visitor:
    """Return a user who has signed in at the partner."""
    user = saml.site.browser()
    request = saml.away(user)
    made = saml.partner.assertion(request, **assertion)
    assert "code" in returned(saml.answer(user, saml.partner.response(request, made), request.relay_state))
    return user


def has_session(user: Visitor) -> bool:
    """Return whether the user gets a code at once; without a session, the partner is asked."""
    return "code=" in user.authorize(prompt="none").headers["location"]


def new_request(saml: SamlSite, id_: str = "_logout1", **changes: Any) -> SamlLogoutRequest:
    return logout_request(USER, PARTNER, SLO, saml.site.engine.clock.now(), id_, **changes)


def requested(user: Visitor, request: SamlLogoutRequest) -> Status:
    """Return the status that the partner receives for a request."""
    sent = sent_by_server(deliver(user, SLO, request.to_element(), key_of()))
    header = sent.response.header
    assert (sent.url, sent.relay_state, header.issuer) == (LOGGED_OUT, STATE, BASE_URL)
    assert header.in_response_to == request.header.id
    return sent.response.status


def start(user: Visitor, **parameters: str) -> httpx.Response:
    return user.browser.get(f"{START}?{urlencode(parameters)}", **FROM_USER)


@pytest.mark.parametrize("indexes", [(), ("_s1",), ("_other", "_s1")])
def test_the_partner_ends_the_session(connected: SamlSite, indexes: tuple[str, ...]) -> None:
    user = joe(connected)
    assert has_session(user)
    assert requested(user, new_request(connected, session_indexes=indexes)) == Status()
    assert not has_session(user)


def test_the_partner_ends_the_sessions_of_all_browsers_of_the_user(connected: SamlSite) -> None:
    first, second = joe(connected), joe(connected)
    assert requested(connected.site.browser(), new_request(connected)) == Status()
    assert not has_session(first)
    assert not has_session(second)


def test_more_sessions_than_the_store_returns_at_a_time_end(connected: SamlSite) -> None:
    joe(connected)
    add_sessions(connected.site, USER.value)
    assert requested(connected.site.browser(), new_request(connected)) == Status()
    assert sessions_of(connected.site, USER.value) == []


def test_applications_of_other_browsers_make_the_logout_partial(connected: SamlSite) -> None:
    joe(connected)
    add_framed_client(connected.site, USER.value)
    status = requested(connected.site.browser(), new_request(connected))
    assert status == Status(SUCCESS, PARTIAL_LOGOUT)


def test_the_page_of_this_browser_does_not_replace_those_of_other_browsers(connected: SamlSite) -> None:
    user, _other = joe(connected), joe(connected)
    add_framed_client(connected.site, USER.value)
    page = deliver(user, SLO, new_request(connected).to_element(), key_of())
    sent = sent_by_server(user.browser.get(after_page(page)))
    assert sent.response.status == Status(SUCCESS, PARTIAL_LOGOUT)


@pytest.mark.parametrize("change", [{"name_id": NameId("amy@partner")}, {"session_indexes": ("_other",)}])
def test_another_session_stays(connected: SamlSite, change: dict[str, Any]) -> None:
    user = joe(connected)
    assert requested(user, replace(new_request(connected), **change)) == Status(RESPONDER, UNKNOWN_PRINCIPAL)
    assert has_session(user)


def test_hostile_requests_are_refused(connected: SamlSite) -> None:
    user, request = joe(connected), new_request(connected)
    now = connected.site.engine.clock.now()
    expired = replace(request, not_on_or_after=now - timedelta(seconds=1))
    elsewhere = replace(request, header=replace(request.header, destination=f"{BASE_URL}/idp/SLO.saml2"))
    stranger = replace(request, header=replace(request.header, issuer="https://unknown.example"))
    for message, key in (
        (request, None),
        (request, key_of(FORGED_KEY)),
        (expired, key_of()),
        (elsewhere, key_of()),
        (stranger, key_of()),
    ):
        for by_post in (False, True):
            assert deliver(user, SLO, message.to_element(), key, by_post=by_post).status_code == 400
    # The endpoint for service providers does not know the partner.
    assert deliver(user, "/idp/SLO.saml2", request.to_element(), key_of()).status_code == 400
    assert has_session(user)


def test_a_request_is_accepted_once(connected: SamlSite) -> None:
    request = new_request(connected)
    assert requested(joe(connected), request) == Status()
    user = joe(connected)
    assert deliver(user, SLO, request.to_element(), key_of()).status_code == 400
    assert has_session(user)


def test_the_profile_and_the_binding_of_the_connection_are_required(connected: SamlSite) -> None:
    user = joe(connected)
    differences: tuple[dict[str, Any], ...] = (
        {"enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"]},
        {"enabledProfiles": ["SP_INITIATED_SSO"]},
        {"incomingBindings": ["POST"]},
    )
    for changes in differences:
        connect(connected, **changes)
        assert deliver(user, SLO, new_request(connected).to_element(), key_of()).status_code == 400
    assert has_session(user)


def test_an_encrypted_identifier_is_decrypted_if_the_connection_allows_it(connected: SamlSite) -> None:
    data = encrypt_element(USER.to_element(), certificate(SERVER_PAIR), randomness=SystemRandomness())
    # Encrypted name identifiers in assertions are another setting.
    for number, (allowed, status) in enumerate(((False, 400), (True, 303))):
        policy = {"sloSubjectNameIDEncrypted": True} if allowed else {"subjectNameIdEncrypted": True}
        connect(connected, {"decryptionKeyPairRef": {"id": SERVER_PAIR}}, decryptionPolicy=policy)
        element = new_request(connected, f"_encrypted{number}").to_element(data)
        assert deliver(joe(connected), SLO, element, key_of()).status_code == status


def test_the_name_identifier_is_encrypted_for_the_partner_if_the_connection_requires_it(connected: SamlSite) -> None:
    receiving = {"certs": [*saml_connection()["credentials"]["certs"], verifying(encrypts=True, id_="rsa-4")]}
    connect(connected, receiving, decryptionPolicy={"sloEncryptSubjectNameID": True})
    sent = sent_by_server(start(joe(connected), TargetResource=TARGET))
    assert sent.decrypted("rsa-4").request.name_id == USER


def test_a_logout_here_is_sent_to_the_partner(connected: SamlSite) -> None:
    name_id = NameId("joe@partner", NAMEID_PERSISTENT, PARTNER, BASE_URL)
    user = connected.site.browser()
    request = connected.away(user)
    usual = connected.partner.assertion(request)
    assert usual.subject is not None
    made = replace(usual, subject=replace(usual.subject, name_id=name_id))
    connected.answer(user, connected.partner.response(request, made), request.relay_state)
    sent = sent_by_server(start(user, TargetResource=TARGET))
    assert not has_session(user)
    assert (sent.url, sent.request.header.issuer, sent.request.header.destination) == (LOGGED_OUT, BASE_URL, LOGGED_OUT)
    assert (sent.request.name_id, sent.request.session_indexes) == (name_id, ("_s1",))
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now())
    assert deliver(user, SLO, response.to_element(), key_of(), by_post=True).headers["location"] == TARGET


@pytest.mark.parametrize(
    ("parameters", "location"),
    [
        ({"TargetResource": TARGET, "InErrorResource": FAILED}, FAILED),
        ({"TargetResource": TARGET}, None),
        ({"TargetResource": TARGET, "InErrorResource": "https://evil.example/"}, None),
    ],
)
def test_the_user_learns_that_the_partner_failed(
    connected: SamlSite, parameters: dict[str, str], location: str | None
) -> None:
    user = joe(connected)
    sent = sent_by_server(start(user, **parameters))
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now(), Status(RESPONDER))
    answer = deliver(user, SLO, response.to_element(), key_of())
    assert answer.headers.get("location") == location
    assert ("has not confirmed that you are signed out" in answer.text) == (location is None)


def test_a_target_that_is_not_allowed_is_not_used(connected: SamlSite) -> None:
    user = joe(connected)
    sent = sent_by_server(start(user, TargetResource="https://evil.example/"))
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now())
    answer = deliver(user, SLO, response.to_element(), key_of())
    assert (answer.status_code, "location" in answer.headers) == (200, False)


def test_the_relay_state_of_a_response_redirects_nobody(connected: SamlSite) -> None:
    user = joe(connected)
    sent = sent_by_server(start(user))
    assert sent.relay_state is None
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now()).to_element()
    answer = deliver(user, SLO, response, key_of())
    assert "location" not in answer.headers


@pytest.mark.parametrize("profiles", [["SP_INITIATED_SSO"], ["SP_INITIATED_SSO", "IDP_INITIATED_SLO"]])
def test_the_partner_is_not_asked_without_the_profile(connected: SamlSite, profiles: list[str]) -> None:
    user = joe(connected)
    connect(connected, enabledProfiles=profiles)
    assert start(user, TargetResource=TARGET).headers["location"] == TARGET
    assert not has_session(user)


def test_the_default_urls_apply_to_a_logout_as_service_provider(connected: SamlSite) -> None:
    connected.site.engine.save(SP_DEFAULT_URLS, {"confirmSlo": True, "sloSuccessUrl": TARGET})
    user = joe(connected)
    page = start(user)
    action, hidden = form_of(page)
    assert (action, has_session(user)) == (START, True)
    away = user.browser.post(action, {**hidden, "pf.logout": "yes"})
    # The page leads to the partner by itself, because of the policy of the page with the form.
    assert away.status_code == 200
    sent = sent_by_server(away)
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now())
    assert deliver(user, SLO, response.to_element(), key_of()).headers["location"] == TARGET


def test_without_a_session_users_are_sent_to_the_target(connected: SamlSite) -> None:
    assert start(connected.site.browser(), TargetResource=TARGET).headers["location"] == TARGET


def test_a_failure_elsewhere_is_partial(connected: SamlSite) -> None:
    """A partner whose logout is partial has not signed the user out everywhere."""
    user = joe(connected)
    sent = sent_by_server(start(user, TargetResource=TARGET, InErrorResource=FAILED))
    status = Status(SUCCESS, PARTIAL_LOGOUT)
    response = response_to(sent, PARTNER, SLO, connected.site.engine.clock.now(), status)
    assert deliver(user, SLO, response.to_element(), key_of()).headers["location"] == FAILED


def test_policies_that_are_switched_off_do_not_stop_a_logout(connected: SamlSite) -> None:
    user = joe(connected)
    connected.site.engine.save(POLICY_SETTINGS, {"enableIdpAuthnSelection": False})
    assert requested(user, new_request(connected)) == Status()


def after_page(page: httpx.Response) -> str:
    """Return the address to which a page continues after the applications have loaded."""
    found = re.search(r'id="continue"[^>]*href="([^"]*)"', page.text)
    assert found is not None
    return unescape(found[1]).removeprefix(BASE_URL)


def test_applications_load_before_the_partner_is_answered(connected: SamlSite) -> None:
    user, stranger = joe(connected), connected.site.browser()
    add_framed_client(connected.site, USER.value)
    page = deliver(user, SLO, new_request(connected).to_element(), key_of())
    assert page.status_code == 200
    assert "https://framed.example.com/out?iss=" in page.text
    assert not has_session(user)
    address = after_page(page)
    assert stranger.browser.get(address).status_code == 400
    assert user.browser.get("/idp/resumeSLO.ping").status_code == 400
    sent = sent_by_server(user.browser.get(address))
    assert (sent.url, sent.response.header.in_response_to, sent.response.status) == (LOGGED_OUT, "_logout1", Status())
    assert user.browser.get(address).status_code == 400
