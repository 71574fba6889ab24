"""The resource declaration of SP connections."""

from collections.abc import Callable, Iterator
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
from hanse.config.declare.rules import SaveRules
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import ValidationFailed
from hanse.resources.federation.connections.application_endpoint import start_at_service_provider
from hanse.resources.federation.connections.certificates import (
    certificate_expirations,
    certificate_facts_of,
    with_facts,
)
from hanse.resources.federation.connections.endpoints import ArtifactSettings, Protocol
from hanse.resources.federation.connections.saving import connection_references, connection_replication, dated
from hanse.resources.federation.metadata.updates_on_pages import change_notices
from hanse.resources.federation.sp_connections.adapter_overrides import override_errors, with_completed_overrides
from hanse.resources.federation.sp_connections.assertion_mappings import IDP_ADAPTER_OVERRIDES
from hanse.resources.federation.sp_connections.back_channel_rules import check_back_channel
from hanse.resources.federation.sp_connections.browser_sso import UNSPECIFIED_NAME_ID, SpBrowserSso, core_attributes
from hanse.resources.federation.sp_connections.model import SSO, SpConnection
from hanse.resources.federation.sp_connections.protocol_rules import check_consumers, check_logout, check_profiles
from hanse.resources.federation.sp_connections.rules import (
    SpProposal,
    check_attribute_query,
    check_contract,
    check_identity,
    check_mappings,
    check_signatures,
)
from hanse.resources.federation.sp_connections.ui import PAGE, UI
from hanse.resources.federation.sp_connections.ws_federation import (
    SpWsFedIdentityMapping,
    WsFedTokenType,
    WsTrustVersion,
    without_saml,
)
from hanse.resources.security.key_pairs.notices import expiry_notices


def _enrichment(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
    replication = connection_replication(handles.SP_CONNECTIONS)(view, ports)

    def enrich(stored: StoredDocument) -> dict[str, Any]:
        start = start_at_service_provider(view, str(stored.body.get("entityId")))
        sso = stored.body[SSO]
        shown = without_saml(sso) if sso.get("protocol") == Protocol.WSFED else sso
        return {**replication(stored), SSO: {**shown, **start}}

    return enrich


def _prepare(proposal: SpProposal) -> SpConnection:
    credentials, errors = proposal.new.credentials.with_stored_certificates()
    if errors:
        raise ValidationFailed(errors)
    sso = proposal.new.sp_browser_sso
    # The core attribute is the server's; its name format is the administrator's.
    sent = next(iter(sso.attribute_contract.core_attributes), None)
    name_format = (sent.name_format if sent is not None else None) or UNSPECIFIED_NAME_ID
    core = [each.model_copy(update={"name_format": name_format}) for each in core_attributes()]
    contract = sso.attribute_contract.model_copy(update={"core_attributes": core})
    new = proposal.new.model_copy(
        update={
            "credentials": credentials,
            "sp_browser_sso": sso.model_copy(
                update={
                    "attribute_contract": contract,
                    "adapter_mappings": with_completed_overrides(sso, proposal),
                    **_of_protocol(sso),
                }
            ),
        }
    )
    return dated(proposal, new)


def _of_protocol(sso: SpBrowserSso) -> dict[str, Any]:
    """Return the members that connections with WS-Federation have in place of empty ones."""
    if sso.protocol is not Protocol.WSFED:
        return {}
    return {
        "ws_fed_token_type": sso.ws_fed_token_type or WsFedTokenType.SAML11,
        "ws_trust_version": sso.ws_trust_version or WsTrustVersion.WSTRUST12,
        # Forms send the defaults of a part that does not apply.
        "artifact": None if sso.artifact == ArtifactSettings(resolver_locations=[]) else sso.artifact,
        "sp_ws_fed_identity_mapping": sso.sp_ws_fed_identity_mapping or SpWsFedIdentityMapping.EMAIL_ADDRESS,
    }


def _references(body: Body) -> Iterator[Referral]:
    yield from connection_references(body)
    yield from IDP_ADAPTER_OVERRIDES.references_in(body)


SP_CONNECTIONS = Resource(
    path=handles.SP_CONNECTIONS.path,
    model=SpConnection,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="SP Connection",
        description="Service providers that receive assertions about users who sign in at this server.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(
            check_identity,
            check_profiles,
            check_consumers,
            check_logout,
            check_back_channel,
            check_signatures,
            check_contract,
            check_mappings,
            override_errors,
            check_attribute_query,
        ),
        reads=frozenset({handles.ADAPTERS, handles.POLICY_CONTRACTS, handles.SIGNING_KEY_PAIRS}),
    ),
    storage=StorageOptions(
        is_secret=IDP_ADAPTER_OVERRIDES.secrets_in,
        digest_of=IDP_ADAPTER_OVERRIDES.digests_in,
        references=_references,
        expressions=IDP_ADAPTER_OVERRIDES.expressions_in,
        expirations=certificate_expirations,
    ),
    answers=AnswerOptions(
        presentation=Presentation(SpConnection, with_facts),
        enrich=_enrichment,
    ),
    usage=UsageCategory.SP_CONNECTION,
    notices=(
        expiry_notices(handles.SP_CONNECTIONS, PAGE.path, certificate_facts_of),
        change_notices(handles.SP_CONNECTIONS, PAGE.path),
    ),
    ui=UI,
)
