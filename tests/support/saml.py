"""A SAML partner for tests: keys with certificates, and messages that it signs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from hanse.crypto.key_pairs import PrivateKey, generate_key
from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.saml.assertions import Assertion, AuthnStatement, Conditions, Subject, SubjectConfirmation
from hanse.saml.attributes import SamlAttribute
from hanse.saml.envelopes import Header, SignatureTrust
from hanse.saml.name_ids import NameId
from hanse.saml.responses import SamlResponse
from hanse.saml.statuses import Status
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT, NAMEID_EMAIL

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
IDP = "https://idp.partner.example/saml"
SP = "https://sp.hanse.example"
ACS = "https://sp.hanse.example/sp/ACS.saml2"
REQUEST_ID = "_request1"


@dataclass(frozen=True)
class SamlKey:
    """A signing key and the trust in it."""

    signing_key: XmlSigningKey

    @property
    def rsa_key(self) -> rsa.RSAPrivateKey:
        assert isinstance(self.signing_key.private, rsa.RSAPrivateKey)
        return self.signing_key.private

    @property
    def certificate(self) -> x509.Certificate:
        return self.signing_key.certificate

    @property
    def trust(self) -> SignatureTrust:
        return SignatureTrust([self.certificate])

    def sign(self, element: XmlElement, algorithm: str | None = None) -> XmlElement:
        chosen = algorithm or default_algorithm(self.signing_key.private)
        return sign_enveloped(element, self.signing_key, algorithm=chosen)


def saml_key(name: str = "partner", algorithm: str = "RSA", size: int = 2048) -> SamlKey:
    """Return the same key with a self-signed certificate for the same name."""
    return _saml_key(name, algorithm, size)


@cache
def _saml_key(name: str, algorithm: str, size: int) -> SamlKey:
    private = generate_key(algorithm, size)
    return SamlKey(XmlSigningKey(private, certificate_of(private, name)))


def certificate_of(private: PrivateKey, name: str) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - timedelta(days=3650))
        .not_valid_after(NOW + timedelta(days=3650))
        .sign(private, hashes.SHA256())
    )


def bearer(**changes: object) -> SubjectConfirmation:
    """Return a confirmation that the recipient accepts, with changes."""
    confirmation = SubjectConfirmation(
        recipient=ACS, not_on_or_after=NOW + timedelta(minutes=5), in_response_to=REQUEST_ID
    )
    return replace(confirmation, **changes)  # type: ignore[arg-type]  # The tests' own names of fields.


def assertion(**changes: object) -> Assertion:
    """Return an assertion about Joe that the recipient accepts, with changes."""
    usual = Assertion(
        id="_assertion1",
        issue_instant=NOW,
        issuer=IDP,
        subject=Subject(NameId("joe@partner.example", NAMEID_EMAIL), (bearer(),)),
        conditions=Conditions(NOW - timedelta(minutes=1), NOW + timedelta(minutes=5), ((SP,),)),
        authn_statements=(AuthnStatement(NOW, session_index="_session1", class_ref=CONTEXT_PROTECTED_TRANSPORT),),
        attributes=(SamlAttribute("mail", ("joe@partner.example",)), SamlAttribute("groups", ("staff", "admins"))),
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # The tests' own names of fields.


def response(content: XmlElement | None, status: Status | None = None) -> SamlResponse:
    """Return a response with an assertion element."""
    header = Header("_response1", NOW, IDP, destination=ACS, in_response_to=REQUEST_ID)
    return SamlResponse(header, status or Status(), content)
