"""The plug-in: its form."""

from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.field_shorthands import signing_algorithms
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin
from hanse.crypto.jwk_sets import jwks_problem
from hanse.crypto.jws_signing import ALGORITHMS
from hanse.plugins.contracts.token_processors import KIND
from hanse.plugins.token_processors.jwt import setting_names
from hanse.plugins.token_processors.jwt.processor import JwtProcessor
from hanse.plugins.token_processors.proof_setting import PROOF_FIELD

_MOST_SECONDS, _MOST_MINUTES = 3_600, 525_600


def _check_url(text: str) -> str | None:
    try:
        parts = urlsplit(text)
        is_good = parts.scheme == "https" and bool(parts.hostname) and not parts.fragment and text.isprintable()
    except ValueError:
        is_good = False
    return None if is_good else "Enter an https address such as https://idp.example.com/jwks."


_ALGORITHMS: Final = signing_algorithms(
    setting_names.ALGORITHMS, "Accepted signing algorithms, separated by spaces.", ALGORITHMS
)
JWT_PROCESSOR = Plugin(
    kind=KIND,
    id="org.sourceid.wstrust.processor.jwt.JWTTokenProcessor",
    name="JWT Token Processor",
    keywords=("JWT", "ID token", "RFC 7519", "JWKS"),
    make=JwtProcessor,
    attribute_contract=("sub",),
    supports_extended_contract=True,
    form=Form(
        description="Validates JSON Web Tokens of one trusted issuer, such as ID tokens and access tokens.",
        fields=(
            Field(
                name=setting_names.KEYS_URL,
                description="Address of the issuer's public keys, a JSON Web Key Set. It is read at the first use, and"
                " again when a token names an unknown key. If this and JWKS are empty, the keys of this server apply.",
                maximum_length=2048,
                check=_check_url,
            ),
            Field(
                name=setting_names.KEYS,
                type=FieldType.TEXT_AREA,
                description="Public keys of the issuer as a JSON Web Key Set (RFC 7517), if it publishes none.",
                rows=6,
                columns=80,
                check=jwks_problem,
                own=True,
            ),
            Field(
                name=setting_names.ISSUER,
                description="Issuer (claim iss) of the tokens.",
                required=True,
                maximum_length=2048,
            ),
            Field(
                name=setting_names.AUDIENCE,
                description="Accepted audiences (claim aud), separated by spaces. If empty, tokens must be issued for"
                " the issuer identifier or the token endpoint of this server.",
                maximum_length=4096,
                own=True,
            ),
            replace(_ALGORITHMS, own=True),
            Field(
                name=setting_names.TOLERANCE,
                description="Accepted difference between the clocks of the issuer and this server, in seconds.",
                required=True,
                default="0",
                check=NumberCheck(0, _MOST_SECONDS),
            ),
            Field(
                name=setting_names.REPLAY_PREVENTION,
                type=FieldType.CHECK_BOX,
                description="Accept each token once. Tokens then need an identifier (claim jti).",
                default="false",
                own=True,
            ),
            Field(
                name=setting_names.TYPE,
                description="Required type (header typ), such as at+jwt. If empty, tokens of any type are accepted.",
                advanced=True,
                maximum_length=256,
                own=True,
            ),
            Field(
                name=setting_names.MAXIMUM_LIFETIME,
                description="Tokens that are valid for more minutes than this are refused.",
                required=True,
                default="1440",
                advanced=True,
                check=NumberCheck(1, _MOST_MINUTES),
                own=True,
            ),
            PROOF_FIELD,
            Field(
                name=setting_names.PRESERVE_TYPES,
                type=FieldType.CHECK_BOX,
                description="Keep the JSON types of claims.",
                default="false",
                advanced=True,
                lacks="claims with JSON types in attribute mappings",
            ),
        ),
    ),
)
