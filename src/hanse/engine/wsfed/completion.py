"""Completes a sign-in request after the sign-in: attributes, name identifier, and the page that posts the token."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.answers import SamlPageErrors, builder_for, log_outcome
from hanse.engine.saml.idp.contexts import context_of
from hanse.engine.saml.idp.logged_users import LoggedUser
from hanse.engine.saml.idp.participants import session_index_of
from hanse.engine.saml.idp.refusals import AuthenticationFailed, ResponseFailed, UnknownRequest
from hanse.engine.saml.idp.response_building import AssertedUser, texts_of
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.user_attributes import user_attributes
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowEnded, FlowHandle, SignInFailed, SignInResult
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.wsfed.participants import note_participant
from hanse.engine.wsfed.reply_addresses import receives_tokens
from hanse.engine.wsfed.sign_in_messages import find_realm
from hanse.engine.wsfed.tokens import TokenBuilder, name_id_format
from hanse.kit.sign_in_traces import FailureReason, StepKind
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.name_ids import NameId

SIGN_IN: Final = "wsignin1.0"


@dataclass(frozen=True)
class TokenCompletion:
    """Answers partners after sign-in; a `signin.contracts.Completion`."""

    services: Services
    fulfillment: AttributeFulfillment
    sessions: SsoSessions

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Return the page that posts the token, or an error page: the protocol has no message for failures."""
        wanted = WantedAssertion.decode(body)
        try:
            answer = await self._answer(request, wanted, result)
        except FlowEnded:
            raise
        except XmlRefused as refused:
            if request.is_traced and request.trace.reason is None:
                request.trace.fail(FailureReason.REQUEST_REFUSED, str(refused))
            answer = SamlPageErrors(self.services)(request, refused)
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            # The flow stays, so that the user can try again.
            return SamlPageErrors(self.services)(request, error)
        return await flow.finish(request, answer)

    async def resume(self, *_unused: Any) -> Answer:
        """Raise TypeError: there is no further page, because partners' users are not asked for consent."""
        raise TypeError("a WS-Federation sign-in has no further pages")

    async def _answer(self, request: Request, wanted: WantedAssertion, result: SignInResult) -> Answer:
        partner = _current_partner(request, wanted)
        if isinstance(result, SignInFailed):
            raise AuthenticationFailed(result.description, result.provider_message)
        attributes = await user_attributes(self.fulfillment, request, partner, wanted, result)
        subject = next(iter(texts_of(attributes.get(SAML_SUBJECT, ""))), "")
        if not subject:
            raise ResponseFailed("The mapped value of SAML_SUBJECT is empty.")
        builder = builder_for(self.services, request, partner, wanted)
        format_ = name_id_format(partner.sso.sp_ws_fed_identity_mapping, partner.sso.ws_fed_token_type)
        user = AssertedUser(
            name_id=NameId(subject, format_),
            attributes=attributes,
            authenticated=datetime.fromtimestamp(result.auth_time, UTC) if result.auth_time else builder.now,
            session_index=session_index_of(result.session_id, partner, self.services.randomness),
            context=context_of(result, wanted.contexts),
        )
        message = TokenBuilder(builder).response(user).serialized().decode()
        await note_participant(self.sessions, result.session_id, partner, wanted, builder.now.timestamp())
        request.trace.succeed(StepKind.ANSWER, result="WS-Federation")
        log_outcome(
            request,
            partner,
            wanted,
            "WS-Federation token issued",
            # The token is not logged: whoever reads it could use it while it is valid.
            subject=LoggedUser(user, request.trace.mask).subject,
            origin=result.origin.id,
        )
        fields = {"wa": SIGN_IN, "wresult": message}
        if wanted.relay_state is not None:
            fields["wctx"] = wanted.relay_state
        return form_post_answer(self.services.pages, request, wanted.consumer, fields, locales=(), framed=False)


def _current_partner(request: Request, wanted: WantedAssertion) -> SpPartner:
    """Return the connection with its current settings. Raises UnknownRequest if they no longer allow the answer."""
    partner = find_realm(request, wanted.partner)
    if partner is None or partner.id != wanted.connection:
        raise UnknownRequest("The connection was removed while the user signed in.")
    if not receives_tokens(partner, wanted.consumer):
        raise UnknownRequest("The service URL was removed while the user signed in.")
    return partner
