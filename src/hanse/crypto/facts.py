"""What lists and people want to know of a certificate."""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import SignatureAlgorithmOID

from hanse.crypto.chains import UnfitCertificate, public_key_of
from hanse.crypto.key_pairs import algorithm_of

_SIGNATURE_NAMES = {
    SignatureAlgorithmOID.RSA_WITH_SHA256: "SHA256withRSA",
    SignatureAlgorithmOID.RSA_WITH_SHA384: "SHA384withRSA",
    SignatureAlgorithmOID.RSA_WITH_SHA512: "SHA512withRSA",
    SignatureAlgorithmOID.ECDSA_WITH_SHA256: "SHA256withECDSA",
    SignatureAlgorithmOID.ECDSA_WITH_SHA384: "SHA384withECDSA",
    SignatureAlgorithmOID.ECDSA_WITH_SHA512: "SHA512withECDSA",
    SignatureAlgorithmOID.RSASSA_PSS: "RSASSA-PSS",
    SignatureAlgorithmOID.ED25519: "Ed25519",
    SignatureAlgorithmOID.ED448: "Ed448",
}


@dataclass(frozen=True)
class CertificateFacts:
    """The facts of one certificate; names are texts by RFC 4514, numbers and fingerprints hexadecimal."""

    serial_number: str
    subject: str
    alternative_names: tuple[str, ...]
    issuer: str
    valid_from: datetime
    expires: datetime
    key_algorithm: str
    key_size: int
    signature_algorithm: str
    version: int
    sha1_fingerprint: str
    sha256_fingerprint: str


def certificate_facts(certificate: x509.Certificate) -> CertificateFacts:
    """Return a certificate's facts; raises UnfitCertificate, also for a key that may not be used here."""
    try:
        return _facts(certificate)
    except UnfitCertificate:
        raise
    # Names and dates are parsed when they are asked for.
    except ValueError as error:
        raise UnfitCertificate("The certificate has a name or a date that cannot be read.") from error


def _facts(certificate: x509.Certificate) -> CertificateFacts:
    algorithm, size = algorithm_of(public_key_of(certificate))
    return CertificateFacts(
        serial_number=f"{certificate.serial_number:X}",
        subject=certificate.subject.rfc4514_string(),
        alternative_names=alternative_names(certificate),
        issuer=certificate.issuer.rfc4514_string(),
        valid_from=certificate.not_valid_before_utc,
        expires=certificate.not_valid_after_utc,
        key_algorithm=algorithm,
        key_size=size,
        signature_algorithm=_signature_algorithm(certificate),
        version=certificate.version.value + 1,
        # It identifies, as people compare it, and protects nothing.
        sha1_fingerprint=certificate.fingerprint(hashes.SHA1()).hex().upper(),  # noqa: S303 - see above.
        sha256_fingerprint=certificate.fingerprint(hashes.SHA256()).hex().upper(),
    )


def alternative_names(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the alternative names that are texts: host names, addresses, mailboxes and URIs."""
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    # Extensions that cannot be read are none that anybody could have relied on.
    except (x509.ExtensionNotFound, ValueError, UnsupportedAlgorithm):
        return ()
    texts = (x509.DNSName, x509.RFC822Name, x509.UniformResourceIdentifier, x509.IPAddress)
    return tuple(str(name.value) for name in extension.value if isinstance(name, texts))


def _signature_algorithm(certificate: x509.Certificate) -> str:
    oid = certificate.signature_algorithm_oid
    return _SIGNATURE_NAMES.get(oid, oid.dotted_string)
