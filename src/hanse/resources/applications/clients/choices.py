"""The closed lists of values that clients choose from, as the contract has them."""

from enum import StrEnum
from typing import Any


class AuthType(StrEnum):
    """How a client proves who it is at the token endpoint."""

    NONE = "NONE"
    SECRET = "SECRET"  # noqa: S105 - the name of a method.
    CERTIFICATE = "CERTIFICATE"
    PRIVATE_KEY_JWT = "PRIVATE_KEY_JWT"
    CLIENT_SECRET_JWT = "CLIENT_SECRET_JWT"  # noqa: S105 - the name of a method.


class ServerOrOwn(StrEnum):
    """Whether the server's setting counts or one of the client's own."""

    SERVER_DEFAULT = "SERVER_DEFAULT"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT"


class Lockout(StrEnum):
    """After how many malicious actions a client is locked out."""

    DO_NOT_LOCKOUT = "DO_NOT_LOCKOUT"
    SERVER_DEFAULT = "SERVER_DEFAULT"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT"


class Expiry(StrEnum):
    """When persistent grants end."""

    SERVER_DEFAULT = "SERVER_DEFAULT"
    INDEFINITE_EXPIRY = "INDEFINITE_EXPIRY"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT"


class Rolling(StrEnum):
    """Whether a refresh token is replaced when it is used."""

    SERVER_DEFAULT = "SERVER_DEFAULT"
    DONT_ROLL = "DONT_ROLL"
    ROLL = "ROLL"


class ServerOrYesNo(StrEnum):
    """The server's setting, or yes or no."""

    SERVER_DEFAULT = "SERVER_DEFAULT"
    NO = "NO"
    YES = "YES"


class DeliveryMode(StrEnum):
    """How a client learns that a backchannel authentication has ended (CIBA Core, section 5)."""

    POLL = "POLL"
    PING = "PING"


class LogoutMode(StrEnum):
    """How a client is told of a log-out."""

    NONE = "NONE"
    PING_FRONT_CHANNEL = "PING_FRONT_CHANNEL"
    OIDC_FRONT_CHANNEL = "OIDC_FRONT_CHANNEL"
    OIDC_BACK_CHANNEL = "OIDC_BACK_CHANNEL"


class ClientReplicationStatus(StrEnum):
    """Whether the nodes of a cluster are to have a client as it is stored."""

    REPLICATED = "REPLICATED"
    NOT_REPLICATED = "NOT_REPLICATED"


class ResponseType(StrEnum):
    """What an authorization request can ask for (OAuth 2.0 Multiple Response Types), as clients of this API write it.

    The order of the words has no meaning (RFC 6749, section 3.1.1).
    """

    CODE = "code"
    CODE_ID_TOKEN = "code id_token"  # noqa: S105 - the name of a response type.
    CODE_ID_TOKEN_TOKEN = "code token id_token"  # noqa: S105 - the name of a response type.
    CODE_TOKEN = "code token"  # noqa: S105 - the name of a response type.
    ID_TOKEN = "id_token"  # noqa: S105 - the name of a response type.
    ID_TOKEN_TOKEN = "token id_token"  # noqa: S105 - the name of a response type.
    TOKEN = "token"  # noqa: S105 - the name of a response type.


def in_one_order(text: Any) -> Any:
    """Return a response type with its words in the order in which it has its name here."""
    words = sorted(text.split()) if isinstance(text, str) else None
    return next((each for each in ResponseType if sorted(each.split()) == words), text)


class AsymmetricAlgorithm(StrEnum):
    """Signatures that a client makes with a key of its own (RFC 7518, section 3.1)."""

    RS256 = "RS256"
    RS384 = "RS384"
    RS512 = "RS512"
    ES256 = "ES256"
    ES384 = "ES384"
    ES512 = "ES512"
    PS256 = "PS256"
    PS384 = "PS384"
    PS512 = "PS512"


class Algorithm(StrEnum):
    """Signatures with a key or with the client's secret."""

    RS256 = "RS256"
    RS384 = "RS384"
    RS512 = "RS512"
    ES256 = "ES256"
    ES384 = "ES384"
    ES512 = "ES512"
    PS256 = "PS256"
    PS384 = "PS384"
    PS512 = "PS512"
    HS256 = "HS256"
    HS384 = "HS384"
    HS512 = "HS512"


class IdTokenAlgorithm(StrEnum):
    """How an ID token is signed."""

    NONE = "NONE"
    HS256 = "HS256"
    HS384 = "HS384"
    HS512 = "HS512"
    RS256 = "RS256"
    RS384 = "RS384"
    RS512 = "RS512"
    ES256 = "ES256"
    ES384 = "ES384"
    ES512 = "ES512"
    PS256 = "PS256"
    PS384 = "PS384"
    PS512 = "PS512"


class KeyEncryption(StrEnum):
    """How the key of an encrypted token is agreed on (RFC 7518, section 4.1)."""

    DIR = "DIR"
    A128KW = "A128KW"
    A192KW = "A192KW"
    A256KW = "A256KW"
    A128GCMKW = "A128GCMKW"
    A192GCMKW = "A192GCMKW"
    A256GCMKW = "A256GCMKW"
    ECDH_ES = "ECDH_ES"
    ECDH_ES_A128KW = "ECDH_ES_A128KW"
    ECDH_ES_A192KW = "ECDH_ES_A192KW"
    ECDH_ES_A256KW = "ECDH_ES_A256KW"
    RSA_OAEP = "RSA_OAEP"
    RSA_OAEP_256 = "RSA_OAEP_256"

    @property
    def is_asymmetric(self) -> bool:
        """Whether it needs a public key of the client; the others are made from its secret."""
        return self.value.startswith(("ECDH", "RSA"))


class ContentEncryption(StrEnum):
    """How the content of a token is encrypted (RFC 7518, section 5.1)."""

    AES_128_CBC_HMAC_SHA_256 = "AES_128_CBC_HMAC_SHA_256"
    AES_192_CBC_HMAC_SHA_384 = "AES_192_CBC_HMAC_SHA_384"
    AES_256_CBC_HMAC_SHA_512 = "AES_256_CBC_HMAC_SHA_512"
    AES_128_GCM = "AES_128_GCM"
    AES_192_GCM = "AES_192_GCM"
    AES_256_GCM = "AES_256_GCM"
