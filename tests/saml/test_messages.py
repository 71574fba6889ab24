"""Messages are read as they were written, and refused if they are malformed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.encryption import encrypt_element
from hanse.crypto.xml.errors import XmlRefused
from hanse.kit.randomness import SystemRandomness
from hanse.saml.envelopes import Body, DecryptionKeys, Envelope, Header, check_destination, open_envelope
from hanse.saml.errors import PARTIAL_LOGOUT, RESPONDER, VERSION_MISMATCH, InvalidMessage, RequestDenied, WrongVersion
from hanse.saml.logout import (
    LOGOUT_REQUEST,
    LOGOUT_RESPONSE,
    SamlLogoutRequest,
    SamlLogoutResponse,
    read_logout_request,
    read_logout_response,
)
from hanse.saml.name_ids import NameId
from hanse.saml.requests import (
    AUTHN_REQUEST,
    AuthnRequest,
    NameIdPolicy,
    RequestedAuthnContext,
    Scoping,
    read_authn_request,
)
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id, parse_instant
from hanse.saml.xml_names import BINDING_POST, CONTEXT_PROTECTED_TRANSPORT, NAMEID_PERSISTENT, NAMEID_TRANSIENT
from tests.support.saml import ACS, IDP, NOW, SP, saml_key

HEADER = Header("_message1", NOW, SP, destination="https://idp.partner.example/sso")
REQUEST = AuthnRequest(
    HEADER,
    acs_url=ACS,
    protocol_binding=BINDING_POST,
    attribute_index=1,
    force_authn=True,
    is_passive=True,
    provider_name="Hanse",
    subject=NameId("joe", NAMEID_PERSISTENT, IDP, SP, "j1"),
    name_id_policy=NameIdPolicy(NAMEID_TRANSIENT, SP, allow_create=True),
    context=RequestedAuthnContext((CONTEXT_PROTECTED_TRANSPORT,), (), "minimum"),
    scoping=Scoping(2, (IDP,), ("https://first.example",)),
)
LOGOUT = SamlLogoutRequest(HEADER, NameId("joe", NAMEID_TRANSIENT), ("_s1", "_s2"), NOW, "urn:reason")


def opened(element: XmlElement, *tags: str) -> Envelope:
    return open_envelope(element.serialized(), tags)


def body_of(element: XmlElement, tag: str) -> Body:
    return opened(element, tag).body(saml_key().trust)


@pytest.mark.parametrize("request_", [REQUEST, AuthnRequest(HEADER), AuthnRequest(HEADER, acs_index=65535)])
def test_an_authentication_request_is_read_as_it_was_written(request_: AuthnRequest) -> None:
    assert read_authn_request(body_of(request_.to_element(), AUTHN_REQUEST)) == request_


def test_a_logout_request_and_its_response_are_read_as_they_were_written() -> None:
    assert read_logout_request(body_of(LOGOUT.to_element(), LOGOUT_REQUEST)) == LOGOUT
    answer = SamlLogoutResponse(replace(HEADER, in_response_to="_m0"), Status(RESPONDER, PARTIAL_LOGOUT, "One left"))
    assert read_logout_response(body_of(answer.to_element(), LOGOUT_RESPONSE)) == answer


def test_the_name_identifier_of_a_logout_request_can_be_encrypted() -> None:
    own = saml_key("own")
    data = encrypt_element(LOGOUT.name_id.to_element(), own.certificate, randomness=SystemRandomness())
    element = LOGOUT.to_element(data)
    # An element, because the three letters can occur in the base64 text of what is encrypted.
    assert b">joe" not in element.serialized()
    body = body_of(element, LOGOUT_REQUEST)
    assert read_logout_request(body, DecryptionKeys([own.rsa_key])) == LOGOUT
    with pytest.raises(InvalidMessage):
        read_logout_request(body)


def test_a_signed_message_is_read_from_what_was_signed() -> None:
    found = body_of(saml_key().sign(REQUEST.to_element()), AUTHN_REQUEST)
    assert (read_authn_request(found), found.is_signed) == (REQUEST, True)


def test_a_message_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidMessage, match="not expected"):
        opened(LOGOUT.to_element(), AUTHN_REQUEST)
    body = body_of(LOGOUT.to_element(), LOGOUT_REQUEST)
    for read in (read_authn_request, read_logout_response):
        with pytest.raises(InvalidMessage):
            read(body)


@pytest.mark.parametrize("version", ["1.1", "2.1", "3.0", "", "2"])
def test_another_version_is_refused_with_its_status(version: str) -> None:
    data = REQUEST.to_element().serialized().replace(b'Version="2.0"', f'Version="{version}"'.encode())
    with pytest.raises(WrongVersion) as refused:
        open_envelope(data, [AUTHN_REQUEST])
    assert Status.of(refused.value) == Status(VERSION_MISMATCH)


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "no issuer": lambda data: data.replace(b"saml:Issuer", b"saml:Other"),
    "an empty issuer": lambda data: data.replace(b">https://sp.hanse.example</saml:Issuer>", b"> </saml:Issuer>"),
    "no ID": lambda data: data.replace(b' ID="_message1"', b""),
    "an ID that is no name": lambda data: data.replace(b"_message1", b"1 message"),
    "no time": lambda data: data.replace(b"IssueInstant=", b"Other="),
    "a time that does not exist": lambda data: data.replace(b"2026-11-23T", b"2026-02-30T"),
    "a number as a flag": lambda data: data.replace(b'IsPassive="true"', b'IsPassive="2"'),
    "two policies": lambda data: data.replace(b"<samlp:Scoping", b"<samlp:NameIDPolicy/><samlp:Scoping"),
    "an unknown comparison": lambda data: data.replace(b'"minimum"', b'"any"'),
    "an index and an address": lambda data: data.replace(b"ProviderName", b'AssertionConsumerServiceIndex="1" a'),
    "an index that is too large": lambda data: data.replace(b'ServiceIndex="1"', b'ServiceIndex="65536"'),
    "a long address": lambda data: data.replace(ACS.encode(), ACS.encode() + b"x" * 1024),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_a_malformed_request_is_refused(change: str) -> None:
    data = REQUEST.to_element().serialized()
    changed = CHANGES[change](data)
    assert changed != data
    with pytest.raises(XmlRefused):
        read_authn_request(open_envelope(changed, [AUTHN_REQUEST]).body(saml_key().trust))


def test_an_issuer_that_does_not_come_first_is_refused() -> None:
    element = AuthnRequest(HEADER).to_element()
    element.insert(0, NameId("x").to_element())
    with pytest.raises(InvalidMessage, match="begin with its issuer"):
        opened(element, AUTHN_REQUEST)


def test_a_destination_must_be_an_address_of_this_server() -> None:
    addresses = ["https://idp.partner.example/sso"]
    check_destination(HEADER, addresses, is_signed=True)
    check_destination(replace(HEADER, destination=None), addresses, is_signed=False)
    for header, signed in ((replace(HEADER, destination=None), True), (replace(HEADER, destination=ACS), False)):
        with pytest.raises(RequestDenied):
            check_destination(header, addresses, is_signed=signed)


@pytest.mark.parametrize(
    "text",
    ["2026-11-23T18:30:00Z", "2026-11-23T18:30:00.000Z", "2026-11-23T19:30:00+01:00", "2026-11-23T18:30:00.0000000Z"],
)
def test_times_are_read_in_every_format_of_the_schema(text: str) -> None:
    assert parse_instant(text) == NOW
    assert parse_instant(text.removesuffix("Z")) == NOW


@pytest.mark.parametrize(
    "text", ["", "now", "2026-11-23", "2026-11-23T25:00:00Z", "20261123T183000Z", "0001-01-01T00:00:00+14:00"]
)
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(InvalidMessage):
        parse_instant(text)


def test_identifiers_are_names_of_160_random_bits() -> None:
    found = {new_saml_id(SystemRandomness()) for _ in range(100)}
    assert len(found) == 100
    assert all(len(each) == 41 and each.startswith("_") for each in found)
