"""OCSP responses and revocation lists are verified before the status of a certificate is read from them."""

from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import ocsp

from hanse.crypto.revocation import (
    AnswerTimes,
    CertificateState,
    RevocationDataRefused,
    Unsuccessful,
    crl_addresses,
    ocsp_addresses,
    ocsp_request,
    read_crl,
    read_ocsp_response,
    state_in,
)
from tests.support.client_certificates import NOW, authority, self_signed
from tests.support.revocation import (
    HOUR,
    LIST,
    OCSP_USE,
    RESPONDER,
    Responder,
    revocation_list,
    with_list,
    with_responder,
)

ROOT = authority()
OTHER = authority("Root")
BATCH = ROOT.issue(extensions=[with_responder(), with_list()])
NEIGHBOR = ROOT.issue("neighbor")
MINUTE = timedelta(minutes=1)
TIMES = AnswerTimes(NOW, 5 * MINUTE, 5 * MINUTE)
REQUEST = ocsp_request(BATCH.certificate, ROOT.certificate, None)


def read(data: bytes, **options: object) -> CertificateState:
    answer = read_ocsp_response(data, BATCH.certificate, ROOT.certificate, TIMES, **options)  # type: ignore[arg-type]  # Options of one test.
    return answer.state


def refused(data: bytes, reason: str, **options: object) -> None:
    with pytest.raises(RevocationDataRefused, match=reason):
        read(data, **options)


def responder(**options: object) -> Responder:
    return Responder(ROOT, [BATCH, NEIGHBOR], **options)  # type: ignore[arg-type]  # Options of one test.


def test_addresses_are_read_from_the_certificate() -> None:
    assert ocsp_addresses(BATCH.certificate) == (RESPONDER,)
    assert crl_addresses(BATCH.certificate) == (LIST,)
    assert ocsp_addresses(NEIGHBOR.certificate) == crl_addresses(NEIGHBOR.certificate) == ()
    some_reasons = with_list(reasons=frozenset({x509.ReasonFlags.key_compromise}))
    odd = ROOT.issue(extensions=[with_responder("ldap://a.example/"), some_reasons])
    assert ocsp_addresses(odd.certificate) == crl_addresses(odd.certificate) == ()


@pytest.mark.parametrize("state", list(ocsp.OCSPCertStatus))
def test_the_status_of_a_certificate_is_read_from_the_response(state: ocsp.OCSPCertStatus) -> None:
    answer = responder(states={BATCH.certificate.serial_number: state}).answer(REQUEST)
    assert read(answer).name == state.name


def test_the_issuer_or_a_certificate_for_this_purpose_must_have_signed() -> None:
    delegated = ROOT.issue("responder", use=OCSP_USE)
    assert read(responder(signer=delegated).answer(REQUEST)) is CertificateState.GOOD
    for wrong in (
        ROOT.issue("client"),
        OTHER.issue("responder", use=OCSP_USE),
        ROOT.issue("responder", use=OCSP_USE, days=-1),
        self_signed("Root"),
    ):
        refused(responder(signer=wrong).answer(REQUEST), "not signed by an accepted responder")


def test_only_the_configured_responder_may_have_signed() -> None:
    own = self_signed("responder")
    assert read(responder(signer=own).answer(REQUEST), responder=own.certificate) is CertificateState.GOOD
    refused(responder().answer(REQUEST), "not signed", responder=own.certificate)


def test_an_answer_about_another_certificate_is_refused() -> None:
    other = ocsp_request(NEIGHBOR.certificate, ROOT.certificate, None)
    refused(responder().answer(other), "another certificate")


def test_an_answer_of_another_authority_of_the_same_name_is_refused() -> None:
    forged = Responder(OTHER, [BATCH]).answer(REQUEST)
    refused(forged, "not signed")
    # Even if its key were accepted, the answer is about a certificate of the other authority.
    refused(forged, "another certificate", responder=OTHER.certificate)


def test_the_times_of_an_answer_are_checked_with_tolerance() -> None:
    assert read(responder(now=NOW + 4 * MINUTE).answer(REQUEST)) is CertificateState.GOOD
    refused(responder(now=NOW + 6 * MINUTE).answer(REQUEST), "future")
    assert read(responder(now=NOW - HOUR - 4 * MINUTE).answer(REQUEST)) is CertificateState.GOOD
    refused(responder(now=NOW - HOUR - 6 * MINUTE).answer(REQUEST), "outdated")
    assert read(responder(lifetime=None).answer(REQUEST)) is CertificateState.GOOD
    refused(responder(lifetime=None, now=NOW - 6 * MINUTE).answer(REQUEST), "outdated")


