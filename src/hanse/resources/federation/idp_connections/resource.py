"""The resource declaration of IdP connections, with its rules."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import AnswerOptions, ListOptions, Presentation, ResourceText, StorageOptions
from hanse.config.declare.ports import Ports
from hanse.config.declare.replication import replication_status
from hanse.config.declare.resource import ReplicationScope, Resource, UsageCategory
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.applications.access_tokens.contracts import mapped_attributes
from hanse.resources.federation.idp_connections.credentials import (
    certificate_facts_of,
    credential_errors,
    normalized,
    with_facts,
)
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
    credentials, errors = normalized(proposal.new.credentials)
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
    if proposal.old is not None and new == proposal.old:
        return new
    now = to_text(proposal.ports.get(Clock).now())
    dates = {"modification_date": now, **({"creation_date": now} if proposal.old is None else {})}
    return new.model_copy(update=dates)


def _check_credentials(proposal: Connections) -> Iterator[FieldError]:
    yield from credential_errors(proposal.new.credentials)


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


def _replication(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
    status = replication_status(view, ports, ReplicationScope.CONNECTIONS, handles.IDP_CONNECTIONS)
    return lambda stored: {"replicationStatus": status(stored)}


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
        reads=frozenset({handles.ACCESS_TOKEN_MANAGERS}),
    ),
    storage=StorageOptions(references=property_references),
    answers=AnswerOptions(presentation=Presentation(IdpConnection, with_facts), enrich=_replication),
    usage=UsageCategory.IDP_CONNECTION,
    notices=(expiry_notices(handles.IDP_CONNECTIONS, PAGE.path, certificate_facts_of),),
    ui=connection_ui(offer),
)
