"""Revocation of certificates: OCSP (RFC 6960) and certificate revocation lists (RFC 5280, section 5).

These functions build requests and verify responses. They send nothing. Features of the two RFCs that are not
supported are refused: delta CRLs, indirect CRLs, and CRLs that cover only some revocation reasons.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.x509 import ocsp
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtendedKeyUsageOID

_HASHES: Final = (hashes.SHA256, hashes.SHA384, hashes.SHA512)
_WEB: Final = ("http://", "https://")


class RevocationDataRefused(Exception):
    """An OCSP response or a revocation list does not prove the status of the certificate."""


class Unsuccessful(RevocationDataRefused):
    """The responder returned an error instead of the status of the certificate (RFC 6960, section 2.3)."""


class CertificateState(Enum):
    """The state of a certificate."""

    GOOD = "good"
    REVOKED = "revoked"
    # The responder does not know the certificate.
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class AnswerTimes:
    """The current time, and tolerances for the times in OCSP responses."""

    now: datetime
    # Allows for responders whose clocks are fast.
    early: timedelta
    # Allows for responders that publish the next response late.
    late: timedelta


@dataclass(frozen=True)
class OcspAnswer:
    """A verified OCSP response about one certificate."""

    state: CertificateState
    # The time at which newer information is available; None if it is always available.
    next_update: datetime | None


def ocsp_addresses(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the addresses of responders that a certificate names (RFC 5280, section 4.2.2.1)."""
    try:
        access = certificate.extensions.get_extension_for_class(x509.AuthorityInformationAccess).value
    except (x509.ExtensionNotFound, ValueError):
        return ()
    found = (each for each in access if each.access_method == AuthorityInformationAccessOID.OCSP)
    return _web_addresses(each.access_location for each in found)


