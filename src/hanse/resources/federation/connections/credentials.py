"""The credentials of a connection: the partner's certificates, and the keys of this server for the partner."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink, Unordered
from hanse.config.declare.view import View
from hanse.crypto.certificate_chains import public_key_of
from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.algorithms import (
    BlockEncryptionAlgorithm,
    KeyTransportAlgorithm,
    SignatureAlgorithm,
)
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth, OutboundBackChannelAuth
from hanse.resources.federation.connections.certificates import (
    CERTIFICATES,
    CLIENT_CERTIFICATES,
    MOST_CERTIFICATES,
    ConnectionCert,
    certificate_errors,
    certificate_of,
    normalized,
    verifying,
)

SIGNING: Final = "credentials.signingSettings"
SECONDARY_KEYS: Final = "alternativeSigningKeyPairRefs"
_MOST_SECONDARY_KEYS: Final = 10
SUBJECT_DN: Final = "credentials.verificationSubjectDN"
ISSUER_DN: Final = "credentials.verificationIssuerDN"


class SigningSettings(ConfigModel):
    """The key and the algorithm with which messages to a partner are signed."""

    signing_key_pair_ref: Annotated[
        ResourceLink,
        Field(title="Signing key", description="Key pair that signs messages to the partner."),
        Ref(handles.SIGNING_KEY_PAIRS),
    ]
    # Published in the metadata only, so that partners know the next certificate before it signs.
    alternative_signing_key_pair_refs: Annotated[
        list[Annotated[ResourceLink, Ref(handles.SIGNING_KEY_PAIRS)]],
        Field(
            title="Secondary signing keys",
            description="Key pairs whose certificates the metadata for the partner contains in addition. They sign"
            " nothing. Use them to announce a certificate before you change the signing key.",
            max_length=_MOST_SECONDARY_KEYS,
            default_factory=list,
        ),
        Unordered(),
    ]
    algorithm: Annotated[
        SignatureAlgorithm | None,
        Field(
            title="Signing algorithm",
            description="If not set, SHA-256 is used with the algorithm of the key.",
        ),
    ] = None
    include_cert_in_signature: Annotated[
        bool,
        Field(
            title="Include the certificate in signatures",
            description="Add the signing certificate to the element KeyInfo of each signature.",
        ),
    ] = False
    include_raw_key_in_signature: Annotated[
        bool,
        Field(
            title="Include the public key in signatures",
            description="Add the public key itself to the element KeyInfo of each XML signature, for partners that do"
            " not read certificates. If off, they use the key of the metadata or of the certificate.",
        ),
    ] = False


class ConnectionCredentials(ConfigModel):
    """Certificates and keys of a connection."""

    verification_subject_dn: Annotated[
        str | None,
        Field(
            title="Subject DN of the signer's certificate",
            description="Also accept XML signatures by a certificate with this subject that the signature contains and"
            " that a trusted CA has issued. If empty, only the partner's certificates verify signatures. Messages of"
            " the Redirect binding and JSON Web Tokens contain no certificate, so that the name does not apply to"
            " them.",
            alias="verificationSubjectDN",
            max_length=1024,
        ),
    ] = None
    verification_issuer_dn: Annotated[
        str | None,
        Field(
            title="Issuer DN of the signer's certificate",
            description="Subject DN of the CA that must have issued the certificate with the subject DN. If empty, any"
            " trusted CA can have issued it.",
            alias="verificationIssuerDN",
            max_length=1024,
        ),
    ] = None
    certs: Annotated[
        list[ConnectionCert],
        Field(
            title="Partner's certificates",
            description="Certificates that verify the partner's signatures, or encrypt what the partner receives."
            " Signatures of expired certificates are refused.",
            max_length=MOST_CERTIFICATES,
            default_factory=list,
        ),
    ]
    signing_settings: Annotated[SigningSettings | None, Field(title="Signing")] = None
    block_encryption_algorithm: Annotated[
        BlockEncryptionAlgorithm | None,
        Field(title="Block encryption algorithm", description="If not set, AES-256 GCM is used."),
    ] = None
    key_transport_algorithm: Annotated[
        KeyTransportAlgorithm | None,
        Field(title="Key transport algorithm", description="If not set, RSA-OAEP is used."),
    ] = None
    decryption_key_pair_ref: Annotated[
        ResourceLink | None,
        Field(title="Decryption key", description="Key pair that decrypts what the partner sends."),
        Ref(handles.SIGNING_KEY_PAIRS),
    ] = None
    secondary_decryption_key_pair_ref: Annotated[
        ResourceLink | None,
        Field(title="Secondary decryption key", description="Key pair that is tried if the first one fails."),
        Ref(handles.SIGNING_KEY_PAIRS),
    ] = None
    inbound_back_channel_auth: Annotated[
        InboundBackChannelAuth | None, Field(title="Inbound back-channel authentication")
    ] = None
    outbound_back_channel_auth: Annotated[
        OutboundBackChannelAuth | None, Field(title="Outbound back-channel authentication")
    ] = None

    @property
    def signer_names(self) -> SignerNames | None:
        """Return the names in certificates that the partner may sign with; None if they are not used."""
        subject = self.verification_subject_dn
        return SignerNames(subject, self.verification_issuer_dn or "") if subject else None

    @property
    def verifies_signatures(self) -> bool:
        """Return whether XML signatures of the partner can be verified."""
        return bool(self.verifying or self.verification_subject_dn)

    @property
    def verifying(self) -> tuple[ConnectionCert, ...]:
        """Return the active certificates in the order in which they are tried."""
        return verifying(self.certs)

    @property
    def encryption_certificate(self) -> ConnectionCert | None:
        """Return the certificate whose key encrypts what is sent to the partner."""
        return next((each for each in self.certs if each.encryption_cert), None)

    @property
    def inbound(self) -> InboundBackChannelAuth:
        """Return the requirements for messages of the partner on the back channel, or their defaults."""
        return self.inbound_back_channel_auth or InboundBackChannelAuth(certs=[])

    def with_stored_certificates(self) -> tuple["ConnectionCredentials", list[FieldError]]:
        """Return the credentials with certificates in their stored form, and the errors in them."""
        certificates, errors = normalized(self.certs)
        update: dict[str, Any] = {"certs": certificates}
        inbound = self.inbound_back_channel_auth
        if inbound is not None:
            client_certificates, refused = normalized(inbound.certs, CLIENT_CERTIFICATES)
            errors += refused
            update["inbound_back_channel_auth"] = inbound.model_copy(update={"certs": client_certificates})
        return (self, errors) if errors else (self.model_copy(update=update), [])


def credential_errors(credentials: ConnectionCredentials | None, view: View) -> Iterator[FieldError]:
    """Find errors in the certificates, and signing algorithms that do not belong to the signing key."""
    if credentials is None:
        return
    yield from certificate_errors(credentials.certs)
    yield from _signing_errors(credentials, view)
    for member, link in (
        ("decryptionKeyPairRef", credentials.decryption_key_pair_ref),
        ("secondaryDecryptionKeyPairRef", credentials.secondary_decryption_key_pair_ref),
    ):
        if link is not None and _key_algorithm(view, link) not in (None, "RSA"):
            yield FieldError("Choose an RSA key pair. EC keys cannot decrypt.", f"credentials.{member}", "unfit_key")


def _signing_errors(credentials: ConnectionCredentials, view: View) -> Iterator[FieldError]:
    settings = credentials.signing_settings
    if settings is None:
        return
    yield from _secondary_key_errors(settings, view)
    if settings.algorithm is None:
        return
    found = _key_algorithm(view, settings.signing_key_pair_ref)
    if found is not None and found != settings.algorithm.key_algorithm:
        yield FieldError("The signing key cannot use this algorithm.", f"{SIGNING}.algorithm", "unfit_key")


def _secondary_key_errors(settings: SigningSettings, view: View) -> Iterator[FieldError]:
    """Find key pairs that are named twice, and those with rotation, whose next certificate is published anyway."""
    primary, seen = settings.signing_key_pair_ref.id, {settings.signing_key_pair_ref.id}
    for index, link in enumerate(settings.alternative_signing_key_pair_refs):
        path = f"{SIGNING}.{SECONDARY_KEYS}[{index}]"
        if link.id in seen:
            yield FieldError("This key pair is already selected.", path, "value_in_use")
        elif any(_key_pair(view, each).get("rotationSettings") for each in (primary, link.id)):
            yield FieldError(
                "Secondary signing keys cannot be used with key pairs that are rotated automatically.",
                path,
                "unfit_key",
            )
        seen.add(link.id)


def _key_algorithm(view: View, link: ResourceLink) -> str | None:
    """Return the algorithm of a key pair; None if the pair does not exist."""
    return _key_pair(view, link.id).get("keyAlgorithm")


def _key_pair(view: View, id_: str) -> Mapping[str, Any]:
    """Return a key pair; an empty body if it does not exist."""
    stored = view.find(handles.SIGNING_KEY_PAIRS, id_)
    return {} if stored is None else stored.body


def encryption_errors(credentials: ConnectionCredentials) -> Iterator[FieldError]:
    """Find what is missing to encrypt for the partner."""
    certificate = credentials.encryption_certificate
    if certificate is None:
        yield FieldError("Encryption needs an encryption certificate.", CERTIFICATES, "required_field")
    elif not isinstance(public_key_of(certificate_of(certificate.x509_file.file_data)), RSAPublicKey):
        yield FieldError("An encryption certificate needs an RSA key.", CERTIFICATES, "unfit_key")


def decryption_errors(credentials: ConnectionCredentials) -> Iterator[FieldError]:
    """Find what is missing to decrypt what the partner sends."""
    if credentials.decryption_key_pair_ref is None:
        yield FieldError("Choose the decryption key.", "credentials.decryptionKeyPairRef", "required_field")
