"""The resource declaration of IdP connections, with its rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import AnswerOptions, ListOptions, Presentation, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.applications.access_tokens.contracts import mapped_attributes
from hanse.resources.federation.connections.certificates import (
    certificate_expirations,
    certificate_facts_of,
    with_facts,
)
from hanse.resources.federation.connections.saving import connection_replication, dated
from hanse.resources.federation.idp_connections.credentials import idp_credential_errors
from hanse.resources.federation.idp_connections.model import (
    CONTRACT,
    GRANT,
    MAPPINGS,
    TOKEN_SUBJECT,
    IdpConnection,
    core_attributes,
)
from hanse.resources.federation.idp_connections.ui import PAGE, connection_ui
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.mapping.properties import property_references
from hanse.resources.security.key_pairs.notices import expiry_notices

Connections = Proposal[IdpConnection]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping: the body of the connection with the members of the mapping.

    It may be incomplete.
    """
    contract = (body.get(GRANT) or {}).get("idpOAuthAttributeContract") or {}
    names = (each.get("name") for each in contract.get("extendedAttributes") or ())
    attributes = tuple(dict.fromkeys((TOKEN_SUBJECT, *(name for name in names if name))))
    assertion = MappingSource(SourceType.ASSERTION, SourceType.ASSERTION.label, attributes)
    manager = (body.get("accessTokenManagerRef") or {}).get("id")
    sources = (assertion, *oauth_sources.client_metadata(view), request_context())
    return MappingOffer(mapped_attributes(view, manager), sources)


def _prepare(proposal: Connections) -> IdpConnection:
    credentials, errors = proposal.new.credentials.with_stored_certificates()
    if errors:
        raise ValidationFailed(errors)
    grant = proposal.new.idp_o_auth_grant_attribute_mapping
    contract = grant.idp_o_auth_attribute_contract.model_copy(update={"core_attributes": core_attributes()})
    new = proposal.new.model_copy(
        update={
            "credentials": credentials,
            "idp_o_auth_grant_attribute_mapping": grant.model_copy(update={"idp_o_auth_attribute_contract": contract}),
        }
    )
    return dated(proposal, new)


def _check_credentials(proposal: Connections) -> Iterator[FieldError]:
    yield from idp_credential_errors(proposal.new.credentials, proposal.view)


def _check_contract(proposal: Connections) -> Iterator[FieldError]:
    contract = proposal.new.idp_o_auth_grant_attribute_mapping.idp_o_auth_attribute_contract
    names = (each.name for each in contract.extended_attributes)
    return repeated_attributes(names, (TOKEN_SUBJECT,), f"{CONTRACT}.extendedAttributes")


def _check_mappings(proposal: Connections) -> Iterator[FieldError]:
    mappings = proposal.new.idp_o_auth_grant_attribute_mapping.access_token_manager_mappings
    if not mappings:
        yield FieldError("A connection needs at least one access token mapping.", MAPPINGS, "required_field")
    body = to_body(proposal.new)
    seen: set[str] = set()
    for index, each in enumerate(mappings):
        path, manager = f"{MAPPINGS}[{index}]", each.access_token_manager_ref.id
        if manager in seen:
            text = "The connection already has a mapping for this access token manager."
            yield FieldError(text, f"{path}.accessTokenManagerRef", "value_in_use")
        seen.add(manager)
        offered = offer(proposal.view, {**body, "accessTokenManagerRef": {"id": manager}})
        yield from mapping_errors(each, offered, proposal.view, f"{path}.")


IDP_CONNECTIONS = Resource(
    path=handles.IDP_CONNECTIONS.path,
    model=IdpConnection,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="IdP Connection",
        description="Identity providers whose assertions clients can exchange for access tokens.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(_check_credentials, _check_contract, _check_mappings),
        reads=frozenset({handles.ACCESS_TOKEN_MANAGERS, handles.SIGNING_KEY_PAIRS}),
    ),
    storage=StorageOptions(references=property_references, expirations=certificate_expirations),
    answers=AnswerOptions(
        presentation=Presentation(IdpConnection, with_facts), enrich=connection_replication(handles.IDP_CONNECTIONS)
    ),
    usage=UsageCategory.IDP_CONNECTION,
    notices=(expiry_notices(handles.IDP_CONNECTIONS, PAGE.path, certificate_facts_of),),
    ui=connection_ui(offer),
)
