"""The sources of a connection's mappings to applications, and errors in these mappings."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import contract_attributes
from hanse.config.plugins.overrides import OVERRIDE
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.allowed_addresses import allowed_address_errors
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import CLAIM_SUBJECT
from hanse.resources.federation.idp_connections.browser_sso.model import (
    LOCAL_USER_ID,
    MEMBER,
    BrowserSsoProtocol,
    IdentityMapping,
    IdpBrowserSso,
)
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import TargetMapping
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.federation.sp_adapters.resource import NO_SP_ADAPTER, SP_ADAPTER_PLUGINS
from hanse.resources.mapping.contexts import attributes_of, request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth_sources import extended_properties
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.saml.attributes import SAML_SUBJECT

ADAPTER_MAPPINGS: Final = f"{MEMBER}.adapterMappings"
CONTRACT_MAPPINGS: Final = f"{MEMBER}.authenticationPolicyContractMappings"
ALLOWED_TARGETS: Final = f"{MEMBER}.urlWhitelistEntries"
_LINKED_ACCOUNT: Final = MappingSource(SourceType.ACCOUNT_LINK, SourceType.ACCOUNT_LINK.label, (LOCAL_USER_ID,))
_ADAPTER, _CONTRACT = "spAdapterRef", "authenticationPolicyContractRef"


def user_source(sso: Mapping[str, Any]) -> MappingSource:
    """Return the partner's user as a mapping source: the attributes of an assertion, or the claims of an ID token."""
    is_openid = sso.get("protocol") == BrowserSsoProtocol.OIDC
    type_ = SourceType.CLAIMS if is_openid else SourceType.ASSERTION
    extended = (sso.get("attributeContract") or {}).get("extendedAttributes") or ()
    subject = CLAIM_SUBJECT if is_openid else SAML_SUBJECT
    names = dict.fromkeys((subject, *(each["name"] for each in extended if each.get("name"))))
    return MappingSource(type_, type_.label, tuple(names))


def adapter_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping to an SP adapter: the connection with the mapping's members."""
    adapter = view.find(handles.SP_ADAPTERS, str((body.get(_ADAPTER) or {}).get("id") or ""))
    if adapter is None:
        return _offer(view, body, (), NO_SP_ADAPTER)
    override = body.get(OVERRIDE) or {}
    holder = override if override.get("attributeContract") else adapter.body
    names = contract_attributes(view, holder, plugins=SP_ADAPTER_PLUGINS, resource=handles.SP_ADAPTERS)
    return _offer(view, body, names, NO_SP_ADAPTER)


def contract_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping to a policy contract."""
    contract = view.find(handles.POLICY_CONTRACTS, str((body.get(_CONTRACT) or {}).get("id") or ""))
    return _offer(view, body, () if contract is None else attributes_of(contract.body))


def _offer(view: View, body: Mapping[str, Any], names: tuple[str, ...], missing: str = "") -> MappingOffer:
    sso = body.get(MEMBER) or {}
    is_linked = sso.get("idpIdentityMapping") == IdentityMapping.ACCOUNT_LINKING
    account = (_LINKED_ACCOUNT,) if is_linked else ()
    sources = (user_source(sso), *account, request_context(), extended_properties(view))
    return MappingOffer(names, sources, missing=missing)


def _allowed_target_errors(sso: IdpBrowserSso) -> Iterator[FieldError]:
    if sso.url_whitelist_entries and sso.idp_identity_mapping is IdentityMapping.NONE:
        text = "Target addresses require the identity mapping Account mapping or Account linking."
        yield FieldError(text, ALLOWED_TARGETS, "not_applicable")
    for index, each in enumerate(sso.url_whitelist_entries):
        yield from allowed_address_errors(each, f"{ALLOWED_TARGETS}[{index}]")


def target_mapping_errors(connection: IdpConnection, sso: IdpBrowserSso, view: View) -> Iterator[FieldError]:
    """Find mappings that are repeated or incomplete, and mappings without the identity mapping that uses them."""
    has_mappings = bool(sso.adapter_mappings or sso.authentication_policy_contract_mappings)
    if has_mappings and sso.idp_identity_mapping is IdentityMapping.NONE:
        text = "Mappings to applications require the identity mapping Account mapping or Account linking."
        yield FieldError(text, f"{MEMBER}.idpIdentityMapping")
    yield from _allowed_target_errors(sso)
    body = to_body(connection)
    groups: tuple[tuple[str, str, list[tuple[TargetMapping, str]], Callable[..., MappingOffer]], ...] = (
        (ADAPTER_MAPPINGS, _ADAPTER, [(each, each.sp_adapter_ref.id) for each in sso.adapter_mappings], adapter_offer),
        (
            CONTRACT_MAPPINGS,
            _CONTRACT,
            [
                (each, each.authentication_policy_contract_ref.id)
                for each in sso.authentication_policy_contract_mappings
            ],
            contract_offer,
        ),
    )
    for holder, member, mappings, offer in groups:
        seen: set[str] = set()
        for index, (mapping, id_) in enumerate(mappings):
            if id_ in seen:
                text = "The connection already has a mapping for this target."
                yield FieldError(text, f"{holder}[{index}].{member}", "value_in_use")
            seen.add(id_)
            offered = offer(view, {**body, **to_body(mapping), member: {"id": id_}})
            yield from mapping_errors(mapping, offered, view, f"{holder}[{index}].")
            yield from mapping.virtual_id_errors(connection.virtual_entity_ids, f"{holder}[{index}]")
