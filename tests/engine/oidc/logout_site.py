"""A provider with signed-in users, whose logout endpoints are called directly."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oidc.logout import provider_initiated, rp_initiated
from hanse.engine.oidc.logout.back_channel import BackChannel
from hanse.engine.oidc.logout.endpoints import logout_endpoints
from hanse.engine.oidc.logout.logout_notices import logout_notices
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.outbox import OutboxSender
from hanse.engine.saml.logout.chain import LogoutChain
from hanse.engine.saml.logout.openid_providers import ProviderLogouts
from hanse.engine.services import Services
from hanse.engine.signin.assembly import adapter_support
from hanse.engine.signin.sessions.application_sessions import ApplicationSessions
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse, SessionBody, SourceSession, encode
from hanse.engine.state.contracts import OutboxKind, OutboxMessage, RevocationKind, SsoSession, digest
from hanse.engine.wsfed.participants import cleanup_addresses
from hanse.resources.applications.oidc_policies.policies import OIDC_SETTINGS
from tests.engine.oidc.provider import Provider, policy
from tests.engine.server import BASE_URL
from tests.engine.signin.pages.markup import Markup

COOKIE = "__Host-hanse.session"
RP, SLO = rp_initiated.PATH, provider_initiated.PATH
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
YES, NO = {"pf.logout": "yes"}, {"pf.logout": "no"}
AFTER = "https://web.example.com/after"


@dataclass
class Site:
    """A provider with its logout endpoints and the sender of logout notices."""

    provider: Provider
    services: Services
    sign_out: SignOut
    sender: OutboxSender
    # The delays before further attempts.
    pauses: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, provider: Provider, services: Services | None = None) -> "Site":
        used = services or provider.services
        pauses: list[float] = []

        back_channel = BackChannel(used, provider.id_tokens.encryption)

        async def send(message: OutboxMessage) -> float | None:
            pause = await back_channel.send(message)
            if pause is not None:
                pauses.append(pause)
            return pause

        delivery = replace(back_channel.delivery, send=send)
        sender = OutboxSender(used.state.outbox, used.bell, used.clock, {OutboxKind.LOGOUT_NOTICE: delivery})
        sessions = SsoSessions(used, logout_notices)
        chain = LogoutChain(used, ProviderLogouts(adapter_support(used, sessions, ClientKeys(used).published_at)))
        sign_out = SignOut(sessions, ApplicationSessions(used), chain, cleanup_addresses)
        return cls(provider, used, sign_out, sender, pauses)

    async def send_notices(self) -> None:
        """Send all due notices, and advance the clock before further attempts, until none is left."""
        while await self.sender.send_due():
            if self.pauses:
                self.provider.server.clock.advance(seconds=self.pauses[-1])

    def prepare(self, *, tracking: bool = True, **oidc: Any) -> None:
        """Create the client `web` with a post-logout redirect URI, and enable session tracking."""
        self.provider.save_policy(policy("name", includeSriInIdToken=True))
        settings = {"defaultPolicyRef": {"id": "policy"}, "sessionSettings": {"trackUserSessionsForLogout": tracking}}
        self.provider.server.save(OIDC_SETTINGS, settings)
        self.provider.save_client(oidcPolicy={"postLogoutRedirectUris": [AFTER], **oidc})

    def sign_in(self, session_id: str = "session-1", **clients: str) -> str:
        """Create a session and return its cookie. `clients` are the clients that the user signed in to, with the
        subjects."""
        now = self.services.clock.now().timestamp()
        source = SourceSession(adapter="form", attributes={}, user_key="joe", auth_time=now, used=now)
        uses = {
            f"{BASE_URL} {name}": ClientUse(client_id=name, since=now, details={"issuer": BASE_URL, "sub": subject})
            for name, subject in clients.items()
        }
        cookie = f"cookie of {session_id}"
        session = SsoSession(
            key=digest(cookie),
            id=session_id,
            user_key="joe",
            created=now,
            updated=now,
            expires=now + 3600,
            persistent=False,
            body=encode(SessionBody(sources={"form": source}, clients=uses)),
        )
        self.provider.run(self.services.state.sessions.create(session))
        return cookie

    def is_signed_in(self, cookie: str) -> bool:
        now = self.services.clock.now().timestamp()
        return self.provider.run(self.services.state.sessions.get(digest(cookie), now)) is not None

    def is_revoked(self, session_id: str = "session-1") -> bool:
        now = self.services.clock.now().timestamp()
        found = self.services.state.access_tokens.is_revoked(RevocationKind.SESSION, session_id, now)
        return self.provider.run(found)

    def send(
        self,
        path: str = RP,
        cookie: str = "",
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        **parameters: str,
    ) -> Answer:
        """Call an endpoint like a browser with a cookie, and send all notices."""
        sent = {**(form or {}), **parameters}
        encoded = urlencode(sent).encode()
        given = {"Cookie": f"{COOKIE}={cookie.replace(' ', '%20')}"} if cookie else {}
        given |= {**(headers or {}), **(FORM if method == "POST" else {})}
        values = {"path": path.removeprefix("/ext/")} if path.startswith("/ext/") else {}
        request = self.provider.request(
            method,
            path,
            query=b"" if method == "POST" else encoded,
            headers=given,
            body=encoded if method == "POST" else b"",
            values=values,
        )
        template = provider_initiated.ADAPTER_PATH if values else path
        endpoints = {each.path: each for each in logout_endpoints(self.services, self.sign_out, self.provider.hints)}
        endpoint = endpoints[template]

        async def answered() -> Answer:
            try:
                answer = await endpoint.methods["GET" if method == "HEAD" else method](request)
            except Exception as error:  # noqa: BLE001 - as the dispatcher does.
                answer = endpoint.render_error(request, error)
            await self.send_notices()
            return answer

        with structlog.testing.capture_logs():
            return self.provider.run(answered())


def location(answer: Answer) -> str:
    """Return the address of a redirect, or an empty text for a page."""
    return dict(answer.headers).get(b"location", b"").decode()


def is_confirmation_page(answer: Answer) -> bool:
    """Return true if an answer is the confirmation page."""
    return b'name="pf.logout"' in answer.body


def fields(answer: Answer) -> dict[str, str]:
    """Return the hidden fields of the confirmation page."""
    page = Markup(answer.body.decode())
    return {each["name"]: each["value"] for each in page.all("input") if each["type"] == "hidden"}


def loaded(answer: Answer, tag: str) -> list[str]:
    """Return the addresses that a page loads."""
    return [each["src"] for each in Markup(answer.body.decode()).all(tag)]


def header(answer: Answer, name: bytes) -> bytes:
    """Return a header field, or nothing."""
    return dict(answer.headers).get(name, b"")
