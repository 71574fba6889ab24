"""Checks the chain of a certificate up to a trusted authority (RFC 5280, section 6.1).

The checks are those of the library's client verifier, with rules for extensions that suit private authorities: a
certificate needs no alternative name, and neither it nor an authority needs a key identifier. Authorities must be
marked as such. The library limits the number of signatures that it verifies, so that certificates of strangers cannot
occupy it.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509.verification import (
    Criticality,
    ExtensionPolicy,
    Policy,
    PolicyBuilder,
    Store,
    VerificationError,
)

from hanse.crypto.certificate_chains import LONGEST_CHAIN

_ANY: Final = Criticality.AGNOSTIC
# The library raises errors of different kinds for certificates of strangers that cannot be read.
_UNREADABLE: Final = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)


class CertificateUse(Enum):
    """The use of the certificate at the beginning of a chain."""

    # An extended key usage, if there is one, must include client authentication.
    TLS_CLIENT = "client"
    # A key usage, if there is one, must include digital signatures. No extended key usage exists for SAML messages.
    MESSAGE_SIGNER = "signer"


def trusted_chain(
    leaf: x509.Certificate,
    others: Sequence[x509.Certificate],
    authorities: Sequence[x509.Certificate],
    now: datetime,
    use: CertificateUse = CertificateUse.TLS_CLIENT,
) -> tuple[x509.Certificate, ...]:
    """Return the chain from a certificate to one of the authorities, through `others` where necessary.

    It is empty if the certificate leads to none of them, is not valid at the time, or must not be used in this way.
    """
    if not authorities or len(others) >= LONGEST_CHAIN:
        return ()
    ca_policy, leaf_policy = _policies(use)
    builder = PolicyBuilder().store(Store(list(authorities))).time(now).max_chain_depth(LONGEST_CHAIN)
    verifier = builder.extension_policies(ca_policy=ca_policy, ee_policy=leaf_policy).build_client_verifier()
    try:
        return tuple(verifier.verify(leaf, list(others)).chain)
    except (VerificationError, *_UNREADABLE):
        return ()


@lru_cache
def _policies(use: CertificateUse) -> tuple[ExtensionPolicy, ExtensionPolicy]:
    authority = (
        ExtensionPolicy.permit_all()
        .require_present(x509.BasicConstraints, _ANY, _check_authority)
        .may_be_present(x509.KeyUsage, _ANY, _check_usage)
    )
    leaf = (
        ExtensionPolicy.webpki_defaults_ee()
        .may_be_present(x509.SubjectAlternativeName, _ANY, None)
        .may_be_present(x509.AuthorityKeyIdentifier, _ANY, None)
    )
    if use is CertificateUse.MESSAGE_SIGNER:
        leaf = leaf.may_be_present(x509.KeyUsage, _ANY, _check_signer).may_be_present(x509.ExtendedKeyUsage, _ANY, None)
    return authority, leaf


def _check_authority(_policy: Policy, _certificate: x509.Certificate, constraints: x509.BasicConstraints) -> None:
    if not constraints.ca:
        raise ValueError("the issuer is no certificate authority")


def _check_usage(_policy: Policy, _certificate: x509.Certificate, usage: x509.KeyUsage | None) -> None:
    if usage is not None and not usage.key_cert_sign:
        raise ValueError("the issuer may not sign certificates")


def _check_signer(_policy: Policy, _certificate: x509.Certificate, usage: x509.KeyUsage | None) -> None:
    # RFC 5280, section 4.2.1.3: either bit is for signatures of data other than certificates.
    if usage is not None and not (usage.digital_signature or usage.content_commitment):
        raise ValueError("the certificate may not sign messages")
