"""Logouts at other servers.

They notify this one with a logout token (OpenID Connect Back-Channel Logout 1.0), or their logout page loads an address
of this server in a frame (OpenID Connect Front-Channel Logout 1.0).
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, cast

import structlog

from hanse.engine.errors import InvalidRequest, OAuthError, TemporarilyUnavailable
from hanse.engine.http.answers import Answer, empty_answer, json_answer
from hanse.engine.http.request import Request
from hanse.engine.http.speculative_requests import is_speculative
from hanse.engine.services import Purpose
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, EngineAdapterServices
from hanse.engine.signin.adapters.user_keys import user_key_of
from hanse.engine.signin.sessions.stored_session import LiveSession, SourceSession
from hanse.engine.snapshot.authentication_sources import connection_key
from hanse.engine.snapshot.configuration_parts import ADAPTERS
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.remote_logouts import LogoutRefused, RemoteLogout, RemoteLogouts

LOG = structlog.stdlib.get_logger("hanse.signin")
# Pages of all providers load the empty answer in a frame.
_FRAMED: Final = b"default-src 'none'; frame-ancestors *"


@dataclass(frozen=True)
class ReceivedLogouts:
    """Answers the requests of other servers, and ends the sessions of their users."""

    support: AdapterServiceParts

    async def __call__(self, request: Request) -> Answer:
        """End the sessions that a logout token identifies (section 2.5)."""
        token = (await request.form()).required("logout_token")
        work, now = self.support.services.work, self.support.services.clock.now()
        for adapter, reader in _readers(request):
            services = EngineAdapterServices(
                self.support, request.snapshot, adapter, asyncio.get_running_loop(), issuer=request.issuer
            )
            try:
                found = await work.run(Purpose.ADAPTERS, reader.read_logout, token, services, now)
            except LogoutRefused as error:
                LOG.warning("logout token refused", adapter=adapter, reason=str(error))
                continue
            await self._end(request, adapter, found)
            return empty_answer()
        raise InvalidRequest("The logout token is not valid.")

    async def receive_front_channel(self, request: Request) -> Answer:
        """End the sessions that the query identifies, in any browser (Front-Channel Logout 1.0, section 3).

        The browser's cookie is not read: browsers do not send it from a frame in a page of another site.
        """
        issuer, session = request.query.required("iss"), request.query.required("sid")
        framed = empty_answer(HTTPStatus.OK, (b"content-security-policy", _FRAMED))
        if is_speculative(request):
            return framed
        for adapter, reader in _readers(request):
            try:
                found = reader.read_front_logout(issuer, session)
            except LogoutRefused as error:
                LOG.warning("front-channel logout refused", adapter=adapter, reason=str(error))
                continue
            await self._end(request, adapter, found)
        # The answer is always the same: strangers do not learn about sessions.
        return framed

    async def _end(self, request: Request, adapter: str, found: RemoteLogout) -> None:
        """End the user's sessions that began with a sign-in at the other server. Their clients are notified."""
        snapshot, sessions = request.snapshot, self.support.sessions
        user_key = user_key_of(snapshot, adapter, found.attributes, found.further_issuer)

        async def candidates(skip: int) -> Sequence[LiveSession]:
            if found.session:
                return await sessions.of_remote_session(adapter, found.session, skip)
            return await sessions.of_user(snapshot, user_key, skip) if user_key else ()

        ended: list[str] = []
        kept = 0
        # The store returns some of them at a time. Sessions that stay are skipped the next time.
        while batch := await candidates(kept):
            meant = [
                each.id
                for each in batch
                if any(_is_meant(source, adapter, found, user_key) for source in each.sources.values())
            ]
            for id_ in meant:
                await sessions.end(snapshot, id_)
            ended += meant
            kept += len(batch) - len(meant)
        LOG.info("sessions ended by a logout at another server", adapter=adapter, sessions=ended)


def render_logout_error(_request: Request, error: Exception) -> Answer:
    """Return the answer to a request that failed (section 2.8)."""
    if isinstance(error, OAuthError):
        content = {"error": error.code, "error_description": error.description}
        return json_answer(content, error.status, *error.headers)
    if isinstance(error, Unavailable | TemporarilyUnavailable):
        return empty_answer(HTTPStatus.SERVICE_UNAVAILABLE, (b"retry-after", b"30"))
    LOG.error("logout request failed", exc_info=error)
    return empty_answer(HTTPStatus.INTERNAL_SERVER_ERROR)


def _is_meant(source: SourceSession, adapter: str, found: RemoteLogout, user_key: str) -> bool:
    return (
        source.adapter == adapter
        and found.session in ("", source.remote_session)
        and (not found.attributes or source.user_key == user_key)
    )


def _readers(request: Request) -> Iterator[tuple[str, RemoteLogouts]]:
    """Yield the adapters that read the logout tokens of this address."""
    name, snapshot = request.values["name"], request.snapshot
    adapters = ((id_, each.plugin) for id_, each in snapshot.part(ADAPTERS).items())
    connections = ((connection_key(id_), plugin) for id_, plugin in snapshot.part(CONNECTION_SOURCES).at_callback(name))
    for key, plugin in (*adapters, *connections):
        if getattr(plugin, "callback", "") == name and hasattr(plugin, "read_logout"):
            yield key, cast("RemoteLogouts", plugin)
