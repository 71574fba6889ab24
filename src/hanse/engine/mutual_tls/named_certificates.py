"""Certificates that are identified by their names, and that a trusted authority has issued (RFC 8705, section 2.1)."""

from dataclasses import dataclass

from hanse.crypto.distinguished_names import is_named
from hanse.crypto.trusted_chains import trusted_chain
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.authorities import CLIENT_AUTHORITIES, CertificatePurpose
from hanse.engine.mutual_tls.presented_certificate import PresentedCertificate
from hanse.engine.mutual_tls.revocation_checks import RevocationChecks
from hanse.engine.mutual_tls.revocation_rules import REVOCATION_RULES
from hanse.engine.services import Services
from hanse.kit.clock import Clock


class CertificateRefused(Exception):
    """A presented certificate is not accepted; the message has the reason for the log."""


@dataclass(frozen=True)
class NamedCertificates:
    """Compares presented certificates with configured names, and validates their chains."""

    clock: Clock
    revocation: RevocationChecks
    purpose: CertificatePurpose

    async def check(self, request: Request, presented: PresentedCertificate, subject: str, issuer: str) -> None:
        """Check names, chain and revocation. Without an issuer, any is accepted. Raises CertificateRefused."""
        leaf = presented.leaf
        if not is_named(leaf.subject, subject):
            raise CertificateRefused("The certificate has another subject.")
        if issuer and not is_named(leaf.issuer, issuer):
            raise CertificateRefused("The certificate has another issuer.")
        authorities = request.snapshot.part(CLIENT_AUTHORITIES).of(self.purpose)
        chain = trusted_chain(leaf, presented.others, authorities, self.clock.now())
        if not chain:
            raise CertificateRefused(
                "The certificate does not lead to a certificate authority that is trusted for this purpose, or is not "
                "valid now."
            )
        if not await self.revocation.is_accepted(chain, request.snapshot.part(REVOCATION_RULES)):
            raise CertificateRefused("The certificate was revoked, or its revocation cannot be checked.")


def named_certificates(services: Services, purpose: CertificatePurpose) -> NamedCertificates:
    """Return the checks with the services of an engine."""
    return NamedCertificates(services.clock, services.revocation, purpose)
