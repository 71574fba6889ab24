"""Completes an authorization request after the sign-in: grant mapping, consent, code and answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfilment
from hanse.engine.errors import (
    AccessDenied,
    AccountSelectionRequired,
    ConsentRequired,
    InteractionRequired,
    InvalidRequest,
    LoginRequired,
    OAuthError,
    ServerError,
    TemporarilyUnavailable,
)
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.client_answers import client_answer
from hanse.engine.oauth.authorize.codes import issue_code
from hanse.engine.oauth.authorize.failure_answer import failure_answer
from hanse.engine.oauth.authorize.model import AuthorizationRequest, Prompt
from hanse.engine.oauth.authorize.redirect_uris import match
from hanse.engine.oauth.consent import adapter_consent
from hanse.engine.oauth.consent.consent_decision import is_consent_needed, remember_consent
from hanse.engine.oauth.consent.consent_page import ConsentApproval, consent_page, read_approval
from hanse.engine.oauth.contracts import GrantContext, IdTokenIssuer, IdTokenRequest
from hanse.engine.oauth.grant_lifetimes import lifetime, lifetime_in_minutes
from hanse.engine.oauth.grant_mapping import owner_of
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.services import Services
from hanse.engine.signin.adapters.consent_service import ADAPTER_STATE
from hanse.engine.signin.contracts import FlowEnded, FlowHandle, SignedIn, SignIn, SignInFailed, SignInResult
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.mapping.oauth_sources import GRANT_LIFETIME

LOG = structlog.stdlib.get_logger("hanse.oauth")
PURPOSE: Final = "authorization"
_CONSENT: Final = "consent"
_CONTEXT: Final = "context"
# Error codes of sign-in that are passed to the client; any other code becomes a refusal.
_FAILURES: Final = {
    each.code: each
    for each in (
        AccessDenied,
        LoginRequired,
        InteractionRequired,
        AccountSelectionRequired,
        ServerError,
        TemporarilyUnavailable,
    )
}


@dataclass(frozen=True)
class AuthorizationCompletion:
    """Continues an authorization request after sign-in; a `signin.contracts.Completion`."""

    services: Services
    fulfilment: AttributeFulfilment
    id_tokens: IdTokenIssuer
    sign_in: SignIn

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Ask for consent or answer the client."""
        wanted = AuthorizationRequest.decode(body)
        try:
            return await self._continue(request, flow, wanted, result)
        except FlowEnded:
            raise
        except Exception as error:  # noqa: BLE001 - what is not expected is logged where it is answered.
            is_local = isinstance(result, SignInFailed) and result.handle_locally
            return await self._fail(request, flow, wanted, error, is_local=is_local)

    async def resume(
        self,
        request: Request,
        flow: FlowHandle,
        body: bytes,
        result: SignedIn,  # noqa: ARG002 - what was made of it is in the state.
        stage: str,
        state: Mapping[str, Any],
    ) -> Answer:
        """Answer the form of the consent page, or go on with the adapter that asks for consent."""
        wanted = AuthorizationRequest.decode(body)
        try:
            context = GrantContext.decode(str(state[_CONTEXT]).encode())
            if stage == adapter_consent.STAGE:
                return await self._ask_adapter(request, flow, wanted, context, state.get(ADAPTER_STATE, {}))
            approval = read_approval(await request.form(), wanted)
            return await self._apply_consent(request, flow, wanted, context, approval)
        except FlowEnded:
            raise
        except Exception as error:  # noqa: BLE001 - what is not expected is logged where it is answered.
            return await self._fail(request, flow, wanted, error)

    async def _continue(
        self, request: Request, flow: FlowHandle, wanted: AuthorizationRequest, result: SignInResult
    ) -> Answer:
        client = _current_client(request, wanted)
        if isinstance(result, SignInFailed):
            raise _FAILURES.get(result.code, AccessDenied)(result.description)
        context = await self._grant_context(request, client, wanted, result)
        await self._check_subject(request, client, wanted, context)
        prompted = Prompt.CONSENT in wanted.prompt
        if not await is_consent_needed(self.services, request, client, wanted.scopes, context, prompted=prompted):
            return await self._answer_code(request, flow, client, wanted, context)
        if wanted.is_passive:
            raise ConsentRequired("The user must consent.")
        if adapter_consent.needs_adapter_consent(request):
            return await self._ask_adapter(request, flow, wanted, context, None)
        page = consent_page(self.services.pages, request, flow, client, wanted, context)
        return await flow.show(request, _CONSENT, {_CONTEXT: context.encode().decode()}, page)

    async def _ask_adapter(
        self,
        request: Request,
        flow: FlowHandle,
        wanted: AuthorizationRequest,
        context: GrantContext,
        state: Mapping[str, Any] | None,
    ) -> Answer:
        kept = {_CONTEXT: context.encode().decode()}
        question = adapter_consent.consent_question(self.services.pages, request, wanted, context, kept)
        result = await self.sign_in.ask_consent(request, flow, question, state)
        if isinstance(result, Answer):
            return result
        approval = None if result is None else adapter_consent.read_adapter_approval(request, wanted, result)
        return await self._apply_consent(request, flow, wanted, context, approval)

    async def _apply_consent(
        self,
        request: Request,
        flow: FlowHandle,
        wanted: AuthorizationRequest,
        context: GrantContext,
        approval: ConsentApproval | None,
    ) -> Answer:
        client = _current_client(request, wanted)
        if approval is None:
            raise AccessDenied("The user declined the request.")
        wanted.scopes = approval.scopes
        wanted.authorization_details = approval.authorization_details
        granted = msgspec.structs.replace(context, authorization_details=approval.authorization_details)
        await remember_consent(self.services, request, client, wanted.scopes, granted)
        return await self._answer_code(request, flow, client, wanted, granted)

    async def _check_subject(
        self, request: Request, client: RegisteredClient, wanted: AuthorizationRequest, context: GrantContext
    ) -> None:
        """Raise LoginRequired when the user is not the one of `id_token_hint` (Core 1.0, section 3.1.2.1)."""
        if not wanted.expected_subject:
            return
        subject = await self.id_tokens.subject(
            request, IdTokenRequest(client=client, scopes=wanted.scopes, context=context)
        )
        if subject != wanted.expected_subject:
            raise LoginRequired("The user of id_token_hint is not signed in.")

    async def _grant_context(
        self, request: Request, client: RegisteredClient, wanted: AuthorizationRequest, result: SignedIn
    ) -> GrantContext:
        seconds = lifetime(request.snapshot.part(AUTHORIZATION), client.settings)
        sources = request_sources(
            request,
            client,
            scopes=wanted.scopes,
            authorization_details=wanted.authorization_details,
            resources=wanted.resources,
            locales=wanted.ui_locales,
            acr=result.acr,
            more={GRANT_LIFETIME: lifetime_in_minutes(seconds)},
        )
        owner = await owner_of(self.fulfilment, request.snapshot, result, sources)
        return GrantContext(
            user_key=owner.user_key,
            user_name=owner.user_name,
            origin=result.origin,
            attributes=owner.attributes,
            origin_attributes=result.attributes,
            tracked_parameters=result.tracked_parameters,
            session_id=result.session_id,
            auth_time=result.auth_time,
            acr=result.acr,
            amr=result.amr,
            nonce=wanted.nonce,
            claims=wanted.claims,
            authorization_details=wanted.authorization_details,
            resources=wanted.resources,
            manager_id=wanted.manager_id,
            locales=wanted.ui_locales,
        )

    async def _answer_code(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        context: GrantContext,
    ) -> Answer:
        code = await issue_code(self.services, request, client, wanted, context)
        answer = client_answer(self.services.pages, request, wanted, {"code": code})
        # Of two requests that get here at once, only one ends the flow; the code of the other never leaves the server.
        finished = await flow.finish(request, answer)
        LOG.info("authorization code issued", client=client.id, scopes=wanted.scopes, origin=context.origin.id)
        return finished

    async def _fail(
        self,
        request: Request,
        flow: FlowHandle,
        wanted: AuthorizationRequest,
        error: Exception,
        *,
        is_local: bool = False,
    ) -> Answer:
        is_unknown = isinstance(error, ClientNotRegistered)
        answer = failure_answer(self.services.pages, request, error, wanted, handle_locally=is_local or is_unknown)
        if not isinstance(error, OAuthError):
            # The server did not work. The flow stays, so that the user can try again.
            return answer
        return await flow.finish(request, answer)


class ClientNotRegistered(InvalidRequest):
    """The client, or its redirect URI, was removed while the user signed in."""

    def __init__(self) -> None:
        super().__init__("The client or its redirect URI is not registered any more.")


def _current_client(request: Request, wanted: AuthorizationRequest) -> RegisteredClient:
    """Return the client as it is configured now. Raises ClientNotRegistered."""
    client = request.snapshot.part(CLIENTS).get(wanted.client_id)
    if client is None or match(client.settings.redirect_uris, wanted.redirect_uri) is None:
        raise ClientNotRegistered
    return client
