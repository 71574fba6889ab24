"""Token exchange (RFC 8693): a client exchanges a token about a user, and possibly one about itself, for another."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import InvalidRequest, ServerError, UnauthorizedClient
from hanse.engine.oauth.authorization_details import PARAMETER, encoded_details, requested_details
from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.oauth.mapping_sources import Sources, request_sources
from hanse.engine.oauth.scopes import parse
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, Issue, TokenEndpointRequest
from hanse.engine.oauth.token_exchange.actors import actor_for, check_may_act, encoded_actor
from hanse.engine.oauth.token_exchange.compiled_policies import (
    EXCHANGE_CONFIGURATION,
    ProcessorMapping,
    ProcessorPolicy,
)
from hanse.engine.oauth.token_exchange.exchange_request import ExchangeRequest, read_exchange
from hanse.engine.oauth.token_exchange.exchanged_grants import ExchangedGrant, ExchangedGrants
from hanse.engine.oauth.token_exchange.generated_tokens import GeneratedTokens
from hanse.engine.oauth.token_exchange.possession import check_possession
from hanse.engine.oauth.token_exchange.requested_targets import ExchangeTarget, select_target
from hanse.engine.oauth.token_exchange.token_validation import TokenValidation
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Origin, Value
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.engine.trace.masking import AttributeMask
from hanse.plugins.contracts.token_processors import ProcessedToken, TokenRefused
from hanse.resources.applications.token_exchange.processor_policies import SUBJECT
from hanse.resources.applications.token_exchange.token_types import REFRESH_TOKEN
from hanse.resources.grants import GrantType
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import SourceType

LOG = structlog.stdlib.get_logger("hanse.oauth")


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The presented tokens, with the processors that validated them."""

    mapping: ProcessorMapping
    subject: ProcessedToken
    actor: ProcessedToken | None
    # The claim `act` of the issued token, as it is stored.
    acting: str


@dataclass(frozen=True, slots=True)
class _Exchanged:
    tokens: _Tokens
    policy_id: str
    # The grant to store; None if the client gets no refresh token.
    grant: ExchangedGrant | None


