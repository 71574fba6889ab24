"""Lets the named user approve or refuse a request, after the sign-in."""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import AccessDenied, OAuthError
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.codes import granted_request
from hanse.engine.oauth.ciba.ping_callbacks import ping_message
from hanse.engine.oauth.ciba.request_limits import UserRequestLimit
from hanse.engine.oauth.ciba.stored_requests import FoundRequest, StoredBackchannelRequests
from hanse.engine.oauth.consent.adapter_consent import needs_adapter_consent
from hanse.engine.oauth.consent.user_consent import UserConsent
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.paths import BACKCHANNEL_APPROVAL_PATH
from hanse.engine.oauth.user_contexts import user_context
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowHandle, SignedIn, SignIn, SignInFailed, SignInResult
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.state.contracts import OutboxKind, PendingStatus
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
PURPOSE: Final = "ciba"
CONFIRM_TEMPLATE: Final = "oauth.ciba.confirmation.page.template.html"
RESULT_TEMPLATE: Final = "oauth.ciba.result.page.template.html"
# The minimum time that a client has for fetching its tokens after the user's decision.
FETCH_SECONDS: Final = 60.0
_CONFIRM: Final = "confirm"


@dataclass(frozen=True)
class BackchannelApproval:
    """Continues after the sign-in of the user; a `signin.contracts.Completion`. `body` is the secret of the link."""

    services: Services
    fulfillment: AttributeFulfillment
    sign_in: SignIn
    stored: StoredBackchannelRequests

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Ask the user to decide. The request stays open if nobody or another user has signed in."""
        if isinstance(result, SignInFailed):
            LOG.info("backchannel authentication not decided", error=result.code, reason=result.description)
            return await flow.finish(request, self.services.pages.error(request, message="error.denied"))
        found = await self.stored.find(request, body.decode())
        if found is None:
            return await self._expired(request, flow)
        return await self._guarded(request, flow, found, self._begin(request, flow, body, found, result))

    async def resume(
        self, request: Request, flow: FlowHandle, body: bytes, result: SignedIn, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        """Process a form of one of the pages."""
        found = await self.stored.find(request, body.decode())
        if found is None:
            return await self._expired(request, flow)
        if stage == _CONFIRM:
            if (await request.form()).one("confirm") is None:
                return await self._deny(request, flow, found)
            return await self._guarded(request, flow, found, self._consent(request, flow, found, result))
        return await self._guarded(request, flow, found, self._read_consent(request, flow, found, stage, state))

    async def _begin(
        self, request: Request, flow: FlowHandle, body: bytes, found: FoundRequest, result: SignedIn
    ) -> Answer:
        context = await self._context(request, found, result)
        if context.user_key != found.content.user_key:
            LOG.warning("another user has followed the link of a backchannel request", client=found.client.id)
            return await self._other_user(request, flow, body, context)
        if not needs_adapter_consent(request):
            # The consent page shows the application, the scopes and the binding message. It is shown for each request,
            # because the user has not started it in this browser.
            return await self._request_consent(request, flow, found, context)
        values = {
            "client_name": found.client.settings.name,
            "user_name": context.user_name,
            "binding_message": found.content.binding_message,
        }
        return await flow.show(request, _CONFIRM, {}, flow.page(request, CONFIRM_TEMPLATE, values))

    async def _consent(self, request: Request, flow: FlowHandle, found: FoundRequest, result: SignedIn) -> Answer:
        return await self._request_consent(request, flow, found, await self._context(request, found, result))

    async def _request_consent(
        self, request: Request, flow: FlowHandle, found: FoundRequest, context: GrantContext
    ) -> Answer:
        kept = {"is_backchannel": "true", "binding_message": found.content.binding_message}
        consent = UserConsent(self.services, self.sign_in)
        outcome = await consent.request_consent(request, flow, found.client, found.content.wanted, context, kept)
        return outcome if isinstance(outcome, Answer) else await self._approve(request, flow, found, outcome)

    async def _read_consent(
        self, request: Request, flow: FlowHandle, found: FoundRequest, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        consent = UserConsent(self.services, self.sign_in)
        outcome = await consent.read(request, flow, found.client, found.content.wanted, stage, state)
        return outcome if isinstance(outcome, Answer) else await self._approve(request, flow, found, outcome)

    async def _context(self, request: Request, found: FoundRequest, result: SignedIn) -> GrantContext:
        return await user_context(self.fulfillment, request, found.client, found.content.wanted, result)

    async def _approve(self, request: Request, flow: FlowHandle, found: FoundRequest, context: GrantContext) -> Answer:
        wanted = found.content.wanted
        granted = await granted_request(self.services, request, found.client, wanted, context, GrantType.CIBA)
        if not await self._decide(found, PendingStatus.APPROVED, granted.encode()):
            return await self._expired(request, flow)
        await UserRequestLimit(self.services).reset(found.client.id, found.content.user_key)
        LOG.info(
            "backchannel authentication approved",
            client=found.client.id,
            scopes=wanted.scopes,
            origin=context.origin.id,
        )
        return await self._finish(request, flow, found, is_approved=True)

    async def _deny(self, request: Request, flow: FlowHandle, found: FoundRequest) -> Answer:
        if not await self._decide(found, PendingStatus.DENIED, b""):
            return await self._expired(request, flow)
        LOG.info("backchannel authentication refused", client=found.client.id)
        return await self._finish(request, flow, found, is_approved=False)

    async def _decide(self, found: FoundRequest, status: PendingStatus, body: bytes) -> bool:
        now = self.services.clock.now().timestamp()
        until = now + FETCH_SECONDS
        message = ping_message(found, now, max(until, found.ends))
        is_decided = await self.services.state.pending.decide(
            found.key, status, body, now, until=until, message=message
        )
        if is_decided and message is not None:
            self.services.bell.ring(OutboxKind.CIBA_PING)
        return is_decided

    async def _finish(self, request: Request, flow: FlowHandle, found: FoundRequest, *, is_approved: bool) -> Answer:
        values = {"approved": is_approved, "client_name": found.client.settings.name, "other_user": "", "again": ""}
        return await flow.finish(request, flow.page(request, RESULT_TEMPLATE, values))

    async def _other_user(self, request: Request, flow: FlowHandle, body: bytes, context: GrantContext) -> Answer:
        query = urlencode({"request": body.decode(), "prompt": "select_account"})
        again = f"{request.issuer.name.place.path}{BACKCHANNEL_APPROVAL_PATH}?{query}"
        values = {"approved": False, "client_name": "", "other_user": context.user_name, "again": again}
        return await flow.finish(request, flow.page(request, RESULT_TEMPLATE, values))

    async def _expired(self, request: Request, flow: FlowHandle) -> Answer:
        return await flow.finish(request, expired_page(self.services, request))

    async def _guarded(
        self, request: Request, flow: FlowHandle, found: FoundRequest, going_on: Awaitable[Answer]
    ) -> Answer:
        """Answer errors: AccessDenied denies the request, other OAuth errors are shown to the user."""
        try:
            return await going_on
        except AccessDenied as error:
            LOG.info("backchannel authentication not granted", client=found.client.id, reason=error.description)
            return await self._deny(request, flow, found)
        except OAuthError as error:
            return await flow.finish(request, PageErrors(self.services.pages)(request, error))


def expired_page(services: Services, request: Request) -> Answer:
    """Return the page for a link whose request has ended or was decided."""
    return services.pages.error(request, status=HTTPStatus.BAD_REQUEST, message="ciba.expired")
