"""Mapping sources that several OAuth areas share: persistent grants, clients and the request."""

from hanse import handles
from hanse.config.declare.view import View
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingSource

USER_KEY, USER_NAME = "USER_KEY", "USER_NAME"
# Default lifetime of a persistent grant in minutes, unless a mapping sets it.
GRANT_LIFETIME = "DefaultPersistentGrantLifetime"


def grant_attributes(view: View) -> tuple[str, ...]:
    """Return the attributes that are stored with a persistent grant."""
    settings = view.singleton(handles.AUTHORIZATION_SERVER)
    extended = settings.persistent_grant_contract.extended_attributes
    return (USER_KEY, USER_NAME, *sorted(each.name for each in extended))


def persistent_grant(view: View) -> MappingSource:
    """Return the persistent grant as a mapping source."""
    return MappingSource(
        SourceType.OAUTH_PERSISTENT_GRANT, SourceType.OAUTH_PERSISTENT_GRANT.label, grant_attributes(view)
    )


def extended_properties(view: View, type_: SourceType = SourceType.EXTENDED_PROPERTIES) -> MappingSource:
    """Return the extended properties of the client or of the connection as a mapping source."""
    properties = view.singleton(handles.EXTENDED_PROPERTIES)
    return MappingSource(type_, type_.label, tuple(each.name for each in properties.items))


def client_metadata(view: View) -> tuple[MappingSource, MappingSource]:
    """Return the client's metadata as mapping sources: under the name of the API contract, and under an older one."""
    return extended_properties(view), extended_properties(view, SourceType.EXTENDED_CLIENT_METADATA)
