"""Sources of OAuth mappings in several areas: persistent grants, clients and the request."""

from hanse import handles
from hanse.config.declare.view import View
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingSource

USER_KEY, USER_NAME = "USER_KEY", "USER_NAME"
# What a persistent grant lives for unless a mapping says otherwise, in minutes.
GRANT_LIFETIME = "DefaultPersistentGrantLifetime"


def grant_attributes(view: View) -> tuple[str, ...]:
    """Return the attributes that are kept with a persistent grant."""
    settings = view.singleton(handles.AUTHORIZATION_SERVER)
    extended = settings.persistent_grant_contract.extended_attributes
    return (USER_KEY, USER_NAME, *sorted(each.name for each in extended))


def persistent_grant(view: View) -> MappingSource:
    """Return the grant as a source."""
    return MappingSource(
        SourceType.OAUTH_PERSISTENT_GRANT, SourceType.OAUTH_PERSISTENT_GRANT.label, grant_attributes(view)
    )


def client_metadata(view: View) -> tuple[MappingSource, MappingSource]:
    """Return what is noted of clients as sources: by the name that the contract has for it, and by an older one."""
    properties = view.singleton(handles.EXTENDED_PROPERTIES)
    names = tuple(each.name for each in properties.items)
    return (
        MappingSource(SourceType.EXTENDED_PROPERTIES, SourceType.EXTENDED_PROPERTIES.label, names),
        MappingSource(SourceType.EXTENDED_CLIENT_METADATA, SourceType.EXTENDED_CLIENT_METADATA.label, names),
    )
