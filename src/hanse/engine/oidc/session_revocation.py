"""The session revocation API, with which clients revoke users' sessions and query whether one is revoked.

It is not part of OAuth, but existing clients use it. A session is identified by the value that tokens contain as
`pi.sri` or `sid`.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.http.answers import Answer, empty_answer, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.authenticator import ClientAuthentication
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import SESSIONS
from hanse.engine.state.contracts import RevocationKind

LOG = structlog.stdlib.get_logger("hanse.oidc")
PATH: Final = "/pf-ws/rest/sessionMgmt/revokedSris"
ITEM_PATH: Final = f"{PATH}/{{id}}"
MOST_CHARACTERS: Final = 256
_MINUTE: Final = 60.0


class NotGranted(OAuthError):
    """The client may not use this API."""

    code = "unauthorized_client"
    status = HTTPStatus.FORBIDDEN


@dataclass(frozen=True)
class SessionRevocation:
    """Answers clients that are granted access."""

    services: Services
    authenticator: ClientAuthentication
    sign_out: SignOut

    async def revoke(self, request: Request) -> Answer:
        """Revoke the session that the body names as `id`, end it, and notify the clients of its user."""
        client = await self._client(request)
        session_id = _named(await request.body())
        now = self.services.clock.now().timestamp()
        until = now + request.snapshot.part(SESSIONS).session_revocation_lifetime * _MINUTE
        await self.services.state.access_tokens.revoke(RevocationKind.SESSION, session_id, until)
        await self.sign_out.end(request, session_id)
        LOG.info("session revoked", client_id=client.id, session_id=session_id)
        return json_answer({"id": session_id}, HTTPStatus.CREATED)

    async def read_status(self, request: Request) -> Answer:
        """Return the identifier of a revoked session; 404 for any other."""
        await self._client(request)
        session_id = _checked(request.values["id"])
        now = self.services.clock.now().timestamp()
        if await self.services.state.access_tokens.is_revoked(RevocationKind.SESSION, session_id, now):
            return json_answer({"id": session_id})
        return empty_answer(HTTPStatus.NOT_FOUND)

    async def _client(self, request: Request) -> RegisteredClient:
        # A cross-site form cannot send this field.
        if request.header(b"x-xsrf-header") is None:
            raise InvalidRequest("The header field X-XSRF-Header is required.")
        # The body is JSON, so clients authenticate by a header field.
        client = await self.authenticator.authenticate(request, public_allowed=False, form=Parameters([]))
        if not client.settings.oidc_policy.grant_access_session_revocation_api:
            raise NotGranted("The client is not granted access to the Session Revocation API.")
        return client


def _named(body: bytes) -> str:
    try:
        found = msgspec.json.decode(body, type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("The body must be a JSON object with the member id.") from error
    return _checked(found.get("id"))


def _checked(session_id: object) -> str:
    if not isinstance(session_id, str) or not session_id.isprintable() or not 0 < len(session_id) <= MOST_CHARACTERS:
        raise InvalidRequest("The identifier of the session is malformed.")
    return session_id
