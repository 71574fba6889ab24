"""TLS client certificates of the plans' clients, signed by themselves (RFC 8705, section 2.2)."""

from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from joserfc.jwk import ECKey


@dataclass(frozen=True)
class ClientCertificate:
    """A certificate with its private key."""

    certificate: x509.Certificate
    private_key: EllipticCurvePrivateKey

    @classmethod
    def made(cls, name: str) -> Self:
        """Return a new certificate that is valid for a day."""
        key, now = generate_private_key(SECP256R1()), datetime.now(UTC)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        made = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(minutes=5))
            .not_valid_after(now + timedelta(days=1))
            .sign(key, hashes.SHA256())
        )
        return cls(made, key)

    def jwk(self) -> dict[str, Any]:
        """Return the public key with the certificate, for the client's key set."""
        public = ECKey.import_key(self.private_key.public_key(), {"use": "sig", "kid": f"tls-{self._name}"})
        return {
            **public.as_dict(private=False),
            "x5c": [b64encode(self.certificate.public_bytes(Encoding.DER)).decode()],
        }

    def for_suite(self) -> dict[str, str]:
        """Return the suite's configuration of the certificate."""
        key = self.private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return {"cert": self.certificate.public_bytes(Encoding.PEM).decode(), "key": key.decode()}

    @property
    def _name(self) -> str:
        return self.certificate.subject.rfc4514_string().partition("=")[2]
