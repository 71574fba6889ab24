"""Token requests without client identification.

RFC 6749, section 3.2.1, lets a server accept them for some grant types. Two settings enable them, one for the password
grant and one for extension grants; both are off by default. Such a request gets common scopes only, and neither a
refresh token nor an ID token, because both belong to a client.
"""

from typing import Any

from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import ClientAuth
from hanse.resources.grants import GrantType
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings


def accepts_unidentified(settings: AuthorizationServerSettings, grant_type: GrantType) -> bool:
    """Return whether requests of a grant type are accepted without client identification."""
    if grant_type is GrantType.RESOURCE_OWNER_CREDENTIALS:
        return settings.allow_unidentified_client_ro_creds
    # Extension grants are those of RFC 6749, section 4.5. Token exchange needs an authenticated client.
    return grant_type is GrantType.EXTENSION and settings.allow_unidentified_client_extension_grants


def unidentified_client(grant_type: GrantType) -> RegisteredClient:
    """Return the substitute for the client in such a request, with an empty identifier and no settings of its own."""
    # Not validated, because no configurable client has an empty identifier.
    own: dict[str, Any] = {
        "client_id": "",
        "name": "",
        "grant_types": [grant_type],
        "client_auth": ClientAuth(type=AuthType.NONE),
    }
    return RegisteredClient.of(Client.model_construct(**own))
