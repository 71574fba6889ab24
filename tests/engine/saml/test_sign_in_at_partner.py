"""Users sign in at a SAML identity provider, for an OAuth client of this server."""

import re
from base64 import b64decode

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.kit.randomness import SystemRandomness
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.assertions import ENCRYPTED_ASSERTION
from hanse.saml.bindings import RELAY_STATE, SAML_RESPONSE
from hanse.saml.errors import AUTHN_FAILED, NO_PASSIVE, RESPONDER
from hanse.saml.requests import RequestedAuthnContext
from hanse.saml.statuses import Status
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT
from tests.engine.saml.identity_provider import (
    ACS,
    CONNECTION,
    SamlSite,
    by_connection,
    received,
    saml_connection,
    signed,
    with_entity_id,
)
from tests.engine.saml.idp.service_provider import encrypted_parts
from tests.engine.server import BASE_URL, Form
from tests.engine.signin.site import returned, title_of
from tests.engine.signin.test_sessions import code_of, enable
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import replace
from tests.support.instances import Body

LOA = "urn:partner:loa2"


def change(saml: SamlSite, **changes: object) -> None:
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, saml_connection(**changes))
    saml.site.engine.caught_up()


def with_keys(saml: SamlSite, credentials: Body, **changes: object) -> None:
    """Give the connection keys of this server."""
    saml.site.add(SIGNING_KEY_PAIRS, pair("rsa-1"))
    body = saml_connection(**changes)
    body["credentials"] |= credentials
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


def encrypted(assertion: XmlElement, key: str = "rsa-1") -> XmlElement:
    content = encrypt_element(assertion, certificate(key), randomness=SystemRandomness())
    return new_element(ENCRYPTED_ASSERTION, None, content)


def test_a_user_of_the_partner_signs_in(saml: SamlSite) -> None:
    code = code_of(saml.site, returned(saml.sign_in(saml.site.browser()))["code"])
    assert (code.context.user_key, code.context.origin.id) == ("joe@partner", "apc-0")


def test_policies_use_the_attributes_of_the_contract(saml: SamlSite) -> None:
    replace(saml.site.engine.core.configuration, POLICIES, "partner", by_connection(subject="mail"))
    saml.site.engine.caught_up()
    code = code_of(saml.site, returned(saml.sign_in(saml.site.browser()))["code"])
    assert code.context.user_key == "joe@partner.example"


def test_the_request_names_this_server_and_its_consumer_service(saml: SamlSite) -> None:
    request = saml.away(saml.site.browser()).message
    assert (request.header.issuer, request.acs_url) == (BASE_URL, ACS)
    assert request.header.destination == "https://idp.partner.example/sso"
    assert (request.force_authn, request.is_passive, request.context) == (False, False, None)


def test_without_an_entity_id_this_server_sends_no_requests(saml: SamlSite) -> None:
    with_entity_id(saml.site, None)
    assert returned(saml.site.browser().authorize())["error"] == "access_denied"


def test_the_entity_id_is_that_of_the_server_settings_or_the_virtual_one(saml: SamlSite) -> None:
    with_entity_id(saml.site, "urn:hanse:sp")
    assert saml.away(saml.site.browser()).message.header.issuer == "urn:hanse:sp"
    virtual = {"virtualEntityIds": ["urn:hanse:other", "urn:hanse:virtual"]}
    body = {**saml_connection(), **virtual, "defaultVirtualEntityId": "urn:hanse:virtual"}
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()
    user = saml.site.browser()
    request = saml.away(user)
    assert request.message.header.issuer == "urn:hanse:virtual"
    assert "code" in returned(saml.answer(user, saml.partner.response(request), request.relay_state))


def test_a_request_is_sent_by_the_configured_post_binding(saml: SamlSite) -> None:
    change(saml, ssoServiceEndpoints=[{"binding": "POST", "url": "https://idp.partner.example/sso"}])
    user = saml.site.browser()
    page = user.authorize()
    assert page.status_code == httpx.codes.OK
    assert "form-action" not in page.headers["content-security-policy"]
    request = received(page)
    assert request.binding == "POST"
    assert "code" in returned(saml.answer(user, saml.partner.response(request), request.relay_state))


