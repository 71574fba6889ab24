"""Encryption of messages and their parts for a partner, with the algorithms of its connection."""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.encryption import DEFAULT_CIPHER, DEFAULT_TRANSPORT, encrypt_element
from hanse.engine.saml.idp.refusals import ResponseFailed
from hanse.kit.randomness import Randomness
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.connections.credentials import ConnectionCredentials


@dataclass(frozen=True)
class RecipientEncryption:
    """The encryption certificate of a partner, if it has one, and the algorithms of its connection."""

    certificate: x509.Certificate | None
    cipher: str
    key_transport: str

    def encrypted(self, element: XmlElement, randomness: Randomness, now: datetime) -> XmlElement:
        """Return `EncryptedData` that only the partner can read. Raises ResponseFailed without a valid certificate."""
        if self.certificate is None or self.certificate.not_valid_after_utc < now:
            raise ResponseFailed("The connection has no valid encryption certificate.")
        return encrypt_element(
            element, self.certificate, randomness=randomness, cipher=self.cipher, key_transport=self.key_transport
        )


def recipient_encryption(credentials: ConnectionCredentials) -> RecipientEncryption:
    """Return the encryption for the partner of a connection."""
    found, cipher = credentials.encryption_certificate, credentials.block_encryption_algorithm
    transport = credentials.key_transport_algorithm
    return RecipientEncryption(
        None if found is None else certificate_of(found.x509_file.file_data),
        DEFAULT_CIPHER if cipher is None else cipher.value,
        DEFAULT_TRANSPORT if transport is None else transport.value,
    )
