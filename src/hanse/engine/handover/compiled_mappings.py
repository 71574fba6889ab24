"""The SP adapters with the mappings to them, compiled with the snapshot."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from re import Pattern
from typing import Final

from hanse.config.plugins.model import PluginInstance
from hanse.engine.http.redirect_validation import address_pattern, split_target
from hanse.engine.signin.contracts import Origin
from hanse.engine.signin.pages import PageApplication
from hanse.engine.snapshot.built_overrides import BuiltOverrides
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import Instance, instances, readable
from hanse.plugins.contracts.sp_adapters import ServiceProviderAdapter
from hanse.resources.federation.sp_adapters.mappings import (
    ADAPTER_MAPPINGS,
    CONTRACT_MAPPINGS,
    ApcToSpAdapterMapping,
    IdpToSpAdapterMapping,
)
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_KIND, SpAdapterTargetApplicationInfo
from hanse.resources.federation.sp_adapters.target_urls import EVERY_ADDRESS, TARGET_URL_MAPPINGS, SpUrlMappingType
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.mapping.model import AttributeMapping, SourceType

_ADAPTERS: Compiler[Mapping[str, Instance[ServiceProviderAdapter]]] = instances(SP_ADAPTER_KIND)
# The type and the id of a source, and the id of an SP adapter.
_Key = tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class HandoverMapping:
    """The fulfillment of an SP adapter's contract by one source of users."""

    mapping: AttributeMapping
    default_target: str
    # The application as the mapping names it; empty names mean those of the SP adapter.
    application: PageApplication


@dataclass(frozen=True)
class TargetUrl:
    """A target URL mapping: to an SP adapter, or to the SP connection with an entity ID."""

    pattern: Pattern[str]
    adapter: str = ""
    partner: str = ""


@dataclass(frozen=True, eq=False)
class HandoverConfiguration:
    """Everything that is configured for the hand-over of users."""

    # None for an adapter whose settings cannot be used.
    adapters: Mapping[str, ServiceProviderAdapter | None]
    applications: Mapping[str, PageApplication]
    # The settings of usable adapters, which connections override; with secrets in clear text.
    settings: Mapping[str, PluginInstance] = field(repr=False)
    mappings: Mapping[_Key, HandoverMapping]
    urls: tuple[TargetUrl, ...]
    overridden: BuiltOverrides[ServiceProviderAdapter] = field(default_factory=BuiltOverrides)

    def mapping(self, origin: Origin, adapter: str) -> HandoverMapping | None:
        """Return the mapping from the source of a sign-in to an SP adapter."""
        return self.mappings.get((origin.type, origin.id, adapter))

    def idp_adapters(self, adapter: str) -> tuple[str, ...]:
        """Return the IdP adapters whose users can be handed over to an SP adapter."""
        return tuple(source for type_, source, target in self.mappings if (type_, target) == (_ADAPTER, adapter))

    def has_mappings(self, adapter: str) -> bool:
        """Return whether any users can be handed over to an SP adapter."""
        return any(target == adapter for _, _, target in self.mappings)

    def url_of(self, target: str) -> TargetUrl | None:
        """Return the first target URL mapping that fits an address; None if there is none."""
        if (address := split_target(target)) is None:
            return None
        parts, host = address
        port = "" if parts.port is None else f":{parts.port}"
        shown = f"{parts.scheme.lower()}://{host}{port}{parts.path or '/'}"
        return next((each for each in self.urls if each.pattern.fullmatch(shown)), None)

    @property
    def only_adapter(self) -> str:
        """Return the SP adapter with mappings if there is exactly one; empty otherwise."""
        mapped = {adapter for _, _, adapter in self.mappings}
        return mapped.pop() if len(mapped) == 1 else ""

    def application(self, adapter: str, idp_adapter: str) -> PageApplication:
        """Return the application as sign-in pages show it."""
        usual = self.applications.get(adapter, PageApplication())
        found = self.mappings.get((_ADAPTER, idp_adapter, adapter))
        if found is None:
            return usual
        own = found.application
        return PageApplication(name=own.name or usual.name, logo=own.logo or usual.logo)


_ADAPTER: Final = SourceType.ADAPTER.value
_ANY: Final = re.compile(".*", re.DOTALL)


def _urls(given: CompilerInput[HandoverConfiguration]) -> Iterator[TargetUrl]:
    for each in given.view.singleton(TARGET_URL_MAPPINGS).items:
        pattern = _ANY if each.url == EVERY_ADDRESS else address_pattern(_normal(each.url))
        if each.type is SpUrlMappingType.SP_ADAPTER:
            yield TargetUrl(pattern, adapter=each.ref.id)
        elif (connection := given.view.find(SP_CONNECTIONS, each.ref.id)) is not None:
            yield TargetUrl(pattern, partner=str(connection.body.get("entityId") or ""))


def _normal(url: str) -> str:
    """Return a pattern with scheme and host in lower case, and with a path."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    return f"{scheme}://{host}".lower() + f"/{path}"


def _compile(given: CompilerInput[HandoverConfiguration]) -> HandoverConfiguration:
    adapters = _ADAPTERS.compile(CompilerInput(given.view, given.ports, None, given.changes))
    usable = (id_ for id_, each in adapters.items() if each.plugin is not None)
    return HandoverConfiguration(
        adapters={id_: each.plugin for id_, each in adapters.items()},
        applications={id_: _application(each.settings.target_application_info) for id_, each in adapters.items()},
        settings={id_: SP_ADAPTER_KIND.opened(given.view, id_) for id_ in usable},
        mappings=dict(_mappings(given)),
        urls=tuple(_urls(given)),
    )


def _mappings(given: CompilerInput[HandoverConfiguration]) -> Iterator[tuple[_Key, HandoverMapping]]:
    for _, each in readable(given.view, ADAPTER_MAPPINGS):
        application = PageApplication(name=each.application_name or "", logo=each.application_icon_url or "")
        yield (_ADAPTER, each.source_id, each.target_id), _mapping(each, application)
    contract = SourceType.AUTHENTICATION_POLICY_CONTRACT.value
    for _, other in readable(given.view, CONTRACT_MAPPINGS):
        yield (contract, other.source_id, other.target_id), _mapping(other, PageApplication())


def _mapping(settings: IdpToSpAdapterMapping | ApcToSpAdapterMapping, application: PageApplication) -> HandoverMapping:
    return HandoverMapping(settings, settings.default_target_resource or "", application)


def _application(settings: SpAdapterTargetApplicationInfo | None) -> PageApplication:
    if settings is None:
        return PageApplication()
    return PageApplication(name=settings.application_name or "", logo=settings.application_icon_url or "")


HANDOVER: Final[Compiler[HandoverConfiguration]] = Compiler(
    "handover",
    frozenset({SP_ADAPTER_KIND.resource.kind, ADAPTER_MAPPINGS.kind, CONTRACT_MAPPINGS.kind, TARGET_URL_MAPPINGS.kind}),
    _compile,
)
