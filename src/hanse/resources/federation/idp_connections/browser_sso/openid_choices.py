"""Choices of the settings of an OpenID provider."""

from hanse.kit.texts.labels import Labeled


class LoginType(Labeled):
    """The flows of OpenID Connect.

    A third one of the API contract, POST_AT, also returns an access token through the browser. RFC 9700, section 2.1.2,
    advises against it, so it is refused.
    """

    CODE = "CODE", "Authorization code"
    POST = "POST", "Form post (ID token only)"


class AuthenticationScheme(Labeled):
    """The methods of client authentication at the provider's token endpoint (OpenID Connect Core 1.0, section 9)."""

    BASIC = "BASIC", "Client secret (HTTP Basic)"
    POST = "POST", "Client secret in the request body"
    PRIVATE_KEY_JWT = "PRIVATE_KEY_JWT", "Private key JWT"
    CLIENT_SECRET_JWT = "CLIENT_SECRET_JWT", "Client secret JWT"


class ProviderAlgorithm(Labeled):
    """The signing algorithms of client assertions and request objects. Those with HS use the client secret."""

    RS256 = "RS256", "RS256"
    RS384 = "RS384", "RS384"
    RS512 = "RS512", "RS512"
    PS256 = "PS256", "PS256"
    PS384 = "PS384", "PS384"
    PS512 = "PS512", "PS512"
    ES256 = "ES256", "ES256"
    ES384 = "ES384", "ES384"
    ES512 = "ES512", "ES512"
    HS256 = "HS256", "HS256"
    HS384 = "HS384", "HS384"
    HS512 = "HS512", "HS512"


class SecuredResponses(Labeled):
    """The forms of authorization responses (JARM, section 2.3)."""

    DISABLED = "DISABLED", "Not signed"
    QUERY_JWT = "QUERY_JWT", "Signed (query.jwt)"
