"""Chains of client certificates up to a trusted authority."""

from datetime import timedelta

from cryptography.x509.oid import ExtendedKeyUsageOID

from hanse.crypto.trusted_chains import trusted_chain
from tests.support.client_certificates import NOW, authority, self_signed

ROOT, OTHER = authority(), authority("Other")


def test_a_certificate_leads_to_an_authority_directly_or_through_others() -> None:
    issuing = ROOT.intermediate()
    direct, below = ROOT.issue(), issuing.issue()
    assert trusted_chain(direct.certificate, (), [OTHER.certificate, ROOT.certificate], NOW)
    assert trusted_chain(below.certificate, below.others, [ROOT.certificate], NOW)
    # An intermediate authority can be trusted without its root.
    assert trusted_chain(below.certificate, (), [issuing.certificate], NOW)
    assert trusted_chain(ROOT.issue(use=None).certificate, (), [ROOT.certificate], NOW)


def test_a_certificate_without_a_chain_to_a_trusted_authority_is_refused() -> None:
    below = ROOT.intermediate().issue()
    for leaf, others in (
        (OTHER.issue(), ()),
        (authority("Root").issue(), ()),
        (self_signed("batch"), ()),
        (below, ()),
        (below, OTHER.intermediate().issue().others),
        # The certificate of a client is not an authority, even if it has signed another one.
        (ROOT.intermediate(is_authority=False).issue(), ROOT.intermediate(is_authority=False).issue().others),
    ):
        assert not trusted_chain(leaf.certificate, others, [ROOT.certificate], NOW)
    assert not trusted_chain(ROOT.issue().certificate, (), [], NOW)


def test_an_issuer_whose_certificate_is_not_for_an_authority_is_refused() -> None:
    issuer = ROOT.intermediate(is_authority=False)
    leaf = issuer.issue()
    assert leaf.others == (issuer.certificate,)
    assert not trusted_chain(leaf.certificate, leaf.others, [ROOT.certificate], NOW)


def test_a_certificate_for_another_use_or_outside_its_validity_is_refused() -> None:
    for_servers = ROOT.issue(use=ExtendedKeyUsageOID.SERVER_AUTH)
    assert not trusted_chain(for_servers.certificate, (), [ROOT.certificate], NOW)
    leaf = ROOT.issue()
    for days in (-2, 31):
        assert not trusted_chain(leaf.certificate, (), [ROOT.certificate], NOW + timedelta(days=days))
    # The authority has expired, so that its certificates are not valid any more either.
    late = ROOT.issue(days=1_000)
    assert trusted_chain(late.certificate, (), [ROOT.certificate], NOW)
    assert not trusted_chain(late.certificate, (), [ROOT.certificate], NOW + timedelta(days=400))
