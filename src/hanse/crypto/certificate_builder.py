"""Creates certificates and certificate requests for keys that sign and decrypt."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from hanse.crypto.key_pairs import PrivateKey, hash_of
from hanse.kit.randomness import Randomness

# RFC 5280, section 4.1.2.2: positive, and at most 20 octets with the sign.
_SERIAL_OCTETS = 20
# RFC 5280, appendix A.1: the upper bounds of names.
LONGEST_COMMON_NAME = LONGEST_ORGANIZATION = 64
LONGEST_PLACE = 128
# In characters: RFC 1035, section 2.3.4, allows 255 octets with the length of each label and the root.
_LONGEST_DNS_NAME = 253


@dataclass(frozen=True)
class CertificateSubject:
    """The subject of a certificate; empty parts are not in the name."""

    common_name: str
    organization: str | None
    country: str | None
    organization_unit: str | None = None
    city: str | None = None
    state: str | None = None

    def name(self) -> x509.Name:
        """Return the distinguished name, the country first (X.521: from the root of the tree down)."""
        parts = (
            (NameOID.COUNTRY_NAME, self.country),
            (NameOID.STATE_OR_PROVINCE_NAME, self.state),
            (NameOID.LOCALITY_NAME, self.city),
            (NameOID.ORGANIZATION_NAME, self.organization),
            (NameOID.ORGANIZATIONAL_UNIT_NAME, self.organization_unit),
            (NameOID.COMMON_NAME, self.common_name),
        )
        return x509.Name([x509.NameAttribute(oid, value) for oid, value in parts if value])


def general_name(text: str) -> x509.GeneralName:
    """Return an address, a mailbox, a URI or a host name, depending on the form of a text. Raises ValueError."""
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        # RFC 5280, section 4.2.1.6: all others are IA5Strings, so they are ASCII, and none has a space.
        if not text.isascii() or not text.isprintable() or " " in text or not text:
            raise
    if "://" in text:
        return x509.UniformResourceIdentifier(text)
    if "@" in text:
        return x509.RFC822Name(text)
    labels = text.removeprefix("*.").split(".")
    if len(text) > _LONGEST_DNS_NAME or not all(map(_is_label, labels)):
        raise ValueError("this is not a host name")
    return x509.DNSName(text)


def _is_label(text: str) -> bool:
    # RFC 1034, section 3.5, and underscores, which internal names of companies may have.
    longest = 63
    return 0 < len(text) <= longest and all(character.isalnum() or character in "-_" for character in text)


def alternative_names_of(certificate: x509.Certificate) -> list[x509.GeneralName]:
    """Return all alternative names of a generated certificate; empty if they cannot be read."""
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (x509.ExtensionNotFound, ValueError):
        return []
    return list(extension.value)


@dataclass(frozen=True)
class Validity:
    """Start of a certificate's validity, and its length in days."""

    start: datetime
    days: int


def self_signed(
    key: PrivateKey,
    name: x509.Name,
    names: Sequence[x509.GeneralName],
    validity: Validity,
    signature_algorithm: str,
    randomness: Randomness,
) -> x509.Certificate:
    """Return a self-signed certificate. It is no certificate authority: trusting it trusts this key only."""
    start = validity.start.replace(microsecond=0)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(randomness.token_bytes(_SERIAL_OCTETS)) >> 1 or 1)
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=validity.days))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(key), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(key, hash_of(signature_algorithm))


def signing_request(
    key: PrivateKey, name: x509.Name, names: Sequence[x509.GeneralName], signature_algorithm: str
) -> x509.CertificateSigningRequest:
    """Return a certificate signing request for a key (RFC 2986), with the desired alternative names."""
    builder = x509.CertificateSigningRequestBuilder().subject_name(name)
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(key, hash_of(signature_algorithm))


def _usage(key: PrivateKey) -> x509.KeyUsage:
    """Return the key usage: RSA keys encipher keys (RFC 3279, section 2.3.1), EC keys agree on them (2.3.5)."""
    is_rsa = isinstance(key, rsa.RSAPrivateKey)
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=is_rsa,
        data_encipherment=False,
        key_agreement=not is_rsa,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
