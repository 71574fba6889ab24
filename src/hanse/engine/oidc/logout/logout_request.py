"""An application's logout request (OpenID Connect RP-Initiated Logout 1.0, section 2)."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenHint, IdTokenHints
from hanse.engine.oidc.logout.client_tracking import SUBJECT, use_of
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient

MOST_STATE: Final = 8_192
_MOST_LOCALES: Final = 20


@dataclass(frozen=True)
class LogoutRequest:
    """A request. `target` is the address to which the user is sent afterwards, with `state`; empty without one.

    `has_unknown_target` says that the request has an address that is not registered, which is not used.
    """

    client: RegisteredClient | None = None
    hint: IdTokenHint | None = None
    target: str = ""
    state: str = ""
    ui_locales: tuple[str, ...] = ()
    has_unknown_target: bool = False

    @property
    def address(self) -> str:
        """Return the address of the redirect, with the state."""
        if not self.target or not self.state:
            return self.target
        return f"{self.target}{'&' if '?' in self.target else '?'}{urlencode({'state': self.state})}"

    def is_proven_for(self, session: LiveSession, issuer: str) -> bool:
        """Return whether the request comes from the user's own application, so that no confirmation is needed.

        The ID token must belong to this session, or to the user whom this session signed in to the client (section 2).
        With an address that is not registered, the request is not what the application meant, so the user decides.
        """
        if self.hint is None or self.has_unknown_target:
            return False
        if self.hint.session_id:
            return self.hint.session_id == session.id
        use = use_of(session, issuer, self.hint.client_id)
        return use is not None and use.details.get(SUBJECT) == self.hint.subject


def read_logout_request(request: Request, parameters: Parameters, hints: IdTokenHints) -> LogoutRequest:
    """Return the content of a request. Raises InvalidRequest.

    A hint that cannot be verified is ignored. If neither it nor `client_id` names a client there is no redirect.
    """
    named = parameters.one("client_id") or ""
    sent_hint = parameters.one("id_token_hint") or ""
    hint = hints.check(request, sent_hint, named) if sent_hint else None
    if hint is None and sent_hint and named and hints.check(request, sent_hint) is not None:
        raise InvalidRequest("The parameter client_id names another client than the id_token_hint.")
    client_id = hint.client_id if hint is not None else named
    client = request.snapshot.part(CLIENTS).get(client_id) if client_id else None
    if named and client is None:
        raise InvalidRequest("The client is unknown.")
    state = parameters.one("state") or ""
    if len(state) > MOST_STATE:
        raise InvalidRequest("The parameter state is too long.")
    target = parameters.one("post_logout_redirect_uri") or ""
    registered = () if client is None else client.settings.oidc_policy.post_logout_redirect_uris
    locales = tuple(each for each in (parameters.one("ui_locales") or "").split(" ") if each)
    # Section 3: the address must be registered, and is compared as text.
    known = target if target in registered else ""
    return LogoutRequest(client, hint, known, state, locales[:_MOST_LOCALES], has_unknown_target=target != known)
