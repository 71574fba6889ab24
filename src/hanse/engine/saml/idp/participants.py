"""The service providers that have received an assertion within a session, for single logout."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from hanse.engine.saml.idp.response_building import AssertedUser
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse, LiveSession
from hanse.kit.randomness import Randomness
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.saml.name_ids import name_id_text
from hanse.saml.values import new_saml_id

# The details of a `ClientUse`: the entity ID of this server, and the session as the service provider knows it.
SERVER, CONNECTION, NAME_ID, SESSION_INDEX = "issuer", "samlConnection", "samlNameId", "sessionIndex"
_LOGOUT_PROFILES: Final = frozenset({Profile.SP_INITIATED_SLO, Profile.IDP_INITIATED_SLO})


async def note_participant(
    sessions: SsoSessions, session_id: str, partner: SpPartner, wanted: WantedAssertion, user: AssertedUser, now: float
) -> None:
    """Record that a service provider has received an assertion, if its connection has a profile for single logout."""
    if not session_id or not _LOGOUT_PROFILES & set(partner.sso.enabled_profiles):
        return
    details = {
        SERVER: wanted.server,
        CONNECTION: partner.id,
        NAME_ID: name_id_text(user.name_id),
        SESSION_INDEX: user.session_index,
    }
    use = ClientUse(client_id=partner.entity_id, since=now, details=details)
    # A request by SOAP has no cookie. Its session is found by the name identifier.
    by_soap = Binding.SOAP in partner.sso.incoming_bindings
    await sessions.note_client(session_id, use, user.name_id.value if by_soap else "")


def session_index_of(session_id: str, partner: SpPartner, randomness: Randomness) -> str:
    """Return the index by which a service provider knows a session (SAML core, section 2.7.2).

    It is the same in all assertions of a session, so that the service provider can end what an earlier one began. Those
    of different service providers cannot be linked.
    """
    if not session_id:
        return new_saml_id(randomness)
    return f"_{sha256(f'{session_id} {partner.entity_id}'.encode()).hexdigest()[:40]}"


def service_providers(session: LiveSession) -> Iterator[ClientUse]:
    """Yield the service providers of a session."""
    return (each for each in session.clients if CONNECTION in each.details and NAME_ID in each.details)
