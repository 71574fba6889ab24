"""The settings of the authorization server as one document, including lists of its scopes and scope groups."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ApiOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.http import embedded_collections
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings
from hanse.resources.system.authorization_server.scopes import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
)
from hanse.resources.system.authorization_server.ui import UI

SETTINGS = Resource(
    path=handles.AUTHORIZATION_SERVER.path,
    model=AuthorizationServerSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Authorization Server Settings", description="Settings of the authorization server."),
    default=AuthorizationServerSettings,
    api=ApiOptions(body_limit=embedded_collections.BODY_LIMIT),
    embedded=(
        ("scopes", COMMON_SCOPES),
        ("scopeGroups", COMMON_GROUPS),
        ("exclusiveScopes", EXCLUSIVE_SCOPES),
        ("exclusiveScopeGroups", EXCLUSIVE_GROUPS),
    ),
    ui=UI,
)
