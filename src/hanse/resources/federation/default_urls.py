"""Default URLs: the addresses to which users are sent if a request names none."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.types import Description
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, AUTHENTICATION_INTEGRATION, ConsolePage
from hanse.resources.applications.clients.addresses import OptionalWebAddress

# A key of the page texts, so that users read it in their language.
USUAL_ERROR = "errorDetail.idpSsoFailure"


class IdpDefaultUrl(ConfigModel):
    """Settings for users whom this server authenticates."""

    confirm_idp_slo: Annotated[
        bool,
        Field(
            title="Confirm single logout",
            description="Always ask users before they are signed out at the logout address of this server. If off, only"
            " users who come from another site are asked.",
        ),
    ] = False
    idp_slo_success_url: Annotated[
        OptionalWebAddress | None,
        Field(
            title="Logout success URL",
            description="Address to which users are redirected after single logout if the request names none. If empty,"
            " a page of this server is shown.",
        ),
    ] = None
    idp_error_msg: Annotated[
        Description,
        Field(
            title="SSO error message",
            description="Shown to users when a sign-in to an application fails: a text, or the key of a page text,"
            " which has translations.",
        ),
    ]


class SpDefaultUrls(ConfigModel):
    """Settings for users who sign in to applications through this server."""

    sso_success_url: Annotated[
        OptionalWebAddress | None,
        Field(
            title="SSO success URL",
            description="Address to which applications send users after sign-in if neither the request nor the mapping"
            " names one. If empty, the application chooses the page.",
        ),
    ] = None
    confirm_slo: Annotated[
        bool,
        Field(
            title="Confirm single logout",
            description="Always ask users before they are signed out at /sp/startSLO.ping. If off, only users who come"
            " from another site are asked.",
        ),
    ] = False
    slo_success_url: Annotated[
        OptionalWebAddress | None,
        Field(
            title="Logout success URL",
            description="Address to which users are redirected after a logout at /sp/startSLO.ping if the request names"
            " none. If empty, a page of this server is shown.",
        ),
    ] = None


IDP_DEFAULT_URLS = Resource(
    path=handles.IDP_DEFAULT_URLS.path,
    model=IdpDefaultUrl,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="IdP Default URL",
        description="Logout address and error message for users whom this server authenticates.",
    ),
    default=lambda: IdpDefaultUrl(idp_error_msg=USUAL_ERROR),
    ui=Ui(
        page=ConsolePage(
            id="idpDefaultUrl",
            label="IdP Default URL",
            heading=AUTHENTICATION_INTEGRATION,
            slug="idp-default-url",
            position=90,
            keywords=("logout", "error message", "SLO"),
        ),
        guide="default-urls",
        form=ItemForm(),
    ),
)
SP_DEFAULT_URLS = Resource(
    path=handles.SP_DEFAULT_URLS.path,
    model=SpDefaultUrls,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="SP Default URLs", description="Addresses to which users are sent after sign-in and logout."
    ),
    default=SpDefaultUrls,
    ui=Ui(
        page=ConsolePage(
            id="spDefaultUrls",
            label="SP Default URLs",
            heading=APPLICATION_INTEGRATION,
            slug="sp-default-urls",
            position=70,
            keywords=("target", "logout", "SLO"),
        ),
        guide="default-urls",
        form=ItemForm(),
    ),
)
