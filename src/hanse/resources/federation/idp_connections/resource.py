"""The resource declaration of IdP connections, with its rules."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import (
    AnswerOptions,
    Body,
    ListOptions,
    Presentation,
    Referral,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.ports import Ports
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.applications.access_tokens.contracts import NO_MANAGER, mapped_attributes
from hanse.resources.federation.connections.certificates import (
    certificate_expirations,
    certificate_facts_of,
    with_facts,
)
from hanse.resources.federation.connections.credentials import credential_errors
from hanse.resources.federation.connections.password_targets import password_target_errors
from hanse.resources.federation.connections.saving import (
    connection_references,
    connection_replication,
    dated,
    identity_errors,
)
from hanse.resources.federation.connections.signer_rules import signer_name_errors
from hanse.resources.federation.idp_connections.attribute_query import query_errors
from hanse.resources.federation.idp_connections.browser_sso.adapter_overrides import (
    override_errors,
    with_completed_overrides,
)
from hanse.resources.federation.idp_connections.browser_sso.model import MEMBER
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import (
    CREDENTIALS,
    OIDCClientCredentials,
    shown_credentials,
    without_saml,
)
from hanse.resources.federation.idp_connections.browser_sso.own_addresses import with_addresses
from hanse.resources.federation.idp_connections.browser_sso.rules import browser_sso_errors, with_core_attribute
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import SP_ADAPTER_OVERRIDES
from hanse.resources.federation.idp_connections.model import (
    CONTRACT,
    GRANT,
    MAPPINGS,
    TOKEN_SUBJECT,
    IdpConnection,
    core_attributes,
)
from hanse.resources.federation.idp_connections.ui import PAGE, connection_ui
from hanse.resources.federation.metadata.updates_on_pages import change_notices
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import attributes_of, request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
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
    return MappingOffer(mapped_attributes(view, manager), sources, missing=NO_MANAGER)


def _prepare(proposal: Connections) -> IdpConnection:
    credentials, errors = proposal.new.credentials.with_stored_certificates()
    if errors:
        raise ValidationFailed(errors)
    update: dict[str, Any] = {"credentials": credentials}
    if (grant := proposal.new.idp_o_auth_grant_attribute_mapping) is not None:
        contract = grant.idp_o_auth_attribute_contract.model_copy(update={"core_attributes": core_attributes()})
        update["idp_o_auth_grant_attribute_mapping"] = grant.model_copy(
            update={"idp_o_auth_attribute_contract": contract}
        )
    if (sso := proposal.new.idp_browser_sso) is not None:
        update["idp_browser_sso"] = with_completed_overrides(with_core_attribute(sso), proposal)
    if (client := _client_without_secret(proposal.new)) is not None:
        update["oidc_client_credentials"] = client
    return dated(proposal, proposal.new.model_copy(update=update))


def _client_without_secret(connection: IdpConnection) -> OIDCClientCredentials | None:
    """Return the client whose stored secret is deleted, because it is not used and was not sent; otherwise None."""
    sso, client = connection.idp_browser_sso, connection.oidc_client_credentials
    provider = None if sso is None else sso.oidc_provider_settings
    if provider is None or client is None or provider.uses_client_secret:
        return None
    if client.client_secret or client.encrypted_client_secret:
        return None
    return client.model_copy(update={"encrypted_client_secret": ""})


def _check_credentials(proposal: Connections) -> Iterator[FieldError]:
    yield from credential_errors(proposal.new.credentials, proposal.view)
    yield from signer_name_errors(proposal.new.credentials)


def _check_use(proposal: Connections) -> Iterator[FieldError]:
    if proposal.new.idp_browser_sso is None and proposal.new.idp_o_auth_grant_attribute_mapping is None:
        text = "Choose a protocol for Browser SSO, or add access token mappings for assertion grants."
        yield FieldError(text, MAPPINGS, "required_field")


def _check_query(proposal: Connections) -> Iterator[FieldError]:
    new, sso = proposal.new, proposal.new.idp_browser_sso
    is_saml = sso is not None and sso.is_saml
    yield from query_errors(new.attribute_query, new.credentials, new.base_url, is_saml=is_saml)


def _check_password(proposal: Connections) -> Iterator[FieldError]:
    yield from password_target_errors(proposal, proposal.new.credentials, handles.IDP_CONNECTIONS)


def _check_browser_sso(proposal: Connections) -> Iterator[FieldError]:
    yield from browser_sso_errors(proposal.new, proposal.view)
    yield from identity_errors(proposal.new, proposal.view)
    sso = proposal.new.idp_browser_sso
    if proposal.new.metadata_reload_settings is not None and (sso is None or not sso.is_saml):
        text = "Only connections with SAML 2.0 have metadata. Remove the metadata URL."
        yield FieldError(text, "metadataReloadSettings.metadataUrlRef", "not_supported")


def _check_contract(proposal: Connections) -> Iterator[FieldError]:
    grant = proposal.new.idp_o_auth_grant_attribute_mapping
    if grant is None:
        return
    names = (each.name for each in grant.idp_o_auth_attribute_contract.extended_attributes)
    yield from repeated_attributes(names, (TOKEN_SUBJECT,), f"{CONTRACT}.extendedAttributes")


def _check_mappings(proposal: Connections) -> Iterator[FieldError]:
    grant = proposal.new.idp_o_auth_grant_attribute_mapping
    if grant is None:
        return
    mappings = grant.access_token_manager_mappings
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


def _attributes(_view: View, body: Body) -> tuple[str, ...]:
    """Return the attributes of users who sign in through a connection; none without Browser SSO."""
    return attributes_of(body.get(MEMBER) or {})


def _references(body: Body) -> Iterator[Referral]:
    yield from connection_references(body)
    yield from SP_ADAPTER_OVERRIDES.references_in(body)


def _enrichment(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
    replication = connection_replication(handles.IDP_CONNECTIONS)(view, ports)
    return lambda stored: {**replication(stored), **with_addresses(view, stored.body)}


def _shown(body: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return a connection as the API shows it at a time."""
    shown = with_facts(body, now)
    if CREDENTIALS in shown:
        shown[CREDENTIALS] = shown_credentials(shown[CREDENTIALS])
    return without_saml(shown)


