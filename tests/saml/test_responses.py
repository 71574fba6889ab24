"""Responses are read from what the partner signed."""

from dataclasses import replace

import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.crypto.xml.errors import DecryptionFailed, SignatureRefused, XmlRefused
from hanse.kit.randomness import SystemRandomness
from hanse.saml.assertions import ENCRYPTED_ASSERTION
from hanse.saml.envelopes import DecryptionKeys, open_envelope
from hanse.saml.errors import AUTHN_FAILED, RESPONDER, InvalidMessage, RequestDenied
from hanse.saml.responses import RESPONSE, ReceivedResponse, open_assertion, read_response
from hanse.saml.statuses import Status
from tests.support.saml import IDP, assertion, response, saml_key

PARTNER = saml_key()
OWN = saml_key("own")
DECRYPTION = DecryptionKeys([OWN.rsa_key])


def encrypted(element: XmlElement, cipher: str = "AES_256_GCM") -> XmlElement:
    content = encrypt_element(element, OWN.certificate, randomness=SystemRandomness(), cipher=cipher)
    return new_element(ENCRYPTED_ASSERTION, None, content)


def received(message: XmlElement, decryption: DecryptionKeys | None = DECRYPTION) -> ReceivedResponse:
    envelope = open_envelope(message.serialized(), [RESPONSE])
    assert envelope.issuer == IDP
    return read_response(envelope, PARTNER.trust, decryption)


def test_a_signed_assertion_is_read() -> None:
    found = received(response(PARTNER.sign(assertion().to_element())).to_element())
    assert found.assertion == assertion()
    assert (found.response_signed, found.assertion_signed) == (False, True)


def test_a_signed_response_is_read() -> None:
    found = received(PARTNER.sign(response(assertion().to_element()).to_element()))
    assert found.assertion == assertion()
    assert (found.response_signed, found.assertion_signed) == (True, False)


def test_response_and_assertion_may_be_signed_and_the_assertion_encrypted() -> None:
    content = encrypted(PARTNER.sign(assertion().to_element()))
    found = received(PARTNER.sign(response(content).to_element()))
    assert found.assertion == assertion()
    assert (found.response_signed, found.assertion_signed, found.assertion_encrypted) == (True, True, True)


def test_an_unsigned_response_is_refused_encrypted_or_not() -> None:
    for content in (assertion().to_element(), encrypted(assertion().to_element())):
        with pytest.raises(RequestDenied, match="Neither"):
            received(response(content).to_element())


def test_an_unsigned_response_is_accepted_over_an_authenticated_connection_only() -> None:
    envelope = open_envelope(response(assertion().to_element()).to_element().serialized(), [RESPONSE])
    found = read_response(envelope, PARTNER.trust, signature_required=False)
    assert (found.assertion, found.assertion_signed) == (assertion(), False)


def test_a_wrong_signature_is_refused_even_if_the_other_one_is_right() -> None:
    forged = saml_key("forger").sign(assertion().to_element())
    with pytest.raises(SignatureRefused):
        received(PARTNER.sign(response(forged).to_element()))
    with pytest.raises(SignatureRefused):
        received(saml_key("forger").sign(response(PARTNER.sign(assertion().to_element())).to_element()))


def test_more_than_one_assertion_is_refused() -> None:
    message = response(PARTNER.sign(assertion().to_element())).to_element()
    message.append(encrypted(assertion(id="_assertion2").to_element()))
    with pytest.raises(InvalidMessage, match="more than one assertion"):
        received(message)


def test_a_failure_is_read_without_an_assertion_and_never_with_one() -> None:
    failure = Status(RESPONDER, AUTHN_FAILED, "The user cancelled.")
    found = received(response(None, failure).to_element())
    assert (found.status, found.assertion, found.status.is_success) == (failure, None, False)
    with pytest.raises(InvalidMessage, match="unsuccessful"):
        received(response(PARTNER.sign(assertion().to_element()), failure).to_element())


def test_a_success_without_an_assertion_is_refused() -> None:
    with pytest.raises(InvalidMessage, match="no assertion"):
        received(response(None).to_element())


def test_the_issuers_of_the_response_and_the_assertion_must_be_one() -> None:
    content = PARTNER.sign(assertion(issuer="https://other.example").to_element())
    with pytest.raises(InvalidMessage, match="different issuers"):
        received(response(content).to_element())


def test_cbc_is_refused_unless_the_connection_allows_it() -> None:
    message = PARTNER.sign(response(encrypted(assertion().to_element(), "AES_128")).to_element())
    with pytest.raises(DecryptionFailed, match="not accepted"):
        received(message)
    assert received(message, replace(DECRYPTION, allow_cbc=True)).assertion == assertion()


def test_an_encrypted_assertion_needs_a_key() -> None:
    message = PARTNER.sign(response(encrypted(assertion().to_element())).to_element())
    with pytest.raises(DecryptionFailed):
        received(message, DecryptionKeys([saml_key("other").rsa_key]))
    with pytest.raises(InvalidMessage):
        received(message, None)


def test_an_assertion_by_itself_must_be_signed() -> None:
    signed = PARTNER.sign(assertion().to_element())
    presented = open_assertion(signed.serialized())
    assert (presented.issuer, presented.verified(PARTNER.trust)) == (IDP, assertion())
    wrapped = encrypted(signed).serialized()
    assert open_assertion(wrapped, DECRYPTION).verified(PARTNER.trust) == assertion()
    for data in (assertion().to_element().serialized(), response(signed).to_element().serialized(), b"", b"<a/>"):
        with pytest.raises(XmlRefused):
            open_assertion(data).verified(PARTNER.trust)
