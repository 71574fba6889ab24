"""The signature of a metadata document, and the trust in the certificate that has made it."""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from hanse import handles
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery
from hanse.crypto.certificate_chains import UnfitCertificate, from_chain, is_issued_by
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.errors import RequestDenied
from hanse.saml.metadata_reading import MetadataDocument


@dataclass(frozen=True)
class CheckedMetadata:
    """A metadata document after the check of its signature; `signer` is None if it has no signature."""

    document: MetadataDocument
    signer: x509.Certificate | None
    is_trusted: bool


def check_metadata(
    document: MetadataDocument, pinned: x509.Certificate | None, view: View, now: datetime
) -> CheckedMetadata:
    """Return what the signature covers. Raises SignatureRefused if there is a signature that does not verify.

    A pinned certificate must have signed the document. Without one, the certificate in the document is used, which is
    trusted if it is valid and is a trusted CA or was issued by one.
    """
    if not document.is_signed:
        if pinned is not None:
            raise RequestDenied("The metadata is not signed.")
        return CheckedMetadata(document, None, is_trusted=False)
    signer = pinned or document.claimed_certificate
    if signer is None:
        raise RequestDenied("The signature has no certificate. Enter the certificate that verifies it.")
    verified = document.verified(SignatureTrust([signer]))
    is_valid = signer.not_valid_before_utc <= now <= signer.not_valid_after_utc
    return CheckedMetadata(verified, signer, is_valid and (pinned is not None or _is_trusted(signer, view)))


def _is_trusted(certificate: x509.Certificate, view: View) -> bool:
    for stored in view.list(handles.TRUSTED_CAS, ListQuery()).items:
        try:
            authority = from_chain([stored.body["certificate"]])[0]
        except (KeyError, UnfitCertificate):
            # A damaged document must not keep the other authorities from being trusted.
            continue
        if authority == certificate or is_issued_by(authority, certificate):
            return True
    return False
