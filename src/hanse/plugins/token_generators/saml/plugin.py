"""The plug-in: its form, and the generator for its settings."""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from hanse import handles
from hanse.config.declare.plugin_fields import FALSE, Field, FieldType, Form, Option
from hanse.config.plugins.numbers import NumberCheck, number
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.token_generators import KIND, GeneratedContent, GeneratedToken
from hanse.plugins.contracts.token_signing import TokenSigningServices
from hanse.saml.assertions import Assertion, Conditions, Subject, SubjectConfirmation
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute
from hanse.saml.name_ids import NameId
from hanse.saml.values import new_saml_id
from hanse.saml.xml_names import CONFIRMATION_BEARER, CONFIRMATION_SENDER_VOUCHES

BEFORE, AFTER, ISSUER, KEY = "Minutes Before", "Minutes After", "Issuer", "Signing Certificate"
DIGEST, WITH_CERTIFICATE = "Signing Algorithm", "Include Certificate in KeyInfo"
AUDIENCE, CONFIRMATION = "Audience", "Confirmation Method"
_DIGESTS: Final = ("SHA256", "SHA384", "SHA512")
_MOST_MINUTES: Final = 1_440


class SamlGenerator:
    """Issues assertions; the interface is `contracts.token_generators.SecurityTokenGenerator`."""

    def __init__(self, settings: Settings) -> None:
        self._before = timedelta(minutes=number(settings, BEFORE))
        self._after = timedelta(minutes=number(settings, AFTER))
        self._issuer = settings.text(ISSUER)
        self._key_pair = settings.text(KEY)
        self._digest = settings.text(DIGEST)
        self._includes_certificate = settings.flag(WITH_CERTIFICATE)
        self._audience = tuple(settings.text(AUDIENCE).split())
        self._method = settings.text(CONFIRMATION)

    def generate(self, content: GeneratedContent, services: TokenSigningServices) -> GeneratedToken:
        """Return a signed assertion in base64url. Raises ValueError if it cannot say what the token has to say."""
        audience = self._audience or tuple(content.resources)
        if not audience:
            # An assertion without an audience would be valid everywhere (SAML core, section 2.5.1.4).
            raise ValueError(message("Neither the request nor {setting} names an audience.", setting=AUDIENCE))
        if content.actor or content.confirmation:
            raise ValueError("An assertion cannot name an actor, and is not bound to a key.")
        ends = services.now + self._after
        if content.expires_by is not None:
            ends = min(ends, content.expires_by)
        key = services.key_pair(self._key_pair)
        signed = sign_enveloped(
            self._assertion(content, services, audience, ends).to_element(),
            key,
            algorithm=_algorithm(self._digest, key),
            include_certificate=self._includes_certificate,
        )
        return GeneratedToken(urlsafe_b64encode(signed.serialized()).rstrip(b"=").decode(), ends)

    def _assertion(
        self, content: GeneratedContent, services: TokenSigningServices, audience: tuple[str, ...], ends: datetime
    ) -> Assertion:
        subject = content.attributes.get(SAML_SUBJECT)
        if not isinstance(subject, str) or not subject:
            raise ValueError(message("The attribute {name} must have one value.", name=SAML_SUBJECT))
        begins = services.now - self._before
        is_bearer = self._method == CONFIRMATION_BEARER
        # The recipient of a bearer assertion accepts it at its own address only (SAML profiles, section 4.1.4.2).
        confirmation = (
            SubjectConfirmation(recipient=audience[0], not_on_or_after=ends)
            if is_bearer
            else SubjectConfirmation(method=self._method)
        )
        return Assertion(
            id=new_saml_id(services.randomness),
            issue_instant=services.now,
            issuer=self._issuer,
            subject=Subject(NameId(subject), (confirmation,)),
            conditions=Conditions(begins, ends, (audience,)),
            attributes=tuple(
                SamlAttribute(name, (value,) if isinstance(value, str) else tuple(value))
                for name, value in content.attributes.items()
                if name != SAML_SUBJECT
            ),
        )


def _algorithm(digest: str, key: XmlSigningKey) -> str:
    return f"{digest}with{'RSA' if isinstance(key.private, RSAPrivateKey) else 'ECDSA'}"


def _minutes(name: str, description: str) -> Field:
    return Field(name=name, description=description, required=True, default="60", check=NumberCheck(0, _MOST_MINUTES))


SAML_GENERATOR = Plugin(
    kind=KIND,
    id="org.sourceid.wstrust.generator.saml.Saml20TokenGenerator",
    name="SAML 2.0 Token Generator",
    keywords=("SAML", "assertion", "RFC 8693"),
    make=SamlGenerator,
    attribute_contract=(SAML_SUBJECT,),
    supports_extended_contract=True,
    form=Form(
        description="Issues signed SAML 2.0 assertions for one resource or partner, encoded in base64url.",
        fields=(
            _minutes(
                BEFORE, "Minutes before the time of issue from which an assertion is valid, for clocks that are slow."
            ),
            Field(
                name=AFTER,
                description="Minutes after the time of issue until which an assertion is valid.",
                required=True,
                default="60",
                check=NumberCheck(1, _MOST_MINUTES),
            ),
            Field(
                name=ISSUER,
                description="Entity ID of this server in assertions (element Issuer).",
                required=True,
                maximum_length=1024,
            ),
            Field(
                name=KEY,
                type=FieldType.SELECT,
                description="Key pair that signs assertions.",
                required=True,
                reference=handles.SIGNING_KEY_PAIRS,
            ),
            Field(
                name=DIGEST,
                type=FieldType.SELECT,
                description="Digest of the signature. The type of the key decides between RSA and ECDSA.",
                required=True,
                default=_DIGESTS[0],
                options=tuple(Option(name, name) for name in _DIGESTS),
            ),
            Field(
                name=WITH_CERTIFICATE,
                type=FieldType.CHECK_BOX,
                description="Add the signing certificate to the element KeyInfo of the signature.",
                default=FALSE,
            ),
            Field(
                name=AUDIENCE,
                description="Audience of the assertions. Separate audiences with spaces. If empty, it is the resource"
                " that the client requests, which the generator group must serve.",
                maximum_length=2048,
            ),
            Field(
                name=CONFIRMATION,
                type=FieldType.SELECT,
                description="Way in which the presenter of an assertion is related to its subject (SAML profiles,"
                " section 3). With Bearer, the first audience is the recipient.",
                required=True,
                default=CONFIRMATION_SENDER_VOUCHES,
                options=(
                    Option("Sender vouches", CONFIRMATION_SENDER_VOUCHES),
                    Option("Bearer", CONFIRMATION_BEARER),
                ),
            ),
            Field(
                name="Include Raw Key in KeyValue",
                description="Add the public key to the signature.",
                type=FieldType.CHECK_BOX,
                default=FALSE,
                lacks="raw keys in signatures",
            ),
            Field(
                name="Encryption Certificate",
                description="Certificate that encrypts assertions.",
                lacks="encrypted assertions of token generators",
            ),
            Field(
                name="Message Customization Expression",
                description="Expression that changes assertions.",
                lacks="changes of messages",
            ),
        ),
    ),
)