class TokenExchangeGrant:
    """Exchanges tokens according to processor policies.

    Nothing is stored and no refresh token issued, unless the policy has a grant mapping.
    """

    name = "urn:ietf:params:oauth:grant-type:token-exchange"
    allowed_by = GrantType.TOKEN_EXCHANGE
    # Section 5: without authentication, whoever finds a token could exchange it.
    public_allowed = False

    def __init__(
        self,
        services: Services,
        validation: TokenValidation,
        generated: GeneratedTokens,
        fulfillment: AttributeFulfillment,
    ) -> None:
        self._services = services
        self._validation = validation
        self._generated = generated
        self._fulfillment = fulfillment
        self._grants = ExchangedGrants(services, fulfillment)

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return what the presented tokens entitle to. Raises OAuthError, for tokens as section 2.2.2 demands."""
        wanted = read_exchange(call.form)
        policy = _policy_of(call)
        target = select_target(call.request.snapshot, wanted, has_grants=policy.grant is not None)
        tokens = await self._validated(call, policy, wanted)
        details = _details(call, tokens.subject)
        attributes = await self._fulfilled(call, policy, tokens, _sources(call, tokens, target, details))
        access = tokens.subject.access
        subject = _text(attributes.get(SUBJECT, ""))
        if not subject:
            LOG.warning("token exchange without a subject", client=call.client.id, policy=policy.id)
            raise InvalidRequest("The subject token has no subject for this policy.")
        context = GrantContext(
            user_key=subject,
            user_name=subject,
            origin=Origin(SourceType.TOKEN_EXCHANGE_PROCESSOR_POLICY.value, policy.id),
            origin_attributes=attributes,
            session_id="" if access is None else access.session_id,
            authorization_details=details,
            manager_id=target.manager_id,
            actor=tokens.acting,
            masked=_masked(call, tokens, attributes),
        )
        context, grant = await self._grants.prepare(call, policy, target, context, access)
        return self._entitlement(call, target, context, _Exchanged(tokens, policy.id, grant))

    def _entitlement(
        self, call: TokenEndpointRequest, target: ExchangeTarget, context: GrantContext, exchanged: _Exchanged
    ) -> Entitlement:
        access, grant = exchanged.tokens.subject.access, exchanged.grant
        is_refresh_token = target.issued_type == REFRESH_TOKEN
        origin_id = "" if access is None else access.grant_id
        return Entitlement(
            client_id=call.client.id,
            issuer=call.request.issuer.identifier,
            scopes=None if access is None else access.scopes,
            may_narrow=True,
            context=context,
            # Without a grant of its own, the issued token ends with the grant of the subject token.
            grant_id=origin_id if grant is None else grant.id,
            persistent=grant is not None,
            openid=not target.generator_id and not is_refresh_token,
            issued_token_type=target.issued_type,
            audiences=target.resources,
            expires_by=None if access is None else access.expires,
            issue=grant.issue if grant and is_refresh_token else self._issue(exchanged.policy_id, target),
            evidence=exchanged,
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, access_token: IssuedToken) -> str:
        """Use up tokens that are accepted once. Store the grant and return its refresh token, if the policy has one."""
        exchanged = entitlement.evidence_as(_Exchanged)
        tokens = exchanged.tokens
        await self._claim(call, tokens.mapping.subject_processor, tokens.subject, "subject")
        if tokens.actor is not None:
            await self._claim(call, tokens.mapping.actor_processor or "", tokens.actor, "actor")
        LOG.info(
            "token exchanged",
            client=call.client.id,
            policy=exchanged.policy_id,
            issued_type=entitlement.issued_token_type,
            delegated=bool(tokens.acting),
            refreshable=exchanged.grant is not None,
        )
        return await self._stored(call, entitlement, exchanged.grant, access_token)

    async def _stored(
        self,
        call: TokenEndpointRequest,
        entitlement: Entitlement,
        grant: ExchangedGrant | None,
        issued: IssuedToken,
    ) -> str:
        """Store the grant. Returns its refresh token; empty if it is the issued token itself, or there is none."""
        if grant is None or entitlement.context is None:
            return ""
        await self._grants.store(call, grant, entitlement.context, issued.scopes)
        return "" if entitlement.issued_token_type == REFRESH_TOKEN else grant.refresh.text

    async def _validated(self, call: TokenEndpointRequest, policy: ProcessorPolicy, wanted: ExchangeRequest) -> _Tokens:
        if policy.requires_actor and wanted.actor is None:
            raise InvalidRequest("An actor token is required.")
        mapping = policy.mappings.get((wanted.subject.type, None if wanted.actor is None else wanted.actor.type))
        if mapping is None:
            raise InvalidRequest("Tokens of these types cannot be exchanged.")
        request, actor = call.request, None
        subject = await self._validation.process(request, mapping.subject_processor, wanted.subject, "subject")
        if wanted.actor is not None and mapping.actor_processor is not None:
            actor = await self._validation.process(request, mapping.actor_processor, wanted.actor, "actor")
            check_possession(call, actor, "actor")
        check_possession(call, subject, "subject")
        try:
            check_may_act(subject, _party(call, actor))
            acting = encoded_actor(actor_for(subject, actor))
        except TokenRefused as refused:
            LOG.warning("token exchange refused", client=call.client.id, policy=policy.id, reason=str(refused))
            raise InvalidRequest("The subject token does not allow this party to act for its subject.") from refused
        return _Tokens(mapping, subject, actor, acting)

    async def _fulfilled(
        self, call: TokenEndpointRequest, policy: ProcessorPolicy, tokens: _Tokens, values: Sources
    ) -> dict[str, Value]:
        try:
            return await self._fulfillment.fulfill_compiled(call.request.snapshot, tokens.mapping.mapping, values)
        except IssuanceRefused as refused:
            LOG.info("token exchange refused by issuance criteria", client=call.client.id, policy=policy.id)
            # Section 2.2.2: a token that is unacceptable by policy is an invalid request.
            raise InvalidRequest(str(refused)) from refused
        except FulfillmentFailed as failed:
            LOG.error("processor policy not fulfilled", policy=policy.id, reason=str(failed))  # noqa: TRY400 - it says all.
            raise ServerError("The attributes of the token cannot be determined.") from failed

    def _issue(self, policy_id: str, target: ExchangeTarget) -> Issue | None:
        if not target.generator_id:
            return None
        return partial(self._generated.issue, policy_id=policy_id, generator_id=target.generator_id)

    async def _claim(self, call: TokenEndpointRequest, processor_id: str, token: ProcessedToken, role: str) -> None:
        if token.single_use is None:
            return
        key = digest(f"{processor_id}\0{token.issuer}\0{token.single_use.id}")
        one_time = self._services.state.one_time
        if not await one_time.claim(OneTimeKind.EXCHANGED_TOKEN_ID, key, token.single_use.until, call.now):
            LOG.warning("token presented again", client=call.client.id, processor=processor_id, role=role)
            raise InvalidRequest(f"The {role} token is not valid.")


def _policy_of(call: TokenEndpointRequest) -> ProcessorPolicy:
    policy = call.request.snapshot.part(EXCHANGE_CONFIGURATION).policy_of(call.client)
    if policy is None:
        LOG.warning("no token exchange processor policy", client=call.client.id)
        raise UnauthorizedClient("No token exchange processor policy is configured for this client.")
    return policy


def _sources(call: TokenEndpointRequest, tokens: _Tokens, target: ExchangeTarget, details: str) -> Sources:
    values = request_sources(
        call.request,
        call.client,
        scopes=parse(call.form.one("scope")),
        authorization_details=details,
        resources=(*call.form.all("resource"), *call.form.all("aud"), *target.resources),
    )
    values[SourceType.SUBJECT_TOKEN, None] = tokens.subject.attributes
    if tokens.actor is not None:
        values[SourceType.ACTOR_TOKEN, None] = tokens.actor.attributes
    return values


def _masked(call: TokenEndpointRequest, tokens: _Tokens, attributes: Mapping[str, Value]) -> tuple[str, ...] | None:
    """Return the attributes that processors declare as masked; None if they were masked at an earlier sign-in."""
    presented = [(tokens.mapping.subject_processor, tokens.subject)]
    if tokens.actor is not None:
        presented.append((tokens.mapping.actor_processor or "", tokens.actor))
    if any(token.access is not None for _, token in presented):
        # A token of this server does not tell which of its attributes were masked when the user signed in.
        return None
    processors = call.request.snapshot.part(EXCHANGE_CONFIGURATION).processors
    mask = AttributeMask([(processors[id_].masked, token.attributes) for id_, token in presented])
    call.request.trace.mask = mask.applied
    return call.request.trace.masked_names(attributes)


def _party(call: TokenEndpointRequest, actor: ProcessedToken | None) -> dict[str, Any]:
    """Return the claims of the party that acts: those of the actor token, or the client without one."""
    if actor is not None:
        return {**actor.claims, "iss": actor.issuer, "sub": actor.subject}
    return {"iss": call.request.issuer.identifier, "sub": call.client.id, "client_id": call.client.id}


def _details(call: TokenEndpointRequest, subject: ProcessedToken) -> str:
    """Return the authorization details that the request can have (RFC 9396, section 6), as JSON; empty for none.

    They are issued only if they are requested. Those of the subject token are an upper limit, if its scopes are.
    """
    text = call.form.one(PARAMETER)
    if text is None:
        return ""
    if subject.access is None or subject.access.scopes is None:
        return requested_details(call.request, call.client, text)
    return encoded_details(subject.access.authorization_details)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else next(iter(value), "")
