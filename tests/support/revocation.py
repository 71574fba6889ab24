"""An OCSP responder and revocation lists of an authority of the tests."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import ocsp
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtendedKeyUsageOID

from tests.support.client_certificates import NOW, Authority, Certified

RESPONDER = "http://ocsp.example.com/"
LIST = "http://crl.example.com/root.crl"
HOUR = timedelta(hours=1)
OCSP_USE = ExtendedKeyUsageOID.OCSP_SIGNING


def with_responder(address: str = RESPONDER) -> x509.AuthorityInformationAccess:
    """Return the extension that names a responder."""
    location = x509.UniformResourceIdentifier(address)
    return x509.AuthorityInformationAccess([x509.AccessDescription(AuthorityInformationAccessOID.OCSP, location)])


def with_list(address: str = LIST, reasons: frozenset[x509.ReasonFlags] | None = None) -> x509.CRLDistributionPoints:
    """Return the extension that names a revocation list."""
    return x509.CRLDistributionPoints(
        [x509.DistributionPoint([x509.UniformResourceIdentifier(address)], None, reasons, None)]
    )


@dataclass
class Responder:
    """Answers OCSP requests about the certificates of an authority; good unless `states` says something else."""

    authority: Authority
    certificates: list[Certified]
    signer: Certified | None = None
    states: dict[int, ocsp.OCSPCertStatus] = field(default_factory=dict)
    now: datetime = NOW
    lifetime: timedelta | None = HOUR
    includes_nonce: bool = True
    requests: list[ocsp.OCSPRequest] = field(default_factory=list)

    def __call__(self, data: bytes) -> tuple[int, bytes]:
        return 200, self.answer(data)

    def answer(self, data: bytes) -> bytes:
        request = ocsp.load_der_ocsp_request(data)
        self.requests.append(request)
        (about,) = (each for each in self.certificates if each.certificate.serial_number == request.serial_number)
        state = self.states.get(request.serial_number, ocsp.OCSPCertStatus.GOOD)
        is_revoked = state is ocsp.OCSPCertStatus.REVOKED
        signer = self.signer or self.authority
        builder = (
            ocsp.OCSPResponseBuilder()
            .add_response(
                about.certificate,
                self.authority.certificate,
                hashes.SHA1(),  # noqa: S303 - as in the request.
                state,
                self.now,
                None if self.lifetime is None else self.now + self.lifetime,
                self.now if is_revoked else None,
                None,
            )
            .responder_id(ocsp.OCSPResponderEncoding.HASH, signer.certificate)
        )
        if self.signer is not None:
            builder = builder.certificates([self.signer.certificate])
        for extension in request.extensions if self.includes_nonce else ():
            builder = builder.add_extension(extension.value, extension.critical)
        return builder.sign(signer.key, hashes.SHA256()).public_bytes(Encoding.DER)


def revocation_list(
    authority: Authority,
    *revoked: Certified,
    now: datetime = NOW,
    lifetime: timedelta = HOUR,
    signer: Certified | None = None,
    extensions: tuple[x509.ExtensionType, ...] = (),
) -> bytes:
    """Return a revocation list of an authority."""
    builder = x509.CertificateRevocationListBuilder().issuer_name(authority.certificate.subject)
    builder = builder.last_update(now).next_update(now + lifetime)
    for each in revoked:
        entry = x509.RevokedCertificateBuilder().serial_number(each.certificate.serial_number).revocation_date(now)
        builder = builder.add_revoked_certificate(entry.build())
    for extension in extensions:
        builder = builder.add_extension(extension, critical=True)
    return builder.sign((signer or authority).key, hashes.SHA256()).public_bytes(Encoding.DER)
