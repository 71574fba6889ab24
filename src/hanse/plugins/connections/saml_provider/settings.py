"""The settings of a SAML identity provider, and the keys of this server for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from cryptography import x509

from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.crypto.xml.documents import XmlDocument
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.data_stores.settings import HttpSettings
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.saml.assertion_checks import ClockTolerance
from hanse.saml.envelopes import DecryptionKeys, SignatureTrust
from hanse.saml.errors import InvalidMessage
from hanse.saml.xml_names import BINDING_POST

TOLERANCE: Final = ClockTolerance(before=timedelta(minutes=1), after=timedelta(minutes=1))


@dataclass(frozen=True)
class PartDecryption(DecryptionKeys):
    """Decrypts only the elements that the connection allows to be encrypted, by their tags."""

    allowed: frozenset[str] = frozenset()

    def decrypt(self, wrapper: XmlElement) -> XmlDocument:
        """Return the decrypted content of an element. Raises DecryptionFailed, and InvalidMessage if not allowed."""
        if wrapper.tag not in self.allowed:
            text = message("{element} is not accepted by the connection.", element=wrapper.local_name)
            raise InvalidMessage(text)
        return super().decrypt(wrapper)


@dataclass(frozen=True)
class MessageSigning:
    """The key and the algorithm with which messages to a partner are signed."""

    key: XmlSigningKey
    algorithm: str
    includes_certificate: bool


@dataclass(frozen=True)
class SoapChannel:
    """The connections to the SOAP services of a partner, and the authentication of this server there."""

    connection: HttpSettings
    signing: MessageSigning | None = None
    # The header field Authorization; empty for none.
    authorization: str = field(default="", repr=False)


@dataclass(frozen=True)
class ArtifactServices:
    """The artifact resolution services of a partner."""

    entity_id: str
    source_id: bytes
    # Addresses by the indexes in artifacts.
    locations: Mapping[int, str]
    channel: SoapChannel


@dataclass(frozen=True)
class NameIdEncryption:
    """The encryption of name identifiers for a partner."""

    certificate: x509.Certificate
    cipher: str
    key_transport: str


@dataclass(frozen=True)
class AttributeServiceSettings:
    """The attribute service of a partner, and the protection of its messages."""

    entity_id: str
    url: str
    channel: SoapChannel
    # The partner's names of attributes, by those of this server.
    names: Mapping[str, str] = field(default_factory=dict)
    signing: MessageSigning | None = field(default=None, repr=False)
    decryption: DecryptionKeys | None = field(default=None, repr=False)
    # Encrypts name identifiers in queries; None if they are not encrypted.
    encryption: NameIdEncryption | None = None
    requires_signed_response: bool = False
    requires_signed_assertion: bool = False
    requires_encrypted_assertion: bool = False


@dataclass(frozen=True)
class SignInQuery:
    """The attributes that are requested from the partner after each sign-in."""

    service: AttributeServiceSettings
    names: tuple[str, ...]
    # True if the sign-in fails without the response.
    is_required: bool


@dataclass(frozen=True)
class SsoEndpoint:
    """An address of the partner that receives authentication requests, and the URI of its binding."""

    url: str
    binding: str


@dataclass(frozen=True)
class SamlProvider:
    """A SAML identity provider."""

    entity_id: str
    # The entity ID of this server towards the partner; empty if it has none, so that nobody can sign in.
    own_entity_id: str
    # The virtual server IDs of the connection, which unsolicited assertions may name as their audience as well.
    virtual_ids: tuple[str, ...]
    # The preferred one first; empty if this server sends no requests.
    sso_endpoints: tuple[SsoEndpoint, ...]
    # True if the partner may send responses that this server has not requested.
    accepts_unsolicited: bool
    certificates: tuple[x509.Certificate, ...]
    requires_signed_assertion: bool
    # The name of the attribute with the name identifier.
    subject: str
    signing: MessageSigning | None = None
    decryption: DecryptionKeys | None = field(default=None, repr=False)
    # The bindings by which the partner may send responses, by their URIs; requests name the first one.
    response_bindings: tuple[str, ...] = (BINDING_POST,)
    artifacts: ArtifactServices | None = field(default=None, repr=False)
    # Lifetime of this server's own artifacts, in seconds.
    artifact_seconds: int = 60
    # True if the audit log contains the partner's messages.
    logs_messages: bool = False
    # Attributes that are requested from the partner after each sign-in; None for none.
    query: SignInQuery | None = field(default=None, repr=False)
    # True if users and applications see the partner's error messages.
    passes_errors: bool = False
    # The names in certificates that the partner may sign with; None if they are not used.
    signer_names: SignerNames | None = None
    # The partner's names of authentication contexts, by those of this server.
    contexts: Mapping[str, str] = field(default_factory=dict)

    def trust(self, request: AdapterRequest) -> SignatureTrust:
        """Return the certificates that are valid at the time of a request, and the names of further ones."""
        now, names = request.now, self.signer_names
        return SignatureTrust(
            [each for each in self.certificates if each.not_valid_before_utc <= now <= each.not_valid_after_utc],
            anchored=None if names is None else request.services.anchored_trust(names),
        )

    @property
    def response_binding(self) -> str:
        """Return the binding that requests name."""
        return self.response_bindings[0]

    def local_context(self, remote: str) -> str:
        """Return this server's name of an authentication context of the partner."""
        return next((local for local, name in self.contexts.items() if name == remote), remote)
