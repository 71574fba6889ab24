"""The plug-in for JSON Web Tokens: its form."""

from collections.abc import Mapping

from hanse import handles
from hanse.config.declare.plugin_fields import Check, Field, FieldType, Form, Option, Table
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin
from hanse.crypto.jws_signing import ALGORITHMS, LEAST_SECRET_OCTETS
from hanse.plugins.access_tokens import unsupported_fields
from hanse.plugins.access_tokens.jwt import encryption, keys, published_keys, setting_names, tokens
from hanse.plugins.contracts.access_tokens import KIND

_MOST_MINUTES = 525_600
# RFC 7519, section 4.1.7: two tokens must not share an identifier; 22 characters of base64 are 132 bits.
_ID_LENGTH = NumberCheck(22, 256, none=0)


_Values = Mapping[str, tuple[str, ...]]
_ALWAYS: _Values = {}
_ENCRYPTED: _Values = {encryption.ALGORITHM: ("*",)}


def _text(
    name: str,
    description: str,
    default: str | None = None,
    *,
    advanced: bool = False,
    only_with: _Values = _ALWAYS,
) -> Field:
    return Field(
        name=name,
        description=description,
        default=default,
        advanced=advanced,
        maximum_length=1024,
        only_with=only_with,
    )


def _number(name: str, description: str, check: Check, default: str | None = None, *, advanced: bool = False) -> Field:
    required = default is not None
    return Field(name=name, description=description, default=default, check=check, required=required, advanced=advanced)


def _box(name: str, description: str, default: str, *, advanced: bool = False, only_with: _Values = _ALWAYS) -> Field:
    type_ = FieldType.CHECK_BOX
    return Field(
        name=name, description=description, type=type_, default=default, advanced=advanced, only_with=only_with
    )


