"""Asks a signed-in user for consent, on this server's page or through an adapter, and reads the decision.

It is used for authorization requests of browsers and for requests of devices.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from hanse.engine.errors import AccessDenied, ConsentRequired
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.consent import adapter_consent
from hanse.engine.oauth.consent.consent_decision import remember_consent
from hanse.engine.oauth.consent.consent_page import (
    TEMPLATE,
    ConsentApproval,
    consent_values,
    read_approval,
    requested_details,
)
from hanse.engine.oauth.consent.consent_state import consent_state
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.services import Services
from hanse.engine.signin.adapters.consent_service import ADAPTER_STATE
from hanse.engine.signin.contracts import FlowHandle, SignIn
from hanse.engine.snapshot.clients import RegisteredClient

_STAGE: Final = "consent"
_CONTEXT: Final = "context"
STAGES: Final = frozenset({_STAGE, adapter_consent.STAGE})


@dataclass(frozen=True)
class UserConsent:
    """Asks for consent. The approved scopes and details are written into the request."""

    services: Services
    sign_in: SignIn

    async def request_consent(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        context: GrantContext,
        kept: Mapping[str, str] | None = None,
    ) -> Answer | GrantContext:
        """Return the consent page, or the granted context if an adapter decides at once.

        `kept` are values for the page, which the completion receives again with the user's answer. Raises AccessDenied,
        and ConsentRequired if an adapter would have to show an application's user a page.
        """
        state = {**(kept or {}), _CONTEXT: context.encode().decode()}
        if adapter_consent.needs_adapter_consent(request):
            if flow.is_api_call:
                raise ConsentRequired("The user must consent in a browser.")
            return await self._call_adapter(request, flow, client, wanted, context, state, None)
        values = consent_values(self.services.pages, request, client, wanted, context, kept or {})
        page, shown = flow.page(request, TEMPLATE, values), consent_state(values, requested_details(wanted))
        return await flow.show(request, _STAGE, state, page, shown)

    async def read(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        stage: str,
        state: Mapping[str, Any],
    ) -> Answer | GrantContext:
        """Return the granted context after the page's form, or the adapter's next page. Raises AccessDenied."""
        context = GrantContext.decode(str(state[_CONTEXT]).encode())
        if stage == adapter_consent.STAGE:
            kept = {name: value for name, value in state.items() if name != ADAPTER_STATE}
            return await self._call_adapter(request, flow, client, wanted, context, kept, state.get(ADAPTER_STATE, {}))
        return await self._granted(request, client, wanted, context, read_approval(await flow.form(request), wanted))

    async def _call_adapter(
        self,
        request: Request,
        flow: FlowHandle,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        context: GrantContext,
        kept: Mapping[str, Any],
        state: Mapping[str, Any] | None,
    ) -> Answer | GrantContext:
        question = adapter_consent.consent_question(self.services.pages, request, wanted, context, kept)
        result = await self.sign_in.request_consent(request, flow, question, state)
        if isinstance(result, Answer):
            return result
        approval = None if result is None else adapter_consent.read_adapter_approval(request, wanted, result)
        return await self._granted(request, client, wanted, context, approval)

    async def _granted(
        self,
        request: Request,
        client: RegisteredClient,
        wanted: AuthorizationRequest,
        context: GrantContext,
        approval: ConsentApproval | None,
    ) -> GrantContext:
        if approval is None:
            raise AccessDenied("The user declined the request.")
        wanted.scopes = approval.scopes
        wanted.authorization_details = approval.authorization_details
        granted = msgspec.structs.replace(context, authorization_details=approval.authorization_details)
        await remember_consent(self.services, request, client, wanted.scopes, granted)
        return granted
