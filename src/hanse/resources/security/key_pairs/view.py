"""The REST form of a key pair: KeyPairView of the API contract."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, Copyable
from hanse.config.declare.notices import EXPIRY_WARNING
from hanse.config.declare.types import KeySize
from hanse.kit.clock import from_text
from hanse.kit.texts.labels import Labeled
from hanse.resources.security.key_pairs.certificate_fields import facts_body
from hanse.resources.security.key_pairs.model import KeyPairRotationSettings

# The status that pages show for a valid certificate that expires soon.
EXPIRES_SOON = "Expires soon"
_Fact = Annotated[str, Field(max_length=32_768)]
_MOST_NAMES = 1_000


class CertificateStatus(Labeled):
    """Status of a certificate."""

    VALID = "VALID", "Valid"
    EXPIRED = "EXPIRED", "Expired"
    NOT_YET_VALID = "NOT_YET_VALID", "Not yet valid"
    REVOKED = "REVOKED", "Revoked"


class CryptoProvider(StrEnum):
    """Storage place of a private key."""

    LOCAL = "LOCAL"
    HSM = "HSM"


class CertView(ConfigModel):
    """The facts of a certificate."""

    id: Annotated[_Fact, Field(title="ID"), Copyable()]
    serial_number: Annotated[_Fact, Field(title="Serial number"), Copyable()]
    subject_dn: Annotated[_Fact, Field(title="Subject DN", alias="subjectDN")]
    subject_alternative_names: Annotated[
        list[_Fact] | None, Field(title="Subject alternative names", max_length=_MOST_NAMES)
    ] = None
    issuer_dn: Annotated[_Fact, Field(title="Issuer DN", alias="issuerDN")]
    valid_from: Annotated[_Fact, Field(title="Valid from")]
    expires: Annotated[_Fact, Field(title="Expires")]
    key_algorithm: Annotated[_Fact, Field(title="Key algorithm")]
    key_size: Annotated[KeySize, Field(title="Key size")]
    signature_algorithm: Annotated[_Fact, Field(title="Signature algorithm")]
    version: Annotated[int, Field(title="Version", ge=1, le=3)]
    sha1_fingerprint: Annotated[_Fact, Field(title="SHA-1 fingerprint", alias="sha1Fingerprint"), Copyable()]
    sha256_fingerprint: Annotated[_Fact, Field(title="SHA-256 fingerprint", alias="sha256Fingerprint"), Copyable()]
    status: Annotated[CertificateStatus, Field(title="Status")]
    # Returned only with a hardware security module, which this server does not support.
    crypto_provider: Annotated[CryptoProvider | None, Field(title="Crypto provider")] = None


class KeyPairView(CertView):
    """A key pair without its private key: the facts of its certificate, and its rotation."""

    rotation_settings: Annotated[KeyPairRotationSettings | None, Field(title="Rotation settings")] = None


@cache
def _members(model: type[ConfigModel]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())


def show(body: dict[str, Any], now: datetime, model: type[ConfigModel] = KeyPairView) -> dict[str, Any]:
    """Return the REST form of a stored certificate or key pair at a given time.

    Its facts are read from the certificate itself, because earlier versions stored them in another form.
    """
    certificate = body["certificates"][0] if "certificates" in body else body["certificate"]
    return {
        **{name: value for name, value in {**body, **facts_body(certificate)}.items() if name in _members(model)},
        "status": status_at(body["validFrom"], body["expires"], now).value,
    }


def status_at(valid_from: str, expires: str, now: datetime) -> CertificateStatus:
    """Return the status of a certificate; it is valid at both ends of its validity (RFC 5280, section 4.1.2.5)."""
    if now < from_text(valid_from):
        return CertificateStatus.NOT_YET_VALID
    return CertificateStatus.EXPIRED if now > from_text(expires) else CertificateStatus.VALID


def ends_soon(body: Mapping[str, Any], now: datetime, before: timedelta = EXPIRY_WARNING) -> bool:
    """Return whether a certificate has expired or expires soon, and the server does not rotate it."""
    return "rotationSettings" not in body and from_text(body["expires"]) - now <= before


def with_expiry(body: Mapping[str, Any], now: datetime) -> Mapping[str, Any]:
    """Return a certificate with the status that pages show, which includes expiring soon."""
    return (
        {**body, "status": EXPIRES_SOON} if body["status"] == CertificateStatus.VALID and ends_soon(body, now) else body
    )
