"""Certificate authorities and the client certificates that they issue."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from joserfc.jwk import ECKey

from tests.support.clock import START

# The start time of `ManualClock`.
NOW = START
CLIENT_USE = ExtendedKeyUsageOID.CLIENT_AUTH


def name_of(common_name: str, organization: str = "Example") -> x509.Name:
    """Return the name `CN=…,O=Example`."""
    parts = [(NameOID.ORGANIZATION_NAME, organization), (NameOID.COMMON_NAME, common_name)]
    return x509.Name([x509.NameAttribute(oid, value) for oid, value in parts])


@dataclass
class Certified:
    """A key and its certificate, with the intermediate certificates up to the root."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey
    others: tuple[x509.Certificate, ...] = ()

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(Encoding.PEM).decode()

    @property
    def key_pem(self) -> str:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    @property
    def thumbprint(self) -> str:
        """Return the value of `cnf.x5t#S256` (RFC 8705, section 3.1)."""
        return urlsafe_b64encode(self.certificate.fingerprint(hashes.SHA256())).rstrip(b"=").decode()

    @property
    def base64(self) -> str:
        return b64encode(self.certificate.public_bytes(Encoding.DER)).decode()

    @property
    def jwk(self) -> dict[str, Any]:
        """Return the public key with the certificate (`x5c`) in the form that a client registers."""
        public = dict(ECKey.import_key(self.key.public_key()).as_dict(private=False))
        return {**public, "x5c": [self.base64]}

    def apache(self) -> str:
        """Return the header that mod_ssl sets."""
        return self.pem.strip().replace("\n", " ")

    def nginx(self) -> str:
        """Return the header that nginx sets from `$ssl_client_escaped_cert`."""
        return quote(self.pem, safe="")

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write the certificate and key files of a TLS client, and return their paths."""
        folder.mkdir(exist_ok=True)
        chain, key = folder / "client.crt", folder / "client.key"
        chain.write_text(self.pem + "".join(each.public_bytes(Encoding.PEM).decode() for each in self.others))
        key.write_text(self.key_pem)
        return chain, key


@dataclass
class Authority(Certified):
    """A certificate authority."""

    def issue(
        self,
        common_name: str = "batch",
        *,
        now: datetime = NOW,
        days: int = 30,
        use: x509.ObjectIdentifier | None = CLIENT_USE,
        extensions: Iterable[x509.ExtensionType] = (),
    ) -> Certified:
        """Return a client certificate."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(name_of(common_name), self.certificate.subject, key, now, days)
        if use is not None:
            builder = builder.add_extension(x509.ExtendedKeyUsage([use]), critical=False)
        for each in extensions:
            builder = builder.add_extension(each, critical=False)
        return Certified(builder.sign(self.key, hashes.SHA256()), key, self.below_root())

    def below_root(self) -> tuple[x509.Certificate, ...]:
        """Return the certificates to send with an issued one: this authority and those above it, without the root."""
        is_root = self.certificate.subject == self.certificate.issuer
        return () if is_root else (self.certificate, *self.others)

    def intermediate(
        self,
        common_name: str = "Issuing",
        *,
        is_authority: bool = True,
        extensions: Iterable[x509.ExtensionType] = (),
    ) -> "Authority":
        """Return an intermediate authority. Without `is_authority`, its certificate is not marked as a CA."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(name_of(common_name), self.certificate.subject, key, NOW, 365)
        builder = builder.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        for each in extensions:
            builder = builder.add_extension(each, critical=False)
        return Authority(builder.sign(self.key, hashes.SHA256()), key, self.below_root())


def authority(common_name: str = "Root", now: datetime = NOW) -> Authority:
    """Return a root authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    builder = _builder(name_of(common_name), name_of(common_name), key, now, 365)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    return Authority(builder.sign(key, hashes.SHA256()), key)


def self_signed(common_name: str = "self", now: datetime = NOW) -> Certified:
    """Return a self-signed client certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    made = _builder(name_of(common_name), name_of(common_name), key, now, 30).sign(key, hashes.SHA256())
    return Certified(made, key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
    )
