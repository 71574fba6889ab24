"""Attribute queries that applications start, and those after a sign-in: the server asks an identity provider."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.attribute_requesters import ATTRIBUTE_REQUESTERS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.service_authentication import SERVICE_AUTHENTICATION
from hanse.saml.assertions import ENCRYPTED_ASSERTION, Assertion, Conditions, Subject
from hanse.saml.attribute_queries import ATTRIBUTE_QUERY, AttributeQuery, read_attribute_query
from hanse.saml.attributes import SamlAttribute
from hanse.saml.envelopes import DecryptionKeys, Envelope, Header, SignatureTrust, envelope_of
from hanse.saml.errors import REQUESTER, UNKNOWN_PRINCIPAL
from hanse.saml.name_ids import NameId
from hanse.saml.responses import SamlResponse
from hanse.saml.soap import read_soap, soap_message
from hanse.saml.statuses import Status
from hanse.saml.xml_names import NAMEID_X509
from tests.engine.saml.identity_provider import (
    CONNECTION,
    FORGED_KEY,
    KEY,
    PARTNER,
    SamlSite,
    pem_of,
    saml_connection,
    signed,
)
from tests.engine.saml.idp.back_channel import basic
from tests.engine.saml.idp.service_provider import encrypted_parts
from tests.engine.server import BASE_URL
from tests.support.certified_keys import certificate, pair, private_key
from tests.support.clock import ManualClock
from tests.support.configurations import replace as replace_document
from tests.support.json_service import Service, serving_json

PATH, SERVICE = "/sp/startAttributeQuery.ping", "/attributes"
OWN_KEY = "rsa-1"
APPLICATION, SECRET = "payroll", "a shared secret: long"
SUBJECT = NameId("joe@partner")


def signed_response(response: XmlElement) -> XmlElement:
    return signed(response)


@dataclass
class Authority:
    """The attribute authority. It answers with signed responses, in which tests change what they like."""

    service: Service
    clock: ManualClock
    change: Callable[[Assertion], Assertion] = lambda assertion: assertion
    element: Callable[[Assertion], XmlElement] = Assertion.to_element
    header: Callable[[Header], Header] = lambda header: header
    protect: Callable[[XmlElement], XmlElement] = signed_response
    status: Status = field(default_factory=Status)
    queries: list[tuple[Envelope, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.service.makers[SERVICE] = self._answer

    def query(self, keys: DecryptionKeys | None = None) -> AttributeQuery:
        """Return the newest query."""
        envelope = self.queries[-1][0]
        return read_attribute_query(envelope.body(SignatureTrust([certificate(OWN_KEY)])), keys)

    def _answer(self, body: bytes) -> tuple[int, bytes]:
        envelope = envelope_of(read_soap(body), [ATTRIBUTE_QUERY])
        self.queries.append((envelope, self.service.received[-1][2]))
        now, asked = self.clock.now(), envelope.document.root.attribute("ID")
        assertion = Assertion(
            id=f"_attributes{len(self.queries)}",
            issue_instant=now,
            issuer=PARTNER,
            subject=Subject(SUBJECT),
            conditions=Conditions(now, now + timedelta(minutes=5), ((BASE_URL,),)),
            attributes=(SamlAttribute("urn:mail", ("joe@partner.example",)), SamlAttribute("roles", ("a", "b"))),
        )
        content = self.element(self.change(assertion)) if self.status.is_success else None
        header = self.header(Header("_response", now, PARTNER, in_response_to=asked))
        return 200, soap_message(self.protect(SamlResponse(header, self.status, content).to_element()))


def connect(saml: SamlSite, authority: Authority, policy: dict[str, Any] | None = None, **credentials: Any) -> None:
    """Save the connection, with the attribute service of the partner."""
    body = saml_connection()
    body["credentials"] |= {"signingSettings": {"signingKeyPairRef": {"id": OWN_KEY}}, **credentials}
    body["attributeQuery"] = {
        "url": f"{authority.service.url}{SERVICE}",
        "nameMappings": [{"localName": "mail", "remoteName": "urn:mail"}],
        "policy": policy or {},
    }
    replace_document(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


@pytest.fixture
def authority(saml: SamlSite) -> Iterator[Authority]:
    saml.site.add(SIGNING_KEY_PAIRS, pair(OWN_KEY))
    service = {"attributeQuery": {"id": APPLICATION, "sharedSecret": SECRET}}
    saml.site.engine.save(SERVICE_AUTHENTICATION, service)
    with serving_json() as served:
        made = Authority(served, saml.site.engine.clock)
        connect(saml, made)
        yield made


def send_query(
    saml: SamlSite, method: str = "GET", authorization: str = basic(APPLICATION, SECRET), **sent: Any
) -> httpx.Response:
    usual = {"PartnerIdpId": PARTNER, "Subject": SUBJECT.value}
    parameters = {name: value for name, value in {**usual, **sent}.items() if value is not None}
    headers = {"Authorization": authorization} if authorization else {}
    engine = saml.site.engine
    if method == "GET":
        return engine.request("GET", f"{PATH}?{urlencode(parameters, doseq=True)}", headers=headers)
    form = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
    return engine.request("POST", PATH, headers=form, content=urlencode(parameters, doseq=True).encode())


def attributes(answer: httpx.Response) -> dict[str, list[str]]:
    assert answer.status_code == 200, (answer.status_code, answer.text)
    found: dict[str, list[str]] = answer.json()["attributes"]
    return found


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_application_receives_attributes_by_its_own_names(saml: SamlSite, authority: Authority, method: str) -> None:
    answer = send_query(saml, method, RequestedAttrName=["mail", "phone"])
    assert answer.headers["cache-control"] == "no-store"
    assert attributes(answer) == {"mail": ["joe@partner.example"]}
    asked = authority.query()
    assert [each.name for each in asked.attributes] == ["urn:mail", "phone"]
    assert (asked.name_id, asked.header.issuer) == (SUBJECT, BASE_URL)
    assert asked.header.destination == f"{authority.service.url}{SERVICE}"


def test_a_query_without_names_returns_all_attributes(saml: SamlSite, authority: Authority) -> None:
    assert attributes(send_query(saml)) == {"mail": ["joe@partner.example"], "roles": ["a", "b"]}
    assert authority.query().attributes == ()


def test_the_secret_can_be_sent_in_the_form_and_not_in_the_address(saml: SamlSite, authority: Authority) -> None:
    own = {"authorization": "", "AppId": APPLICATION, "SharedSecret": SECRET}
    assert send_query(saml, "POST", **own).status_code == 200
    assert send_query(saml, "GET", **own).status_code == 400


@pytest.mark.parametrize(
    "authorization", ["", "Bearer x", "Basic !!!", basic(APPLICATION, "wrong"), basic("other", SECRET), basic("", "")]
)
def test_other_callers_are_refused(saml: SamlSite, authority: Authority, authorization: str) -> None:
    answer = send_query(saml, authorization=authorization)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert answer.headers["www-authenticate"].startswith("Basic")
    assert authority.queries == []


def test_a_caller_who_guesses_is_locked_out(saml: SamlSite, authority: Authority) -> None:
    answers = [
        send_query(saml, authorization=basic(APPLICATION, f"guess {number}")).status_code for number in range(21)
    ]
    assert set(answers) == {401}
    assert send_query(saml).status_code == 401
    saml.site.engine.clock.advance(seconds=61)
    assert send_query(saml).status_code == 200


def test_the_service_is_disabled_without_credentials(saml: SamlSite, authority: Authority) -> None:
    saml.site.engine.save(SERVICE_AUTHENTICATION, {})
    for authorization in ("", basic("", ""), basic(APPLICATION, SECRET)):
        assert send_query(saml, authorization=authorization).status_code == 401


@pytest.mark.parametrize(
    "sent",
    [
        {"PartnerIdpId": "https://nobody.example"},
        {"PartnerIdpId": None},
        {"Subject": None},
        {"Subject": "x" * 1025},
        {"Subject": "a\nb"},
        {"RequestedAttrName": ["x"] * 101},
        {"PartnerIdpId": None, "Format": NAMEID_X509},
    ],
)
def test_a_query_that_cannot_be_sent_is_refused(saml: SamlSite, authority: Authority, sent: dict[str, Any]) -> None:
    answer = send_query(saml, **sent)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert authority.queries == []


def test_a_partner_without_an_attribute_service_is_not_asked(saml: SamlSite, authority: Authority) -> None:
    replace_document(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, saml_connection())
    saml.site.engine.caught_up()
    assert send_query(saml).status_code == 400


def test_the_names_of_a_certificate_select_the_partner(saml: SamlSite, authority: Authority) -> None:
    subject = "CN=Joe, O=Example, C=DE"
    authority.change = lambda assertion: replace(assertion, subject=Subject(NameId(subject, NAMEID_X509)))
    by_name: dict[str, Any] = {"PartnerIdpId": None, "Subject": subject, "Format": NAMEID_X509}
    to_partner = {"idpEntityId": PARTNER}
    cases: tuple[tuple[dict[str, Any], dict[str, Any], bool], ...] = (
        ({"issuerDNMapList": [{"dn": "cn=ca,o=*", **to_partner}]}, {"Issuer": "CN=CA, O=Example"}, True),
        ({"issuerDNMapList": [{"dn": "cn=ca,o=*", **to_partner}]}, {"Issuer": "CN=CB, O=Example"}, False),
        ({"issuerDNMapList": [{"dn": "cn=ca,o=*", **to_partner}]}, {}, False),
        ({"subjectDNMapList": [{"dn": ".*,O=Example,c=de", **to_partner}]}, {}, True),
        ({"subjectDNMapList": [{"dn": "*,o=exam", **to_partner}]}, {}, False),
        ({"defaultIdpEntityId": PARTNER}, {"Issuer": "CN=Other"}, True),
    )
    for settings, sent, is_found in cases:
        saml.site.engine.save(ATTRIBUTE_REQUESTERS, {"defaultIdpEntityId": "", **settings})
        answer = send_query(saml, **by_name, **sent)
        assert answer.status_code == (200 if is_found else 400), settings
    assert send_query(saml, **{**by_name, "Format": None}).status_code == 400


def test_queries_are_protected_as_the_policy_says(saml: SamlSite, authority: Authority) -> None:
    keys = DecryptionKeys([private_key(KEY)])  # type: ignore[list-item]  # The key is an RSA key.
    certificates = [{"x509File": {"fileData": pem_of(KEY)}, "activeVerificationCert": True, "encryptionCert": True}]
    own = {"type": "OUTBOUND", "httpBasicCredentials": {"username": "hanse", "password": "Schiffer12"}}
    for policy, is_signed, is_encrypted in (
        ({}, False, False),
        ({"signAttributeQuery": True}, True, False),
        ({"signAttributeQuery": True, "encryptNameId": True}, True, True),
    ):
        connect(saml, authority, policy, certs=certificates, outboundBackChannelAuth=own)
        attributes(send_query(saml))
        envelope, headers = authority.queries[-1]
        assert envelope.has_signature is is_signed
        assert headers["Authorization"] == basic("hanse", "Schiffer12")
        query = authority.query(keys)
        assert (query.name_id.value, query.name_id_encrypted) == (SUBJECT.value, is_encrypted)


def encrypted(assertion: Assertion) -> XmlElement:
    parts = encrypted_parts("x", key=OWN_KEY)
    return new_element(ENCRYPTED_ASSERTION, None, parts.encrypt(assertion.to_element()))


def test_responses_are_accepted_as_the_policy_says(saml: SamlSite, authority: Authority) -> None:
    decryption = {"decryptionKeyPairRef": {"id": OWN_KEY}}

    def own_signature(assertion: Assertion) -> XmlElement:
        return signed(assertion.to_element())

    for policy, element, is_accepted in (
        ({"requireSignedResponse": True}, Assertion.to_element, True),
        ({"requireSignedAssertion": True}, Assertion.to_element, False),
        ({"requireSignedAssertion": True}, own_signature, True),
        ({"requireEncryptedAssertion": True}, Assertion.to_element, False),
        ({"requireEncryptedAssertion": True}, encrypted, True),
    ):
        connect(saml, authority, policy, **decryption)
        authority.element = element
        assert send_query(saml).status_code == (200 if is_accepted else 502), policy


def test_the_refusal_of_a_partner_is_told_apart_from_a_failure(saml: SamlSite, authority: Authority) -> None:
    for status, expected in ((Status(REQUESTER, UNKNOWN_PRINCIPAL), 403), (Status(REQUESTER), 502)):
        authority.status = status
        answer = send_query(saml)
        assert answer.status_code == expected
        assert UNKNOWN_PRINCIPAL not in answer.text


HOSTILE: dict[str, dict[str, Any]] = {
    "unsigned": {"protect": lambda response: response},
    "signed with another key": {"protect": lambda response: signed(response, FORGED_KEY)},
    "of another partner": {"header": lambda header: replace(header, issuer="https://evil.example")},
    "to another query": {"header": lambda header: replace(header, in_response_to="_other")},
    "to no query": {"header": lambda header: replace(header, in_response_to=None)},
    "about another user": {"change": lambda made: replace(made, subject=Subject(NameId("amy@partner")))},
    "about nobody": {"change": lambda made: replace(made, subject=None)},
    "of another issuer": {"change": lambda made: replace(made, issuer="https://evil.example")},
    "for another audience": {"change": lambda made: replace(made, conditions=Conditions(audiences=(("urn:x",),)))},
    "expired": {
        "change": lambda made: replace(
            made, conditions=Conditions(not_on_or_after=made.issue_instant - timedelta(minutes=2))
        )
    },
    "of the future": {
        "change": lambda made: replace(
            made, conditions=Conditions(not_before=made.issue_instant + timedelta(minutes=2))
        )
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_response_is_refused(saml: SamlSite, authority: Authority, name: str) -> None:
    for member, value in HOSTILE[name].items():
        setattr(authority, member, value)
    answer = send_query(saml)
    assert (answer.status_code, answer.json()["error"]) == (502, "partner_failed")
    assert "joe@partner.example" not in answer.text


@pytest.mark.parametrize("answer", [(500, b""), (302, b""), (200, b"<x/>"), (200, b"x" * (512 * 1024 + 1))])
def test_an_answer_that_is_no_response_is_refused(
    saml: SamlSite, authority: Authority, answer: tuple[int, bytes]
) -> None:
    del authority.service.makers[SERVICE]
    authority.service.answers[SERVICE] = answer
    assert send_query(saml).status_code == 502


def test_the_log_has_no_values_and_no_user_if_they_are_masked(
    saml: SamlSite, authority: Authority, capfd: pytest.CaptureFixture[str]
) -> None:
    connect(saml, authority, {"maskAttributeValues": True})
    attributes(send_query(saml))
    written = json.dumps(capfd.readouterr())
    assert SUBJECT.value not in written
    assert SECRET not in written
