"""The resource declaration of IdP adapters, with their attribute contracts."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area, Principal
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import UsageCategory
from hanse.config.declare.rules import Proposal
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import AUTHENTICATION_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import (
    check_contract,
    contract_attributes,
    core_attributes_field,
    extended_attributes_field,
    settle_contract,
)
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.plugins.adapters.email_code.plugin import EMAIL_CODE
from hanse.plugins.adapters.html_form.plugin import HTML_FORM
from hanse.plugins.adapters.identifier_first.plugin import IDENTIFIER_FIRST
from hanse.plugins.adapters.kerberos.plugin import KERBEROS
from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT
from hanse.plugins.adapters.passkey.plugin import PASSKEY
from hanse.plugins.adapters.totp.plugin import TOTP
from hanse.plugins.contracts.adapters import KIND
from hanse.resources.base_url import base_url_of
from hanse.resources.mapping.contexts import request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.trusted_authorities import trusted_authorities

MAPPING = "attributeMapping"
ADAPTER_PLUGINS: PluginSet[Any] = PluginSet(
    KIND, (EMAIL_CODE, HTML_FORM, IDENTIFIER_FIRST, KERBEROS, OPENID_CONNECT, OPEN_TOKEN_SIGN_IN, PASSKEY, TOTP)
)


def adapter_pages() -> tuple[Path, ...]:
    """Return the folders of the page templates that belong to adapters."""
    return tuple(plugin.pages for plugin in ADAPTER_PLUGINS if plugin.pages is not None)


class IdpAdapterAttribute(ConfigModel):
    """An attribute that an adapter provides."""

    name: Annotated[Name, Field(title="Attribute")]
    pseudonym: Annotated[
        bool, Field(title="Pseudonym", description="Use this attribute to create the user's pseudonyms for partners.")
    ] = False
    masked: Annotated[bool, Field(title="Mask log values", description="Mask this attribute's values in logs.")] = False


class IdpAdapterAttributeContract(ConfigModel):
    """The attributes that an adapter provides about a user."""

    core_attributes: Annotated[list[IdpAdapterAttribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[IdpAdapterAttribute],
        extended_attributes_field(
            "Pseudonyms for partners are derived from attributes marked Pseudonym. "
            "Masked attributes are hidden in logs."
        ),
    ]
    unique_user_key_attribute: Annotated[
        str | None,
        Field(
            title="Unique user key attribute",
            description="Attribute with a unique value for each user. It identifies the sessions of a user.",
            max_length=256,
        ),
    ] = None
    mask_ognl_values: Annotated[
        bool,
        Field(
            title="Mask results of expressions",
            description="Also mask the results of expressions in logs.",
        ),
    ] = False


class IdpAdapterContractMapping(AttributeMapping):
    """The fulfillment of an adapter's contract from sources other than the adapter itself."""


class IdpAdapter(PluginInstance):
    """An IdP adapter: an instance of a plug-in that authenticates users."""

    authn_ctx_class_ref: Annotated[
        str | None,
        Field(
            title="Authentication context",
            description="Authentication context class of users who sign in with this adapter: the acr claim of "
            "OpenID Connect, and the AuthnContextClassRef of SAML 2.0.",
            max_length=1024,
        ),
    ] = None
    attribute_mapping: Annotated[IdpAdapterContractMapping | None, Field(title="Attribute mapping")] = None
    attribute_contract: Annotated[IdpAdapterAttributeContract | None, Field(title="Attribute contract")] = None


class IdpAdapterDescriptor(PluginDescriptor):
    """A plug-in for IdP adapters."""


def _check_key(proposal: Proposal[IdpAdapter]) -> Iterator[FieldError]:
    """Check that at least one attribute is part of the pseudonym, and that the unique user key is an attribute."""
    contract = proposal.new.attribute_contract
    if contract is None:
        return
    attributes = (*(contract.core_attributes or ()), *contract.extended_attributes)
    if attributes and not any(each.pseudonym for each in attributes):
        message = "Mark at least one attribute as Pseudonym."
        yield FieldError(message, "attributeContract.coreAttributes", "required_field")
    key = contract.unique_user_key_attribute
    if key and key not in {each.name for each in attributes}:
        path = "attributeContract.uniqueUserKeyAttribute"
        yield FieldError("The contract has no attribute with this name.", path, "unknown_attribute")


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of an adapter's mapping. The body may be incomplete."""
    names = contract_attributes(view, body, plugins=ADAPTER_PLUGINS, resource=handles.ADAPTERS)
    return MappingOffer(names, (MappingSource(SourceType.ADAPTER, SourceType.ADAPTER.label, names), request_context()))


