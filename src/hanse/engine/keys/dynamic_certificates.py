"""Certificates of dynamic keys, for verifiers that expect `x5c` and `x5t#S256` in the key set (RFC 7517, section 4.7).

They are created while the settings require them: for each new generation, and for the existing keys when the settings
are enabled or contain another subject. They are stored, so that all nodes publish the same ones.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cryptography import x509
from sqlalchemy import Connection, or_, select

from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_builder import CertificateSubject, Validity, self_signed
from hanse.crypto.certificate_chains import from_chain, to_chain
from hanse.crypto.key_pairs import PrivateKey, algorithm_of
from hanse.engine.keys.schema import dynamic_key
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.randomness import Randomness
from hanse.resources.security.token_keys import OAUTH_KEYS
from hanse.resources.security.token_keys.model import OAuthOidcKeysSettingsCertificateInformation

# A key is published for three periods of 30 days. The server can be off for a further year.
_VALID_DAYS: Final = 90 + 365
_SIGNATURES: Final = {
    2048: "SHA256withRSA",
    256: "SHA256withECDSA",
    384: "SHA384withECDSA",
    521: "SHA512withECDSA",
}


@dataclass(frozen=True)
class CertificateOrder:
    """The subject of the certificates, as the settings have it at a revision."""

    revision: int
    information: OAuthOidcKeysSettingsCertificateInformation

    def subject(self, key_id: str) -> x509.Name:
        """Return the subject of one key's certificate, with the key ID as its common name."""
        found = self.information
        return CertificateSubject(
            common_name=key_id,
            organization=found.organization,
            country=found.country,
            organization_unit=found.organization_unit,
            city=found.city,
            state=found.state,
        ).name()

    def certificate(self, key_id: str, key: PrivateKey, now: datetime, randomness: Randomness) -> str:
        """Return a new certificate of a key, in base64 of its DER."""
        _, size = algorithm_of(key.public_key())
        validity = Validity(now, _VALID_DAYS)
        name = self.subject(key_id)
        return to_chain([self_signed(key, name, (), validity, _SIGNATURES[size], randomness)])[0]


@dataclass(frozen=True)
class UncertifiedKey:
    """A key without the required certificate, and its encrypted private key."""

    key_id: str
    sealed: str


def certificate_order(view: TransactionView) -> CertificateOrder | None:
    """Return the certificates that the settings require, or None if they require none."""
    settings = view.singleton(OAUTH_KEYS)
    if not settings.publish_dynamic_key_x5cs:
        return None
    stored = view.find(OAUTH_KEYS, SINGLETON_ID)
    return CertificateOrder(0 if stored is None else stored.revision, settings.dynamic_key_certificate_information)


def uncertified(connection: Connection, order: CertificateOrder) -> list[UncertifiedKey]:
    """Return the keys without the certificate that an order requires.

    A node with an older copy of the settings does not replace certificates that were created for newer ones.
    """
    columns = dynamic_key.c
    statement = select(columns.key_id, columns.sealed, columns.certificate).where(
        or_(columns.certified_revision.is_(None), columns.certified_revision < order.revision)
    )
    return [
        UncertifiedKey(row.key_id, row.sealed)
        for row in connection.execute(statement)
        if _lacks(row.certificate, order.subject(row.key_id))
    ]


def _lacks(certificate: str | None, subject: x509.Name) -> bool:
    return certificate is None or from_chain([certificate])[0].subject != subject


def _compile(given: CompilerInput[CertificateOrder | None]) -> CertificateOrder | None:
    return certificate_order(given.view)


DYNAMIC_CERTIFICATES: Compiler[CertificateOrder | None] = Compiler(
    "dynamicCertificates", frozenset({OAUTH_KEYS.kind}), _compile
)