@pytest.mark.parametrize("binding", ["REDIRECT", "POST"])
def test_requests_are_signed_with_the_configured_key(saml: SamlSite, binding: str) -> None:
    endpoints = [{"binding": binding, "url": "https://idp.partner.example/sso"}]
    signing = {"signingSettings": {"signingKeyPairRef": {"id": "rsa-1"}, "algorithm": "SHA512withRSA"}}
    with_keys(saml, signing, ssoServiceEndpoints=endpoints, signAuthnRequests=True)
    assert received(saml.site.browser().authorize(), "rsa-1").is_signed


@pytest.mark.parametrize("is_included", [False, True])
def test_requests_include_the_public_key_if_the_connection_says_so(saml: SamlSite, is_included: bool) -> None:
    endpoints = [{"binding": "POST", "url": "https://idp.partner.example/sso"}]
    signing = {"signingSettings": {"signingKeyPairRef": {"id": "rsa-1"}, "includeRawKeyInSignature": is_included}}
    with_keys(saml, signing, ssoServiceEndpoints=endpoints, signAuthnRequests=True)
    page = saml.site.browser().authorize()
    assert received(page, "rsa-1").is_signed
    [message] = re.findall(r'name="SAMLRequest" value="([^"]*)"', page.text)
    assert (b"RSAKeyValue" in b64decode(message)) == is_included


def test_an_encrypted_assertion_is_decrypted(saml: SamlSite) -> None:
    key = {"decryptionKeyPairRef": {"id": "rsa-1"}}
    with_keys(saml, key, decryptionPolicy={"assertionEncrypted": True})
    user = saml.site.browser()
    request = saml.away(user)
    assertion = encrypted(signed(saml.partner.assertion(request).to_element()))
    answer = saml.answer(user, saml.partner.message(request, assertion), request.relay_state)
    assert code_of(saml.site, returned(answer)["code"]).context.user_key == "joe@partner"


@pytest.mark.parametrize(
    ("part", "member", "other"),
    [
        ("SAML_SUBJECT", "subjectNameIdEncrypted", "attributesEncrypted"),
        ("mail", "attributesEncrypted", "subjectNameIdEncrypted"),
    ],
)
def test_encrypted_parts_are_decrypted_if_the_connection_allows_it(
    saml: SamlSite, part: str, member: str, other: str
) -> None:
    with_keys(saml, {"decryptionKeyPairRef": {"id": "rsa-1"}})
    for allowed in (member, other):
        body = saml_connection(decryptionPolicy={allowed: True})
        body["credentials"] |= {"decryptionKeyPairRef": {"id": "rsa-1"}}
        replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
        saml.site.engine.caught_up()
        user = saml.site.browser()
        request = saml.away(user)
        assertion = signed(saml.partner.assertion(request).to_element(encrypted_parts(part, key="rsa-1")))
        answer = returned(saml.answer(user, saml.partner.message(request, assertion), request.relay_state))
        assert ("code" in answer) is (allowed == member)


def test_a_signed_response_is_sufficient_unless_signed_assertions_are_required(saml: SamlSite) -> None:
    for changes, expected in (({}, "code"), ({"assertionsSigned": True}, "error")):
        change(saml, **changes)
        user = saml.site.browser()
        request = saml.away(user)
        response = signed(saml.partner.message(request, saml.partner.assertion(request).to_element()))
        assert expected in returned(saml.answer(user, response, request.relay_state))


def test_contexts_are_requested_and_reported_by_their_local_names(saml: SamlSite) -> None:
    change(saml, authnContextMappings=[{"local": "gold", "remote": CONTEXT_PROTECTED_TRANSPORT}])
    user = saml.site.browser()
    request = saml.away(user, acr_values=f"gold silver {LOA}")
    assert request.message.context == RequestedAuthnContext((CONTEXT_PROTECTED_TRANSPORT, LOA))
    answer = saml.answer(user, saml.partner.response(request), request.relay_state)
    assert code_of(saml.site, returned(answer)["code"]).context.acr == "gold"


