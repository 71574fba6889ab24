"""The certificate that a server generates for itself."""

import ipaddress
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from hanse.crypto.certificates import make_server_certificate, read_facts

NOW = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


def test_a_certificate_has_the_extensions_that_browsers_require() -> None:
    made = make_server_certificate(["localhost", "127.0.0.1", "::1", "sso.example"], NOW)
    certificate = x509.load_pem_x509_certificate(made.certificate)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "sso.example"]
    assert names.get_values_for_type(x509.IPAddress) == [
        ipaddress.ip_address("127.0.0.1"),
        ipaddress.ip_address("::1"),
    ]
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc == timedelta(days=398)
    assert certificate.not_valid_before_utc < NOW
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_key_and_certificate_match() -> None:
    made = make_server_certificate(["localhost"], NOW)
    key = load_pem_private_key(made.key, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    assert key.curve.name == "secp256r1"
    assert key.public_key() == x509.load_pem_x509_certificate(made.certificate).public_key()
    assert "PRIVATE" not in repr(made)


def test_a_long_common_name_is_shortened() -> None:
    long = f"{'a' * 60}.{'b' * 60}.example"
    certificate = x509.load_pem_x509_certificate(make_server_certificate([long], NOW).certificate)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == [long]
    (common_name,) = certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    assert common_name.value == long[:64]


def test_the_facts_of_a_certificate_are_read() -> None:
    facts = read_facts(make_server_certificate(["localhost"], NOW).certificate)
    assert facts.self_made
    assert facts.not_after == NOW - timedelta(hours=1) + timedelta(days=398)
    with pytest.raises(ValueError, match=r".+"):
        read_facts(b"not a certificate")
