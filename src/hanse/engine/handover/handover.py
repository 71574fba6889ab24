"""The hand-over itself: after the sign-in, the user's browser posts the form of the SP adapter to the application."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.handover.adapters import find_adapter
from hanse.engine.handover.routes import HandoverRoute, adapter_for_connection, route_to
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import LocalUserLookups
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import FlowHandle, SignedIn, SignInFailed, SignInResult, Value
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ApplicationUse
from hanse.engine.snapshot.configuration_parts import IDP_DEFAULTS, SP_DEFAULTS
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.token_signing import token_signing_services
from hanse.kit.sign_in_traces import FailureReason, StepKind
from hanse.plugins.contracts.sp_adapters import ApplicationPost, HandedOverUser, ServiceProviderAdapter
from hanse.resources.federation.idp_connections.browser_sso.model import LOCAL_USER_ID
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import SourceType

LOG = structlog.stdlib.get_logger("hanse.handover")
PURPOSE: Final = "SP adapter"
# The parameter of the application's address for errors with the provider's own message.
_ERROR_DETAIL: Final = "errorDetail"
# Addresses that were validated are sent as they are.
_SAFE: Final = "!#$%&'()*+,/:;=?@[]~"


class HandoverRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A validated request to hand a user over; it waits in the flow while the user signs in."""

    # Empty if it depends on the response of the partner, to which nobody was sent.
    adapter: str = ""
    # Both addresses are allowed by redirect validation, or empty.
    target: str = ""
    error_target: str = ""
    # The IdP connection of a sign-in at a partner; empty for sign-ins by policies.
    connection: str = ""


class HandoverRefused(Exception):
    """The user cannot be handed over. The text is the reason for the log and the trace."""

    def __init__(self, reason: FailureReason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True)