IDP_CONNECTIONS = Resource(
    path=handles.IDP_CONNECTIONS.path,
    model=IdpConnection,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="IdP Connection",
        description="Identity providers at which users sign in, or whose assertions clients exchange for tokens.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(
            _check_use,
            _check_credentials,
            _check_password,
            _check_query,
            _check_browser_sso,
            override_errors,
            _check_contract,
            _check_mappings,
        ),
        reads=frozenset(
            {
                handles.ACCESS_TOKEN_MANAGERS,
                handles.LOCAL_IDENTITY_PROFILES,
                handles.POLICY_CONTRACTS,
                handles.SIGNING_KEY_PAIRS,
                handles.SP_ADAPTERS,
            }
        ),
    ),
    storage=StorageOptions(
        is_secret=SP_ADAPTER_OVERRIDES.secrets_in,
        digest_of=SP_ADAPTER_OVERRIDES.digests_in,
        references=_references,
        expressions=SP_ADAPTER_OVERRIDES.expressions_in,
        attributes=_attributes,
        expirations=certificate_expirations,
    ),
    answers=AnswerOptions(presentation=Presentation(IdpConnection, _shown), enrich=_enrichment),
    usage=UsageCategory.IDP_CONNECTION,
    notices=(
        expiry_notices(handles.IDP_CONNECTIONS, PAGE.path, certificate_facts_of),
        change_notices(handles.IDP_CONNECTIONS, PAGE.path),
    ),
    ui=connection_ui(offer),
)
