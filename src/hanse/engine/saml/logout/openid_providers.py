"""Logouts at the OpenID providers of a session (OpenID Connect RP-Initiated Logout 1.0)."""

import asyncio
from dataclasses import dataclass
from typing import cast

import msgspec
import structlog

from hanse.engine.http.request import Request
from hanse.engine.services import Purpose
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, EngineAdapterServices
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.authentication_sources import find_source
from hanse.plugins.contracts.remote_logouts import RemoteSignOut

LOG = structlog.stdlib.get_logger("hanse.signin")


class ProviderSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session of the user at an OpenID provider; `source` is the key of the authentication source."""

    source: str
    hint: str


def provider_sessions(session: LiveSession) -> list[ProviderSession]:
    """Return the sessions at providers that end with a session of this server."""
    return [
        ProviderSession(source=each.adapter, hint=each.logout_hint)
        for each in session.sources.values()
        if each.logout_hint
    ]


@dataclass(frozen=True)
class ProviderLogouts:
    """Finds the addresses to which users are sent."""

    support: AdapterServiceParts

    async def address(self, request: Request, session: ProviderSession, state: str) -> str:
        """Return the address that signs the user out at the provider; empty if that is not possible."""
        plugin = _plugin(request, session)
        if plugin is None:
            return ""
        snapshot, now = request.snapshot, self.support.services.clock.now()
        issuer = request.issuer
        services = EngineAdapterServices(
            self.support, snapshot, session.source, asyncio.get_running_loop(), issuer=issuer
        )
        try:
            return await self.support.services.work.run(
                Purpose.ADAPTERS, plugin.sign_out_url, session.hint, state, issuer.identifier, services, now
            )
        except Exception:
            # A plug-in that fails must not prevent the rest of the logout.
            LOG.exception("logout at the provider failed", adapter=session.source)
            return ""


def returns_to(request: Request, session: ProviderSession, name: str) -> bool:
    """Return whether a provider returns users to the address with this name."""
    plugin = _plugin(request, session)
    return plugin is not None and plugin.callback == name


def _plugin(request: Request, session: ProviderSession) -> RemoteSignOut | None:
    instance = find_source(request.snapshot, session.source)
    plugin = None if instance is None else instance.plugin
    return cast("RemoteSignOut", plugin) if hasattr(plugin, "sign_out_url") else None
