"""The stored form of a key pair."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, Filterable, ResourceId, Searchable, Secret, Unique
from hanse.config.declare.types import KeySize
from hanse.crypto.certificate_chains import LONGEST_CHAIN

# A certificate as base64 of its DER form, as in `x5c` (RFC 7515, section 4.1.6).
CertificateText = Annotated[str, Field(min_length=1, max_length=32_768)]
MOST_DAYS = 36_500
Days = Annotated[int, Field(ge=1, le=MOST_DAYS)]
_Fact = Annotated[str | None, Field(max_length=32_768)]


class CertifiedKey(ConfigModel):
    """A private key in PKCS #8 form with its certificate chain, leaf first."""

    certificates: Annotated[list[CertificateText], Field(title="Certificates", min_length=1, max_length=LONGEST_CHAIN)]
    private_key: Annotated[str | None, Field(title="Private key", max_length=32_768), Secret()] = None
    encrypted_private_key: Annotated[str | None, Field(max_length=65_536)] = None


class KeyPairRotationSettings(ConfigModel):
    """Settings for the automatic rotation of a self-signed certificate; times are in days before it expires.

    Settings that are left out follow the current certificate: its lifetime, key algorithm, key size and signature
    algorithm. The buffers follow the lifetime.
    """

    id: Annotated[str | None, Field(title="ID", max_length=128, description="ID of the key pair.")] = None
    creation_buffer_days: Annotated[
        Days | None,
        Field(
            title="Creation Buffer",
            description="Days before expiry at which the next key pair is created. By default a "
            "quarter of the validity.",
        ),
    ] = None
    activation_buffer_days: Annotated[
        Days | None,
        Field(
            title="Activation Buffer",
            description="Days before expiry at which the next key pair becomes active. By default a "
            "tenth of the validity.",
        ),
    ] = None
    valid_days: Annotated[Days | None, Field(title="Validity")] = None
    key_algorithm: Annotated[str | None, Field(max_length=16, title="Key Algorithm")] = None
    key_size: Annotated[KeySize | None, Field(title="Key Size")] = None
    signature_algorithm: Annotated[str | None, Field(max_length=64, title="Signature Algorithm")] = None


class CertificateRecord(ConfigModel):
    """The stored facts of a certificate, which lists and searches need."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    serial_number: Annotated[_Fact, Searchable(), Field(title="Serial number")] = None
    subject_dn: Annotated[_Fact, Field(title="Subject DN", alias="subjectDN"), Searchable()] = None
    subject_alternative_names: Annotated[
        list[Annotated[CertificateText, Searchable()]] | None, Field(title="Subject alternative names")
    ] = None
    issuer_dn: Annotated[_Fact, Field(title="Issuer DN", alias="issuerDN"), Searchable()] = None
    valid_from: Annotated[_Fact, Field(title="Valid from")] = None
    expires: Annotated[_Fact, Field(title="Expires")] = None
    key_algorithm: Annotated[_Fact, Filterable(), Field(title="Key algorithm")] = None
    key_size: Annotated[int | None, Filterable(), Field(title="Key size")] = None
    signature_algorithm: Annotated[_Fact, Field(title="Signature algorithm")] = None
    version: Annotated[int | None, Field(title="Version")] = None
    sha1_fingerprint: Annotated[_Fact, Field(title="SHA-1 fingerprint", alias="sha1Fingerprint"), Searchable()] = None
    sha256_fingerprint: Annotated[
        _Fact,
        Field(title="SHA-256 fingerprint", alias="sha256Fingerprint"),
        Searchable(),
        Unique("This certificate already exists."),
    ] = None


class KeyPair(CertificateRecord, CertifiedKey):
    """A key pair. The facts are read from the current certificate, `certificates[0]`."""

    rotation_settings: Annotated[KeyPairRotationSettings | None, Filterable(), Field(title="Rotation settings")] = None
    pending: Annotated[
        CertifiedKey | None,
        Field(title="Pending", description="The next key pair. It is published but does not sign yet."),
    ] = None
    previous: Annotated[
        CertifiedKey | None,
        Field(title="Previous", description="The previous key pair. It is still published but no longer signs."),
    ] = None
