"""Certificates as other software reads them, and the types of their subject alternative names."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import given
from hypothesis import strategies as st

from hanse.crypto.certificate_builder import CertificateSubject, Validity, general_name, self_signed
from hanse.crypto.certificate_chains import check_leaf, is_self_signed
from hanse.crypto.key_pairs import generate_key, key_to_text
from tests.support.certified_keys import private_key
from tests.support.openssl import openssl
from tests.support.randomness import SeededRandomness

START = datetime(2026, 11, 21, 8, 30, 0, 999, tzinfo=UTC)
SUBJECT = CertificateSubject("Seal", "Hanse, Lübeck", "DE", "Kontor", "Lübeck", "Schleswig-Holstein")


def make_certificate(id_: str = "p256-1", *names: str) -> x509.Certificate:
    general = [general_name(each) for each in names]
    key = private_key(id_)
    signature = "SHA384withRSA" if id_.startswith("rsa") else "SHA384withECDSA"
    return self_signed(key, SUBJECT.name(), general, Validity(START, 365), signature, SeededRandomness())


@pytest.mark.parametrize("id_", ["p256-1", "p384-1", "p521-1", "rsa-1"])
def test_openssl_verifies_and_reads_a_certificate(id_: str, tmp_path: Path) -> None:
    certificate = make_certificate(id_, "sso.example", "192.0.2.1")
    file = tmp_path / "certificate.pem"
    file.write_bytes(certificate.public_bytes(Encoding.PEM))
    openssl("verify", "-check_ss_sig", "-no_check_time", "-CAfile", str(file), str(file))
    shown = openssl("x509", "-in", str(file), "-noout", "-text").decode()
    assert "Version: 3" in shown
    assert "Not Before: Nov 21 08:30:00 2026" in shown
    assert "Not After : Nov 21 08:30:00 2027" in shown
    assert "DNS:sso.example, IP Address:192.0.2.1" in shown
    assert ("Key Encipherment" if id_ == "rsa-1" else "Key Agreement") in shown
    assert "CA:FALSE" in shown
    assert "384" in (certificate.signature_hash_algorithm.name if certificate.signature_hash_algorithm else "")


def test_a_certificate_contains_its_own_public_key() -> None:
    certificate = make_certificate()
    assert is_self_signed(certificate)
    check_leaf(certificate, private_key("p256-1"))
    assert certificate.subject.rfc4514_string() == (
        "CN=Seal,OU=Kontor,O=Hanse\\, Lübeck,L=Lübeck,ST=Schleswig-Holstein,C=DE"
    )
    assert 0 < certificate.serial_number < 2**159


def test_a_name_has_no_empty_parts() -> None:
    assert CertificateSubject("Seal", "Hanse", "DE", "", None, "").name().rfc4514_string() == "CN=Seal,O=Hanse,C=DE"


def test_every_generated_key_is_different() -> None:
    keys = {key_to_text(generate_key("EC", 256)) for _ in range(3)}
    assert len(keys) == 3


@pytest.mark.parametrize(
    ("text", "name_type"),
    [
        ("sso.example", x509.DNSName),
        ("*.example", x509.DNSName),
        ("sso_1", x509.DNSName),
        ("192.0.2.1", x509.IPAddress),
        ("2001:db8::1", x509.IPAddress),
        ("kontor@example.com", x509.RFC822Name),
        ("https://sso.example/path", x509.UniformResourceIdentifier),
    ],
)
def test_a_subject_alternative_name_gets_the_type_of_its_text(text: str, name_type: type[x509.GeneralName]) -> None:
    name = general_name(text)
    assert isinstance(name, name_type)
    assert str(name.value) == text


@pytest.mark.parametrize(
    "text", ["", " ", "a b", "a..b", ".", "*", "lübeck.example", "a\n", "\0", "x" * 64, "a*.b", "@"]
)
def test_invalid_names_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        general_name(text)


@given(st.text(max_size=80))
def test_any_text_becomes_a_valid_name_or_is_refused(text: str) -> None:
    try:
        name = general_name(text)
    except ValueError:
        return
    read = x509.load_der_x509_certificate(
        self_signed(
            private_key("p256-1"),
            SUBJECT.name(),
            [name],
            Validity(START, 1),
            "SHA256withECDSA",
            SeededRandomness(),
        ).public_bytes(Encoding.DER)
    )
    assert list(read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value) == [name]
