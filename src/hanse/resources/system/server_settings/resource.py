"""The resource declaration of server settings."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules
from hanse.resources.system.server_settings.model import FederationInfo, ServerSettings
from hanse.resources.system.server_settings.rules import check_licensed


def _default() -> ServerSettings:
    return ServerSettings(federation_info=FederationInfo())


SERVER_SETTINGS = Resource(
    path=handles.SERVER_SETTINGS.path,
    model=ServerSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Server Settings",
        description="Contact, base URL, identifiers, roles, mail and notifications of this server.",
    ),
    default=_default,
    saving=SaveRules(rules=(check_licensed,)),
)
