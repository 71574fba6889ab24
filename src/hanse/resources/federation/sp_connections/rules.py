"""Rules for saving an SP connection: what an active connection needs, and what contradicts itself."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.rules import Proposal, repeated_attributes
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.credentials import (
    SIGNING,
    credential_errors,
    decryption_errors,
    encryption_errors,
)
from hanse.resources.federation.connections.saving import identity_errors
from hanse.resources.federation.connections.signer_rules import redirect_errors, signer_name_errors
from hanse.resources.federation.sp_connections.attribute_query import QUERY, query_offer
from hanse.resources.federation.sp_connections.browser_sso import SpSamlIdentityMapping
from hanse.resources.federation.sp_connections.model import SSO, SpConnection
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.saml.attributes import SAML_SUBJECT

CONTRACT: Final = f"{SSO}.attributeContract"
ADAPTER_MAPPINGS: Final = f"{SSO}.adapterMappings"
CONTRACT_MAPPINGS: Final = f"{SSO}.authenticationPolicyContractAssertionMappings"
SpProposal = Proposal[SpConnection]


def adapter_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of an adapter's mapping: the connection with the members of the mapping."""
    id_ = (body.get("idpAdapterRef") or {}).get("id")
    return _offer(body, context_source(view, SourceType.ADAPTER, handles.ADAPTERS, id_))


def contract_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a policy contract's mapping."""
    id_ = (body.get("authenticationPolicyContractRef") or {}).get("id")
    source = context_source(view, SourceType.AUTHENTICATION_POLICY_CONTRACT, handles.POLICY_CONTRACTS, id_)
    return _offer(body, source)


def _offer(body: Mapping[str, Any], source: MappingSource) -> MappingOffer:
    sso = body.get(SSO) or {}
    extended = (sso.get("attributeContract") or {}).get("extendedAttributes") or ()
    names = tuple(dict.fromkeys((SAML_SUBJECT, *(each["name"] for each in extended if each.get("name")))))
    # Users without a mapped subject get an identifier that this server makes.
    is_made = sso.get("spSamlIdentityMapping") in (SpSamlIdentityMapping.PSEUDONYM, SpSamlIdentityMapping.TRANSIENT)
    subject = frozenset({SAML_SUBJECT})
    return MappingOffer(
        names,
        (source, request_context()),
        required=frozenset() if is_made else subject,
        optional=subject if is_made else frozenset(),
    )


def check_identity(proposal: SpProposal) -> Iterator[FieldError]:
    """Find errors in identifiers and credentials."""
    yield from identity_errors(proposal.new, proposal.view)
    yield from credential_errors(proposal.new.credentials, proposal.view)
    yield from signer_name_errors(proposal.new.credentials)


def check_signatures(proposal: SpProposal) -> Iterator[FieldError]:
    """Find settings for signatures and encryption without the key that they need."""
    new, sso = proposal.new, proposal.new.sp_browser_sso
    # Tokens of WS-Federation are always signed.
    if sso.is_saml and not sso.sign_response_as_required and not sso.sign_assertions:
        yield FieldError("Sign responses or assertions.", f"{SSO}.signAssertions", "required_field")
    if new.active and new.credentials.signing_settings is None:
        text = "An active connection needs a signing key."
        yield FieldError(text, f"{SIGNING}.signingKeyPairRef", "required_field")
    if sso.require_signed_authn_requests:
        yield from redirect_errors(new.credentials, sso.incoming_bindings, f"{SSO}.incomingBindings")
        if not new.credentials.verifies_signatures:
            text = "Signed requests need an active verification certificate."
            yield FieldError(text, CERTIFICATES, "required_field")
    query, policy = new.attribute_query, sso.encryption
    if policy.encrypts or (query is not None and query.policy.encrypt_assertion):
        yield from encryption_errors(new.credentials)
    if policy.slo_subject_name_id_encrypted or (query is not None and query.policy.require_encrypted_name_id):
        yield from decryption_errors(new.credentials)


def check_contract(proposal: SpProposal) -> Iterator[FieldError]:
    """Find attributes that are in the contract twice, and encrypted ones that it does not have."""
    contract = proposal.new.sp_browser_sso.attribute_contract
    names = [each.name for each in contract.extended_attributes]
    yield from repeated_attributes(names, (SAML_SUBJECT,), f"{CONTRACT}.extendedAttributes")
    for index, name in enumerate(proposal.new.sp_browser_sso.encryption.encrypted_attributes):
        if name not in (SAML_SUBJECT, *names):
            text = "The attribute contract does not have this attribute."
            yield FieldError(text, f"{SSO}.encryptionPolicy.encryptedAttributes[{index}]", "unknown_attribute")


def check_attribute_query(proposal: SpProposal) -> Iterator[FieldError]:
    """Find errors in the attributes of attribute queries, and in their mapping."""
    query = proposal.new.attribute_query
    if query is None:
        return
    if not query.attributes:
        yield FieldError("Add an attribute.", f"{QUERY}.attributes", "required_field")
    if len(set(query.attributes)) < len(query.attributes):
        yield FieldError("An attribute is in the list twice.", f"{QUERY}.attributes", "value_in_use")
    offer = query_offer(proposal.view, to_body(proposal.new))
    yield from mapping_errors(query, offer, proposal.view, f"{QUERY}.")
    if query.policy.require_signed_attribute_query and not proposal.new.credentials.verifies_signatures:
        text = "Signed requests need an active verification certificate."
        yield FieldError(text, CERTIFICATES, "required_field")


def check_mappings(proposal: SpProposal) -> Iterator[FieldError]:
    """Find missing, repeated and incomplete mappings."""
    new, view = proposal.new, proposal.view
    sso, body = new.sp_browser_sso, to_body(new)
    if not sso.adapter_mappings and not sso.authentication_policy_contract_assertion_mappings:
        text = "Add a mapping of an IdP adapter or of an authentication policy contract."
        yield FieldError(text, ADAPTER_MAPPINGS, "required_field")
    seen: set[tuple[str, str]] = set()
    for index, each in enumerate(sso.adapter_mappings):
        path, id_ = f"{ADAPTER_MAPPINGS}[{index}]", each.idp_adapter_ref.id
        if ("adapter", id_) in seen:
            text = "The connection already has a mapping for this adapter."
            yield FieldError(text, f"{path}.idpAdapterRef", "value_in_use")
        seen.add(("adapter", id_))
        yield from mapping_errors(each, adapter_offer(view, {**body, "idpAdapterRef": {"id": id_}}), view, f"{path}.")
        yield from each.virtual_id_errors(new.virtual_entity_ids, path)
    for index, mapping in enumerate(sso.authentication_policy_contract_assertion_mappings):
        path, id_ = f"{CONTRACT_MAPPINGS}[{index}]", mapping.authentication_policy_contract_ref.id
        if ("contract", id_) in seen:
            text = "The connection already has a mapping for this policy contract."
            yield FieldError(text, f"{path}.authenticationPolicyContractRef", "value_in_use")
        seen.add(("contract", id_))
        offered = contract_offer(view, {**body, "authenticationPolicyContractRef": {"id": id_}})
        yield from mapping_errors(mapping, offered, view, f"{path}.")
        yield from mapping.virtual_id_errors(new.virtual_entity_ids, path)
