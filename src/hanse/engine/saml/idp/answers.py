"""Sends responses to partners, and shows users the errors that cannot be sent to a partner."""

from http import HTTPStatus
from typing import Final

import structlog

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.response_building import ResponseBuilder
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.stored_artifacts import ArtifactRecipient, ArtifactRecipientRole, StoredArtifacts
from hanse.kit.sign_in_traces import FailureReason
from hanse.resources.federation.connections.endpoints import ARTIFACT_SECONDS, Binding
from hanse.resources.federation.connections.model import LoggingMode
from hanse.saml.artifacts import artifact_address
from hanse.saml.bindings import RELAY_STATE, SAML_RESPONSE, post_value
from hanse.saml.errors import SamlRefused
from hanse.saml.statuses import Status

LOG = structlog.stdlib.get_logger("hanse.saml")
_DETAILED: Final = (LoggingMode.ENHANCED, LoggingMode.FULL)


class SamlPageErrors:
    """Renders the errors of the SAML endpoints for users: a generic page with the reference number."""

    def __init__(self, services: Services) -> None:
        self._pages = services.pages
        self._others = PageErrors(services.pages)

    def __call__(self, request: Request, error: Exception) -> Answer:
        """Return the page of an error. The reason stays in the log."""
        if isinstance(error, XmlRefused | InvalidRequest):
            reason = error.description if isinstance(error, OAuthError) else str(error)
            LOG.warning("SAML message refused", path=request.path, reason=reason)
            shown = error.public_message or "" if isinstance(error, SamlRefused) else ""
            return self._pages.error(request, status=HTTPStatus.BAD_REQUEST, message="error.request", detail=shown)
        return self._others(request, error)


def builder_for(services: Services, request: Request, partner: SpPartner, wanted: WantedAssertion) -> ResponseBuilder:
    """Return the builder of the response to a request."""
    key = request.snapshot.part(SP_PARTNERS).signing_key(partner)
    return ResponseBuilder(partner, wanted, key, services.randomness, services.clock.now())


async def send_response(
    services: Services, request: Request, partner: SpPartner, wanted: WantedAssertion, response: XmlElement
) -> Answer:
    """Return the page that posts a response to the consumer service, or the redirect there with an artifact."""
    if wanted.binding is Binding.ARTIFACT:
        seconds = ARTIFACT_SECONDS if partner.sso.artifact is None else partner.sso.artifact.seconds
        recipient = ArtifactRecipient(ArtifactRecipientRole.SERVICE_PROVIDER, partner.entity_id)
        stored = StoredArtifacts(services)
        artifact = await stored.store(recipient, wanted.server, response.serialized(), seconds)
        return redirect_answer(artifact_address(wanted.consumer, artifact, wanted.relay_state))
    state = {} if wanted.relay_state is None else {RELAY_STATE: wanted.relay_state}
    fields = {SAML_RESPONSE: post_value(response), **state}
    return form_post_answer(services.pages, request, wanted.consumer, fields, locales=(), framed=wanted.is_passive)


async def send_refusal(
    services: Services, request: Request, partner: SpPartner, wanted: WantedAssertion, refused: SamlRefused
) -> Answer:
    """Return the answer that takes the status of a refusal to the partner. The log and the trace have the reason."""
    if request.is_traced and request.trace.reason is None:
        request.trace.fail(FailureReason.REQUEST_REFUSED, str(refused), result=refused.detail or refused.status)
    log_outcome(request, partner, wanted, "SAML sign-in refused", reason=str(refused), status=refused.detail)
    response = builder_for(services, request, partner, wanted).failure(Status.of(refused))
    return await send_response(services, request, partner, wanted, response)


def log_outcome(request: Request, partner: SpPartner, wanted: WantedAssertion, event: str, **facts: str | None) -> None:
    """Write a line of the audit log, with the details that the connection's logging mode requires."""
    mode = partner.settings.logging_mode
    if mode is LoggingMode.NONE:
        return
    # Messages contain values of the user.
    is_full = mode is LoggingMode.FULL
    shown = {name: value for name, value in facts.items() if value is not None and (is_full or name != "message")}
    if mode in _DETAILED:
        shown |= {"request": wanted.request_id, "consumer": wanted.consumer, "server": wanted.server}
        shown |= {"client": request.client_address}
    LOG.info(event, connection=partner.id, partner=partner.entity_id, **shown)
