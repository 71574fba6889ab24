"""The settings of revocation checks with the responder's certificate, as a part of the snapshot."""

from dataclasses import dataclass

from cryptography import x509

from hanse.crypto.certificate_chains import UnfitCertificate, from_chain
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.errors import NotFound
from hanse.resources.security.certificate_revocation.model import CertificateRevocationSettings, OcspSettings
from hanse.resources.security.certificate_revocation.resource import OCSP_CERTIFICATES, REVOCATION_SETTINGS


@dataclass(frozen=True)
class RevocationRules:
    """The settings, and the certificate of the configured responder."""

    settings: CertificateRevocationSettings
    responder: x509.Certificate | None = None


def _compile(given: CompilerInput[RevocationRules]) -> RevocationRules:
    settings = given.view.singleton(REVOCATION_SETTINGS)
    return RevocationRules(settings, _responder(given, settings.used_ocsp))


def _responder(given: CompilerInput[RevocationRules], ocsp: OcspSettings | None) -> x509.Certificate | None:
    if ocsp is None or ocsp.responder_cert_reference is None:
        return None
    try:
        stored = given.view.model(OCSP_CERTIFICATES, ocsp.responder_cert_reference.id)
        return from_chain([stored.certificate])[0]
    except (NotFound, UnfitCertificate) as error:
        # Without this part the previous one stays. Accepting other responders instead would weaken the check.
        raise ValueError(f"the certificate of the OCSP responder cannot be used: {error}") from error


REVOCATION_RULES: Compiler[RevocationRules] = Compiler(
    "revocation rules", frozenset({REVOCATION_SETTINGS.kind, OCSP_CERTIFICATES.kind}), _compile
)