_KEY_ID = Field(
    name=keys.KEY_ID,
    description="Key ID (kid) in the header of a token.",
    required=True,
    maximum_length=256,
    check=keys.check_key_id,
)
_TABLES = (
    Table(
        name=setting_names.SYMMETRIC_KEYS,
        description="Keys that this server shares with the resource servers.",
        secret_target=(),
        columns=(
            _KEY_ID,
            Field(
                name=keys.KEY,
                description="Key in the chosen encoding.",
                required=True,
                encrypted=True,
                maximum_length=4096,
            ),
            Field(
                name=keys.ENCODING,
                type=FieldType.SELECT,
                description="Encoding of the key.",
                default=keys.KeyEncoding.BASE64,
                options=(Option("Base64[url]", keys.KeyEncoding.BASE64), Option("Hex", keys.KeyEncoding.HEX)),
            ),
        ),
    ),
    Table(
        name=setting_names.CERTIFICATES,
        description="Key pairs that sign. Resource servers validate tokens with their certificates.",
        columns=(
            _KEY_ID,
            Field(
                name=keys.CERTIFICATE,
                type=FieldType.SELECT,
                description="Signing and decryption key pair.",
                required=True,
                reference=handles.SIGNING_KEY_PAIRS,
            ),
        ),
    ),
)
_FIELDS = (
    _number(setting_names.LIFETIME, "Lifetime of an access token, in minutes.", NumberCheck(1, _MOST_MINUTES), "120"),
    _box(setting_names.CENTRAL, "Sign with the server's OAuth and OpenID Connect keys.", "false"),
    Field(
        name=setting_names.ALGORITHM,
        type=FieldType.SELECT,
        description="Signing algorithm (RFC 7518, section 3.1).",
        options=tuple(Option(name, name) for name in (*LEAST_SECRET_OCTETS, *ALGORITHMS)),
    ),
    _text(
        setting_names.ACTIVE_KEY,
        "ID of the symmetric key that signs, for an HMAC algorithm.",
        only_with={setting_names.ALGORITHM: tuple(LEAST_SECRET_OCTETS)},
    ),
    _text(
        setting_names.ACTIVE_CERTIFICATE,
        "Key ID of the certificate whose key signs, for an RSA or EC algorithm.",
        only_with={setting_names.ALGORITHM: tuple(ALGORITHMS), setting_names.CENTRAL: ("",)},
    ),
    Field(
        name=encryption.ALGORITHM,
        type=FieldType.SELECT,
        description="Key management algorithm for encryption (RFC 7518, section 4.1). If not set, tokens are signed"
        " only.",
        options=tuple(Option(name, name) for name in (*encryption.SYMMETRIC, *encryption.ASYMMETRIC)),
    ),
    Field(
        name=encryption.CONTENT,
        type=FieldType.SELECT,
        description="Content encryption algorithm (RFC 7518, section 5.1).",
        options=tuple(Option(name, name) for name in encryption.CONTENTS),
        only_with=_ENCRYPTED,
    ),
    _text(
        encryption.ACTIVE_KEY,
        "ID of the symmetric key that encrypts, for a symmetric JWE algorithm.",
        only_with={encryption.ALGORITHM: tuple(encryption.SYMMETRIC)},
    ),
    Field(
        name=encryption.RECIPIENT,
        type=FieldType.TEXT_AREA,
        description="Public key of the recipient, for an asymmetric JWE algorithm: a JWK or a certificate in PEM"
        " format.",
        maximum_length=32_768,
        check=encryption.check_recipient,
        only_with={encryption.ALGORITHM: encryption.ASYMMETRIC},
        rows=4,
    ),
    *unsupported_fields.ENCRYPTION_KEYS,
    _box(
        setting_names.REVOCATION,
        "Allow tokens to be revoked before they expire. Each time a token is introspected, the server then looks up "
        "whether its ID or its grant was revoked. If not selected, tokens are valid until they expire.",
        "false",
        advanced=True,
    ),
    _box(
        setting_names.INCLUDE_KEY_ID, "Include the key ID (kid) in the header of a signed token.", "true", advanced=True
    ),
    _box(
        setting_names.INCLUDE_THUMBPRINT,
        "Include the thumbprint of the certificate (x5t; RFC 7515, section 4.1.7) in the header of a signed token. Keys"
        " without a certificate have none.",
        "false",
        advanced=True,
    ),
    _box(
        encryption.INCLUDE_KEY_ID,
        "Include the key ID (kid) in the header of an encrypted token.",
        "true",
        advanced=True,
        only_with=_ENCRYPTED,
    ),
    _box(
        encryption.INCLUDE_THUMBPRINT,
        "Include the thumbprint of the recipient's certificate (x5t; RFC 7516, section 4.1.9) in the header of an"
        " encrypted token.",
        "false",
        advanced=True,
        only_with=_ENCRYPTED,
    ),
    _text(setting_names.CLIENT_ID_NAME, "Name of the claim with the client ID.", "client_id", advanced=True),
    _text(setting_names.SCOPE_NAME, "Name of the claim with the scopes.", "scope", advanced=True),
    _box(
        setting_names.DELIMIT,
        "Write scopes as one text, separated by spaces (RFC 8693, section 4.2). If off, they are a list.",
        "true",
        advanced=True,
    ),
    _text(
        setting_names.DETAILS_NAME,
        "Name of the claim with the authorization details (RFC 9396, section 9.1).",
        "authorization_details",
        advanced=True,
    ),
    _text(
        setting_names.ISSUER,
        "Value of the claim iss. If empty, it is the issuer at which the client requests the token.",
        advanced=True,
    ),
    _text(
        setting_names.AUDIENCE,
        "Value of the claim aud. Separate audiences with spaces. If empty, it is the requested resource, if any.",
        advanced=True,
    ),
    _box(setting_names.INCLUDE_ISSUED_AT, "Include the claim iat, the time of issue.", "true", advanced=True),
    _number(
        setting_names.NOT_BEFORE,
        "Minutes by which the nbf claim precedes the time of issue. If empty, the claim is omitted.",
        NumberCheck(0, _MOST_MINUTES),
        advanced=True,
    ),
    _number(
        setting_names.ID_LENGTH,
        "Number of characters of the claim jti. 0 leaves the claim out.",
        _ID_LENGTH,
        "22",
        advanced=True,
    ),
    _text(
        setting_names.GRANT_NAME,
        "Name of the claim with the ID of the persistent grant. If empty, the claim is omitted.",
        advanced=True,
    ),
    # RFC 9068, section 2.1: a token with a type cannot be mistaken for an ID token.
    _text(setting_names.TYPE, "Value of the header typ.", "at+jwt", advanced=True),
    Field(
        name=published_keys.PATH,
        description="Path below /ext at which this server publishes the public keys of the certificates as a JSON Web"
        " Key Set, such as /oauth/jwks. If empty, they are not published.",
        advanced=True,
        maximum_length=256,
        check=published_keys.check_path,
    ),
    _number(
        published_keys.CACHE,
        "Minutes for which clients may cache the JSON Web Key Set.",
        NumberCheck(0, _MOST_MINUTES),
        "720",
        advanced=True,
    ),
    *unsupported_fields.PUBLISHED_CERTIFICATES,
    _box(setting_names.EXPAND, "Replace scope groups with their scopes.", "false", advanced=True),
)

JWT = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin",
    name="JSON Web Tokens",
    keywords=("JWT", "JWS", "JWE", "bearer token", "self-contained token"),
    make=tokens.JwtTokens,
    supports_extended_contract=True,
    form=Form(
        description="Self-contained, signed tokens (RFC 9068). Resource servers validate them with the public key.",
        fields=_FIELDS,
        tables=_TABLES,
    ),
)
