"""Paths of the OAuth endpoints, below each issuer's path, as existing clients know them."""

from typing import Final

AUTHORIZATION_PATH: Final = "/as/authorization.oauth2"
TOKEN_PATH: Final = "/as/token.oauth2"  # noqa: S105 - a path is no password.
INTROSPECTION_PATH: Final = "/as/introspect.oauth2"
PUSHED_REQUEST_PATH: Final = "/as/par.oauth2"
DEVICE_AUTHORIZATION_PATH: Final = "/as/device_authz.oauth2"
USER_AUTHORIZATION_PATH: Final = "/as/user_authz.oauth2"
BACKCHANNEL_PATH: Final = "/as/bc-auth.ciba"
# The page on which users decide on backchannel authentication requests; links in messages lead to it.
BACKCHANNEL_APPROVAL_PATH: Final = "/as/bc-approval.ciba"
REVOCATION_PATH: Final = "/as/revoke_token.oauth2"
REGISTRATION_PATH: Final = "/as/clients.oauth2"
# The service with which holders of an access token manage their own grants.
OWN_GRANTS_PATH: Final = "/pf-ws/rest/oauth/grants"