def test_an_answer_must_have_the_nonce_of_its_request() -> None:
    nonce = b"n" * 32
    request = ocsp_request(BATCH.certificate, ROOT.certificate, nonce)
    assert read(responder().answer(request), nonce=nonce) is CertificateState.GOOD
    refused(responder().answer(request), "another request", nonce=b"m" * 32)
    refused(responder(includes_nonce=False).answer(request), "cannot be read", nonce=nonce)


def test_a_changed_answer_is_refused() -> None:
    answer = bytearray(responder().answer(REQUEST))
    answer[-1] ^= 1
    with pytest.raises(RevocationDataRefused):
        read(bytes(answer))
    refused(b"no answer", "cannot be read")


def test_a_responder_that_cannot_answer_is_unsuccessful() -> None:
    failed = ocsp.OCSPResponseBuilder.build_unsuccessful(ocsp.OCSPResponseStatus.TRY_LATER)
    with pytest.raises(Unsuccessful, match="TRY_LATER"):
        read(failed.public_bytes(Encoding.DER))


def test_a_list_names_revoked_certificates() -> None:
    crl = read_crl(revocation_list(ROOT, BATCH), LIST, ROOT.certificate, NOW)
    assert state_in(crl, BATCH.certificate) is CertificateState.REVOKED
    assert state_in(crl, NEIGHBOR.certificate) is CertificateState.GOOD


def point(**options: object) -> x509.IssuingDistributionPoint:
    members = {
        "full_name": None,
        "relative_name": None,
        "only_contains_user_certs": False,
        "only_contains_ca_certs": False,
        "only_some_reasons": None,
        "indirect_crl": False,
        "only_contains_attribute_certs": False,
    }
    return x509.IssuingDistributionPoint(**members | options)  # type: ignore[arg-type]  # Options of one test.


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (revocation_list(OTHER), "not signed"),
        (revocation_list(authority("Third")), "another authority"),
        (revocation_list(ROOT, now=NOW + MINUTE), "not current"),
        (revocation_list(ROOT, now=NOW - HOUR - MINUTE), "not current"),
        (revocation_list(ROOT, extensions=(x509.DeltaCRLIndicator(1),)), "unknown critical extension"),
        (revocation_list(ROOT, extensions=(point(indirect_crl=True),)), "does not cover"),
        (
            revocation_list(ROOT, extensions=(point(only_some_reasons=frozenset({x509.ReasonFlags.key_compromise})),)),
            "does not cover",
        ),
        (
            revocation_list(
                ROOT, extensions=(point(full_name=[x509.UniformResourceIdentifier("http://other.example/")]),)
            ),
            "does not cover",
        ),
        (b"no list", "cannot be read"),
    ],
)
def test_invalid_lists_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(RevocationDataRefused, match=reason):
        read_crl(data, LIST, ROOT.certificate, NOW)


def test_a_list_is_used_for_certificates_of_its_type_only() -> None:
    issuing = ROOT.intermediate()
    for_users = read_crl(
        revocation_list(ROOT, extensions=(point(only_contains_user_certs=True),)), LIST, ROOT.certificate, NOW
    )
    for_authorities = read_crl(
        revocation_list(ROOT, extensions=(point(only_contains_ca_certs=True),)), LIST, ROOT.certificate, NOW
    )
    assert state_in(for_users, BATCH.certificate) is CertificateState.GOOD
    assert state_in(for_authorities, issuing.certificate) is CertificateState.GOOD
    for crl, certificate in ((for_users, issuing), (for_authorities, BATCH)):
        with pytest.raises(RevocationDataRefused, match="this type"):
            state_in(crl, certificate.certificate)


def test_an_authority_that_may_not_sign_lists_is_refused() -> None:
    usage = dict.fromkeys(
        (
            "digital_signature",
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "crl_sign",
            "encipher_only",
            "decipher_only",
        ),
        False,
    )
    limited = ROOT.issue("Root", extensions=[x509.KeyUsage(key_cert_sign=True, **usage)])
    with pytest.raises(RevocationDataRefused, match="another authority"):
        read_crl(revocation_list(ROOT), LIST, limited.certificate, NOW)
