"""Lets a signed-in user approve the request of a device: code, confirmation, consent and result."""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import AccessDenied, OAuthError
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.codes import granted_request
from hanse.engine.oauth.authorize.model import Prompt
from hanse.engine.oauth.consent.consent_decision import is_consent_needed
from hanse.engine.oauth.consent.scope_texts import scope_text
from hanse.engine.oauth.consent.user_consent import UserConsent
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.device.device_settings import device_settings
from hanse.engine.oauth.device.device_states import (
    USER_CODE,
    code_state,
    completed_answer,
    confirmation_state,
    failed_answer,
)
from hanse.engine.oauth.device.entered_codes import DeviceRequest, EnteredCodes, WrongCode
from hanse.engine.oauth.device.sign_in_requests import EnteredCode
from hanse.engine.oauth.device.user_codes import displayed, normalized
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.oauth.user_contexts import user_context
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowHandle, SignedIn, SignIn, SignInFailed, SignInResult
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.state.contracts import PendingStatus
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
CODE_TEMPLATE: Final = "oauth.device.user.code.page.template.html"
CONFIRM_TEMPLATE: Final = "oauth.device.confirmation.page.template.html"
RESULT_TEMPLATE: Final = "oauth.device.result.page.template.html"
# The minimum time that a device has for fetching its tokens after the user's decision.
FETCH_SECONDS: Final = 60.0
_CODE, _CONFIRM = "code", "confirm"


