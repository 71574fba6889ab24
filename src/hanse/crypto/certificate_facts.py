"""Facts about a certificate for lists and people."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import NameOID, SignatureAlgorithmOID

from hanse.crypto.certificate_chains import UnfitCertificate, public_key_of
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
_ATTRIBUTE_NAMES = {NameOID.EMAIL_ADDRESS: "EMAILADDRESS"}
_KINDS: Mapping[type[x509.GeneralName], str] = {
    x509.DNSName: "DNS",
    x509.RFC822Name: "Email",
    x509.UniformResourceIdentifier: "URI",
    x509.IPAddress: "IP",
}


@dataclass(frozen=True)
class CertificateFacts:
    """The facts of a certificate in the form of the API contract: hexadecimal fingerprints, decimal serial number."""

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
    """Return a certificate's facts; raises UnfitCertificate, also for a key that is not supported."""
    try:
        return _facts(certificate)
    except UnfitCertificate:
        raise
    # Names and dates are parsed on demand.
    except ValueError as error:
        raise UnfitCertificate("The certificate has a name or a date that cannot be read.") from error


def _facts(certificate: x509.Certificate) -> CertificateFacts:
    algorithm, size = algorithm_of(public_key_of(certificate))
    return CertificateFacts(
        serial_number=str(certificate.serial_number),
        subject=distinguished_name(certificate.subject),
        alternative_names=alternative_names(certificate),
        issuer=distinguished_name(certificate.issuer),
        valid_from=certificate.not_valid_before_utc,
        expires=certificate.not_valid_after_utc,
        key_algorithm=algorithm,
        key_size=size,
        signature_algorithm=_signature_algorithm(certificate),
        version=certificate.version.value + 1,
        # It identifies a certificate, as people compare it, and gives no protection.
        sha1_fingerprint=certificate.fingerprint(hashes.SHA1()).hex().upper(),  # noqa: S303 - see above.
        sha256_fingerprint=certificate.fingerprint(hashes.SHA256()).hex().upper(),
    )


def distinguished_name(name: x509.Name) -> str:
    """Return a name in the form of RFC 4514, with a space after each comma and Java's name for mailboxes."""
    return ", ".join(each.rfc4514_string(_ATTRIBUTE_NAMES) for each in reversed(list(name.rdns)))


def alternative_names(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the alternative names that are texts, each with its kind, such as `DNS: 'example.com'`."""
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    # An extension that cannot be read has no usable names.
    except (x509.ExtensionNotFound, ValueError, UnsupportedAlgorithm):
        return ()
    kinds = ((_KINDS.get(type(name)), name) for name in extension.value)
    return tuple(f"{kind}: '{name.value}'" for kind, name in kinds if kind is not None)


def _signature_algorithm(certificate: x509.Certificate) -> str:
    oid = certificate.signature_algorithm_oid
    return _SIGNATURE_NAMES.get(oid, oid.dotted_string)
