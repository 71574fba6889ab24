"""The service providers that have received an assertion within a session, for single logout."""

from collections.abc import Iterator

from hanse.engine.saml.idp.partners import SpPartner
from hanse.engine.saml.idp.response_building import AssertedUser
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse, LiveSession
from hanse.resources.federation.connections.endpoints import Profile
from hanse.saml.logout import SamlLogoutRequest

_CONNECTION, _NAME_ID, _INDEX = "samlConnection", "nameId", "sessionIndex"


async def note_participant(
    sessions: SsoSessions, session_id: str, partner: SpPartner, wanted: WantedAssertion, user: AssertedUser, now: float
) -> None:
    """Record that a service provider has received an assertion, if it can request a logout."""
    if not session_id or Profile.SP_INITIATED_SLO not in partner.sso.enabled_profiles:
        return
    details = {
        "issuer": wanted.server,
        _CONNECTION: partner.id,
        _NAME_ID: user.name_id.value,
        _INDEX: user.session_index,
    }
    await sessions.note_client(session_id, ClientUse(client_id=partner.entity_id, since=now, details=details))


def participant(session: LiveSession, partner: SpPartner, asked: SamlLogoutRequest) -> ClientUse | None:
    """Return the service provider in the session to which a logout request of the partner applies, or None."""
    for each in participants(session):
        indexes = asked.session_indexes
        is_named = each.details.get(_NAME_ID) == asked.name_id.value
        if (
            each.details[_CONNECTION] == partner.id
            and is_named
            and (not indexes or each.details.get(_INDEX) in indexes)
        ):
            return each
    return None


def participants(session: LiveSession) -> Iterator[ClientUse]:
    """Yield the service providers of a session."""
    return (each for each in session.clients if _CONNECTION in each.details)