@dataclass(frozen=True)
class DeviceApproval:
    """Continues after the sign-in of a device's user; a `signin.contracts.Completion`."""

    services: Services
    fulfillment: AttributeFulfillment
    sign_in: SignIn
    codes: EnteredCodes

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Ask for the code, or continue with the one that was sent before the sign-in."""
        if isinstance(result, SignInFailed):
            LOG.info("device not authorized", error=result.code, reason=result.description)
            if flow.is_api_call:
                return await self._fail(request, flow, result.code, "error.denied")
            return await flow.finish(request, self.services.pages.error(request, message="error.denied"))
        given = msgspec.json.decode(body, type=EnteredCode)
        if not given.user_code:
            return await self._show_code_form(request, flow)
        return await self._enter(request, flow, result, given)

    async def resume(
        self, request: Request, flow: FlowHandle, _body: bytes, result: SignedIn, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        """Process a form of one of the pages."""
        form = await flow.form(request)
        entered = form.one(USER_CODE) or ""
        if stage == _CODE:
            if not entered:
                return await self._show_code_form(request, flow, error="device.missing")
            return await self._enter(request, flow, result, EnteredCode(user_code=entered))
        found = await self.codes.known(request, normalized(str(state["user_code"])))
        if found is None or (stage == _CONFIRM and entered and normalized(entered) != found.code):
            return await self._show_code_form(request, flow, error="device.wrong")
        if stage == _CONFIRM:
            if form.one("confirm") is None:
                return await self._deny(request, flow, found)
            return await self._guarded(request, flow, found, self._get_consent(request, flow, found, result))
        return await self._guarded(request, flow, found, self._read_consent(request, flow, found, stage, state))

    async def _enter(self, request: Request, flow: FlowHandle, result: SignedIn, given: EnteredCode) -> Answer:
        try:
            found = await self.codes.find(request, given.user_code, result.user_key)
        except WrongCode as error:
            return await self._show_code_form(request, flow, entered=given.user_code, error=error.message)
        return await self._guarded(request, flow, found, self._continue(request, flow, found, result, given))

    async def _continue(
        self, request: Request, flow: FlowHandle, found: DeviceRequest, result: SignedIn, given: EnteredCode
    ) -> Answer:
        if given.confirmed or (given.linked and device_settings(request, found.client).bypasses_confirmation):
            return await self._get_consent(request, flow, found, result)
        context = await self._context(request, found, result)
        # Users who typed the code see on the consent page what it is for. If there is none, this page shows it.
        if not given.linked and await self._needs_consent(request, found, context):
            return await self._get_consent(request, flow, found, result)
        known, pages = request.snapshot.part(SCOPES), self.services.pages
        locale = pages.locale(request)
        values = {
            "user_code": displayed(found.code),
            "client_name": found.client.settings.name,
            "user_name": context.user_name,
            "scopes": [scope_text(pages, locale, known, each) for each in found.wanted.scopes],
        }
        page, shown = flow.page(request, CONFIRM_TEMPLATE, values), confirmation_state(values)
        return await flow.show(request, _CONFIRM, {"user_code": displayed(found.code)}, page, shown)

    async def _get_consent(self, request: Request, flow: FlowHandle, found: DeviceRequest, result: SignedIn) -> Answer:
        context = await self._context(request, found, result)
        if not await self._needs_consent(request, found, context):
            return await self._approve(request, flow, found, context)
        kept = {"user_code": displayed(found.code)}
        outcome = await self._consent.request_consent(request, flow, found.client, found.wanted, context, kept)
        return outcome if isinstance(outcome, Answer) else await self._approve(request, flow, found, outcome)

    async def _read_consent(
        self, request: Request, flow: FlowHandle, found: DeviceRequest, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        outcome = await self._consent.read(request, flow, found.client, found.wanted, stage, state)
        return outcome if isinstance(outcome, Answer) else await self._approve(request, flow, found, outcome)

    @property
    def _consent(self) -> UserConsent:
        return UserConsent(self.services, self.sign_in)

    async def _context(self, request: Request, found: DeviceRequest, result: SignedIn) -> GrantContext:
        return await user_context(self.fulfillment, request, found.client, found.wanted, result)

    async def _needs_consent(self, request: Request, found: DeviceRequest, context: GrantContext) -> bool:
        prompted = Prompt.CONSENT in found.wanted.prompt
        return await is_consent_needed(
            self.services, request, found.client, found.wanted.scopes, context, redirect_uri="", prompted=prompted
        )

    async def _approve(self, request: Request, flow: FlowHandle, found: DeviceRequest, context: GrantContext) -> Answer:
        granted = await granted_request(
            self.services, request, found.client, found.wanted, context, GrantType.DEVICE_CODE
        )
        if not await self._decide(found, PendingStatus.APPROVED, granted.encode()):
            return await self._show_code_form(request, flow, error="device.wrong")
        LOG.info(
            "device authorization approved",
            client=found.client.id,
            scopes=found.wanted.scopes,
            origin=context.origin.id,
        )
        return await self._finish(request, flow, found, is_approved=True)

    async def _deny(self, request: Request, flow: FlowHandle, found: DeviceRequest) -> Answer:
        if not await self._decide(found, PendingStatus.DENIED, b""):
            return await self._show_code_form(request, flow, error="device.wrong")
        LOG.info("device authorization denied", client=found.client.id)
        return await self._finish(request, flow, found, is_approved=False)

    async def _decide(self, found: DeviceRequest, status: PendingStatus, body: bytes) -> bool:
        now = self.services.clock.now().timestamp()
        return await self.services.state.pending.decide(found.key, status, body, now, until=now + FETCH_SECONDS)

    async def _finish(self, request: Request, flow: FlowHandle, found: DeviceRequest, *, is_approved: bool) -> Answer:
        name = found.client.settings.name
        if not flow.is_api_call:
            return await flow.finish(
                request, flow.page(request, RESULT_TEMPLATE, {"approved": is_approved, "client_name": name})
            )
        if is_approved:
            return await flow.finish(request, completed_answer(flow.id))
        return await self._fail(request, flow, AccessDenied.code, "device.denied", application=name)

    async def _fail(self, request: Request, flow: FlowHandle, code: str, message: str, **values: str) -> Answer:
        """End the flow of an application with an error; `message` is the key of the text for the user."""
        pages = self.services.pages
        return await flow.finish(
            request, failed_answer(flow.id, code, pages.text(pages.locale(request), message, **values))
        )

    async def _show_code_form(
        self, request: Request, flow: FlowHandle, *, entered: str = "", error: str = ""
    ) -> Answer:
        code = normalized(entered)
        shown = displayed(code) if code else entered
        values = {"user_code": shown, "confirmed": "", "client_name": "", "error": error}
        return await flow.show(request, _CODE, {}, flow.page(request, CODE_TEMPLATE, values), code_state(error))

    async def _guarded(
        self, request: Request, flow: FlowHandle, found: DeviceRequest, going_on: Awaitable[Answer]
    ) -> Answer:
        """Answer errors: AccessDenied denies the request of the device, other OAuth errors are shown to the user."""
        try:
            return await going_on
        except AccessDenied as error:
            LOG.info("device not authorized", client=found.client.id, reason=error.description)
            return await self._deny(request, flow, found)
        except OAuthError as error:
            if flow.is_api_call:
                LOG.info("device not authorized", client=found.client.id, reason=error.description)
                return await self._fail(request, flow, error.code, "error.request")
            return await flow.finish(request, PageErrors(self.services.pages)(request, error))