class Handover:
    """Hands users over after their sign-in; a `signin.contracts.Completion`."""

    services: Services
    fulfillment: AttributeFulfillment
    sessions: SsoSessions

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Return the page that posts the user to the application, or the error page."""
        wanted = msgspec.json.decode(body, type=HandoverRequest)
        if isinstance(result, SignInFailed):
            LOG.info("user not handed over", sp_adapter=wanted.adapter, error=result.code, reason=result.description)
            return await flow.finish(request, self.failure(request, wanted, result.provider_message))
        wanted = _with_adapter(request.snapshot, wanted, result)
        try:
            post = await self._post(request, wanted, result)
        except HandoverRefused as refused:
            LOG.error("user not handed over", sp_adapter=wanted.adapter, reason=str(refused))  # noqa: TRY400 - it says all.
            request.trace.fail(refused.reason, str(refused))
            return await flow.finish(request, self.failure(request, wanted))
        page = form_post_answer(self.services.pages, request, post.address, post.fields, locales=(), framed=False)
        return await flow.finish(request, page)

    async def resume(
        self, request: Request, flow: FlowHandle, body: bytes, result: SignedIn, _stage: str, _state: Mapping[str, Any]
    ) -> Answer:
        """Do the same as `complete`, because a hand-over shows no page with a form of its own."""
        return await self.complete(request, flow, body, result)

    def failure(self, request: Request, wanted: HandoverRequest, provider_message: str = "") -> Answer:
        """Redirect to the application's address for errors, or show the configured message.

        Both get the error message of the provider, if it is passed on.
        """
        if wanted.error_target:
            return redirect_answer(_with_detail(quote(wanted.error_target, safe=_SAFE), provider_message))
        # The text is an administrator's own, or the key of a translated one.
        partner = request.snapshot.part(CONNECTION_SOURCES).connection(wanted.connection)
        own = None if partner is None else partner.error_page_msg_id
        text = own or request.snapshot.part(IDP_DEFAULTS).idp_error_msg
        return self.services.pages.error(request, message=text, detail=provider_message)

    async def _post(self, request: Request, wanted: HandoverRequest, result: SignedIn) -> ApplicationPost:
        """Return the form for the application. Raises HandoverRefused."""
        route = route_to(request.snapshot, result.origin, wanted.adapter, result.virtual_id)
        overridden_by = "" if route is None else route.overridden_by
        adapter = find_adapter(request.snapshot, wanted.adapter, overridden_by)
        if adapter is None or route is None:
            text = f"No mapping leads from {result.origin.type} {result.origin.id} to a usable SP adapter."
            raise HandoverRefused(FailureReason.REQUEST_REFUSED, text)
        target = wanted.target or route.default_target or request.snapshot.part(SP_DEFAULTS).sso_success_url or ""
        attributes = await self._attributes(request, route, result, target)
        user = HandedOverUser(
            attributes=attributes,
            target=target,
            session_id=result.session_id,
            auth_time=result.auth_time,
            acr=result.acr,
            amr=result.amr,
        )
        signing = token_signing_services(request.issuer, self.services)
        try:
            post = await self.services.work.run(Purpose.TOKENS, adapter.hand_over, user, signing)
        except ValueError as error:
            raise HandoverRefused(FailureReason.NOT_FULFILLED, str(error)) from error
        await self._note(request, wanted, adapter, user, overridden_by)
        request.trace.succeed(StepKind.ANSWER, result=wanted.adapter, after=request.trace.mask(attributes))
        LOG.info("user handed over", sp_adapter=wanted.adapter, origin=result.origin.id, session_id=result.session_id)
        return post

    async def _attributes(
        self, request: Request, route: HandoverRoute, result: SignedIn, target: str
    ) -> Mapping[str, Value]:
        resources = (target,) if target else ()
        context = request_sources(
            request, None, resources=resources, acr=result.acr, more=route.context, properties=route.properties
        )
        context[SourceType.ACCOUNT_LINK, None] = await self._linked_account(request, result)
        attributes = result.attributes
        try:
            for step in route.steps:
                sources = {**context, **dict.fromkeys(step.sources, attributes)}
                attributes = await self.fulfillment.fulfill(request.snapshot, step.mapping, sources)
        except IssuanceRefused as error:
            raise HandoverRefused(FailureReason.CRITERIA_NOT_MET, str(error)) from error
        except FulfillmentFailed as error:
            raise HandoverRefused(FailureReason.NOT_FULFILLED, str(error)) from error
        return attributes

    async def _linked_account(self, request: Request, result: SignedIn) -> Mapping[str, Value]:
        """Return the name of the account that the user of a connection has linked, as a source of mappings."""
        is_partner = result.origin.type == SourceType.IDP_CONNECTION
        linking = request.snapshot.part(CONNECTION_SOURCES).linking(result.origin.id) if is_partner else None
        if linking is None or not result.local_user:
            return {}
        user = await LocalUserLookups(self.services).get(request.snapshot, linking.profile, result.local_user)
        return {} if user is None else {LOCAL_USER_ID: user.username}

    async def _note(
        self,
        request: Request,
        wanted: HandoverRequest,
        adapter: ServiceProviderAdapter,
        user: HandedOverUser,
        connection: str,
    ) -> None:
        """Record the application in the session, before it can have a session of its own, for the logout."""
        subject = user.attributes.get(adapter.subject_attribute)
        if adapter.receives_logouts and isinstance(subject, str):
            use = ApplicationUse(
                adapter=wanted.adapter, subject=subject, issuer=request.issuer.identifier, connection=connection
            )
            await self.sessions.note_application(user.session_id, use)


def _with_detail(address: str, detail: str) -> str:
    """Return an address with the parameter `errorDetail` in its query, unless it is empty."""
    if not detail:
        return address
    parts = urlsplit(address)
    query = f"{parts.query}&" if parts.query else ""
    return parts._replace(query=f"{query}{urlencode({_ERROR_DETAIL: detail})}").geturl()


def _with_adapter(snapshot: Snapshot, wanted: HandoverRequest, result: SignedIn) -> HandoverRequest:
    """Return a request with the SP adapter, which can depend on the virtual server ID that a partner has used."""
    if wanted.adapter:
        return wanted
    found = adapter_for_connection(snapshot, wanted.connection, "", wanted.target, result.virtual_id)
    return msgspec.structs.replace(wanted, adapter=found)
