"""The resource declaration of server settings."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.resources.system.server_settings.model import FederationInfo, ServerSettings
from hanse.resources.system.server_settings.notifications_page import NOTIFICATIONS_PAGE
from hanse.resources.system.server_settings.rules import check_effective, check_licensed


def _default() -> ServerSettings:
    return ServerSettings(federation_info=FederationInfo())


_FEDERATION, _CONTACT = "federationInfo", "contactInfo"
# Only API clients need these.
_UNSHOWN = frozenset({"captchaSettings", "emailServer", "rolesAndProtocols"})
_LEFT_OUT = _UNSHOWN | frozenset(
    {
        "notifications",
        *(f"{_FEDERATION}.{each}" for each in ("autoConnectEntityId", "saml1xIssuerId", "saml1xSourceId")),
    }
)

SERVER_SETTINGS = Resource(
    path=handles.SERVER_SETTINGS.path,
    model=ServerSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Server Settings",
        description="Address, identifiers, contact and further settings of this server.",
    ),
    default=_default,
    saving=SaveRules(rules=(check_licensed, check_effective)),
    ui=Ui(
        page=ConsolePage(
            id="protocolSettings",
            label="Protocol Settings",
            heading=SERVER,
            slug="protocol-settings",
            position=10,
            keywords=("base URL", "entity ID", "realm", "federation info", "SAML", "WS-Federation", "contact"),
        ),
        guide="protocol-settings",
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section(
                        "Federation info",
                        (f"{_FEDERATION}.baseUrl", f"{_FEDERATION}.saml2EntityId", f"{_FEDERATION}.wsfedRealm"),
                        "Address of this server, and its identifiers for partners. They are part of the metadata, which"
                        " is published once a signing key is chosen under Metadata Signing.",
                    ),
                    Section(
                        "Contact",
                        (_CONTACT,),
                        "Contact in the SAML metadata of this server. The sign-in pages also show the company.",
                    ),
                ),
                left_out=_LEFT_OUT,
            )
        ),
    ),
    further_pages=(NOTIFICATIONS_PAGE,),
)
