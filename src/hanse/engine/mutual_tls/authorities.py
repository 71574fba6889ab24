"""The configured authorities that can issue certificates of clients, as a part of the snapshot."""

from collections.abc import Iterator

from cryptography import x509

from hanse.crypto.certificate_chains import UnfitCertificate, from_chain
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import not_usable, readable
from hanse.resources.security.trusted_cas import TRUSTED_CAS

Authorities = tuple[x509.Certificate, ...]


def _compile(given: CompilerInput[Authorities]) -> Authorities:
    return tuple(_certificates(given))


def _certificates(given: CompilerInput[Authorities]) -> Iterator[x509.Certificate]:
    for id_, model in readable(given.view, TRUSTED_CAS):
        try:
            yield from from_chain([model.certificate])
        except UnfitCertificate as error:
            not_usable(TRUSTED_CAS, id_, error)


# Not the authorities of the operating system: anybody can get a certificate from those.
CLIENT_AUTHORITIES: Compiler[Authorities] = Compiler("client authorities", frozenset({TRUSTED_CAS.kind}), _compile)
