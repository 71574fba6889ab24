"""Client credentials: a client acts on its own behalf (RFC 6749, section 4.4)."""

from hanse.engine.oauth.contracts import IssuedToken
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.resources.grants import GrantType


class ClientCredentialsGrant:
    """Entitles a client to access without a user."""

    name = "client_credentials"
    allowed_by = GrantType.CLIENT_CREDENTIALS
    public_allowed = False

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return the entitlement of the client: all scopes that are configured for it."""
        return Entitlement(client_id=call.client.id, issuer=call.request.issuer.identifier, scopes=None)

    async def use(self, _call: TokenEndpointRequest, _entitlement: Entitlement, _access_token: IssuedToken) -> str:
        """Return no refresh token (RFC 6749, section 4.4.3)."""
        return ""
