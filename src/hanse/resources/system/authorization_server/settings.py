"""The settings of the authorization server that are neither scopes nor scope groups."""

from typing import Annotated

from pydantic import Field

from hanse.config.access import Area
from hanse.config.fields import ConfigModel, LongText
from hanse.config.resource import Resource


class AuthorizationServerSettings(ConfigModel):
    """What the authorization server is told as a whole."""

    default_scope_description: Annotated[
        LongText,
        Field(title="Default Scope", description="What a person who consents reads when a client asks for no scope."),
    ] = ""


SETTINGS = Resource(
    kind="oauth/authServerSettings",
    path="/oauth/authServerSettings",
    model=AuthorizationServerSettings,
    area=Area.CONFIGURATION,
    title="Authorization Server Settings",
    description="The settings of the authorization server.",
    default=AuthorizationServerSettings,
)
