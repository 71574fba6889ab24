"""Mapping sources for users, which are documents with an attribute contract, and for the request."""

from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.view import View
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import Body, MappingSource

# Attributes of every request, with the names of the API contract except for those of WS-Trust.
CONTEXT = (
    "AuthenticatingAuthority",
    "AuthenticationCtx",
    "ClientId",
    "ClientIp",
    "HttpRequest",
    "Locale",
    "OAuthAuthorizationDetails",
    "OAuthScopes",
    "TargetResource",
    "VirtualServerId",
)


def request_context(*more: str) -> MappingSource:
    """Return the request as a mapping source, with additional attributes of some requests."""
    return MappingSource(SourceType.CONTEXT, SourceType.CONTEXT.label, tuple(sorted((*CONTEXT, *more))))


def context_source(view: View, type_: SourceType, resource: Handle[Any], id_: str | None) -> MappingSource:
    """Return the document that users come from as a mapping source; without attributes if it does not exist."""
    stored = view.find(resource, id_) if id_ and view.knows(resource) else None
    if stored is None:
        return MappingSource(type_, type_.label, (), id_)
    names = view.attributes(resource, stored)
    return MappingSource(type_, type_.label, attributes_of(stored.body) if names is None else names, id_)


def attributes_of(body: Body) -> tuple[str, ...]:
    """Return the attributes of a document that is a contract or contains one."""
    contract = body.get("attributeContract") or body
    names = (each["name"] for part in ("coreAttributes", "extendedAttributes") for each in contract.get(part) or ())
    return tuple(dict.fromkeys(names))
