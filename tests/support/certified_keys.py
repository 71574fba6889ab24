"""Self-signed key pairs of every key type, in the form of an import. RSA keys are generated once per run, as that is
slow."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from hanse.crypto.certificate_chains import from_chain, to_chain
from hanse.crypto.key_pairs import PrivateKey, key_to_text

START = datetime(2026, 6, 1, tzinfo=UTC)
CURVES: dict[str, ec.EllipticCurve] = {"p256": ec.SECP256R1(), "p384": ec.SECP384R1(), "p521": ec.SECP521R1()}


@cache
def private_key(id_: str) -> PrivateKey:
    """Return the key with this name, such as `p256-1` or `rsa-2`. A name has the same key throughout a run."""
    family, _, number = id_.partition("-")
    if family == "rsa":
        return rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return ec.derive_private_key(int(number) + 1000, CURVES[family])


@cache
def _chain(id_: str) -> tuple[str, ...]:
    key = private_key(id_)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, id_)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(id_.encode(), "big"))
        .not_valid_before(START)
        .not_valid_after(START + timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    return tuple(to_chain([made]))


def certified(id_: str) -> dict[str, Any]:
    """Return the certificate chain and the private key as fields of a key pair."""
    return {"certificates": list(_chain(id_)), "privateKey": key_to_text(private_key(id_))}


def certificate(id_: str) -> x509.Certificate:
    """Return the certificate of the key with this name."""
    return from_chain(_chain(id_))[0]


def pair(id_: str, **fields: Any) -> dict[str, Any]:
    """Return the body of a key pair."""
    return {"id": id_, **certified(id_), **fields}


def rotation(**fields: Any) -> dict[str, Any]:
    """Return rotation settings."""
    return {"creationBufferDays": 20, "activationBufferDays": 10, "validDays": 365, **fields}
