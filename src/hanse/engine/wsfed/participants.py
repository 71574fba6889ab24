"""The partners of a session, and the addresses that a browser loads to sign the user out there."""

from collections.abc import Iterator
from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.front_channel import MOST_ADDRESSES, FrontChannel
from hanse.engine.saml.idp.participants import SERVER
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse, LiveSession
from hanse.engine.wsfed.sign_in_messages import find_realm

# The detail of a `ClientUse` that makes it one of WS-Federation; its value is the ID of the connection.
CONNECTION: Final = "wsFederationConnection"
_CLEANUP: Final = "wa=wsignoutcleanup1.0"


async def note_participant(
    sessions: SsoSessions, session_id: str, partner: SpPartner, wanted: WantedAssertion, now: float
) -> None:
    """Record that a partner has received a token within a session."""
    if session_id:
        details = {SERVER: wanted.server, CONNECTION: partner.id}
        await sessions.note_client(session_id, ClientUse(client_id=partner.entity_id, since=now, details=details))


def partners_of(request: Request, session: LiveSession) -> Iterator[SpPartner]:
    """Yield the partners of a session that still have an active connection."""
    for use in session.clients:
        partner = find_realm(request, use.client_id) if CONNECTION in use.details else None
        if partner is not None:
            yield partner


def cleanup_addresses(request: Request, session: LiveSession) -> FrontChannel:
    """Return the addresses that sign the user out of the partners of a session (section 13.2.4)."""
    urls = (each.consumers[0].url for each in partners_of(request, session))
    found = [f"{each}{'&' if '?' in each else '?'}{_CLEANUP}" for each in urls]
    return FrontChannel(frames=tuple(found[:MOST_ADDRESSES]))
