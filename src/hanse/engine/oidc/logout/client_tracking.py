"""Tracks the clients to which a user signed in within a session, so that they can be notified when it ends."""

from collections import OrderedDict
from typing import Final, Protocol

from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenRequest
from hanse.engine.signin.sessions.stored_session import ClientUse, LiveSession
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION, OPENID_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.clock import Clock

ISSUER: Final = "issuer"
SUBJECT: Final = "sub"
# Maximum number of cached sign-ins in a process, so that a refreshed ID token needs no write.
_MOST_NOTED: Final = 10_000


class SessionNotes(Protocol):
    """The part of `signin.sessions.sso_sessions.SsoSessions` that tracking needs."""

    async def note_client(self, session_id: str, client: ClientUse) -> bool:
        """Record that the user signed in to a client; False if the session has ended."""
        ...


class ClientTracking:
    """Records clients in the sessions of their users."""

    def __init__(self, sessions: SessionNotes, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock
        self._noted: OrderedDict[tuple[str, str, str, str], None] = OrderedDict()

    async def note(self, request: Request, wanted: IdTokenRequest, subject: str) -> None:
        """Record that a user received an ID token for a client, if logout may need it."""
        session_id, client = wanted.context.session_id, wanted.client
        # A client that signs users out identifies the session by its ID token, which is compared with this record.
        if not session_id or not (
            is_tracking(request.snapshot) or client.settings.oidc_policy.post_logout_redirect_uris
        ):
            return
        key = (session_id, request.issuer.identifier, client.id, subject)
        if key in self._noted:
            return
        details = {ISSUER: request.issuer.identifier, SUBJECT: subject}
        use = ClientUse(client_id=client.id, since=self._clock.now().timestamp(), details=details)
        if await self._sessions.note_client(session_id, use):
            self._noted[key] = None
            if len(self._noted) > _MOST_NOTED:
                self._noted.popitem(last=False)


def is_tracking(snapshot: Snapshot) -> bool:
    """Return whether clients are notified of a logout, which two settings of the API contract can enable."""
    of_openid = snapshot.part(OPENID_SETTINGS).session_settings.track_user_sessions_for_logout
    return of_openid or snapshot.part(AUTHORIZATION).track_user_sessions_for_logout


def use_of(session: LiveSession, issuer: str, client_id: str) -> ClientUse | None:
    """Return the record of a client under an issuer in a session."""
    found = (each for each in session.clients if each.client_id == client_id and each.details.get(ISSUER) == issuer)
    return next(found, None)
