"""The SAML partners of a session: service providers, and identity providers at which the user signed in."""

from collections.abc import Iterator

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.saml.idp.participants import NAME_ID, SERVER, SESSION_INDEX, service_providers
from hanse.engine.saml.logout.partners import LogoutPartner, PartnerRole
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.authentication_sources import source_of
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.saml.logout import SamlLogoutRequest
from hanse.saml.name_ids import NameId, name_id_from_text


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """A partner of a session, with the session as the partner knows it."""

    role: PartnerRole
    entity_id: str
    # The entity ID of this server towards the partner; empty for the one of the connection.
    server: str = ""
    name_id: NameId
    session_index: str = ""

    def is_meant_by(self, partner: LogoutPartner, asked: SamlLogoutRequest) -> bool:
        """Return whether a logout request of a partner is about this session (SAML core, section 3.7.3.2)."""
        is_partner = (self.role, self.entity_id) == (partner.role, partner.entity_id)
        is_user = self.name_id.value == asked.name_id.value
        return is_partner and is_user and (not asked.session_indexes or self.session_index in asked.session_indexes)


def participants_of(request: Request, session: LiveSession) -> Iterator[Participant]:
    """Yield the partners of a session, the service providers first."""
    for use in service_providers(session):
        yield Participant(
            role=PartnerRole.SERVICE_PROVIDER,
            entity_id=use.client_id,
            server=use.details[SERVER],
            name_id=name_id_from_text(use.details[NAME_ID]),
            session_index=use.details[SESSION_INDEX],
        )
    connections = request.snapshot.part(CONNECTION_SOURCES).by_id
    for source in session.sources.values():
        # Only SAML connections have a name identifier.
        stored = connections.get(source_of(source.adapter).source_ref.id) if source.remote_subject else None
        if stored is not None:
            yield Participant(
                role=PartnerRole.IDENTITY_PROVIDER,
                entity_id=stored.body["entityId"],
                server=source.virtual_id,
                name_id=name_id_from_text(source.remote_subject),
                session_index=source.remote_session,
            )
