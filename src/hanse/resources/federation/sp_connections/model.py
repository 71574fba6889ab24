"""An SP connection, as the API contract names its members."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse.config.declare.fields import Filterable, ShortText
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.model import Connection
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.sp_connections.attribute_query import QUERY, SpAttributeQuery, is_configured
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso

# The member with the settings of Browser SSO.
SSO: Final = "spBrowserSso"
UNSUPPORTED_MEMBERS: Final = (
    "additionalAllowedEntitiesConfiguration",
    "licenseConnectionGroup",
    "outboundProvision",
    "wsTrust",
)


class SpConnectionType(Labeled):
    """The role of the partner."""

    SP = "SP", "Service provider"


class ConnectionTargetType(Labeled):
    """The kind of a partner; other kinds of the API contract are for provisioning."""

    STANDARD = "STANDARD", "Standard"


class SpConnection(Connection):
    """A connection to a service provider."""

    type: SpConnectionType = SpConnectionType.SP
    application_name: Annotated[
        ShortText | None,
        Field(
            title="Application name",
            description="Name of the partner's application on sign-in pages. If not set, the name of the connection.",
        ),
    ] = None
    application_icon_url: Annotated[
        str | None,
        Field(title="Application icon URL", description="Address of the application's icon.", max_length=2048),
    ] = None
    connection_target_type: Annotated[ConnectionTargetType, Field(title="Connection target type")] = (
        ConnectionTargetType.STANDARD
    )
    credentials: Annotated[ConnectionCredentials, Field(title="Credentials", default_factory=ConnectionCredentials)]
    attribute_query: Annotated[SpAttributeQuery | None, Field(title="Attribute queries")] = None
    sp_browser_sso: Annotated[SpBrowserSso, Field(title="Browser SSO"), Filterable(by="protocol", is_indexed=True)]

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        sent = without_unsupported(sent, UNSUPPORTED_MEMBERS)
        if isinstance(sent, dict) and not is_configured(sent.get(QUERY)):
            return {name: value for name, value in sent.items() if name != QUERY}
        return sent
