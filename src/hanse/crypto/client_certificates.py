"""Checks the chain of a client certificate up to a trusted authority (RFC 5280, section 6.1).

The checks are those of the library's client verifier, with rules for extensions that suit private authorities: a
client certificate needs no alternative name, and neither it nor an authority needs a key identifier. Authorities must
be marked as such, and an extended key usage must include client authentication.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from cryptography import x509
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


def trusted_chain(
    leaf: x509.Certificate, others: Sequence[x509.Certificate], authorities: Sequence[x509.Certificate], now: datetime
) -> tuple[x509.Certificate, ...]:
    """Return the chain from a certificate to one of the authorities, through `others` where necessary.

    It is empty if the certificate leads to none of them.
    """
    if not authorities or len(others) >= LONGEST_CHAIN:
        return ()
    ca_policy, leaf_policy = _policies()
    builder = PolicyBuilder().store(Store(list(authorities))).time(now).max_chain_depth(LONGEST_CHAIN)
    verifier = builder.extension_policies(ca_policy=ca_policy, ee_policy=leaf_policy).build_client_verifier()
    try:
        return tuple(verifier.verify(leaf, list(others)).chain)
    except (VerificationError, ValueError):
        return ()


@lru_cache
def _policies() -> tuple[ExtensionPolicy, ExtensionPolicy]:
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
    return authority, leaf


def _check_authority(_policy: Policy, _certificate: x509.Certificate, constraints: x509.BasicConstraints) -> None:
    if not constraints.ca:
        raise ValueError("the issuer is no certificate authority")


def _check_usage(_policy: Policy, _certificate: x509.Certificate, usage: x509.KeyUsage | None) -> None:
    if usage is not None and not usage.key_cert_sign:
        raise ValueError("the issuer may not sign certificates")
