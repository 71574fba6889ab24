"""Selection of the access token manager for the token of a request.

In this order: the manager that the request names (`access_token_manager_id`), the one that serves the resources it
names (`resource`, RFC 8707, or `aud`), the client's default, and the server's default.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from hanse.engine.errors import InvalidRequest, InvalidTarget, UnauthorizedClient
from hanse.engine.oauth.access_tokens.compiled_managers import Manager, Managers
from hanse.engine.snapshot.clients import RegisteredClient

_LONGEST_RESOURCE = 2048


def choose_manager(
    managers: Managers, client: RegisteredClient, resources: Sequence[str] = (), manager_id: str = ""
) -> Manager:
    """Return the manager. Raises InvalidTarget, InvalidRequest, or UnauthorizedClient if there is none."""
    default_id = default_manager_id(managers, client)
    if manager_id:
        named = _usable(managers.by_id.get(manager_id), client, default_id)
        if named is None:
            raise InvalidRequest("The access token manager is unknown or not available to this client.")
        if not all(any(is_below(checked_resource(each), uri) for uri in named.resource_uris) for each in resources):
            raise InvalidTarget("The access token manager does not serve the requested resource.")
        return named
    if resources:
        serving = {_serving(managers, checked_resource(each), client, default_id) for each in resources}
        found = serving.pop()
        if found is None or serving:
            raise InvalidTarget("No access token manager serves the requested resource.")
        return found
    default = None if default_id is None else _usable(managers.by_id.get(default_id), client, default_id)
    if default is None:
        raise UnauthorizedClient("No access token manager is available to this client.")
    return default


def checked_resource(resource: str) -> str:
    """Return a resource that is an absolute URI without a fragment (RFC 8707, section 2). Raises InvalidTarget."""
    try:
        is_absolute = bool(urlsplit(resource).scheme)
    except ValueError:
        is_absolute = False
    if not is_absolute or "#" in resource or len(resource) > _LONGEST_RESOURCE or not resource.isprintable():
        raise InvalidTarget("A resource must be an absolute URI without a fragment.")
    return resource


def is_below(resource: str, uri: str) -> bool:
    """Return whether a resource equals a configured one, or is below it in its path."""
    return resource == uri or resource.startswith((uri if uri.endswith("/") else f"{uri}/", f"{uri}?"))


def eligible_managers(managers: Managers, client: RegisteredClient) -> list[Manager]:
    """Return the managers that serve a client; only its default manager if the client is restricted to it."""
    default_id = default_manager_id(managers, client)
    return [each for each in managers.by_id.values() if _usable(each, client, default_id) is not None]


def default_manager_id(managers: Managers, client: RegisteredClient) -> str | None:
    """Return the id of the client's default manager, or else of the server's; None if there is neither."""
    own = client.essentials.default_access_token_manager_ref
    return own.id if own is not None else managers.default_id


def _usable(manager: Manager | None, client: RegisteredClient, default_id: str | None) -> Manager | None:
    if manager is None or not manager.serves(client.id):
        return None
    is_restricted = client.essentials.restrict_to_default_access_token_manager
    return None if is_restricted and manager.id != default_id else manager


def _serving(managers: Managers, resource: str, client: RegisteredClient, default_id: str | None) -> Manager | None:
    """Return the manager whose resource URI is the longest one above a resource."""
    candidates = (manager for uri, manager in managers.resources if is_below(resource, uri))
    return next((manager for manager in candidates if _usable(manager, client, default_id) is not None), None)
