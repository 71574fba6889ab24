"""Messages of the POST, Redirect and Artifact bindings arrive as they were sent, or not at all."""

import zlib
from base64 import b64decode, b64encode
from urllib.parse import parse_qs, quote

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

from hanse.crypto.xml.errors import SignatureRefused
from hanse.kit.randomness import SystemRandomness
from hanse.saml.artifacts import (
    ARTIFACT_RESOLVE,
    ARTIFACT_RESPONSE,
    Artifact,
    ArtifactResolve,
    ArtifactResponse,
    enveloped_message,
    read_artifact_resolve,
    read_artifact_response,
    source_id,
)
from hanse.saml.bindings import SAML_REQUEST, inflate, post_value, read_post, read_redirect, redirect_query
from hanse.saml.envelopes import Body, Header, envelope_of, open_envelope
from hanse.saml.errors import InvalidMessage
from hanse.saml.requests import AUTHN_REQUEST, AuthnRequest, read_authn_request
from hanse.saml.responses import RESPONSE, read_response
from hanse.saml.soap import read_soap, soap_message
from hanse.saml.statuses import Status
from tests.support.saml import ACS, IDP, NOW, SP, assertion, response, saml_key

PARTNER = saml_key()
REQUEST = AuthnRequest(Header("_request1", NOW, SP, destination="https://idp.partner.example/sso"), acs_url=ACS)


def signed_query(algorithm: str = "SHA256withRSA", relay_state: str | None = "a b&c=ä") -> str:
    return redirect_query(
        REQUEST.to_element(),
        parameter=SAML_REQUEST,
        relay_state=relay_state,
        signing_key=PARTNER.signing_key,
        algorithm=algorithm,
    )


def body(query: str) -> Body:
    message = read_redirect(query)
    return message.body(open_envelope(message.xml, [AUTHN_REQUEST]), PARTNER.trust)


def test_a_posted_message_is_read() -> None:
    signed = PARTNER.sign(REQUEST.to_element())
    envelope = open_envelope(read_post(post_value(signed)), [AUTHN_REQUEST])
    found = envelope.body(PARTNER.trust)
    assert (read_authn_request(found), found.is_signed, envelope.issuer) == (REQUEST, True, SP)


@pytest.mark.parametrize("value", ["", "%%%", "PGE=!", "<a/>"])
def test_what_is_not_base64_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"Base64|well-formed"):
        open_envelope(read_post(value), [AUTHN_REQUEST])


@pytest.mark.parametrize("relay_state", ["a b&c=ä", "", None])
def test_a_signed_redirect_is_read(relay_state: str | None) -> None:
    query = signed_query(relay_state=relay_state)
    found = body(query)
    assert (read_authn_request(found), found.is_signed) == (REQUEST, True)
    assert read_redirect(query).relay_state == relay_state


def test_an_unsigned_redirect_is_read_as_unsigned() -> None:
    found = body(redirect_query(REQUEST.to_element(), parameter=SAML_REQUEST, relay_state="x"))
    assert (read_authn_request(found), found.is_signed) == (REQUEST, False)


def test_the_signature_covers_the_octets_that_were_sent() -> None:
    # Lower-case escapes, as .NET sends them: encoding the values again would give other octets.
    text = b64encode(zlib.compress(REQUEST.to_element().serialized(), wbits=-15)).decode()
    algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    plain = "&".join(
        f"{name}={quote(value, safe='').replace('%2F', '%2f').replace('%2B', '%2b').replace('%3D', '%3d')}"
        for name, value in (("SAMLRequest", text), ("RelayState", "a/b"), ("SigAlg", algorithm))
    )
    value = b64encode(_sign(plain.encode())).decode()
    assert body(f"{plain}&Signature={quote(value, safe='')}").is_signed


@pytest.mark.parametrize("change", ["RelayState=other&", "RelayState=", "SAMLRequest="])
def test_a_changed_redirect_is_refused(change: str) -> None:
    name, _, value = change.partition("=")
    parts = [f"{name}={value[:-1]}" if part.startswith(f"{name}=") else part for part in signed_query().split("&")]
    with pytest.raises((SignatureRefused, InvalidMessage)):
        body("&".join(parts))


def test_removing_the_relay_state_breaks_the_signature() -> None:
    parts = [part for part in signed_query().split("&") if not part.startswith("RelayState")]
    with pytest.raises(SignatureRefused):
        body("&".join(parts))


