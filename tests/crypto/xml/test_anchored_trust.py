"""Signatures by certificates that the message contains: only with the configured names, from a trusted CA."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import ExtendedKeyUsageOID

from hanse.crypto.xml.algorithms import WITH_SHA1
from hanse.crypto.xml.anchored_trust import LONGEST_CERTIFICATE, AnchoredTrust, SignerNames
from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import DSIG, XmlElement, new_element
from hanse.crypto.xml.errors import SignatureRefused
from hanse.crypto.xml.signatures import AFTER_ISSUER, VerifiedElement, verify_signed
from tests.support.anchored_signatures import KEY_INFO, signed_with
from tests.support.client_certificates import NOW, Authority, Certified, authority, name_of, self_signed
from tests.support.saml import assertion, saml_key

ROOT, OTHER = authority(), authority("Other")
SUBJECT = "CN=partner,O=Example"
NOT_TRUSTED = "not issued by a trusted CA"


def usage(*, signs: bool) -> x509.KeyUsage:
    """Return the use of a key: signatures of messages, or the encryption of other keys."""
    return x509.KeyUsage(
        digital_signature=signs,
        content_commitment=False,
        key_encipherment=not signs,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def trust(subject: str = SUBJECT, issuer: str = "", authorities: Sequence[Authority] = (ROOT,)) -> AnchoredTrust:
    return AnchoredTrust(SignerNames(subject, issuer), [each.certificate for each in authorities], NOW, lambda _: True)


def message(signer: Certified, *parts: list[x509.Certificate] | None) -> XmlElement:
    """Return a signed assertion as it arrives."""
    return parse_document(signed_with(signer, assertion().to_element(), *parts).serialized()).root


def verify(element: XmlElement, anchored: AnchoredTrust | None = None, *pinned: x509.Certificate) -> VerifiedElement:
    return verify_signed(element, certificates=pinned, anchored=anchored or trust())


def is_refused(element: XmlElement, reason: str, anchored: AnchoredTrust | None = None) -> bool:
    with pytest.raises(SignatureRefused, match=reason):
        verify(element, anchored)
    return True


class TestNames:
    def test_any_certificate_with_the_subject_verifies_and_the_read_element_is_the_signed_one(self) -> None:
        plain = assertion().to_element().canonical()
        # A renewed certificate has another key and another serial number.
        for signer in (ROOT.issue("partner"), ROOT.issue("partner")):
            found = verify(message(signer))
            assert found.element.canonical() == plain
            assert found.certificate == signer.certificate

    @pytest.mark.parametrize(
        "text", ["cn=partner, o=Example", r"2.5.4.3=p\61rtner,O=Example", "CN=partner , O=Example"]
    )
    def test_names_are_compared_as_names(self, text: str) -> None:
        assert verify(message(ROOT.issue("partner")), trust(text))

    @pytest.mark.parametrize(
        "text", ["CN=partner", "O=Example,CN=partner", "CN=Partner,O=Example", "CN=partner+O=Example", "partner", ""]
    )
    def test_another_subject_is_refused(self, text: str) -> None:
        assert is_refused(message(ROOT.issue("partner")), "subject DN", trust(text))

    def test_a_subject_that_only_looks_alike_is_refused(self) -> None:
        assert is_refused(message(ROOT.issue("partner,O=Example")), "subject DN")
        assert is_refused(message(ROOT.issue("partner\0")), "subject DN")

    def test_another_issuer_is_refused(self) -> None:
        both = trust(issuer="CN=Root,O=Example", authorities=(ROOT, OTHER))
        assert verify(message(ROOT.issue("partner")), both)
        assert is_refused(message(OTHER.issue("partner")), "another issuer", both)
        # The issuer is that of the certificate, not one further up in the chain.
        assert is_refused(message(ROOT.intermediate().issue("partner")), "another issuer", both)
        # A certificate can claim any issuer; only the chain proves it.
        forged = authority("Root").issue("partner")
        assert is_refused(message(forged), NOT_TRUSTED, trust(issuer="CN=Root,O=Example"))


class TestChains:
    def test_intermediate_authorities_come_with_the_message(self) -> None:
        below = ROOT.intermediate("Upper").intermediate("Lower").issue("partner")
        assert verify(message(below))
        assert is_refused(message(below, None), NOT_TRUSTED)
        assert is_refused(message(below, [below.certificate, below.others[0]]), NOT_TRUSTED)

    def test_the_certificates_may_stand_in_several_parts_in_any_order(self) -> None:
        below = ROOT.intermediate().issue("partner")
        assert verify(message(below, list(below.others), None))
        assert verify(message(below, [*below.others, ROOT.certificate, below.certificate, below.certificate]))

    def test_a_certificate_of_nobody_trusted_is_refused(self) -> None:
        for signer in (self_signed("partner"), OTHER.issue("partner"), authority("Root").issue("partner")):
            assert is_refused(message(signer), NOT_TRUSTED)
        assert is_refused(message(ROOT.issue("partner")), NOT_TRUSTED, trust(authorities=()))

    def test_a_trusted_certificate_beside_a_forged_one_does_not_help(self) -> None:
        genuine, forged = ROOT.issue("partner"), self_signed("partner")
        # The certificate of the partner is public.
        assert is_refused(message(forged, [genuine.certificate]), "does not verify")
        for parts in ([genuine.certificate, forged.certificate], [forged.certificate, genuine.certificate]):
            assert is_refused(message(forged, parts), "More than one certificate")
        attacker = ROOT.issue("attacker")
        assert is_refused(message(attacker, [attacker.certificate, genuine.certificate]), "does not verify")

    def test_an_issuer_must_be_an_authority(self) -> None:
        no_authority = ROOT.intermediate(is_authority=False)
        not_for_certificates = ROOT.intermediate(extensions=[usage(signs=True)])
        for issuer in (no_authority, not_for_certificates):
            assert is_refused(message(issuer.issue("partner")), NOT_TRUSTED)
            assert is_refused(message(issuer.issue("partner")), NOT_TRUSTED, trust(authorities=(issuer,)))
        # An end user's certificate of the same CA cannot issue one with the name of the partner.
        user = ROOT.issue("user")
        by_user = Authority(user.certificate, user.key).issue("partner")
        assert is_refused(message(by_user), NOT_TRUSTED)

    def test_an_authority_itself_does_not_sign_messages(self) -> None:
        assert is_refused(message(ROOT.intermediate("partner")), NOT_TRUSTED)
        own = self_signed("partner")
        trusted = Authority(own.certificate, own.key)
        assert is_refused(message(own), NOT_TRUSTED, trust(authorities=(trusted,)))
        ca = authority("partner")
        assert is_refused(message(ca), NOT_TRUSTED, trust(authorities=(ca,)))

    def test_the_number_of_paths_is_bounded(self) -> None:
        # Certificates of one name and one key, each of which could have issued any other, make very many paths.
        loop = Authority(ROOT.intermediate("Loop").certificate, ROOT.key)
        others = [_cross_signed(loop) for _ in range(9)]
        signer = loop.issue("partner")
        assert is_refused(message(signer, [signer.certificate, *others]), NOT_TRUSTED)
        assert is_refused(message(signer, [signer.certificate, *others, ROOT.certificate]), "too many")


class TestValidity:
    def test_an_expired_certificate_is_refused(self) -> None:
        signer = ROOT.issue("partner", days=30)
        for days in (-2, 31):
            late = replace(trust(), now=NOW + timedelta(days=days))
            assert is_refused(message(signer), "expired", late)

    def test_an_expired_authority_is_refused(self) -> None:
        signer = ROOT.issue("partner", days=1_000)
        assert is_refused(message(signer), NOT_TRUSTED, replace(trust(), now=NOW + timedelta(days=400)))

    def test_the_use_of_the_certificate_must_be_signatures(self) -> None:
        assert verify(message(ROOT.issue("partner", use=None)))
        assert verify(message(ROOT.issue("partner", use=ExtendedKeyUsageOID.SERVER_AUTH)))
        assert verify(message(ROOT.issue("partner", extensions=[usage(signs=True)])))
        assert is_refused(message(ROOT.issue("partner", extensions=[usage(signs=False)])), NOT_TRUSTED)

    def test_a_revoked_certificate_is_refused(self) -> None:
        asked: list[Sequence[x509.Certificate]] = []

        def is_accepted(chain: Sequence[x509.Certificate]) -> bool:
            asked.append(chain)
            return False

        signer = ROOT.issue("partner")
        assert is_refused(message(signer), "revoked", replace(trust(), is_accepted=is_accepted))
        assert asked == [(signer.certificate, ROOT.certificate)]
        # Strangers who send the public certificate of the partner start no requests to responders.
        forged = message(self_signed("partner"), [signer.certificate])
        assert is_refused(forged, "does not verify", replace(trust(), is_accepted=is_accepted))
        assert len(asked) == 1


class TestPinnedCertificates:
    def test_they_verify_beside_the_name_and_need_no_chain(self) -> None:
        pinned = saml_key()
        element = parse_document(pinned.sign(assertion().to_element()).serialized()).root
        assert verify(element, trust(), pinned.certificate).certificate == pinned.certificate
        assert verify(message(ROOT.issue("partner")), trust(), pinned.certificate)
        assert is_refused(element, "subject DN")

    def test_the_algorithms_stay_a_closed_list(self) -> None:
        weak = parse_document(saml_key().sign(assertion().to_element(), "SHA1withRSA").serialized()).root
        assert is_refused(weak, "algorithm is not accepted")
        assert verify_signed(weak, certificates=[saml_key().certificate], algorithms=WITH_SHA1, anchored=trust())


class TestForms:
    def test_a_signature_without_a_certificate_is_refused(self) -> None:
        element = message(ROOT.issue("partner"), [])
        assert is_refused(element, "no certificate")

    def test_only_one_key_information_is_read(self) -> None:
        signer = ROOT.issue("partner")
        element = signed_with(signer, assertion().to_element())
        element.children()[AFTER_ISSUER].append(new_element(KEY_INFO))
        assert is_refused(parse_document(element.serialized()).root, "more than one KeyInfo")

    @pytest.mark.parametrize("text", ["AAAA", "no base64!", "A" * (LONGEST_CERTIFICATE + 4)])
    def test_what_is_no_certificate_is_refused(self, text: str) -> None:
        element = signed_with(ROOT.issue("partner"), assertion().to_element(), [])
        data = element.children()[AFTER_ISSUER].children(KEY_INFO)[0].children(f"{{{DSIG}}}X509Data")[0]
        data.append(new_element(f"{{{DSIG}}}X509Certificate", None, text))
        assert is_refused(parse_document(element.serialized()).root, "not accepted|too long")


def _cross_signed(issuer: Authority) -> x509.Certificate:
    """Return a certificate of an authority that the authority itself has issued, with its own name and key."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(issuer.certificate.subject)
        .issuer_name(issuer.certificate.subject)
        .public_key(issuer.key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    )
    assert issuer.certificate.subject == name_of("Loop")
    return builder.sign(issuer.key, hashes.SHA256())
