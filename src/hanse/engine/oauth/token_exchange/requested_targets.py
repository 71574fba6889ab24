"""Selects who issues the token of an exchange: an access token manager, or a token generator.

`requested_token_type` decides (RFC 8693, section 2.1). Without it, the resources do: those that only a generator group
serves get a token of the group's default type, and all others an access token. An `audience` is a resource of a manager
or group, or the client ID of the service that will receive the token.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from hanse.engine.errors import InvalidRequest, InvalidTarget
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS
from hanse.engine.oauth.access_tokens.manager_choice import checked_resource, default_manager_id, is_below
from hanse.engine.oauth.token_exchange.compiled_policies import (
    EXCHANGE_CONFIGURATION,
    ExchangeConfiguration,
    GeneratorGroup,
)
from hanse.engine.oauth.token_exchange.exchange_request import ExchangeRequest
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.applications.token_exchange.token_types import ACCESS_TOKEN, REFRESH_TOKEN

_UNSUPPORTED = "The requested token type is not supported."


@dataclass(frozen=True, kw_only=True)
class ExchangeTarget:
    """The token that an exchange issues. Without a generator, it is an access token or a refresh token."""

    issued_type: str
    generator_id: str = ""
    # The audiences that are resources.
    resources: tuple[str, ...] = ()
    # The access token manager of the service that an audience names; empty for none.
    manager_id: str = ""


def select_target(snapshot: Snapshot, wanted: ExchangeRequest, *, has_grants: bool = False) -> ExchangeTarget:
    """Return the target of a request. Raises InvalidTarget for an unknown audience or resource, and InvalidRequest.

    `has_grants` is true if the processor policy has a grant mapping, so that refresh tokens can be requested.
    """
    uris = tuple(each for each in wanted.audiences if _is_uri(each))
    services = [each for each in wanted.audiences if not _is_uri(each)]
    for each in (*wanted.resources, *uris):
        checked_resource(each)
    configuration = snapshot.part(EXCHANGE_CONFIGURATION)
    group = _group_of(configuration, (*wanted.resources, *uris))
    type_ = wanted.requested_type or _usual_type(snapshot, (*wanted.resources, *uris), group)
    if type_ == ACCESS_TOKEN or (type_ == REFRESH_TOKEN and has_grants):
        return ExchangeTarget(issued_type=type_, resources=uris, manager_id=_manager_of(snapshot, services))
    if services:
        raise InvalidTarget("This type of token is issued for resources only, and not for clients.")
    if group is None and (wanted.resources or uris):
        raise InvalidTarget("No generator group serves the requested resource.")
    group = group or configuration.default_group
    generator_id = None if group is None else group.generators.get(type_)
    if generator_id is None:
        raise InvalidRequest(_UNSUPPORTED)
    return ExchangeTarget(issued_type=type_, generator_id=generator_id, resources=uris)


def _is_uri(text: str) -> bool:
    try:
        return bool(urlsplit(text).scheme)
    except ValueError:
        return False


def _group_of(configuration: ExchangeConfiguration, resources: tuple[str, ...]) -> GeneratorGroup | None:
    """Return the group that serves all resources."""
    if not resources:
        return None
    return next((each for each in configuration.groups.values() if all(map(each.serves, resources))), None)


def _usual_type(snapshot: Snapshot, resources: tuple[str, ...], group: GeneratorGroup | None) -> str:
    managed = snapshot.part(TOKEN_MANAGERS).resources
    if group is None or any(is_below(each, uri) for each in resources for uri, _ in managed):
        return ACCESS_TOKEN
    if group.default_type is None:
        raise InvalidRequest("The parameter requested_token_type is required for this resource.")
    return group.default_type


def _manager_of(snapshot: Snapshot, services: list[str]) -> str:
    """Return the access token manager of the clients that audiences name; empty without such an audience."""
    managers = snapshot.part(TOKEN_MANAGERS)
    found: set[str] = set()
    for each in services:
        client = snapshot.part(CLIENTS).get(each)
        manager_id = None if client is None else default_manager_id(managers, client)
        if manager_id is None:
            raise InvalidTarget("The audience is unknown.")
        found.add(manager_id)
    if len(found) > 1:
        raise InvalidTarget("The audiences have different access token managers.")
    return next(iter(found), "")
