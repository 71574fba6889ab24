"""Signatures verify with keys of the caller only, in the one form that SAML prescribes."""

import re
from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP384R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey, RSAPublicNumbers
from signxml.verifier import XMLVerifier

from hanse.crypto.xml import signatures
from hanse.crypto.xml.algorithms import SIGNATURE_ALGORITHMS, WITH_SHA1, algorithms_of_key, default_algorithm
from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.errors import SignatureRefused
from hanse.crypto.xml.signatures import sign_enveloped, verify_signed
from tests.support.saml import SamlKey, assertion, saml_key

RSA = [("RSA", 2048, name) for name in algorithms_of_key("RSA")]
EC = [("EC", size, name) for size in (256, 384, 521) for name in algorithms_of_key("EC")]


@pytest.mark.parametrize(("key_type", "size", "algorithm"), RSA + EC)
def test_each_algorithm_signs_and_verifies(key_type: str, size: int, algorithm: str) -> None:
    key = saml_key(f"{key_type}{size}", key_type, size)
    plain = assertion().to_element().canonical()
    signed = key.sign(assertion().to_element(), algorithm).serialized()
    found = verify_signed(parse_document(signed).root, certificates=[key.certificate], algorithms=WITH_SHA1)
    assert found.algorithm == SIGNATURE_ALGORITHMS[algorithm].uri
    assert found.element.canonical() == plain


def test_sha1_is_refused_unless_the_caller_accepts_it() -> None:
    signed = saml_key().sign(assertion().to_element(), "SHA1withRSA").serialized()
    with pytest.raises(SignatureRefused, match="algorithm is not accepted"):
        verify_signed(parse_document(signed).root, certificates=[saml_key().certificate])


def test_a_signature_verifies_with_signxml_alone() -> None:
    signed = saml_key().sign(assertion().to_element()).serialized()
    assert XMLVerifier().verify(signed, x509_cert=saml_key().certificate, id_attribute="ID")


def test_any_of_several_certificates_verifies_and_is_named() -> None:
    certificates = [saml_key("old").certificate, saml_key().certificate]
    signed = saml_key().sign(assertion().to_element()).serialized()
    found = verify_signed(parse_document(signed).root, certificates=certificates)
    assert found.certificate == saml_key().certificate


def test_only_keys_of_the_type_of_the_algorithm_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    rsa, elliptic, tried = saml_key(), saml_key("ec", "EC", 256), []

    class Counting(XMLVerifier):
        def verify(self, *data: Any, **options: Any) -> Any:
            tried.append(options["x509_cert"])
            return super().verify(*data, **options)

    monkeypatch.setattr(signatures, "XMLVerifier", Counting)
    certificates = [elliptic.certificate, rsa.certificate]
    for key in (rsa, elliptic):
        signed = parse_document(key.sign(assertion().to_element()).serialized()).root
        assert verify_signed(signed, certificates=certificates).certificate == key.certificate
        assert tried == [key.certificate]
        tried.clear()


@pytest.mark.parametrize("other", [saml_key("other"), saml_key("other", "EC", 256)], ids=["RSA", "EC"])
def test_the_certificate_in_the_message_is_not_used(other: SamlKey) -> None:
    signed = other.sign(assertion().to_element()).serialized()
    with pytest.raises(SignatureRefused, match="does not verify"):
        verify_signed(parse_document(signed).root, certificates=[saml_key().certificate])


def test_nothing_verifies_without_certificates() -> None:
    signed = saml_key().sign(assertion().to_element()).serialized()
    with pytest.raises(SignatureRefused):
        verify_signed(parse_document(signed).root, certificates=[])


def test_the_certificate_can_be_left_out() -> None:
    key = saml_key().signing_key
    element = sign_enveloped(
        assertion().to_element(), key, algorithm="SHA256withRSA", include_certificate=False
    ).serialized()
    assert b"KeyInfo" not in element
    assert verify_signed(parse_document(element).root, certificates=[key.certificate])


@pytest.mark.parametrize("key", [saml_key(), saml_key("ec", "EC", 384)], ids=["RSA", "EC"])
def test_the_public_key_can_be_included_and_is_not_used_to_verify(key: SamlKey) -> None:
    signing = replace(key.signing_key, includes_key_value=True)
    algorithm = default_algorithm(signing.private)
    signed = sign_enveloped(assertion().to_element(), signing, algorithm=algorithm, include_certificate=False)
    encoded = signed.serialized()
    assert public_key_in(encoded) == signing.certificate.public_key()
    assert b"X509Data" not in encoded
    assert verify_signed(parse_document(encoded).root, certificates=[signing.certificate])
    with pytest.raises(SignatureRefused, match="does not verify"):
        verify_signed(parse_document(encoded).root, certificates=[saml_key("other").certificate])


def public_key_in(message: bytes) -> RSAPublicKey | EllipticCurvePublicKey:
    """Return the key in the KeyInfo of a signature (XML Signature 1.1, section 4.5.2)."""
    text = message.decode()

    def content(name: str) -> bytes:
        found = re.search(rf"<(?:\w+:)?{name}[^>]*>([^<]*)<", text)
        assert found is not None, (name, text)
        return b64decode(found[1])

    if "RSAKeyValue" in text:
        exponent, modulus = (int.from_bytes(content(name)) for name in ("Exponent", "Modulus"))
        return RSAPublicNumbers(exponent, modulus).public_key()
    assert 'URI="urn:oid:1.3.132.0.34"' in text
    return EllipticCurvePublicKey.from_encoded_point(SECP384R1(), content("PublicKey"))
