"""The names of the settings of an OpenID Connect adapter, and the values of its choices."""

from typing import Final

ISSUER, CLIENT_ID, CLIENT_SECRET = "Issuer", "Client ID", "Client Secret"
AUTHENTICATION, ASSERTION_ALGORITHM, ASSERTION_AUDIENCE = (
    "Client Authentication",
    "Client Assertion Algorithm",
    "Client Assertion Audience",
)
SCOPES, USER_INFO = "Scopes", "Request UserInfo"
ALGORITHMS, TOLERANCE = "Accepted ID Token Algorithms", "Clock Tolerance"
SIGN_OUT = "Sign Out At Provider"
PUSH_REQUESTS = "Push Authorization Requests"
SIGNED_RESPONSES, BOUND_TOKENS = "Signed Authorization Responses", "DPoP-Bound Tokens"
PASS_USERNAME, PASS_CONTEXT = "Pass On Username", "Pass On Authentication Context"
# The methods of OpenID Connect Core 1.0, section 9. A client without one is public.
BASIC, POST, PRIVATE_KEY, NONE = "client_secret_basic", "client_secret_post", "private_key_jwt", "none"
# For connections only: adapters sign with a key of this server instead.
SECRET_ASSERTION: Final[str] = "client_secret_jwt"  # noqa: S105 - the name of a method.
TO_ISSUER, TO_TOKEN_ENDPOINT = "issuer", "token_endpoint"
