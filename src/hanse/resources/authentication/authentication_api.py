"""The authentication API: its settings, and the applications that sign users in with it."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Searchable, Unique, Unordered
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.origins import ExactOrigin, PageAddress
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Description, Name
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, MainSwitch, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import AUTHENTICATION_INTEGRATION, ConsolePage
from hanse.kit.errors import FieldError

_MOST_ORIGINS = 100


class AuthnApiSettings(ConfigModel):
    """The settings of the authentication API."""

    api_enabled: Annotated[
        bool,
        Field(
            title="Enable Authentication API",
            description="Let authentication applications sign users in with JSON requests. If off, users see the "
            "sign-in pages of this server, and clients cannot use the redirectless mode.",
        ),
    ] = False
    default_application_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Default Authentication Application",
            description="Application for adapters that are used without a policy. If none is selected, users see the "
            "sign-in pages of this server.",
        ),
        Ref(handles.API_APPLICATIONS),
    ] = None
    enable_api_descriptions: Annotated[
        bool,
        Field(
            title="Describe Actions in API Responses",
            description="Add a description and the JSON Schema of each action to responses, for developers of "
            "authentication applications.",
        ),
    ] = False
    restrict_access_to_redirectless_mode: Annotated[
        bool,
        Field(
            title="Restrict Access to Redirectless Mode",
            description="In a browser, let an authentication application use the redirectless mode only with the "
            "client that is selected for it. If off, it can use the user's session to obtain tokens for every "
            "client that allows the mode.",
        ),
    ] = True
    include_request_context: Annotated[
        bool,
        Field(
            title="Include Request Context in API Responses",
            description="Add the client, its name and the requested scopes to responses.",
        ),
    ] = False


class AuthnApiApplication(ConfigModel):
    """An application that shows users its own pages and signs them in with the authentication API."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    url: Annotated[
        PageAddress,
        Field(
            title="URL",
            description="Page to which users are sent to sign in, with the parameter flowId. Its origin may call the "
            "authentication API.",
        ),
        Searchable(),
    ]
    description: Annotated[Description | None, Searchable()] = None
    additional_allowed_origins: Annotated[
        list[ExactOrigin],
        Field(
            title="Additional Allowed Origins",
            description="Further exact origins whose scripts may call the authentication API for this application, "
            "such as https://login.example.org. Wildcards are not accepted.",
            max_length=_MOST_ORIGINS,
        ),
        Unordered(),
    ] = Field(default_factory=list)
    client_for_redirectless_mode_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Client for Redirectless Mode",
            description="Client with which this application may use the redirectless mode in a browser. If none is "
            "selected, the application cannot use the mode while access to it is restricted.",
        ),
        # Without a client, the application cannot use the mode while access to it is restricted.
        Ref(handles.CLIENTS, released=True),
    ] = None


def _check_client(proposal: Proposal[AuthnApiApplication]) -> Iterator[FieldError]:
    chosen = proposal.new.client_for_redirectless_mode_ref
    client = None if chosen is None else proposal.view.find(handles.CLIENTS, chosen.id)
    if client is not None and not client.body.get("allowAuthenticationApiInit"):
        yield FieldError(
            "Select a client that allows authentication API OAuth initiation.", "clientForRedirectlessModeRef"
        )


_TABS = "authenticationApi"
_SWITCH = MainSwitch(
    handles.API_SETTINGS,
    "apiEnabled",
    "The authentication API is disabled. Users see the sign-in pages of this server.",
    "Enable Authentication API",
    "The authentication API is enabled.",
)

API_APPLICATIONS_UI = Ui(
    page=ConsolePage(
        id="authenticationApiApplications",
        label="Authentication API Applications",
        heading=AUTHENTICATION_INTEGRATION,
        slug="authentication-api-applications",
        position=30,
        keywords=("authn API", "redirectless", "pi.flow", "single-page application", "sign-in page", "headless"),
    ),
    guide="authentication-api",
    tabs=_TABS,
    switch=_SWITCH,
    items=ItemList(
        singular="Authentication Application",
        plural="Authentication Applications",
        columns=("url",),
        default=DefaultItem(handles.API_SETTINGS, "defaultApplicationRef"),
        empty="An authentication application shows users pages of its own, and signs them in with JSON requests."
        " Policies refer to the application that is used for them.",
    ),
    form=ItemForm(),
)

API_APPLICATIONS = Resource(
    path=handles.API_APPLICATIONS.path,
    model=AuthnApiApplication,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Application",
        description="Applications that sign users in with the authentication API.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(rules=(_check_client,)),
    ui=API_APPLICATIONS_UI,
)

_WHEN_ENABLED = (AppliesWhen("apiEnabled"),)

API_SETTINGS = Resource(
    path=handles.API_SETTINGS.path,
    model=AuthnApiSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication API Settings", description="Settings of the authentication API for all applications."
    ),
    default=AuthnApiSettings,
    ui=Ui(
        page=ConsolePage(
            id="authenticationApiSettings",
            label="Authentication API Settings",
            heading=AUTHENTICATION_INTEGRATION,
            slug="authentication-api-settings",
            position=31,
            keywords=("authn API", "redirectless", "pi.flow"),
        ),
        guide="authentication-api",
        tabs=_TABS,
        form=ItemForm(
            layout=FormLayout(
                when=dict.fromkeys(
                    (
                        "defaultApplicationRef",
                        "enableApiDescriptions",
                        "restrictAccessToRedirectlessMode",
                        "includeRequestContext",
                    ),
                    _WHEN_ENABLED,
                )
            )
        ),
    ),
)
