"""Reads and verifies authentication requests of partners (SAML bindings, sections 3.4 and 3.5).

The order of the checks is that of this module: partner, profile, binding, signature. Until they have passed, nothing is
sent to anybody but the user.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hanse.engine.anchored_signers import signature_trust, with_trust
from hanse.engine.http.request import Request
from hanse.engine.saml.browser_messages import BrowserMessage, open_browser_message
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.received_artifacts import ReceivedArtifact, received_artifact
from hanse.engine.services import Services
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.saml.bindings import SAML_REQUEST
from hanse.saml.envelopes import Body, Header, check_destination
from hanse.saml.errors import RequestDenied
from hanse.saml.requests import AUTHN_REQUEST

# A request is sent as soon as it was made. Clocks may differ by a few minutes.
OLDEST_REQUEST: Final = timedelta(minutes=15)
CLOCK_DIFFERENCE: Final = timedelta(minutes=5)
_EXPECTED: Final = {SAML_REQUEST: AUTHN_REQUEST}


@dataclass(frozen=True)
class ReceivedMessage:
    """A message that was verified, with its sender."""

    partner: SpPartner
    body: Body
    relay_state: str | None
    # The partner itself has delivered a message of the Artifact binding, so that it needs no destination.
    by_artifact: bool = False


async def receive_message(services: Services, request: Request) -> ReceivedMessage:
    """Return the authentication request in an HTTP request. Raises XmlRefused and TemporarilyUnavailable."""
    artifact = await received_artifact(request)
    if artifact is not None:
        return await _resolved(services, request, artifact)
    message = await open_browser_message(request, _EXPECTED)
    partner = request.snapshot.part(SP_PARTNERS).find(message.envelope.issuer)
    if partner is None:
        raise UnknownRequest(f"There is no active SP connection with the entity ID {message.envelope.issuer}.")
    _check_accepted(partner, message.binding)
    return ReceivedMessage(partner, await _verified(services, request, partner, message), message.relay_state)


async def _resolved(services: Services, request: Request, artifact: ReceivedArtifact) -> ReceivedMessage:
    """Return the request for which a browser has brought an artifact. The connection must accept artifacts."""
    partners = request.snapshot.part(SP_PARTNERS)
    partner = partners.find_source(artifact.artifact.source_id)
    if partner is None:
        raise UnknownRequest("There is no active SP connection with the source ID of the artifact.")
    _check_accepted(partner, Binding.ARTIFACT)
    try:
        resolution = partners.artifact_services(partner)
    except ValueError as error:
        raise UnknownRequest(str(error)) from error
    server = server_identity(request.snapshot, partner).entity_id
    trust = signature_trust(services, request, partner)
    message = await artifact.resolved(services, resolution, trust, server, _EXPECTED)
    body = await _verified(services, request, partner, message)
    if not message.is_authentic and not body.is_signed:
        raise RequestDenied("Neither the request nor the response that contains it is signed.")
    return ReceivedMessage(partner, body, message.relay_state, by_artifact=True)


def _check_accepted(partner: SpPartner, binding: Binding) -> None:
    """Raise UnknownRequest unless the connection accepts requests by a binding."""
    if Profile.SP_INITIATED_SSO not in partner.sso.enabled_profiles:
        raise UnknownRequest(f"{Profile.SP_INITIATED_SSO.label} is not enabled for the connection.")
    if binding not in partner.sso.incoming_bindings:
        raise UnknownRequest(f"The connection does not accept requests by the binding {binding.value}.")


def check_header(header: Header, addresses: Sequence[str], now: datetime, *, is_signed: bool) -> None:
    """Check the destination and the age of a request. Raises RequestDenied."""
    check_destination(header, addresses, is_signed=is_signed)
    if header.issue_instant > now + CLOCK_DIFFERENCE:
        raise RequestDenied("The request was issued in the future.")
    if header.issue_instant < now - OLDEST_REQUEST:
        raise RequestDenied("The request is too old.")


async def claim_request(services: Services, header: Header, kind: OneTimeKind) -> None:
    """Remember the ID of a request as long as the request would be accepted. Raises RequestDenied for a used one."""
    expires = header.issue_instant + OLDEST_REQUEST + CLOCK_DIFFERENCE
    key, now = digest(f"{header.issuer}\0{header.id}"), services.clock.now().timestamp()
    if not await services.state.one_time.claim(kind, key, expires.timestamp(), now):
        raise RequestDenied("The request was used before.")


async def _verified(services: Services, request: Request, partner: SpPartner, message: BrowserMessage) -> Body:
    """Return the content to read: that which a valid signature covers, or an unsigned message."""
    if not partner.verifies_signatures and message.resolved is None:
        # Without a certificate, a signature cannot be verified. It is ignored unless the connection requires one.
        return Body(message.envelope.document.root, is_signed=False)
    return await with_trust(services, request, partner, message.body)
