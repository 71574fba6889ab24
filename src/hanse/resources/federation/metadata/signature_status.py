"""Signature and trust of a metadata document, as the API contract names them."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from cryptography import x509
from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.types import Moment
from hanse.crypto.certificate_facts import certificate_facts
from hanse.kit.clock import to_text
from hanse.kit.texts.labels import Labeled, label_of
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized
from hanse.resources.federation.metadata.metadata_signature import CheckedMetadata

MOST_ENTITIES: Final = 1_000


class SignatureStatus(Labeled):
    """The signature of a metadata document."""

    SIGNED = "SIGNED", "Signed"
    UNSIGNED = "UNSIGNED", "Not signed"


class CertTrustStatus(Labeled):
    """The trust in the certificate that has signed a metadata document."""

    TRUSTED = "TRUSTED", "Trusted"
    NOT_TRUSTED = "NOT_TRUSTED", "Not trusted"


class MetadataSignatureFacts(ConfigModel):
    """The signature of a metadata document, and the certificate that has made it."""

    signature_status: SignatureStatus
    cert_trust_status: CertTrustStatus | None = None
    cert_subject_dn: Annotated[str | None, Field(alias="certSubjectDn", max_length=4096)] = None
    cert_serial_number: Annotated[str | None, Field(max_length=64)] = None
    cert_expiration: Moment | None = None


class MetadataReading(MetadataSignatureFacts):
    """Metadata that was read from an address."""

    entity_ids: Annotated[list[Annotated[str, Field(max_length=1024)]], Field(max_length=MOST_ENTITIES)]
    valid_until: Moment | None = None


def signature_facts(checked: CheckedMetadata) -> dict[str, Any]:
    """Return the members of `MetadataSignatureFacts` for a document."""
    signer: x509.Certificate | None = checked.signer
    if signer is None:
        return {"signature_status": SignatureStatus.UNSIGNED}
    facts = certificate_facts(signer)
    return {
        "signature_status": SignatureStatus.SIGNED,
        "cert_trust_status": CertTrustStatus.TRUSTED if checked.is_trusted else CertTrustStatus.NOT_TRUSTED,
        "cert_subject_dn": facts.subject,
        "cert_serial_number": facts.serial_number,
        "cert_expiration": to_text(signer.not_valid_after_utc),
    }


def signature_texts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the facts of an answer of the API as texts by their labels, in the language of the request."""
    trust = facts.get("certTrustStatus")
    texts = {
        message("Signature"): localized(label_of(SignatureStatus, facts["signatureStatus"])),
        message("Signing certificate"): facts.get("certSubjectDn"),
        message("Trust"): None if trust is None else localized(label_of(CertTrustStatus, trust)),
    }
    return {localized(label): value for label, value in texts.items() if value}
