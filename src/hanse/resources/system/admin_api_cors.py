"""CORS settings of the admin API: the origins whose pages may call it."""

import ipaddress
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, HoldsPattern, Unordered
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import SYSTEM_INTEGRATION, ConsolePage
from hanse.kit.http.hosts import DEFAULT_PORTS, names_loopback, split_authority

MAXIMUM = 1000
# An origin has no path (RFC 6454, section 6.1). Patterns are not accepted: any host that matches one could be taken
# over by a stranger, and its scripts could change the whole configuration.
ORIGIN = r"^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$"
EXPECTED = "Enter the exact origin, with https and without a path, such as https://tools.example.com."


def _is_host(host: str) -> bool:
    try:
        return not host.startswith("[") or bool(ipaddress.IPv6Address(host[1:-1]))
    except ValueError:
        return False


def _check_secure(text: str) -> str:
    """Refuse http, whose pages anyone on the way can change, except for this machine (RFC 8252, section 8.3)."""
    scheme, _, authority = text.partition("://")
    parts = split_authority(authority.encode(), scheme.lower())
    if parts is None or parts[1] not in range(1, 65_536) or not _is_host(parts[0]):
        raise PydanticCustomError("invalid_origin", EXPECTED)
    if scheme.lower() == "http" and not names_loopback(parts[0]):
        raise PydanticCustomError(
            "invalid_origin", "Only origins on this machine, such as http://localhost:8080, may use http."
        )
    return text


ExactOrigin = Annotated[str, Field(max_length=300), HoldsPattern(ORIGIN, EXPECTED), AfterValidator(_check_secure)]


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
    return frozenset(_serialized(each) for each in settings.allowed_origins_list) if settings.enabled else frozenset()


def _serialized(origin: str) -> str:
    scheme, _, authority = origin.lower().partition("://")
    parts = split_authority(authority.encode(), scheme)
    if parts is None:
        raise ValueError("an origin without a host was stored")
    host, port = parts
    if host.startswith("["):
        host = f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    return f"{scheme}://{host}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{host}:{port}"


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
