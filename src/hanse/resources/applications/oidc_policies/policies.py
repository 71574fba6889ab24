"""The configured policies and their rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ListOptions, Referral, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, OAUTH_SETTINGS, ConsolePage, Tile, TileIcon
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.access_tokens.contracts import token_attributes
from hanse.resources.applications.oidc_policies.model import (
    SUBJECT,
    OIDCSessionSettings,
    OpenIdConnectAttribute,
    OpenIdConnectPolicy,
    OpenIdConnectSettings,
)
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.mapping.properties import property_references

# OpenID Connect Core, section 5.4, defines the claims of these scopes, so they need not be declared.
STANDARD_SCOPES = frozenset({"openid", "profile", "email", "address", "phone"})
_SCOPES = (handles.ANY_COMMON_SCOPE[0], handles.ANY_EXCLUSIVE_SCOPE[0])
Policies = Proposal[OpenIdConnectPolicy]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a policy. The body may be incomplete."""
    extended = (body.get("attributeContract") or {}).get("extendedAttributes") or ()
    names = dict.fromkeys((SUBJECT, *(each.get("name") for each in extended if each.get("name"))))
    manager = (body.get("accessTokenManagerRef") or {}).get("id")
    sources = (
        MappingSource(SourceType.TOKEN, message("Access token"), token_attributes(view, manager)),
        oauth_sources.persistent_grant(view),
        *oauth_sources.client_metadata(view),
        request_context(),
    )
    return MappingOffer(tuple(names), sources, frozenset({SUBJECT}))


def _prepare(proposal: Policies) -> OpenIdConnectPolicy:
    contract = proposal.new.attribute_contract
    # The settings that the client sends for the only core attribute apply, whatever name it sends.
    core = next(iter(contract.core_attributes), OpenIdConnectAttribute(name=SUBJECT))
    core = core.model_copy(update={"name": SUBJECT})
    new = proposal.new.model_copy(
        update={"attribute_contract": contract.model_copy(update={"core_attributes": [core]})}
    )
    if proposal.old is not None and new == proposal.old:
        return new
    return new.model_copy(update={"last_modified": to_text(proposal.ports.get(Clock).now())})


def _check_contract(proposal: Policies) -> Iterator[FieldError]:
    names = (each.name for each in proposal.new.attribute_contract.extended_attributes)
    return repeated_attributes(names, (SUBJECT,), "attributeContract.extendedAttributes")


def _check_scopes(proposal: Policies) -> Iterator[FieldError]:
    """Check that scopes refer to attributes that exist in the policy."""
    names = set(proposal.new.attribute_contract.names)
    for scope, mapping in proposal.new.scope_attribute_mappings.items():
        path = f"scopeAttributeMappings.{scope}"
        for index, name in enumerate(mapping.values):
            if name not in names:
                message = "The contract has no attribute with this name."
                yield FieldError(message, f"{path}.values[{index}]", "unknown_attribute")


def _check_mapping(proposal: Policies) -> Iterator[FieldError]:
    offered = offer(proposal.view, to_body(proposal.new))
    yield from mapping_errors(proposal.new.attribute_mapping, offered, proposal.view, "attributeMapping.")


def _references(body: dict[str, Any]) -> Iterator[Referral]:
    for scope in body.get("scopeAttributeMappings") or ():
        if scope not in STANDARD_SCOPES:
            yield f"scopeAttributeMappings.{scope}", _SCOPES, scope
    yield from property_references(body)


POLICIES_UI = Ui(
    page=ConsolePage(
        id="openIdConnectPolicyManagement",
        label="OpenID Connect Policy Management",
        heading=APPLICATION_OAUTH,
        slug="openid-connect-policy-management",
        position=40,
        keywords=("OIDC", "ID token", "JWT", "claims", "UserInfo"),
        tile=Tile(TileIcon.OPENID, "Claims in ID tokens and UserInfo responses.", position=60),
    ),
    guide="openid-connect-policies",
    items=ItemList(
        singular="Policy",
        plural="Policies",
        columns=("accessTokenManagerRef", "lastModified"),
        default=DefaultItem(handles.OIDC_SETTINGS, "defaultPolicyRef"),
        empty="A policy determines the claims in ID tokens and UserInfo responses, and their sources.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"attributeContract.coreAttributes"})),
        prefilled=("accessTokenManagerRef",),
        mapping=MappingForm(
            offer=offer,
            holder="attributeMapping",
            maps={"scopeAttributeMappings": ("Attribute scopes", "Scope", "Attributes")},
            decides=frozenset({"accessTokenManagerRef", "attributeContract.extendedAttributes.name"}),
        ),
    ),
)

OIDC_POLICIES = Resource(
    path=handles.OIDC_POLICIES.path,
    model=OpenIdConnectPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="OpenID Connect Policy", description="Claims about users in ID tokens and UserInfo responses."
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=_prepare, rules=(_check_contract, _check_scopes, _check_mapping)),
    storage=StorageOptions(references=_references),
    ui=POLICIES_UI,
)

SETTINGS_UI = Ui(
    page=ConsolePage(
        id="openIdConnectSettings",
        label="OpenID Connect Settings",
        heading=OAUTH_SETTINGS,
        slug="openid-connect-settings",
        position=50,
        keywords=("OIDC",),
    ),
    guide="openid-connect-policies",
    form=ItemForm(),
)

OIDC_SETTINGS = Resource(
    path=handles.OIDC_SETTINGS.path,
    model=OpenIdConnectSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="OpenID Connect Settings", description="Settings that apply to all OpenID Connect policies."
    ),
    default=lambda: OpenIdConnectSettings(session_settings=OIDCSessionSettings()),
    ui=SETTINGS_UI,
)