def crl_addresses(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the addresses of complete lists of the issuer that a certificate names (RFC 5280, section 4.2.1.13)."""
    try:
        points = certificate.extensions.get_extension_for_class(x509.CRLDistributionPoints).value
    except (x509.ExtensionNotFound, ValueError):
        return ()
    complete = (each for each in points if not each.reasons and not each.crl_issuer)
    return _web_addresses(name for each in complete for name in each.full_name or ())


def ocsp_request(certificate: x509.Certificate, issuer: x509.Certificate, nonce: bytes | None) -> bytes:
    """Return the request for the state of a certificate, with a nonce (RFC 9654) if one is given."""
    # The hash only identifies the issuer. RFC 5019, section 2.1.1, requires SHA-1.
    builder = ocsp.OCSPRequestBuilder().add_certificate(certificate, issuer, hashes.SHA1())  # noqa: S303 - see above.
    if nonce is not None:
        builder = builder.add_extension(x509.OCSPNonce(nonce), critical=False)
    return builder.build().public_bytes(serialization.Encoding.DER)


def read_ocsp_response(
    data: bytes,
    certificate: x509.Certificate,
    issuer: x509.Certificate,
    times: AnswerTimes,
    *,
    responder: x509.Certificate | None = None,
    nonce: bytes | None = None,
) -> OcspAnswer:
    """Return the response about a certificate; raises RevocationDataRefused.

    With `responder`, only that certificate may have signed the answer. Without it, the issuer or a certificate that the
    issuer has issued for this purpose may have (RFC 6960, section 4.2.2.2).
    """
    try:
        response = ocsp.load_der_ocsp_response(data)
        if response.response_status is not ocsp.OCSPResponseStatus.SUCCESSFUL:
            raise Unsuccessful(f"the responder answers {response.response_status.name}")
        _check_signer(response, issuer, responder, times.now)
        _check_nonce(response, nonce)
        return _answer(response, certificate, issuer, times)
    except (ValueError, UnsupportedAlgorithm, x509.ExtensionNotFound) as error:
        raise RevocationDataRefused(f"the answer cannot be read: {error}") from error


def read_crl(data: bytes, address: str, issuer: x509.Certificate, now: datetime) -> x509.CertificateRevocationList:
    """Return a list that its issuer has signed and that is current; raises RevocationDataRefused."""
    try:
        load = x509.load_pem_x509_crl if data.startswith(b"-----BEGIN") else x509.load_der_x509_crl
        crl = load(data)
        _check_crl(crl, address, issuer, now)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise RevocationDataRefused(f"the list cannot be read: {error}") from error
    return crl


def state_in(crl: x509.CertificateRevocationList, certificate: x509.Certificate) -> CertificateState:
    """Return the state of a certificate of the list's issuer.

    Raises RevocationDataRefused if the list does not cover certificates of its type.
    """
    _check_type(crl, certificate)
    is_listed = crl.get_revoked_certificate_by_serial_number(certificate.serial_number) is not None
    return CertificateState.REVOKED if is_listed else CertificateState.GOOD


def _web_addresses(names: Iterable[x509.GeneralName]) -> tuple[str, ...]:
    uris = (each.value for each in names if isinstance(each, x509.UniformResourceIdentifier))
    return tuple(each for each in uris if each.lower().startswith(_WEB))


def _check_signer(
    response: ocsp.OCSPResponse, issuer: x509.Certificate, responder: x509.Certificate | None, now: datetime
) -> None:
    if responder is not None:
        signers = [responder]
    else:
        signers = [issuer, *(each for each in response.certificates if _is_delegated(each, issuer, now))]
    if not any(_has_signed(each, response) for each in signers):
        raise RevocationDataRefused("the answer is not signed by an accepted responder")


def _is_delegated(candidate: x509.Certificate, issuer: x509.Certificate, now: datetime) -> bool:
    """Return whether an issuer has authorized a certificate to sign OCSP responses."""
    try:
        candidate.verify_directly_issued_by(issuer)
        usage = candidate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    is_valid = candidate.not_valid_before_utc <= now <= candidate.not_valid_after_utc
    return is_valid and ExtendedKeyUsageOID.OCSP_SIGNING in usage


def _has_signed(signer: x509.Certificate, response: ocsp.OCSPResponse) -> bool:
    key, algorithm = signer.public_key(), response.signature_hash_algorithm
    signature, signed = response.signature, response.tbs_response_bytes
    try:
        if isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(signature, signed)
        elif not isinstance(algorithm, _HASHES):
            return False
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, signed, padding.PKCS1v15(), algorithm)
        elif isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signature, signed, ec.ECDSA(algorithm))
        else:
            return False
    except InvalidSignature:
        return False
    return True


def _check_nonce(response: ocsp.OCSPResponse, nonce: bytes | None) -> None:
    if nonce is not None and response.extensions.get_extension_for_class(x509.OCSPNonce).value.nonce != nonce:
        raise RevocationDataRefused("the answer belongs to another request")


def _answer(
    response: ocsp.OCSPResponse, certificate: x509.Certificate, issuer: x509.Certificate, times: AnswerTimes
) -> OcspAnswer:
    for each in response.responses:
        if not _is_about(each, certificate, issuer):
            continue
        if each.this_update_utc > times.now + times.early:
            raise RevocationDataRefused("the answer is from the future")
        end = each.next_update_utc
        # A response without nextUpdate is accepted only while it is recent (RFC 6960, section 4.2.2.1).
        if (each.this_update_utc if end is None else end) + times.late < times.now:
            raise RevocationDataRefused("the answer is outdated")
        return OcspAnswer(CertificateState[each.certificate_status.name], end)
    raise RevocationDataRefused("the answer is about another certificate")


def _is_about(single: ocsp.OCSPSingleResponse, certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    expected = ocsp.OCSPRequestBuilder().add_certificate(certificate, issuer, single.hash_algorithm).build()
    return (
        single.serial_number == certificate.serial_number
        and single.issuer_name_hash == expected.issuer_name_hash
        and single.issuer_key_hash == expected.issuer_key_hash
    )


def _check_crl(crl: x509.CertificateRevocationList, address: str, issuer: x509.Certificate, now: datetime) -> None:
    usage = _usage_of(issuer)
    if crl.issuer != issuer.subject or (usage is not None and not usage.crl_sign):
        raise RevocationDataRefused("the list belongs to another authority")
    is_weak = not isinstance(crl.signature_hash_algorithm, (*_HASHES, type(None)))
    if is_weak or not crl.is_signature_valid(issuer.public_key()):  # type: ignore[arg-type]  # Keys of certificate authorities can sign.
        raise RevocationDataRefused("the list is not signed by the authority")
    if crl.last_update_utc > now or crl.next_update_utc is None or crl.next_update_utc < now:
        raise RevocationDataRefused("the list is not current")
    for extension in crl.extensions:
        if isinstance(extension.value, x509.IssuingDistributionPoint):
            _check_scope(extension.value, address)
        elif extension.critical:
            raise RevocationDataRefused(f"the list has an unknown critical extension {extension.oid.dotted_string}")


def _check_scope(point: x509.IssuingDistributionPoint, address: str) -> None:
    """Refuse a list that does not cover every reason and every certificate (RFC 5280, sections 5.2.5 and 6.3.3)."""
    names = [each.value for each in point.full_name or () if isinstance(each, x509.UniformResourceIdentifier)]
    is_partial = point.only_some_reasons or point.only_contains_attribute_certs
    if is_partial or point.indirect_crl or point.relative_name or (names and address not in names):
        raise RevocationDataRefused("the list does not cover the certificate")


def _check_type(crl: x509.CertificateRevocationList, certificate: x509.Certificate) -> None:
    try:
        point = crl.extensions.get_extension_for_class(x509.IssuingDistributionPoint).value
    except x509.ExtensionNotFound:
        return
    try:
        is_authority = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        is_authority = False
    if point.only_contains_user_certs if is_authority else point.only_contains_ca_certs:
        raise RevocationDataRefused("the list does not cover certificates of this type")


def _usage_of(certificate: x509.Certificate) -> x509.KeyUsage | None:
    try:
        return certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return None
