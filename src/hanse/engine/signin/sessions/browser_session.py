"""The session of a browser in one request, and its usable sign-ins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite
from typing import Final

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.cookies import VISIT_COOKIE
from hanse.engine.signin.policies.position import PassedAdapter
from hanse.engine.signin.sessions.session_rules import SessionRule, proves, session_rule
from hanse.engine.signin.sessions.stored_session import SessionBody, SourceSession, local_user_of
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import SsoSession

# Storage time of sessions without an end, after their last use.
LONGEST_SECONDS: Final = 10 * 365 * 86_400.0


@dataclass(frozen=True)
class KeptSession:
    """The session of a sign-in: its id, empty without one, and the cookie to set."""

    id: str = ""
    cookies: tuple[Header, ...] = ()


@dataclass
class BrowserSession:
    """The session of a browser, in one request; without `stored` it has none.

    `boot` is this start of the server, and `visit` the digest of the cookie that ends when the browser is closed.
    """

    stored: SsoSession | None = None
    body: SessionBody = field(default_factory=SessionBody)
    boot: str = ""
    visit: str = ""

    def usable(self, snapshot: Snapshot, adapter: str, wanted: SignInRequest, now: float) -> PassedAdapter | None:
        """Return the user's sign-in at an adapter, if it is sufficient for a request."""
        rule = session_rule(snapshot, adapter)
        found = None if rule is None else self.sources(self.body).get(rule.key)
        if rule is None or found is None or wanted.force_authentication or wanted.select_account:
            return None
        is_over = rule.ends(found.since, found.used) <= now
        is_old = wanted.max_age is not None and (not rule.tracks_time or found.auth_time + wanted.max_age <= now)
        if wanted.virtual_id not in (None, found.virtual_id):
            return None
        if is_over or is_old or (rule.context_sensitive and not _fits(found, wanted)):
            return None
        return PassedAdapter(
            adapter=adapter,
            attributes=found.attributes,
            user_key=found.user_key,
            auth_time=found.auth_time,
            started=found.started,
            remote_session=found.remote_session,
            remote_subject=found.remote_subject,
            virtual_id=found.virtual_id,
            logout_hint=found.logout_hint,
            amr=found.amr,
            acr=found.acr,
            from_session=True,
            tracks_time=rule.tracks_time,
            proves=proves(snapshot, adapter),
            local_user=found.local_user,
        )

    def local_user(self, snapshot: Snapshot, now: float) -> str:
        """Return the local user of the sign-ins that have not ended; empty without one."""
        found = _rules_of(snapshot, self.sources(self.body))
        return local_user_of(each for rule, each in found if rule.ends(each.since, each.used) > now)

    def sources(self, body: SessionBody) -> dict[str, SourceSession]:
        """Return the sign-ins that have not ended with a restart of the server or of the browser."""
        return {
            key: each
            for key, each in body.sources.items()
            if each.boot in ("", self.boot) and each.visit in ("", self.visit)
        }


def visit_of(request: Request) -> str:
    """Return the digest of the visit cookie; empty without one."""
    return visit_digest(VISIT_COOKIE.read(request))


def visit_digest(value: str) -> str:
    """Return the stored form of a visit cookie."""
    return sha256(value.encode()).hexdigest() if value else ""


def bind_sources(snapshot: Snapshot, body: SessionBody, boot: str, visit: str) -> bool:
    """Bind the sign-ins that are not persistent to this start of the server, and to a visit if others are persistent.

    Returns whether there are both kinds, so that the browser needs the visit cookie.
    """
    persistent = {key: _is_persistent(snapshot, each) for key, each in body.sources.items()}
    is_mixed = len(set(persistent.values())) > 1
    for key, source in body.sources.items():
        source.boot = "" if persistent[key] else boot
        source.visit = visit if is_mixed and not persistent[key] else ""
    return is_mixed


def session_end(snapshot: Snapshot, sources: Mapping[str, SourceSession], now: float) -> tuple[float, bool]:
    """Return when the last of a session's sign-ins ends, and whether one of them survives a restart."""
    rules = _rules_of(snapshot, sources)
    last = max((rule.ends(each.since, each.used) for rule, each in rules), default=now)
    return (last if isfinite(last) else now + LONGEST_SECONDS), any(rule.persistent for rule, _ in rules)


def cookie_seconds(snapshot: Snapshot, sources: Mapping[str, SourceSession], now: float) -> int | None:
    """Return how long a browser keeps the session cookie; None until it is closed.

    It is kept for the maximum lifetime of the session with continuous use. Only the server knows its actual use.
    """
    ends = [each.since + rule.maximum_seconds for rule, each in _rules_of(snapshot, sources) if rule.persistent]
    if not ends:
        return None
    return int(min(max(ends) - now, LONGEST_SECONDS))


def _rules_of(snapshot: Snapshot, sources: Mapping[str, SourceSession]) -> list[tuple[SessionRule, SourceSession]]:
    found = ((session_rule(snapshot, each.adapter), each) for each in sources.values())
    return [(rule, each) for rule, each in found if rule is not None]


def _is_persistent(snapshot: Snapshot, source: SourceSession) -> bool:
    rule = session_rule(snapshot, source.adapter)
    return rule is not None and rule.persistent


def _fits(found: SourceSession, wanted: SignInRequest) -> bool:
    """Return whether a sign-in has an authentication context that a request demands."""
    requested = list(wanted.acr_values)
    return not requested or found.acr in requested or found.requested == requested
