"""The configured authorities that can issue certificates of clients and partners, as a part of the snapshot.

A certificate group restricts one purpose to authorities of its own. Without certificates in the group, the trusted CAs
apply to the purpose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from cryptography import x509

from hanse.config.declare.resource import Resource
from hanse.crypto.certificate_chains import UnfitCertificate, from_chain
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import not_usable, readable
from hanse.resources.security.certificate_groups import OAUTH_CLIENT_CAS, PARTNER_CAS
from hanse.resources.security.trusted_cas import TRUSTED_CAS

Authorities = tuple[x509.Certificate, ...]


class CertificatePurpose(StrEnum):
    """The purpose of a presented certificate."""

    OAUTH_CLIENT = "OAUTH_CLIENT"
    PARTNER = "PARTNER"


_GROUPS: Final[Mapping[CertificatePurpose, Resource[Any]]] = {
    CertificatePurpose.OAUTH_CLIENT: OAUTH_CLIENT_CAS,
    CertificatePurpose.PARTNER: PARTNER_CAS,
}


@dataclass(frozen=True)
class ClientAuthorities:
    """The trusted CAs, and the authorities of each purpose that has a group of its own."""

    trusted: Authorities = ()
    groups: Mapping[CertificatePurpose, Authorities] = field(default_factory=dict)

    def of(self, purpose: CertificatePurpose) -> Authorities:
        """Return the authorities whose certificates are accepted for a purpose."""
        return self.groups.get(purpose, self.trusted)

    @property
    def all(self) -> Authorities:
        """Return all authorities. The TLS handshake does not know the purpose of a certificate."""
        return (*self.trusted, *(each for group in self.groups.values() for each in group))


def _compile(given: CompilerInput[ClientAuthorities]) -> ClientAuthorities:
    # Unreadable certificates do not empty a group: it would accept the trusted CAs instead.
    groups = {
        purpose: tuple(_certificates(given, group)) for purpose, group in _GROUPS.items() if given.view.count(group)
    }
    return ClientAuthorities(tuple(_certificates(given, TRUSTED_CAS)), groups)


def _certificates(given: CompilerInput[ClientAuthorities], resource: Resource[Any]) -> Iterator[x509.Certificate]:
    for id_, model in readable(given.view, resource):
        try:
            yield from from_chain([model.certificate])
        except UnfitCertificate as error:
            not_usable(resource, id_, error)


# Not the authorities of the operating system: anybody can get a certificate from those.
CLIENT_AUTHORITIES: Compiler[ClientAuthorities] = Compiler(
    "client authorities", frozenset({TRUSTED_CAS.kind, *(each.kind for each in _GROUPS.values())}), _compile
)
