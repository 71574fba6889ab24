"""The plug-in of JSON Web Tokens: its form."""

from collections.abc import Mapping

from hanse.config.plugins.fields import Check, Field, FieldType, Form, Option, Table
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin
from hanse.crypto.signing import ALGORITHMS, LEAST_SECRET_OCTETS
from hanse.plugins.access_tokens import unserved
from hanse.plugins.access_tokens.jwt import encryption, keys, names, published, tokens
from hanse.plugins.contracts.access_tokens import KIND
from hanse.plugins.resource_paths import SIGNING_KEY_PAIRS

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
    description="What the header of a token calls the key.",
    required=True,
    maximum_length=256,
    check=keys.check_key_id,
)
_TABLES = (
    Table(
        name=names.SYMMETRIC_KEYS,
        description="Keys that this server shares with whoever verifies its tokens.",
        columns=(
            _KEY_ID,
            Field(name=keys.KEY, description="The key itself.", required=True, encrypted=True, maximum_length=4096),
            Field(
                name=keys.ENCODING,
                type=FieldType.SELECT,
                description="How the key is written.",
                default=keys.Encoding.BASE64,
                options=(Option("Base64[url]", keys.Encoding.BASE64), Option("Hex", keys.Encoding.HEX)),
            ),
        ),
    ),
    Table(
        name=names.CERTIFICATES,
        description="Key pairs that sign; the certificate is what others verify with.",
        columns=(
            _KEY_ID,
            Field(
                name=keys.CERTIFICATE,
                type=FieldType.SELECT,
                description="One of the signing and decryption keys.",
                required=True,
                reference=SIGNING_KEY_PAIRS,
            ),
        ),
    ),
)
_FIELDS = (
    _number(names.LIFETIME, "How long a token counts, in minutes.", NumberCheck(1, _MOST_MINUTES), "120"),
    _box(names.CENTRAL, "Whether the server's own OAuth and OpenID Connect keys sign.", "false"),
    Field(
        name=names.ALGORITHM,
        type=FieldType.SELECT,
        description="The algorithm of the signature (RFC 7518, section 3.1).",
        options=tuple(Option(name, name) for name in (*LEAST_SECRET_OCTETS, *ALGORITHMS)),
    ),
    _text(
        names.ACTIVE_KEY,
        "The symmetric key that signs, for an HMAC algorithm.",
        only_with={names.ALGORITHM: tuple(LEAST_SECRET_OCTETS)},
    ),
    _text(
        names.ACTIVE_CERTIFICATE,
        "The certificate whose key signs, for an RSA or EC algorithm.",
        only_with={names.ALGORITHM: tuple(ALGORITHMS), names.CENTRAL: ("",)},
    ),
    Field(
        name=encryption.ALGORITHM,
        type=FieldType.SELECT,
        description="How the key is protected that encrypts a token (RFC 7518, section 4.1). Left empty, tokens are"
        " signed only.",
        options=tuple(Option(name, name) for name in (*encryption.SYMMETRIC, *encryption.ASYMMETRIC)),
    ),
    Field(
        name=encryption.CONTENT,
        type=FieldType.SELECT,
        description="What encrypts a token itself (RFC 7518, section 5.1).",
        options=tuple(Option(name, name) for name in encryption.CONTENTS),
        only_with=_ENCRYPTED,
    ),
    _text(
        encryption.ACTIVE_KEY,
        "The symmetric key that encrypts, for a symmetric JWE algorithm.",
        only_with={encryption.ALGORITHM: tuple(encryption.SYMMETRIC)},
    ),
    Field(
        name=encryption.RECIPIENT,
        type=FieldType.TEXT_AREA,
        description="The public key of who is to read the tokens, for an asymmetric JWE algorithm: a JWK, or a"
        " certificate in PEM.",
        maximum_length=32_768,
        check=encryption.check_recipient,
        only_with={encryption.ALGORITHM: encryption.ASYMMETRIC},
        rows=4,
    ),
    *unserved.ENCRYPTION_KEYS,
    _box(
        names.REVOCATION,
        "Allow tokens to be revoked before they expire. Each time a token is introspected, the server then looks up "
        "whether its ID or its grant was revoked. If not selected, tokens are valid until they expire.",
        "false",
        advanced=True,
    ),
    _box(names.INCLUDE_KEY_ID, "Whether the header of a signed token names its key (kid).", "true", advanced=True),
    _box(
        names.INCLUDE_THUMBPRINT,
        "Whether the header of a signed token has the thumbprint of its key's certificate (x5t; RFC 7515, section"
        " 4.1.7). Keys of the server that have no certificate have none.",
        "false",
        advanced=True,
    ),
    _box(
        encryption.INCLUDE_KEY_ID,
        "Whether the header of an encrypted token names its key.",
        "true",
        advanced=True,
        only_with=_ENCRYPTED,
    ),
    _box(
        encryption.INCLUDE_THUMBPRINT,
        "Whether the header of an encrypted token has the thumbprint of the certificate that it is encrypted for (x5t;"
        " RFC 7516, section 4.1.9).",
        "false",
        advanced=True,
        only_with=_ENCRYPTED,
    ),
    _text(names.CLIENT_ID_NAME, "The claim with the client's ID.", "client_id", advanced=True),
    _text(names.SCOPE_NAME, "The claim with the scopes.", "scope", advanced=True),
    _box(
        names.DELIMIT,
        "Whether scopes are one text with spaces between them (RFC 8693, section 4.2) and not a list.",
        "true",
        advanced=True,
    ),
    _text(
        names.DETAILS_NAME,
        "The claim with the authorization details (RFC 9396, section 9.1).",
        "authorization_details",
        advanced=True,
    ),
    _text(names.ISSUER, "The claim iss. Left empty, it is the issuer that the token is asked of.", advanced=True),
    _text(names.AUDIENCE, "The claim aud; several audiences have spaces between them.", advanced=True),
    _box(names.INCLUDE_ISSUED_AT, "Whether there is a claim iat.", "true", advanced=True),
    _number(
        names.NOT_BEFORE,
        "By how many minutes the claim nbf lies before the token was made. Left empty, there is none.",
        NumberCheck(0, _MOST_MINUTES),
        advanced=True,
    ),
    _number(names.ID_LENGTH, "Number of characters of the claim jti; 0 for none.", _ID_LENGTH, "22", advanced=True),
    _text(names.GRANT_NAME, "Claim with the ID of the persistent grant. Left empty, there is none.", advanced=True),
    # RFC 9068, section 2.1: a token that says what it is cannot be taken for an ID token.
    _text(names.TYPE, "The header typ.", "at+jwt", advanced=True),
    Field(
        name=published.PATH,
        description="Where this server publishes the certificates' public keys as a JSON Web Key Set: /ext, and this"
        " path after it, such as /oauth/jwks. Left empty, they are published nowhere.",
        advanced=True,
        maximum_length=256,
        check=published.check_path,
    ),
    _number(
        published.CACHE,
        "For how many minutes others may keep what they have read there.",
        NumberCheck(0, _MOST_MINUTES),
        "720",
        advanced=True,
    ),
    *unserved.PUBLISHED_CERTIFICATES,
    _box(names.EXPAND, "Whether a scope group is written out as the scopes in it.", "false", advanced=True),
)

JWT = Plugin(
    kind=KIND,
    id="com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin",
    name="JSON Web Tokens",
    make=tokens.JwtTokens,
    supports_extended_contract=True,
    form=Form(
        description="Signed tokens that say everything themselves. Whoever has the key can verify them.",
        fields=_FIELDS,
        tables=_TABLES,
    ),
)
