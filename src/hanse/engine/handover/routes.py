"""Routes from a source of users to an SP adapter: the mappings that fulfill the adapter's contract, one after another.

Users of an IdP adapter or of a policy contract are mapped at once. Users of an IdP connection are mapped by the
connection: to the SP adapter, or to a policy contract that has a mapping to the SP adapter.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hanse.engine.handover.compiled_mappings import HANDOVER
from hanse.engine.signin.contracts import Origin, Value
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import TargetMapping
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.mapping.model import AttributeMapping, SourceType

_CONTRACT: Final = SourceType.AUTHENTICATION_POLICY_CONTRACT
# The source is named by its type alone: there is one assertion, and one set of claims.
_PARTNER_USER: Final = ((SourceType.ASSERTION, None), (SourceType.CLAIMS, None))
SourceKey = tuple[SourceType, str | None]


@dataclass(frozen=True)
class RouteStep:
    """A mapping, and the sources as which it reads the attributes of the step before."""

    mapping: AttributeMapping
    sources: tuple[SourceKey, ...]


@dataclass(frozen=True)
class HandoverRoute:
    """The mappings of a route, and the page of the application for requests that name none."""

    steps: tuple[RouteStep, ...]
    default_target: str
    # Attributes of the request that depend on the source.
    context: Mapping[str, Value] = field(default_factory=dict)
    # The extended properties of the IdP connection.
    properties: Mapping[str, Value] = field(default_factory=dict)
    # The IdP connection that overrides settings of the SP adapter; empty if none does.
    overridden_by: str = ""


def route_to(snapshot: Snapshot, origin: Origin, adapter: str, virtual_id: str = "") -> HandoverRoute | None:
    """Return the route from the source of a sign-in to an SP adapter; None if there is none.

    `virtual_id` is the virtual server ID for which a partner has authenticated the user.
    """
    if origin.type == SourceType.IDP_CONNECTION:
        connection = snapshot.part(CONNECTION_SOURCES).connection(origin.id)
        if connection is None or connection.idp_browser_sso is None:
            return None
        route = next(_routes_of_connection(snapshot, connection, adapter, virtual_id), None)
        # Applications receive a single value as a text, because most attributes of SP adapters have one value.
        properties: dict[str, Value] = {
            name: each.values[0] if len(each.values) == 1 else list(each.values)
            for name, each in connection.extended_properties.items()
        }
        further = connection.additional_allowed_entities_configuration
        # Rules on the authority must not hold for users of further issuers.
        has_one_issuer = further is None or not (further.accepted or further.allow_all_entities)
        context = {"AuthenticatingAuthority": connection.entity_id} if has_one_issuer else {}
        return None if route is None else replace(route, context=context, properties=properties)
    found = snapshot.part(HANDOVER).mapping(origin, adapter)
    if found is None:
        return None
    return HandoverRoute((RouteStep(found.mapping, ((SourceType(origin.type), origin.id),)),), found.default_target)


def _routes_of_connection(
    snapshot: Snapshot, connection: IdpConnection, adapter: str, virtual_id: str
) -> Iterator[HandoverRoute]:
    """Yield the routes from a connection to an SP adapter, a direct one first."""
    sso = connection.idp_browser_sso
    if sso is None:
        return
    default = sso.default_target_url or ""
    for each in sso.adapter_mappings:
        if each.sp_adapter_ref.id == adapter and each.applies_to(virtual_id):
            overridden_by = "" if each.adapter_override_settings is None else connection.id or ""
            yield HandoverRoute((RouteStep(each, _PARTNER_USER),), default, overridden_by=overridden_by)
    for mapped in sso.authentication_policy_contract_mappings:
        contract = mapped.authentication_policy_contract_ref.id
        onward = snapshot.part(HANDOVER).mapping(Origin(_CONTRACT.value, contract), adapter)
        if onward is not None and mapped.applies_to(virtual_id):
            steps = (RouteStep(mapped, _PARTNER_USER), RouteStep(onward.mapping, ((_CONTRACT, contract),)))
            yield HandoverRoute(steps, default or onward.default_target)


def adapters_of_connection(
    snapshot: Snapshot, connection: str, applies: Callable[[TargetMapping], bool] = lambda _: True
) -> frozenset[str]:
    """Return the SP adapters to which users of a connection can be handed over, by the mappings that apply."""
    settings = snapshot.part(CONNECTION_SOURCES).connection(connection)
    sso = None if settings is None else settings.idp_browser_sso
    if sso is None:
        return frozenset()
    direct = (each.sp_adapter_ref.id for each in sso.adapter_mappings if applies(each))
    contracts = {
        each.authentication_policy_contract_ref.id
        for each in sso.authentication_policy_contract_mappings
        if applies(each)
    }
    onward = (
        adapter
        for type_, source, adapter in snapshot.part(HANDOVER).mappings
        if type_ == _CONTRACT and source in contracts
    )
    return frozenset((*direct, *onward))


def adapter_for_connection(snapshot: Snapshot, connection: str, named: str, target: str, virtual_id: str) -> str:
    """Return the SP adapter for users of a connection; empty if none is mapped, or if several are and none is named.

    The request names the adapter, or the target URL mappings name it for the target of the request.
    """
    mapped = adapters_of_connection(snapshot, connection, lambda each: each.applies_to(virtual_id))
    url = None if named else snapshot.part(HANDOVER).url_of(target)
    chosen = named or ("" if url is None else url.adapter)
    if not chosen and len(mapped) == 1:
        return next(iter(mapped))
    return chosen if chosen in mapped else ""
