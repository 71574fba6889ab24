"""Closed lists of values for client settings, as the API contract defines them."""

from typing import Any

from hanse.kit.texts.labels import Labeled


class AuthType(Labeled):
    """Client authentication method at the token endpoint."""

    NONE = "NONE", "None"
    SECRET = "SECRET", "Client Secret"
    CERTIFICATE = "CERTIFICATE", "Client TLS Certificate"
    PRIVATE_KEY_JWT = "PRIVATE_KEY_JWT", "Private key JWT"
    CLIENT_SECRET_JWT = "CLIENT_SECRET_JWT", "Client secret JWT"


class ServerOrOwn(Labeled):
    """Choice between the server's setting and a value of the client's own."""

    SERVER_DEFAULT = "SERVER_DEFAULT", "Server default"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT", "Override server default"


class Lockout(Labeled):
    """Choice of the number of malicious actions after which a client is locked out."""

    DO_NOT_LOCKOUT = "DO_NOT_LOCKOUT", "Do not lock out"
    SERVER_DEFAULT = "SERVER_DEFAULT", "Server default"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT", "Override server default"


class Expiry(Labeled):
    """Expiration of persistent grants: never, after the server's lifetime, or after the client's own lifetime."""

    SERVER_DEFAULT = "SERVER_DEFAULT", "Server default"
    INDEFINITE_EXPIRY = "INDEFINITE_EXPIRY", "Never expires"
    OVERRIDE_SERVER_DEFAULT = "OVERRIDE_SERVER_DEFAULT", "Override server default"


class Rolling(Labeled):
    """Refresh token rolling policy: replace the refresh token at each use, keep it, or follow the server's setting."""

    SERVER_DEFAULT = "SERVER_DEFAULT", "Server default"
    DONT_ROLL = "DONT_ROLL", "Do not rotate"
    ROLL = "ROLL", "Rotate"


class ServerOrYesNo(Labeled):
    """Choice between the server's setting, yes and no."""

    SERVER_DEFAULT = "SERVER_DEFAULT", "Server default"
    NO = "NO", "No"
    YES = "YES", "Yes"


class DeliveryMode(Labeled):
    """Delivery mode in which a client receives the result of a backchannel authentication (CIBA Core, section 5)."""

    POLL = "POLL", "Poll"
    PING = "PING", "Ping"


class LogoutMode(Labeled):
    """Logout mode: the way in which a client is notified that a user has logged out."""

    NONE = "NONE", "None"
    PING_FRONT_CHANNEL = "PING_FRONT_CHANNEL", "PingAccess front-channel"
    OIDC_FRONT_CHANNEL = "OIDC_FRONT_CHANNEL", "OpenID Connect front-channel"
    OIDC_BACK_CHANNEL = "OIDC_BACK_CHANNEL", "OpenID Connect back-channel"


class ResponseType(Labeled):
    """Response type that a client can request (OAuth 2.0 Multiple Response Types), as clients of this API write it.

    The order of the words has no meaning (RFC 6749, section 3.1.1).
    """

    CODE = "code", "code"
    CODE_ID_TOKEN = "code id_token", "code id_token"
    CODE_ID_TOKEN_TOKEN = "code token id_token", "code token id_token"
    CODE_TOKEN = "code token", "code token"
    ID_TOKEN = "id_token", "id_token"
    ID_TOKEN_TOKEN = "token id_token", "token id_token"
    TOKEN = "token", "token"


def in_one_order(text: Any) -> Any:
    """Return a response type with its words in the order that this list uses."""
    words = sorted(text.split()) if isinstance(text, str) else None
    return next((each for each in ResponseType if sorted(each.split()) == words), text)


class AsymmetricAlgorithm(Labeled):
    """Signing algorithms for which the client uses a private key of its own (RFC 7518, section 3.1)."""

    RS256 = "RS256", "RS256"
    RS384 = "RS384", "RS384"
    RS512 = "RS512", "RS512"
    ES256 = "ES256", "ES256"
    ES384 = "ES384", "ES384"
    ES512 = "ES512", "ES512"
    PS256 = "PS256", "PS256"
    PS384 = "PS384", "PS384"
    PS512 = "PS512", "PS512"


class Algorithm(Labeled):
    """Signing algorithms that use either a private key or the client's secret."""

    RS256 = "RS256", "RS256"
    RS384 = "RS384", "RS384"
    RS512 = "RS512", "RS512"
    ES256 = "ES256", "ES256"
    ES384 = "ES384", "ES384"
    ES512 = "ES512", "ES512"
    PS256 = "PS256", "PS256"
    PS384 = "PS384", "PS384"
    PS512 = "PS512", "PS512"
    HS256 = "HS256", "HS256"
    HS384 = "HS384", "HS384"
    HS512 = "HS512", "HS512"


class IdTokenAlgorithm(Labeled):
    """Signing algorithm of ID tokens."""

    NONE = "NONE", "None"
    HS256 = "HS256", "HS256"
    HS384 = "HS384", "HS384"
    HS512 = "HS512", "HS512"
    RS256 = "RS256", "RS256"
    RS384 = "RS384", "RS384"
    RS512 = "RS512", "RS512"
    ES256 = "ES256", "ES256"
    ES384 = "ES384", "ES384"
    ES512 = "ES512", "ES512"
    PS256 = "PS256", "PS256"
    PS384 = "PS384", "PS384"
    PS512 = "PS512", "PS512"


class KeyEncryption(Labeled):
    """Key management algorithm of encrypted tokens (RFC 7518, section 4.1)."""

    DIR = "DIR", "dir"
    A128KW = "A128KW", "A128KW"
    A192KW = "A192KW", "A192KW"
    A256KW = "A256KW", "A256KW"
    A128GCMKW = "A128GCMKW", "A128GCMKW"
    A192GCMKW = "A192GCMKW", "A192GCMKW"
    A256GCMKW = "A256GCMKW", "A256GCMKW"
    ECDH_ES = "ECDH_ES", "ECDH-ES"
    ECDH_ES_A128KW = "ECDH_ES_A128KW", "ECDH-ES+A128KW"
    ECDH_ES_A192KW = "ECDH_ES_A192KW", "ECDH-ES+A192KW"
    ECDH_ES_A256KW = "ECDH_ES_A256KW", "ECDH-ES+A256KW"
    RSA_OAEP = "RSA_OAEP", "RSA-OAEP"
    RSA_OAEP_256 = "RSA_OAEP_256", "RSA-OAEP-256"

    @property
    def is_asymmetric(self) -> bool:
        """Return whether the algorithm needs a public key of the client.

        Other algorithms derive the key from its secret.
        """
        return self.value.startswith(("ECDH", "RSA"))


class ContentEncryption(Labeled):
    """Content encryption algorithm of encrypted tokens (RFC 7518, section 5.1)."""

    AES_128_CBC_HMAC_SHA_256 = "AES_128_CBC_HMAC_SHA_256", "A128CBC-HS256"
    AES_192_CBC_HMAC_SHA_384 = "AES_192_CBC_HMAC_SHA_384", "A192CBC-HS384"
    AES_256_CBC_HMAC_SHA_512 = "AES_256_CBC_HMAC_SHA_512", "A256CBC-HS512"
    AES_128_GCM = "AES_128_GCM", "A128GCM"
    AES_192_GCM = "AES_192_GCM", "A192GCM"
    AES_256_GCM = "AES_256_GCM", "A256GCM"
