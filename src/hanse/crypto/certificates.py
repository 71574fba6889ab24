"""X.509 server certificates: creation of a self-signed one at the first start, and reading of certificates."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# CA/Browser Forum Baseline Requirements, section 6.3.2: browsers refuse longer-lived server certificates.
LIFETIME = timedelta(days=398)
# Tolerance for a clock that is a little behind this one.
CLOCK_SKEW = timedelta(hours=1)
LONGEST_COMMON_NAME = 64
# Marks a certificate that the server created, and may therefore renew.
SELF_MADE = "Made by this server"


@dataclass(frozen=True)
class ServerCertificate:
    """A private key and its certificate, both PEM."""

    key: bytes
    certificate: bytes

    def __repr__(self) -> str:
        """Return a text without the key."""
        return "ServerCertificate(…)"


def make_server_certificate(names: Sequence[str], now: datetime) -> ServerCertificate:
    """Return a new P-256 key and a self-signed certificate for host names and IP addresses, valid for 398 days.

    The first name becomes the common name. It is no certificate authority: trusting it trusts this server alone.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, names[0][:LONGEST_COMMON_NAME]),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, SELF_MADE),
        ]
    )
    public_key = key.public_key()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now - CLOCK_SKEW + LIFETIME)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_signing_only(), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .sign(key, hashes.SHA256())
    )
    return ServerCertificate(
        key=key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
        certificate=certificate.public_bytes(serialization.Encoding.PEM),
    )


@dataclass(frozen=True)
class ServerCertificateFacts:
    """The facts about a certificate that are checked before serving with it."""

    self_made: bool
    not_after: datetime


def read_facts(pem: bytes) -> ServerCertificateFacts:
    """Return the facts of the first certificate in a PEM text. Raises ValueError if there is none."""
    certificate = x509.load_pem_x509_certificate(pem)
    units = certificate.issuer.get_attributes_for_oid(NameOID.ORGANIZATIONAL_UNIT_NAME)
    return ServerCertificateFacts(
        self_made=any(unit.value == SELF_MADE for unit in units), not_after=certificate.not_valid_after_utc
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _signing_only() -> x509.KeyUsage:
    # RFC 5280, section 4.2.1.3: an EC key of a TLS server signs the handshake only.
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
