"""Responses that an attacker, or a partner with a defect, posts to the assertion consumer service."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.connections.saml_provider.sign_in import SamlSignIn
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure
from hanse.saml.assertions import ENCRYPTED_ASSERTION, Subject
from hanse.saml.bindings import RELAY_STATE, SAML_RESPONSE
from hanse.saml.errors import RESPONDER
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from hanse.saml.xml_names import saml as saml_name
from tests.engine.saml.identity_provider import (
    ACS,
    FORGED_KEY,
    KEY,
    ReceivedRequest,
    SamlSite,
    signed,
)
from tests.engine.server import BASE_URL
from tests.engine.signin.site import continues_at, returned
from tests.support.certified_keys import certificate

Make = Callable[[SamlSite, ReceivedRequest], XmlElement]
EVIL = "https://evil.example/saml"


def asserted(**changes: Any) -> Make:
    """Return a response whose signed assertion has these changes."""
    return lambda saml, request: saml.partner.response(request, saml.partner.assertion(request, **changes))


def confirmed(**changes: Any) -> Make:
    """Return a response whose signed assertion has a confirmation with these changes."""

    def make(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
        usual = saml.partner.assertion(request)
        assert usual.subject is not None
        confirmation = replace(usual.subject.confirmations[0], **changes)
        return saml.partner.response(
            request, replace(usual, subject=replace(usual.subject, confirmations=(confirmation,)))
        )

    return make


def conditioned(saml: SamlSite, request: ReceivedRequest, **changes: Any) -> XmlElement:
    usual = saml.partner.assertion(request)
    assert usual.conditions is not None
    return saml.partner.response(request, replace(usual, conditions=replace(usual.conditions, **changes)))


def headed(**changes: Any) -> Make:
    """Return a response that is signed as a whole, and has a header with these changes."""

    def make(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
        content = saml.partner.assertion(request).to_element()
        return signed(saml.partner.message(request, content, **changes))

    return make


def unsigned(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    return saml.partner.message(request, saml.partner.assertion(request).to_element())


def changed_after_signing(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    element = signed(saml.partner.assertion(request).to_element())
    name_id = element.required_child(saml_name("Subject")).required_child(saml_name("NameID"))
    name_id.node.text = "admin@partner"
    return saml.partner.message(request, element)


def wrapped(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    """Return the signed assertion inside a forged one, which is read first."""
    genuine = signed(saml.partner.assertion(request).to_element())
    forged = saml.partner.assertion(request, subject=Subject(NameId("admin@partner")), id="_forged").to_element()
    forged.append(new_element(saml_name("Advice"), None, genuine))
    return saml.partner.message(request, forged)


def two_assertions(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    response = saml.partner.response(request)
    response.append(saml.partner.assertion(request, subject=Subject(NameId("admin@partner"))).to_element())
    return response


def encrypted_although_not_allowed(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    content = encrypt_element(
        signed(saml.partner.assertion(request).to_element()), certificate("rsa-1"), randomness=SystemRandomness()
    )
    return saml.partner.message(request, new_element(ENCRYPTED_ASSERTION, None, content))


def of_another_user_of_the_partner(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    """Return the response to the request of another browser."""
    other = saml.away(saml.site.browser())
    return saml.partner.response(other)


def with_condition(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    element = saml.partner.assertion(request).to_element()
    element.required_child(saml_name("Conditions")).append(new_element(saml_name("Condition")))
    return saml.partner.message(request, signed(element))


DAY, HOUR = timedelta(days=1), timedelta(hours=1)

HOSTILE: dict[str, Make] = {
    "no signature": unsigned,
    "signed with another key": lambda saml, request: saml.partner.response(request, key=FORGED_KEY),
    "signed with another key, as a whole": lambda saml, request: signed(
        saml.partner.message(request, saml.partner.assertion(request).to_element()), FORGED_KEY
    ),
    "changed after signing": changed_after_signing,
    "signature of another element": wrapped,
    "two assertions": two_assertions,
    "SHA-1": lambda saml, request: saml.partner.message(
        request, signed(saml.partner.assertion(request).to_element(), KEY, "SHA1withRSA")
    ),
    "encrypted although not allowed": encrypted_although_not_allowed,
    "answer to the request of another user": of_another_user_of_the_partner,
    "issuer of the assertion": asserted(issuer=EVIL),
    "issuer of the response": headed(issuer=EVIL),
    "destination": headed(destination="https://other.example/sp/ACS.saml2"),
    "no destination": headed(destination=None),
    "request of the response": headed(in_response_to="_other"),
    "no request of the response": headed(in_response_to=None),
    "request of the assertion": confirmed(in_response_to="_other"),
    "no request of the assertion": confirmed(in_response_to=None),
    "recipient": confirmed(recipient="https://other.example/sp/ACS.saml2"),
    "no recipient": confirmed(recipient=None),
    "confirmation without an end": confirmed(not_on_or_after=None),
    "confirmation method": confirmed(method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"),
    "audience": lambda saml, request: conditioned(saml, request, audiences=((EVIL,),)),
    "one of two audiences": lambda saml, request: conditioned(saml, request, audiences=((BASE_URL,), (EVIL,))),
    "no audience": lambda saml, request: conditioned(saml, request, audiences=()),
    "unknown condition": with_condition,
    "expired": lambda saml, request: conditioned(saml, request, not_on_or_after=saml.partner.clock.now() - HOUR),
    "not yet valid": lambda saml, request: conditioned(saml, request, not_before=saml.partner.clock.now() + HOUR),
    "issued in the future": lambda saml, request: asserted(issue_instant=saml.partner.clock.now() + HOUR)(
        saml, request
    ),
    "valid for weeks": lambda saml, request: confirmed(not_on_or_after=saml.partner.clock.now() + 30 * DAY)(
        saml, request
    ),
    "no user": asserted(subject=None),
    "no authentication": asserted(authn_statements=()),
    "no assertion": lambda saml, request: saml.partner.message(request, None),
    "failure with an assertion": lambda saml, request: saml.partner.message(
        request, signed(saml.partner.assertion(request).to_element()), Status(RESPONDER)
    ),
    "failure without a reason": lambda saml, request: saml.partner.message(request, None, Status(RESPONDER)),
    "no response": lambda saml, request: signed(saml.partner.assertion(request).to_element()),
}


# The reasons in the log and the trace, so that no response is refused for another one.
REASONS = {
    "no signature": "Neither the response nor its assertion is signed.",
    "signed with another key": "The signature does not verify with any certificate of the partner.",
    "signed with another key, as a whole": "The signature does not verify with any certificate of the partner.",
    "changed after signing": "The signature does not verify with any certificate of the partner.",
    "signature of another element": "A signature is at a place where SAML has none.",
    "two assertions": "A response must not have more than one assertion.",
    "SHA-1": "The signature algorithm is not accepted",
    "encrypted although not allowed": "An encrypted assertion is not expected.",
    "answer to the request of another user": "The response answers another request.",
    "issuer of the assertion": "The response and its assertion have different issuers.",
    "issuer of the response": "Another partner issued the response.",
    "destination": "The message has another destination.",
    "no destination": "A signed message must have a destination.",
    "request of the response": "The response answers another request.",
    "no request of the response": "The response answers another request.",
    "request of the assertion": "The assertion answers another request.",
    "no request of the assertion": "The assertion was not requested.",
    "recipient": "The confirmation is meant for another recipient.",
    "no recipient": "The confirmation is meant for another recipient.",
    "confirmation without an end": "The confirmation must expire within a day.",
    "confirmation method": "The assertion has no bearer confirmation.",
    "audience": "The assertion is meant for another audience.",
    "one of two audiences": "The assertion is meant for another audience.",
    "no audience": "The assertion is not restricted to an audience.",
    "unknown condition": "The assertion has a condition that this server does not know.",
    "expired": "The assertion has expired.",
    "not yet valid": "The assertion is not valid yet.",
    "issued in the future": "The assertion was issued in the future.",
    "valid for weeks": "The confirmation must expire within a day.",
    "no user": "The assertion has no bearer confirmation.",
    "no authentication": "The assertion does not state that the user was authenticated.",
    "no assertion": "A successful response has no assertion.",
    "failure with an assertion": "An unsuccessful response has an assertion.",
    "failure without a reason": "The partner answered with the status urn:oasis:names:tc:SAML:2.0:status:Responder.",
    "no response": "Assertion is not expected here.",
}


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[Failure]:
    """The failures of the connection, which users do not see."""
    found: list[Failure] = []
    original = SamlSignIn.resume

    def resume(source: SamlSignIn, request: AdapterRequest) -> AdapterResult:
        result = original(source, request)
        found.extend([result] if isinstance(result, Failure) else [])
        return result

    monkeypatch.setattr(SamlSignIn, "resume", resume)
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_response_signs_nobody_in(saml: SamlSite, name: str, failures: list[Failure]) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    response = HOSTILE[name](saml, request)
    answer = saml.answer(user, response, request.relay_state)
    assert returned(answer)["error"] == "access_denied"
    [failure] = failures
    assert REASONS[name] in failure.detail
    assert failure.detail not in answer.headers["location"]


RAW: dict[str, bytes] = {
    "no XML": b"response",
    "entities": b'<!DOCTYPE a [<!ENTITY b "c">]><samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">&b;'
    b"</samlp:Response>",
    "external entity": b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    "empty": b"",
}


@pytest.mark.parametrize("name", RAW)
def test_a_malformed_response_signs_nobody_in(saml: SamlSite, name: str) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    form = {SAML_RESPONSE: b64encode(RAW[name]).decode() or "-", RELAY_STATE: request.relay_state}
    page = user.browser.post("/sp/ACS.saml2", form)
    answer = user.follow(user.browser.get(continues_at(page)))
    assert returned(answer)["error"] == "access_denied"


@pytest.mark.parametrize("tail", ["x", ".x", "x" * 3_000])
def test_another_relay_state_of_the_same_sign_in_is_refused(saml: SamlSite, tail: str) -> None:
    user = saml.site.browser()
    request = saml.away(user)
    answer = saml.answer(user, saml.partner.response(request), request.relay_state + tail)
    assert returned(answer)["error"] == "access_denied"


def test_signatures_of_an_expired_certificate_are_refused(saml: SamlSite) -> None:
    saml.site.engine.clock.advance(days=400)
    user = saml.site.browser()
    request = saml.away(user)
    assert "error" in returned(saml.answer(user, saml.partner.response(request), request.relay_state))


def test_the_site_accepts_the_unchanged_response(saml: SamlSite) -> None:
    """Each hostile response differs from an accepted one in the named point only."""
    for make in (asserted(), confirmed(), headed(), conditioned):
        user = saml.site.browser()
        request = saml.away(user)
        assert request.message.acs_url == ACS
        assert "code" in returned(saml.answer(user, make(saml, request), request.relay_state))
