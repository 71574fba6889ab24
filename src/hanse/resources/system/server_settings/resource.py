"""The declaration of the server's settings."""

from hanse.config.declare.access import Area
from hanse.config.declare.resource import Resource
from hanse.resources.system.server_settings.model import FederationInfo, ServerSettings
from hanse.resources.system.server_settings.rules import check_licensed


def _default() -> ServerSettings:
    return ServerSettings(federation_info=FederationInfo())


SERVER_SETTINGS = Resource(
    kind="serverSettings",
    path="/serverSettings",
    model=ServerSettings,
    area=Area.CONFIGURATION,
    title="Server Settings",
    description="Contact, base URL, identifiers, roles, mail and notifications of this server.",
    default=_default,
    rules=(check_licensed,),
)
