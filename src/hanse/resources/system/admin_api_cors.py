"""CORS settings of the admin API: the origins whose pages may call it."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Unordered
from hanse.config.declare.options import ResourceText
from hanse.config.declare.origins import ExactOrigin, serialized_origin
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import SYSTEM_INTEGRATION, ConsolePage

MAXIMUM = 1000


class AdministrativeApiCorsSettings(ConfigModel):
    """The web origins whose scripts may call the admin API."""

    enabled: Annotated[
        bool,
        Field(
            title="Enable CORS",
            description="Allow scripts on pages of the origins below to call the admin API. Otherwise, only scripts of "
            "this console may call it. Programs outside of browsers are not affected.",
        ),
    ] = False
    allowed_origins_list: Annotated[
        list[ExactOrigin],
        Field(
            max_length=MAXIMUM,
            title="Allowed Origins",
            description="Exact origins with scheme, host and port, such as https://tools.example.com. Wildcards are "
            "not accepted. Scripts must authenticate with an Authorization header.",
        ),
        Unordered(),
    ] = Field(default_factory=list)


def effective_origins(settings: AdministrativeApiCorsSettings) -> frozenset[str]:
    """Return the allowed origins as browsers write them: in lower case and without the default port."""
    return (
        frozenset(serialized_origin(each) for each in settings.allowed_origins_list)
        if settings.enabled
        else frozenset()
    )


ADMIN_API_CORS = Resource(
    path=handles.ADMIN_API_CORS.path,
    model=AdministrativeApiCorsSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Admin API CORS Settings", description="Web origins whose pages may call the admin API (CORS)."
    ),
    default=AdministrativeApiCorsSettings,
    # Engines do not serve the admin API.
    deployment=DeploymentOptions(scope=ReplicationScope.CONSOLES),
    ui=Ui(
        page=ConsolePage(
            id="adminApiCorsSettings",
            label="Admin API CORS Settings",
            heading=SYSTEM_INTEGRATION,
            slug="admin-api-cors-settings",
            position=30,
            keywords=("CORS", "cross-origin", "allowed origins", "browser"),
        ),
        guide="api",
        form=ItemForm(layout=FormLayout(when={"allowedOriginsList": (AppliesWhen("enabled"),)})),
    ),
)
