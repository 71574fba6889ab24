"""The plug-in: its form, and the generator for its settings."""

from datetime import timedelta
from typing import Any, Final

import msgspec

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option
from hanse.config.plugins.numbers import NumberCheck, number
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.crypto.jws_signing import ALGORITHMS
from hanse.kit.randomness import new_token
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.plugins.contracts.token_generators import KIND, GeneratedContent, GeneratedToken
from hanse.plugins.contracts.token_signing import TokenSigningServices

LIFETIME, ALGORITHM, TYPE = "Token Lifetime", "JWS Algorithm", "Type Header Value"
ISSUER, AUDIENCE = "Issuer Claim Value", "Audience Claim Value"
_MOST_MINUTES: Final = 1_440
# RFC 7519, section 4.1.7: two tokens must not share an identifier.
_ID_OCTETS: Final = 16
# Claims that the server sets, and claims that would make the token look like an access token (RFC 9068, section 2.2)
# or an ID token. No attribute becomes one of them.
_RESERVED: Final = frozenset(
    {"iss", "aud", "exp", "nbf", "iat", "jti", "act", "may_act", "cnf", "client_id", "scope", "nonce", "at_hash"}
)
# RFC 9068, section 2.1; RFC 8417, section 2.3; OpenID Connect Back-Channel Logout 1.0, section 2.4.
_TYPES_OF_OTHERS: Final = frozenset({"at+jwt", "secevent+jwt", "logout+jwt", "sso+jwt", "token-introspection+jwt"})


class JwtGenerator:
    """Issues tokens; the interface is `contracts.token_generators.SecurityTokenGenerator`."""

    def __init__(self, settings: Settings) -> None:
        self._lifetime = timedelta(minutes=number(settings, LIFETIME))
        self._issuer = settings.text(ISSUER)
        self._audience = settings.text(AUDIENCE).split()
        self._profile = SignerProfile(settings.text(ALGORITHM), settings.text(TYPE))
        if self._profile.type.lower().removeprefix("application/") in _TYPES_OF_OTHERS:
            raise SettingRefused("This type belongs to another kind of token of this server.", TYPE)

    def generate(self, content: GeneratedContent, services: TokenSigningServices) -> GeneratedToken:
        """Return a signed token. Raises ValueError if there is no audience or no key for the algorithm."""
        audience = self._audience or list(content.resources)
        if not audience:
            # A token without an audience would be valid everywhere (RFC 8725, section 3.9).
            raise ValueError(message("Neither the request nor {setting} names an audience.", setting=AUDIENCE))
        expires = services.now + self._lifetime
        if content.expires_by is not None:
            expires = min(expires, content.expires_by)
        now = int(services.now.timestamp())
        payload: dict[str, Any] = {name: value for name, value in content.attributes.items() if name not in _RESERVED}
        payload |= {
            "iss": self._issuer or services.issuer,
            "aud": audience if len(audience) > 1 else audience[0],
            "iat": now,
            "exp": int(expires.timestamp()),
            "jti": new_token(services.randomness, _ID_OCTETS),
        }
        if content.actor:
            payload["act"] = content.actor
        if content.confirmation:
            payload["cnf"] = content.confirmation
        key = services.central_key(self._profile.algorithm)
        signer = key.signer(self._profile._replace(key_id=key.key_id))
        return GeneratedToken(signer.sign(msgspec.json.encode(payload)), expires)


JWT_GENERATOR = Plugin(
    kind=KIND,
    id="hanse.jwt-token-generator",
    name="JWT Token Generator",
    keywords=("JWT", "RFC 7519"),
    make=JwtGenerator,
    attribute_contract=("sub",),
    supports_extended_contract=True,
    form=Form(
        description="Issues JSON Web Tokens for one resource or partner. The server's OAuth and OpenID Connect keys"
        " sign them, so that recipients validate them with the published keys.",
        fields=(
            Field(
                name=LIFETIME,
                description="Lifetime of a token, in minutes.",
                required=True,
                default="5",
                check=NumberCheck(1, _MOST_MINUTES),
            ),
            Field(
                name=AUDIENCE,
                description="Value of the claim aud. Separate audiences with spaces. If empty, it is the resource that"
                " the client requests, which the generator group must serve.",
                maximum_length=2048,
            ),
            Field(
                name=ALGORITHM,
                type=FieldType.SELECT,
                description="Signing algorithm (RFC 7518, section 3.1).",
                required=True,
                default="RS256",
                options=tuple(Option(name, name) for name in ALGORITHMS),
            ),
            Field(
                name=ISSUER,
                description="Value of the claim iss. If empty, it is the issuer at which the client requests the"
                " token.",
                advanced=True,
                maximum_length=1024,
            ),
            Field(
                name=TYPE,
                description="Value of the header typ. If empty, the header is left out.",
                default="JWT",
                advanced=True,
                maximum_length=256,
            ),
        ),
    ),
)