def test_force_authn_refuses_an_older_authentication(saml: SamlSite) -> None:
    user = saml.site.browser()
    request = saml.away(user, prompt="login")
    assert request.message.force_authn
    assertion = saml.partner.assertion(request)
    saml.site.engine.clock.advance(minutes=3)
    old = saml.partner.response(request, assertion)
    assert "code" in returned(saml.answer(user, old, request.relay_state))
    saml.site.engine.clock.advance(minutes=30)
    user = saml.site.browser()
    request = saml.away(user, prompt="login")
    stale = saml.partner.assertion(request, authn_statements=assertion.authn_statements)
    answer = saml.answer(user, saml.partner.response(request, stale), request.relay_state)
    assert returned(answer)["error"] == "access_denied"


def test_a_silent_sign_in_is_passive(saml: SamlSite) -> None:
    user = saml.site.browser()
    request = saml.away(user, prompt="none")
    assert request.message.is_passive
    refused = saml.partner.message(request, None, Status(RESPONDER, NO_PASSIVE))
    assert returned(saml.answer(user, refused, request.relay_state))["error"] == "login_required"


def test_a_refusal_of_the_partner_denies_access(saml: SamlSite) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    refused = saml.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED))
    assert returned(saml.answer(user, refused, request.relay_state))["error"] == "access_denied"


def test_a_session_skips_the_partner(saml: SamlSite) -> None:
    enable(saml.site)
    user = saml.site.browser()
    saml.sign_in(user)
    assert "code" in returned(user.authorize())


def test_an_assertion_is_accepted_once(saml: SamlSite) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    response = saml.partner.response(request)
    assert "code" in returned(saml.answer(user, response, request.relay_state))
    again = saml.answer(user, response, request.relay_state)
    assert (again.status_code, title_of(again)) == (400, "This page has expired")
    # The same assertion in another sign-in of the same browser, with the identifier of the other request.
    second = saml.away(user)
    assertion = saml.partner.assertion(second, id="_once")
    assert "code" in returned(saml.answer(user, saml.partner.response(second, assertion), second.relay_state))
    third = saml.away(user)
    assertion = saml.partner.assertion(third, id="_once")
    assert "error" in returned(saml.answer(user, saml.partner.response(third, assertion), third.relay_state))


def test_a_response_is_accepted_in_the_browser_of_the_request_only(saml: SamlSite) -> None:
    user, stranger = saml.site.browser(), saml.site.browser()
    request = saml.away(user)
    stranger.authorize()
    response = saml.partner.response(request)
    refused = saml.post(stranger, response, request.relay_state)
    assert (refused.status_code, title_of(refused)) == (400, "This page has expired")
    assert "code" in returned(saml.answer(user, response, request.relay_state))


def test_an_unsolicited_response_is_refused(saml: SamlSite) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    for relay_state in ("", "https://app.example.com", "x" * 5_000):
        refused = saml.post(saml.site.browser(), saml.partner.response(request), relay_state)
        assert refused.status_code == 400


@pytest.mark.parametrize(
    "form",
    [{}, {RELAY_STATE: "x"}, {SAML_RESPONSE: "", RELAY_STATE: "x"}, [(SAML_RESPONSE, "a"), (SAML_RESPONSE, "b")]],
)
def test_malformed_responses_are_refused(saml: SamlSite, form: Form) -> None:
    answer = saml.site.engine.post("/sp/ACS.saml2", form)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_an_inactive_connection_signs_nobody_in(saml: SamlSite) -> None:
    user = saml.site.browser()
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, {**saml_connection(), "active": False})
    saml.site.engine.caught_up()
    assert returned(user.authorize())["error"] == "access_denied"