@pytest.mark.parametrize(
    "query",
    [
        "",
        "SAMLRequest=a&SAMLResponse=b",
        "SAMLRequest=a&SAMLRequest=b",
        "SAMLRequest=%20&SigAlg=x",
        "SAMLRequest=a&SAMLEncoding=urn:other",
        "RelayState=x",
        "SAMLRequest=%ff",
        f"SAMLRequest={'a' * 70_000}",
    ],
)
def test_a_malformed_query_is_refused(query: str) -> None:
    with pytest.raises(InvalidMessage):
        read_redirect(query)


def test_sha1_is_refused_in_a_query() -> None:
    with pytest.raises(SignatureRefused):
        body(signed_query("SHA1withRSA"))


def test_a_signature_within_a_redirected_message_is_refused() -> None:
    query = redirect_query(PARTNER.sign(REQUEST.to_element()), parameter=SAML_REQUEST)
    with pytest.raises(InvalidMessage, match="must not contain a signature"):
        body(query)


def test_inflating_stops_at_the_size_of_a_message() -> None:
    bomb = zlib.compress(b"<a>" + bytes(200_000_000), 9, wbits=-15)
    assert len(bomb) < 200_000
    with pytest.raises(InvalidMessage, match="too long"):
        inflate(bomb)


@pytest.mark.parametrize("damage", [lambda octets: octets[:-3], lambda octets: octets + b"more", lambda _: b"\xff\xff"])
def test_incomplete_compression_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(InvalidMessage):
        inflate(damage(zlib.compress(b"<a/>" * 100, wbits=-15)))


def test_an_artifact_names_its_issuer_and_is_parsed() -> None:
    artifact = Artifact.new(IDP, 3, SystemRandomness())
    assert Artifact.parse(str(artifact)) == artifact
    assert (artifact.source_id, artifact.endpoint_index) == (source_id(IDP), 3)
    assert len(b64decode(str(artifact))) == 44
    for text in ("", "AAQ=", "AAUA" + str(artifact)[4:], str(artifact) + "AAAA"):
        with pytest.raises(InvalidMessage):
            Artifact.parse(text)


def test_an_artifact_is_resolved_over_soap() -> None:
    artifact = str(Artifact.new(IDP, 0, SystemRandomness()))
    resolve = ArtifactResolve(Header("_r1", NOW, SP), artifact)
    data = soap_message(PARTNER.sign(resolve.to_element()))
    asked = envelope_of(read_soap(data), [ARTIFACT_RESOLVE]).body(PARTNER.trust)
    assert (read_artifact_resolve(asked), asked.is_signed) == (resolve, True)

    message = response(PARTNER.sign(assertion().to_element())).to_element()
    header = Header("_r2", NOW, IDP, in_response_to="_r1")
    data = soap_message(PARTNER.sign(ArtifactResponse(header, Status(), message).to_element()))
    answered = envelope_of(read_soap(data), [ARTIFACT_RESPONSE]).body(PARTNER.trust)
    answer = read_artifact_response(answered)
    assert (answer.header, answered.is_signed) == (header, True)
    assert read_response(enveloped_message(answer, (RESPONSE,)), PARTNER.trust).assertion == assertion()


def test_an_unknown_artifact_has_no_message() -> None:
    answer = ArtifactResponse(Header("_r2", NOW, IDP), Status())
    found = read_artifact_response(Body(answer.to_element(), is_signed=False))
    with pytest.raises(InvalidMessage):
        enveloped_message(found, (RESPONSE,))


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        "",
        "<s:Body><a/><b/></s:Body>",
        '<s:Header><x s:mustUnderstand="1"/></s:Header><s:Body><a/></s:Body>',
    ],
)
def test_other_soap_messages_are_refused(text: str) -> None:
    envelope = f'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">{text}</s:Envelope>'
    with pytest.raises(ValueError, match=r"SOAP|Body"):
        read_soap(envelope.encode())
    with pytest.raises(InvalidMessage):
        read_soap(b"<a/>")


def test_a_query_can_be_read_by_any_parser() -> None:
    values = parse_qs(signed_query())
    assert zlib.decompress(b64decode(values["SAMLRequest"][0]), wbits=-15) == REQUEST.to_element().serialized()


def _sign(octets: bytes) -> bytes:
    return PARTNER.rsa_key.sign(octets, padding.PKCS1v15(), hashes.SHA256())
