"""The sessions of a local user, which the profile page lists and ends for the user (ASVS 7.5.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from hanse.engine.services import Services
from hanse.engine.signin.sessions.application_sessions import ApplicationBody, application_of
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import decode
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import SsoSession

MOST_SESSIONS: Final = 50
# The names of applications that a session shows.
_MOST_NAMES: Final = 10


@dataclass(kw_only=True)
class AccountSession:
    """The session of a browser: the SSO session, the one of the pages of this server, or both."""

    # The ID that the form of the page contains, and the stored sessions that end with it.
    id: str
    stored: list[str]
    device: str
    begun: float
    used: float
    is_current: bool
    applications: tuple[str, ...] = ()

    def as_shown(self) -> Mapping[str, Any]:
        """Return the values for the page."""
        return {
            "id": self.id,
            "device": self.device,
            "begun": _minute(self.begun),
            "used": _minute(self.used),
            "is_current": self.is_current,
            "applications": self.applications,
        }


@dataclass(frozen=True)
class AccountSessions:
    """Lists and ends the sessions of a user."""

    services: Services
    sso: SsoSessions

    async def of(self, snapshot: Snapshot, user: str, current: Collection[str]) -> Sequence[AccountSession]:
        """Return the sessions, the current one first and then the newest. `current` are IDs of the browser's own."""
        now = self.services.clock.now().timestamp()
        stored = await self.services.state.sessions.of_local_user(user, now, most=MOST_SESSIONS)
        found: dict[str, AccountSession] = {}
        for each in stored:
            body = decode(each)
            if body.sources:
                found[each.id] = AccountSession(
                    id=each.id,
                    stored=[each.id],
                    device=body.device,
                    begun=each.created,
                    used=each.updated,
                    is_current=each.id in current,
                    applications=_names(snapshot, [use.client_id for use in body.clients.values()]),
                )
        for each in stored:
            application = None if each.id in found else application_of(each)
            if application is not None:
                _add_pages(found, each, application, is_current=each.id in current)
        return sorted(found.values(), key=lambda each: (not each.is_current, -each.begun))

    async def end(self, snapshot: Snapshot, sessions: Iterable[AccountSession]) -> int:
        """End sessions, and return the number of those that existed."""
        ended = [await self.sso.end(snapshot, id_) for each in sessions for id_ in each.stored]
        return sum(each is not None for each in ended)


def _add_pages(
    found: dict[str, AccountSession], stored: SsoSession, application: ApplicationBody, *, is_current: bool
) -> None:
    """Add a session of the pages of this server to the SSO session of the same browser, or on its own."""
    same = found.get(application.result.session_id)
    if same is None:
        found[stored.id] = AccountSession(
            id=stored.id,
            stored=[stored.id],
            device=application.device,
            begun=stored.created,
            used=stored.updated,
            is_current=is_current,
        )
        return
    same.stored.append(stored.id)
    same.used = max(same.used, stored.updated)
    same.is_current = same.is_current or is_current


def _names(snapshot: Snapshot, clients: list[str]) -> tuple[str, ...]:
    """Return the names of clients, each once. Those that were deleted are omitted."""
    found = (snapshot.part(CLIENTS).get(each) for each in clients)
    return tuple(dict.fromkeys(each.settings.name for each in found if each is not None))[:_MOST_NAMES]


def _minute(seconds: float) -> Mapping[str, str]:
    """Return a time for machines, and for people: the server does not know their time zone."""
    time = datetime.fromtimestamp(seconds, UTC)
    return {"machine": f"{time:%Y-%m-%dT%H:%MZ}", "text": f"{time:%Y-%m-%d %H:%M} UTC"}
