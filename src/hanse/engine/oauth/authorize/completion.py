"""Completes an authorization request after the sign-in: grant mapping, consent and answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import (
    AccessDenied,
    AccountSelectionRequired,
    ConsentRequired,
    InteractionRequired,
    InvalidRequest,
    InvalidRequestUri,
    LoginRequired,
    OAuthError,
    ServerError,
    TemporarilyUnavailable,
)
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.client_answers import ClientAnswers
from hanse.engine.oauth.authorize.failure_answer import failure_answer
from hanse.engine.oauth.authorize.granted_responses import GrantedResponses
from hanse.engine.oauth.authorize.model import AuthorizationRequest, Prompt
from hanse.engine.oauth.authorize.redirect_uris import match
from hanse.engine.oauth.authorize.session_state import session_state
from hanse.engine.oauth.consent.consent_decision import is_consent_needed
from hanse.engine.oauth.consent.user_consent import UserConsent
from hanse.engine.oauth.contracts import GrantContext, IdTokenRequest
from hanse.engine.oauth.pushed_requests.stored_requests import StoredRequests
from hanse.engine.oauth.user_contexts import user_context
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowEnded, FlowHandle, SignedIn, SignIn, SignInFailed, SignInResult
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.kit.sign_in_traces import StepKind, TraceOutcome

LOG = structlog.stdlib.get_logger("hanse.oauth")
PURPOSE: Final = "authorization"
_APPROVED: Final = "approved"
# Error codes of sign-in that are passed to the client; any other code becomes `access_denied`.
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
    fulfillment: AttributeFulfillment
    responses: GrantedResponses
    answers: ClientAnswers
    sign_in: SignIn

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Ask for consent or answer the client."""
        wanted = AuthorizationRequest.decode(body)
        try:
            return await self._continue(request, flow, wanted, result)
        except FlowEnded:
            raise
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            is_local = isinstance(result, SignInFailed) and result.handle_locally
            return await self._fail(request, flow, wanted, error, is_local=is_local)

    async def resume(
        self,
        request: Request,
        flow: FlowHandle,
        body: bytes,
        result: SignedIn,  # noqa: ARG002 - the state has what was derived from it.
        stage: str,
        state: Mapping[str, Any],
    ) -> Answer:
        """Process the form of the consent page, or continue with the adapter that requests consent."""
        wanted = AuthorizationRequest.decode(body)
        try:
            client = _current_client(request, wanted)
            outcome = await self._consent.read(request, flow, client, wanted, stage, state)
            return await self._answer_consent(request, flow, client, wanted, outcome)
        except FlowEnded:
            raise
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            return await self._fail(request, flow, wanted, error)

    async def _continue(
        self, request: Request, flow: FlowHandle, wanted: AuthorizationRequest, result: SignInResult
    ) -> Answer:
        client = _current_client(request, wanted)
        if isinstance(result, SignInFailed):
            raise _FAILURES.get(result.code, AccessDenied)(_described(result))
        context = await user_context(self.fulfillment, request, client, wanted, result)
        await self._check_subject(request, client, wanted, context)
        prompted = Prompt.CONSENT in wanted.prompt
        is_needed = await is_consent_needed(
            self.services,
            request,
            client,
            wanted.scopes,
            context,
            redirect_uri=wanted.redirect_uri,
            prompted=prompted,
        )
        if not is_needed:
            return await self._answer_client(request, flow, client, wanted, context)
        # The client of a redirectless flow sends the approval itself. With only the browser's session, a script could
        # do that without the user.
        if wanted.is_passive or (wanted.is_redirectless and not result.was_present):
            raise ConsentRequired("The user must consent.")
        request.trace.add(StepKind.CONSENT, client.id)
        outcome = await self._consent.request_consent(request, flow, client, wanted, context)
        return await self._answer_consent(request, flow, client, wanted, outcome)

    @property
    def _consent(self) -> UserConsent:
        return UserConsent(self.services, self.sign_in)

    async def _answer_consent(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        outcome: Answer | GrantContext,
    ) -> Answer:
        if isinstance(outcome, Answer):
            request.trace.outcome = TraceOutcome.WAITING
            return outcome
        request.trace.add(StepKind.CONSENT, client.id, result=_APPROVED)
        return await self._answer_client(request, flow, client, wanted, outcome)

    async def _check_subject(
        self, request: Request, client: RegisteredClient, wanted: AuthorizationRequest, context: GrantContext
    ) -> None:
        """Raise LoginRequired if the user is not the one of `id_token_hint` (Core 1.0, section 3.1.2.1)."""
        if not wanted.expected_subject:
            return
        subject = await self.responses.id_tokens.subject(
            request, IdTokenRequest(client=client, scopes=wanted.scopes, context=context)
        )
        if subject != wanted.expected_subject:
            raise LoginRequired("The user of id_token_hint is not signed in.")

    async def _answer_client(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        context: GrantContext,
    ) -> Answer:
        if wanted.pushed_reference:
            await StoredRequests(self.services).use(wanted.pushed_reference, flow.id)
        granted = await self.responses.parameters(request, client, wanted, context)
        state, cookies = session_state(request, wanted, context, self.services.randomness)
        answer = (await self.answers.answer(request, wanted, {**granted, **state})).with_headers(*cookies)
        # Of two simultaneous requests only one ends the flow; the code and the tokens of the other one are not sent.
        finished = await flow.finish(request, answer)
        request.trace.succeed(StepKind.ANSWER, result=wanted.response_type)
        LOG.info(
            "authorization granted",
            client=client.id,
            response_type=wanted.response_type,
            scopes=wanted.scopes,
            origin=context.origin.id,
        )
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
        # A client that received its answer gets no second one, such as an error for a request that was granted.
        is_shown = is_local or isinstance(error, (ClientNotRegistered, InvalidRequestUri))
        answer = await failure_answer(self.answers, request, error, wanted, handle_locally=is_shown)
        if not isinstance(error, OAuthError):
            # The server failed. The flow stays, so that the user can try again.
            return answer
        if wanted.pushed_reference:
            await StoredRequests(self.services).discard(wanted.pushed_reference)
        return await flow.finish(request, answer)


class ClientNotRegistered(InvalidRequest):
    """The client, or its redirect URI, was removed while the user signed in."""

    def __init__(self) -> None:
        super().__init__("The client or its redirect URI is not registered any more.")


def _current_client(request: Request, wanted: AuthorizationRequest) -> RegisteredClient:
    """Return the client with its current settings. Raises ClientNotRegistered."""
    client = request.snapshot.part(CLIENTS).get(wanted.client_id)
    if client is None:
        raise ClientNotRegistered
    if wanted.is_redirectless and not client.settings.allow_authentication_api_init:
        raise ClientNotRegistered
    needs_no_address = wanted.is_redirectless and not wanted.redirect_uri
    if not needs_no_address and match(client.settings.redirect_uris, wanted.redirect_uri) is None:
        raise ClientNotRegistered
    return client


def _described(failed: SignInFailed) -> str:
    """Return the description of a failed sign-in, in the characters that it may have (RFC 6749, section 4.1.2.1)."""
    passed = "".join(each if " " <= each <= "~" and each not in '"\\' else "?" for each in failed.provider_message)
    return passed or failed.description
