"""The pages of IdP connections."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.access import Principal
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, ListFilter, Prerequisite, Ui
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import AUTHENTICATION_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.config.declare.view import View
from hanse.config.plugins.overrides import OVERRIDE
from hanse.kit.texts.labels import label_of, labels_of
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.copying import COPY_ACTION
from hanse.resources.federation.connections.health import HEALTH_ACTION
from hanse.resources.federation.connections.list_columns import (
    CERTIFICATE,
    EXPIRY_COLUMN,
    EXPIRY_FILTER,
    SEARCH_HINT,
    STATE_FILTER,
    certificate_facts_on_pages,
)
from hanse.resources.federation.connections.recent_sign_ins import sign_ins_of_identity_provider
from hanse.resources.federation.idp_connections.browser_sso.model import MEMBER, BrowserSsoProtocol
from hanse.resources.federation.idp_connections.browser_sso.own_addresses import own_addresses
from hanse.resources.federation.idp_connections.browser_sso.provisioning_rules import (
    ADDED_ATTRIBUTES,
    USER_REPOSITORY,
    provisioning_offer,
)
from hanse.resources.federation.idp_connections.browser_sso.target_mapping_rules import (
    ADAPTER_MAPPINGS,
    CONTRACT_MAPPINGS,
    adapter_offer,
    contract_offer,
)
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import (
    SP_ADAPTER_OVERRIDES,
    AuthenticationPolicyContractMapping,
    SpAdapterMapping,
)
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    ATTRIBUTES,
    FILTER,
    NAMING,
    PROFILE,
    REPOSITORY_MAPPING,
    SQL_METHOD,
)
from hanse.resources.federation.idp_connections.form_layout import FORM_LAYOUT, FORM_TWEAKS, MAPPED
from hanse.resources.federation.idp_connections.model import (
    CONTRACT,
    GRANT,
    MAPPINGS,
    AccessTokenManagerMapping,
)
from hanse.resources.federation.metadata.connection_source import connection_source
from hanse.resources.federation.metadata.conversion import MetadataConnectionType
from hanse.resources.federation.metadata.updates_on_pages import changes_on_pages, metadata_actions
from hanse.resources.federation.own_entity_id import missing_entity_id
from hanse.resources.mapping.offer import MappingOffer

PAGE: Final = ConsolePage(
    id="idpConnections",
    label="IdP Connections",
    heading=AUTHENTICATION_INTEGRATION,
    slug="idp-connections",
    position=10,
    keywords=(
        "partner",
        "federation",
        "SAML",
        "OIDC",
        "OpenID Connect",
        "Browser SSO",
        "SSO",
        "RFC 7521",
        "RFC 7523",
        "JWT bearer",
        "assertion grant",
        "entity ID",
    ),
    tile=Tile(TileIcon.CONNECTED, "Identity providers at which users sign in.", position=10),
)

_ACTIONS: Final = (COPY_ACTION, HEALTH_ACTION, *metadata_actions(handles.IDP_CONNECTIONS))
# The choices that determine the attributes of the partner's users.
_USER_CHOICES: Final = (
    f"{MEMBER}.protocol",
    f"{MEMBER}.idpIdentityMapping",
    f"{MEMBER}.attributeContract.extendedAttributes.name",
)

# The choices that determine the attributes of the user repository.
_REPOSITORY_CHOICES: Final = tuple(
    f"{USER_REPOSITORY}.{member}"
    for member in ("type", PROFILE, FILTER, NAMING, ATTRIBUTES, f"{SQL_METHOD}.table.uniqueIdColumn")
)


def _facts(view: View, id_: str, principal: Principal) -> Mapping[str, str]:
    """Return the changed metadata, the addresses to register at the partner, and the active certificates."""
    stored = view.find(handles.IDP_CONNECTIONS, id_)
    addresses = {} if stored is None else own_addresses(view, stored.body)
    changes = changes_on_pages(handles.IDP_CONNECTIONS)(view, id_, principal)
    return {**changes, **addresses, **certificate_facts_on_pages(handles.IDP_CONNECTIONS)(view, id_, principal)}


def _protocols(_view: View) -> Callable[[Mapping[str, Any]], str]:
    def protocol(body: Mapping[str, Any]) -> str:
        sso = body.get(MEMBER)
        return label_of(BrowserSsoProtocol, sso.get("protocol")) if sso else message("Assertion grant")

    return protocol


def _missing(view: View, body: Mapping[str, Any]) -> Iterator[Prerequisite]:
    credentials = body.get("credentials") or {}
    has_certificate = any(each.get("activeVerificationCert") for each in credentials.get("certs") or ())
    is_saml = (body.get(MEMBER) or {}).get("protocol") == BrowserSsoProtocol.SAML20
    if is_saml and not has_certificate:
        yield Prerequisite("No active certificate verifies the partner's responses, so all of them are refused.")
    if is_saml:
        yield from missing_entity_id(view, body.get("defaultVirtualEntityId"))
    if (
        (body.get(GRANT) or {}).get("accessTokenManagerMappings")
        and not has_certificate
        and not credentials.get("jwksUrl")
    ):
        yield Prerequisite("No certificate or JWKS URL verifies the partner's assertions, so all of them are refused.")


def connection_ui(offer: Callable[[View, Mapping[str, Any]], MappingOffer]) -> Ui:
    """Return the list and the form."""
    return Ui(
        page=PAGE,
        guide="idp-connections",
        items=ItemList(
            singular="IdP Connection",
            plural="IdP Connections",
            columns=("entityId", "active"),
            switch="active",
            filters=(
                STATE_FILTER,
                ListFilter(f"{MEMBER}.protocol", "Protocol", labels_of(BrowserSsoProtocol)),
                EXPIRY_FILTER,
            ),
            expiry_column=CERTIFICATE,
            search_hint=SEARCH_HINT,
            computed={"Protocol": _protocols, **EXPIRY_COLUMN},
            empty="An IdP connection is an identity provider at which users sign in by SAML 2.0 or OpenID Connect, or"
            " whose assertions clients exchange for access tokens (RFC 7521).",
        ),
        item=ItemFacts(facts=_facts, missing=_missing, actions=_ACTIONS, recent_sign_ins=sign_ins_of_identity_provider),
        form=ItemForm(
            source=connection_source(MetadataConnectionType.IDP),
            has_summary=True,
            layout=FORM_LAYOUT,
            tweaks=FORM_TWEAKS,
            mapping=MappingForm(
                offer=offer,
                holder=MAPPINGS,
                item_model=AccessTokenManagerMapping,
                label="Access token mappings",
                help="Sources of the attributes in access tokens, for each access token manager.",
                decides=frozenset({f"{CONTRACT}.extendedAttributes.name", f"{MAPPINGS}.accessTokenManagerRef"}),
            ),
            further_mappings=(
                MappingForm(
                    offer=adapter_offer,
                    holder=ADAPTER_MAPPINGS,
                    when=MAPPED,
                    item_model=SpAdapterMapping,
                    kept_with=(OVERRIDE, SP_ADAPTER_OVERRIDES.link),
                    is_required=False,
                    label="SP adapter mappings",
                    help="SP adapters that hand the partner's users over to applications, and the sources of their"
                    " attributes.",
                    decides=frozenset({*_USER_CHOICES, f"{ADAPTER_MAPPINGS}.spAdapterRef"}),
                ),
                MappingForm(
                    offer=contract_offer,
                    holder=CONTRACT_MAPPINGS,
                    when=MAPPED,
                    item_model=AuthenticationPolicyContractMapping,
                    is_required=False,
                    label="Policy contract mappings",
                    help="Policy contracts of the partner's users, and the sources of their attributes. Mappings of a"
                    " policy contract to SP adapters hand the users over to applications.",
                    decides=frozenset({*_USER_CHOICES, f"{CONTRACT_MAPPINGS}.authenticationPolicyContractRef"}),
                ),
                MappingForm(
                    offer=provisioning_offer,
                    holder=USER_REPOSITORY,
                    member=REPOSITORY_MAPPING,
                    is_plain=True,
                    label="Attribute mapping",
                    help="Source of each field of the profile, or each attribute or column. Required fields need a"
                    " value. An invalid value of another field is omitted.",
                    decides=frozenset({*_USER_CHOICES, f"{ADDED_ATTRIBUTES}.name", *_REPOSITORY_CHOICES}),
                ),
            ),
        ),
    )
