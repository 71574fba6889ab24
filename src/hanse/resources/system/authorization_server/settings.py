"""The settings of the authorization server that are neither scopes nor scope groups."""

from hanse.config.access import Area
from hanse.config.resource import Resource
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

SETTINGS = Resource(
    kind="oauth/authServerSettings",
    path="/oauth/authServerSettings",
    model=AuthorizationServerSettings,
    area=Area.CONFIGURATION,
    title="Authorization Server Settings",
    description="The settings of the authorization server.",
    default=AuthorizationServerSettings,
)