def usual_mapping(view: View, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the effective mapping of an adapter without its own: its parent's, or each attribute from the adapter."""
    seen: set[str] = set()
    holder: Mapping[str, Any] | None = body
    while holder is not None:
        parent = (holder.get("parentRef") or {}).get("id") or ""
        stored = view.find(handles.ADAPTERS, parent) if parent and parent not in seen else None
        seen.add(parent)
        holder = None if stored is None else stored.body
        if holder is not None and holder.get(MAPPING):
            return dict(holder[MAPPING])
    itself = {"type": SourceType.ADAPTER.value}
    names = offer(view, body).target
    return {"attributeContractFulfillment": {name: {"source": itself, "value": name} for name in names}}


def _check_mapping(proposal: Proposal[IdpAdapter]) -> Iterator[FieldError]:
    if (mapping := proposal.new.attribute_mapping) is not None:
        offered = offer(proposal.view, to_body(proposal.new))
        yield from mapping_errors(mapping, offered, proposal.view, f"{MAPPING}.")


def _settle(proposal: Proposal[IdpAdapter]) -> IdpAdapter:
    """Return an adapter with its core attributes. Without a fulfillment, each attribute comes from the adapter."""
    new: IdpAdapter = settle_contract(ADAPTER_PLUGINS)(proposal)
    mapping = new.attribute_mapping
    if mapping is None or mapping.attribute_contract_fulfillment:
        return new
    usual = IdpAdapterContractMapping.model_validate_json(json.dumps(usual_mapping(proposal.view, to_body(new))))
    fulfillment = usual.attribute_contract_fulfillment
    completed = mapping.model_copy(update={"attribute_contract_fulfillment": fulfillment})
    return new.model_copy(update={"attribute_mapping": completed})


def _addresses(view: View, id_: str, _principal: Principal) -> Mapping[str, str]:
    """Return the addresses that other servers use for an adapter, at the base URL."""
    adapter = ADAPTER_KIND.resolved(view, id_)
    values = {each.name: each.value or "" for each in adapter.configuration.fields}
    base_url = base_url_of(view)
    paths = ADAPTER_KIND.plugin_of(adapter).addresses(values) if base_url else {}
    return {label: f"{base_url}{path}" for label, path in paths.items()}


UI = Ui(
    page=ConsolePage(
        id="idpAdapters",
        label="IdP Adapters",
        heading=AUTHENTICATION_INTEGRATION,
        slug="idp-adapters",
        position=20,
        keywords=("login page", "sign-in form", "HTML form", "identifier first"),
        tile=Tile(TileIcon.PLUG, "Methods by which this server authenticates users.", position=20),
    ),
    guide="adapters",
    item=ItemFacts(facts=_addresses),
    items=ItemList(
        singular="IdP Adapter",
        plural="IdP Adapters",
        columns=INSTANCE_COLUMNS,
        empty="An adapter authenticates users: with a form for a password, or by an identifier with which a policy"
        " continues. Policies refer to adapters.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"attributeMapping"})),
        # Pseudonyms are derived from mapped attributes, so the mapping fulfills the adapter's own contract.
        mapping=MappingForm(
            offer=offer,
            default_mapping=usual_mapping,
            holder=MAPPING,
            decides=frozenset({"attributeContract.extendedAttributes.name"}),
            label="Adapter contract mapping",
            help="Sources of the contract's attributes. Unless you change the mapping, they come from the adapter.",
        ),
    ),
)

ADAPTER_KIND = plugin_kind(
    handle=handles.ADAPTERS,
    model=IdpAdapter,
    plugins=ADAPTER_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="IdP Adapter", description="Methods by which users authenticate."),
    descriptor=IdpAdapterDescriptor,
    ui=UI,
    has_actions=True,
    inherits=("authn_ctx_class_ref", "attribute_mapping", "attribute_contract"),
    fill=_settle,
    rules=(check_contract(ADAPTER_PLUGINS), _check_key, _check_mapping),
    usage=UsageCategory.IDP_ADAPTER,
    authorities=trusted_authorities,
)
ADAPTERS = ADAPTER_KIND.resource
