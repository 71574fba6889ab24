"""Key pairs for tests, derived from numbers, so that they are fast to make and the same in every run."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hanse.crypto.certificate_chains import to_chain
from hanse.crypto.key_pairs import key_to_text

START = datetime(2026, 6, 1, tzinfo=UTC)
LIFETIME = timedelta(days=365)


def ec_key(number: int, curve: ec.EllipticCurve | None = None) -> ec.EllipticCurvePrivateKey:
    """Return the number-th key."""
    return ec.derive_private_key(number + 1, curve or ec.SECP256R1())


def certificate(
    number: int,
    *,
    issuer: int | None = None,
    start: datetime = START,
    lifetime: timedelta = LIFETIME,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> x509.Certificate:
    """Return a certificate for the number-th key, signed by another number's key or by itself."""
    signer = number if issuer is None else issuer
    return (
        x509.CertificateBuilder()
        .subject_name(name(number))
        .issuer_name(name(signer))
        .public_key((key or ec_key(number)).public_key())
        .serial_number(number + 1000)
        .not_valid_before(start)
        .not_valid_after(start + lifetime)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(f"host-{number}.example")]), critical=False)
        .sign(ec_key(signer) if issuer is not None or key is None else key, hashes.SHA256(), ecdsa_deterministic=True)
    )


def name(number: int) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Hanse, Lübeck"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Seal {number}"),
        ]
    )


@cache
def _body(number: int) -> tuple[tuple[str, ...], str]:
    return tuple(to_chain([certificate(number)])), key_to_text(ec_key(number))


def stored_body(number: int, **fields: Any) -> dict[str, Any]:
    """Return the stored form of the number-th key pair, before its private key is encrypted."""
    certificates, key = _body(number)
    return {"id": f"seal-{number}", "certificates": list(certificates), "privateKey": key, **fields}


def rotating(body: dict[str, Any]) -> dict[str, Any]:
    """Return a key pair's body with settings for automatic rotation."""
    settings = {
        "creationBufferDays": 90,
        "activationBufferDays": 30,
        "validDays": 365,
        "keyAlgorithm": "EC",
        "keySize": 256,
        "signatureAlgorithm": "SHA256withECDSA",
    }
    return {**body, "rotationSettings": settings}
