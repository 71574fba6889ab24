"""The pages of SP connections."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hanse import handles
from hanse.config.declare.access import Principal
from hanse.config.declare.ui.declaration import Body, ItemFacts, ItemForm, ItemList, ListFilter, Prerequisite, Ui
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.config.declare.view import View
from hanse.config.plugins.overrides import OVERRIDE
from hanse.kit.texts.labels import label_of
from hanse.resources.federation.connections.copying import COPY_ACTION
from hanse.resources.federation.connections.endpoints import Protocol
from hanse.resources.federation.connections.health import HEALTH_ACTION
from hanse.resources.federation.connections.list_columns import (
    CERTIFICATE,
    EXPIRY_COLUMN,
    EXPIRY_FILTER,
    SEARCH_HINT,
    STATE_FILTER,
    certificate_facts_on_pages,
)
from hanse.resources.federation.connections.recent_sign_ins import sign_ins_of_service_provider
from hanse.resources.federation.metadata.connection_source import connection_source
from hanse.resources.federation.metadata.conversion import MetadataConnectionType
from hanse.resources.federation.metadata.updates_on_pages import changes_on_pages, metadata_actions
from hanse.resources.federation.own_entity_id import missing_entity_id, missing_realm
from hanse.resources.federation.sp_connections.assertion_mappings import (
    IDP_ADAPTER_OVERRIDES,
    AuthenticationPolicyContractAssertionMapping,
    IdpAdapterAssertionMapping,
)
from hanse.resources.federation.sp_connections.attribute_query import QUERY, SpAttributeQuery, query_offer
from hanse.resources.federation.sp_connections.browser_sso import SUPPORTED_PROTOCOLS
from hanse.resources.federation.sp_connections.form_layout import FORM_LAYOUT, SAML
from hanse.resources.federation.sp_connections.model import SSO
from hanse.resources.federation.sp_connections.own_addresses import own_addresses
from hanse.resources.federation.sp_connections.rules import (
    ADAPTER_MAPPINGS,
    CONTRACT,
    CONTRACT_MAPPINGS,
    adapter_offer,
    contract_offer,
)

PAGE: Final = ConsolePage(
    id="spConnections",
    label="SP Connections",
    heading=APPLICATION_INTEGRATION,
    slug="sp-connections",
    position=10,
    keywords=("partner", "federation", "SAML 2.0", "service provider", "assertion", "entity ID", "ACS"),
    tile=Tile(TileIcon.CONNECTED, "Service providers that users of this server sign in to.", position=10),
)
_PROTOCOLS: Final = {each.value: each.label for each in SUPPORTED_PROTOCOLS}
_EXTENDED: Final = f"{CONTRACT}.extendedAttributes.name"


def _protocol_column(_view: View) -> Callable[[Body], str]:
    return lambda body: label_of(Protocol, (body.get(SSO) or {}).get("protocol"))


def _facts(view: View, id_: str, principal: Principal) -> Mapping[str, str]:
    """Return the changed metadata, the addresses to register at the partner, and the active certificates."""
    parts = (changes_on_pages(handles.SP_CONNECTIONS), _addresses, certificate_facts_on_pages(handles.SP_CONNECTIONS))
    return {label: text for facts in parts for label, text in facts(view, id_, principal).items()}


def _addresses(view: View, id_: str, _principal: Principal) -> Mapping[str, str]:
    return own_addresses(view, view.get(handles.SP_CONNECTIONS, id_).body)


def _missing(view: View, body: Body) -> Iterator[Prerequisite]:
    """Yield what the connection needs besides its own settings."""
    if (body.get(SSO) or {}).get("protocol") == Protocol.WSFED:
        yield from missing_realm(view, body.get("defaultVirtualEntityId"))
    else:
        yield from missing_entity_id(view)


UI: Final = Ui(
    page=PAGE,
    guide="sp-connections",
    items=ItemList(
        singular="SP Connection",
        plural="SP Connections",
        columns=("entityId", "active"),
        switch="active",
        filters=(STATE_FILTER, EXPIRY_FILTER, ListFilter(f"{SSO}.protocol", "Protocol", _PROTOCOLS)),
        expiry_column=CERTIFICATE,
        search_hint=SEARCH_HINT,
        computed={"Protocol": _protocol_column, **EXPIRY_COLUMN},
        empty="An SP connection is a service provider to which users of this server sign in with SAML 2.0"
        " or WS-Federation.",
    ),
    item=ItemFacts(
        facts=_facts,
        missing=_missing,
        recent_sign_ins=sign_ins_of_service_provider,
        actions=(COPY_ACTION, HEALTH_ACTION, *metadata_actions(handles.SP_CONNECTIONS)),
    ),
    form=ItemForm(
        source=connection_source(MetadataConnectionType.SP),
        has_summary=True,
        layout=FORM_LAYOUT,
        mapping=MappingForm(
            offer=adapter_offer,
            holder=ADAPTER_MAPPINGS,
            item_model=IdpAdapterAssertionMapping,
            kept_with=(OVERRIDE, IDP_ADAPTER_OVERRIDES.link),
            is_required=False,
            label="IdP adapter mappings",
            help="Sources of the contract's attributes, for each adapter whose users may sign in.",
            decides=frozenset({_EXTENDED, f"{ADAPTER_MAPPINGS}.idpAdapterRef"}),
        ),
        further_mappings=(
            MappingForm(
                offer=contract_offer,
                holder=CONTRACT_MAPPINGS,
                item_model=AuthenticationPolicyContractAssertionMapping,
                is_required=False,
                label="Authentication policy contract mappings",
                help="Sources of the contract's attributes, for each policy contract whose users may sign in.",
                decides=frozenset({_EXTENDED, f"{CONTRACT_MAPPINGS}.authenticationPolicyContractRef"}),
            ),
            MappingForm(
                offer=query_offer,
                holder=QUERY,
                when=SAML,
                holder_model=SpAttributeQuery,
                is_required=False,
                label="Attribute queries",
                help="The name identifier of the query is SAML_SUBJECT of the source Attribute query.",
                decides=frozenset({f"{QUERY}.attributes"}),
            ),
        ),
    ),
)
