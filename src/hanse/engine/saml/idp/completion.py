"""Completes an authentication request after the sign-in: attributes, name identifier, assertion and response."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.common_domain.introduction import ProviderIntroduction
from hanse.engine.saml.idp.answers import SamlPageErrors, builder_for, log_outcome, send_refusal, send_response
from hanse.engine.saml.idp.contexts import context_of
from hanse.engine.saml.idp.logged_users import LoggedUser
from hanse.engine.saml.idp.name_ids import name_id_of
from hanse.engine.saml.idp.participants import note_participant, session_index_of
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.refusals import (
    INTERACTION_CODES,
    AuthenticationFailed,
    OtherUser,
    PassiveImpossible,
    ResponseFailed,
    UnknownRequest,
)
from hanse.engine.saml.idp.response_building import AssertedUser
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.user_attributes import user_attributes
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowEnded, FlowHandle, SignedIn, SignInFailed, SignInResult, Value
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.kit.sign_in_traces import StepKind
from hanse.resources.federation.connections.model import LoggingMode
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.errors import SamlRefused

PURPOSE: Final = "saml-sso"


@dataclass(frozen=True)
class AssertionCompletion:
    """Answers partners after sign-in; a `signin.contracts.Completion`."""

    services: Services
    fulfillment: AttributeFulfillment
    sessions: SsoSessions
    introduction: ProviderIntroduction

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Return the page that posts the response, or the redirect that writes the common domain cookie before."""
        wanted = WantedAssertion.decode(body)
        # A user who has a session was introduced when it began.
        if isinstance(result, SignedIn) and result.was_present and not wanted.is_passive:
            away = await self.introduction.away(request, flow, wanted.server)
            if away is not None:
                return away
        return await self._finish(request, flow, wanted, result)

    async def resume(
        self, request: Request, flow: FlowHandle, body: bytes, result: SignedIn, _stage: str, _state: Mapping[str, Any]
    ) -> Answer:
        """Return the page that posts the response, after the common domain cookie was written."""
        return await self._finish(request, flow, WantedAssertion.decode(body), result)

    async def _finish(
        self, request: Request, flow: FlowHandle, wanted: WantedAssertion, result: SignInResult
    ) -> Answer:
        try:
            partner = _current_partner(request, wanted)
        except UnknownRequest as error:
            return await flow.finish(request, SamlPageErrors(self.services)(request, error))
        try:
            answer = await self._answer(request, partner, wanted, result)
        except FlowEnded:
            raise
        except XmlRefused as refused:
            if isinstance(result, SignInFailed) and result.handle_locally:
                return await flow.finish(request, SamlPageErrors(self.services)(request, refused))
            answer = await send_refusal(self.services, request, partner, wanted, _as_status(refused))
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            # The flow stays, so that the user can try again.
            return SamlPageErrors(self.services)(request, error)
        return await flow.finish(request, answer)

    async def _answer(
        self, request: Request, partner: SpPartner, wanted: WantedAssertion, result: SignInResult
    ) -> Answer:
        if isinstance(result, SignInFailed):
            if wanted.is_passive and result.code in INTERACTION_CODES:
                raise PassiveImpossible(result.description)
            raise AuthenticationFailed(result.description, result.provider_message)
        attributes = await user_attributes(self.fulfillment, request, partner, wanted, result)
        name_id = name_id_of(
            request.snapshot,
            partner,
            wanted,
            _text(attributes.get(SAML_SUBJECT, "")),
            result.user_key,
            self.services.randomness,
        )
        if wanted.name_id and name_id.value != wanted.name_id:
            raise OtherUser("Another user has signed in than the request names.")
        builder = builder_for(self.services, request, partner, wanted)
        user = AssertedUser(
            name_id=name_id,
            attributes=attributes,
            authenticated=datetime.fromtimestamp(result.auth_time, UTC) if result.auth_time else builder.now,
            session_index=session_index_of(result.session_id, partner, self.services.randomness),
            context=context_of(result, wanted.contexts),
        )
        response = builder.success(user)
        await note_participant(self.sessions, result.session_id, partner, wanted, user, builder.now.timestamp())
        request.trace.succeed(StepKind.ANSWER, result="SAML 2.0")
        logged = LoggedUser(user, request.trace.mask)
        # Messages are large, and only this mode logs them.
        is_full = partner.settings.logging_mode is LoggingMode.FULL
        message = logged.message(response) if is_full else None
        log_outcome(
            request,
            partner,
            wanted,
            "SAML assertion issued",
            subject=logged.subject,
            origin=result.origin.id,
            message=message,
        )
        answer = await send_response(self.services, request, partner, wanted, response)
        return self.introduction.introduced(request, answer, wanted.server) if result.was_present else answer


def _current_partner(request: Request, wanted: WantedAssertion) -> SpPartner:
    """Return the connection with its current settings. Raises UnknownRequest if they no longer allow the answer."""
    partner = request.snapshot.part(SP_PARTNERS).find(wanted.partner)
    if partner is None or partner.id != wanted.connection:
        raise UnknownRequest("The connection was removed while the user signed in.")
    if (wanted.consumer, wanted.binding) not in {(each.url, each.binding) for each in partner.consumers}:
        raise UnknownRequest("The assertion consumer service was removed while the user signed in.")
    return partner


def _as_status(refused: XmlRefused) -> SamlRefused:
    return refused if isinstance(refused, SamlRefused) else ResponseFailed(str(refused))


def _text(value: Value) -> str:
    return value if isinstance(value, str) else next(iter(value), "")
