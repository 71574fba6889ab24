"""Changes to the stored sessions of users, which would take many sign-ins otherwise."""

from collections.abc import Sequence
from dataclasses import replace

from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse
from hanse.engine.state.contracts import SsoSession, digest
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_SETTINGS
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite
from tests.support.clients import client


def sessions_of(site: SignInSite, user: str) -> Sequence[SsoSession]:
    """Return some sessions of a user."""
    return site.run(site.engine.state.sessions.of_user(user, site.engine.clock.now().timestamp()))


def add_sessions(site: SignInSite, user: str, *remote_keys: bytes) -> None:
    """Copy the session of a user to more browsers than the store returns at a time."""
    [session] = sessions_of(site, user)
    for number in range(60):
        copy = replace(session, id=f"copy-{number}", key=digest(f"cookie-{number}"), remote_keys=remote_keys)
        site.run(site.engine.state.sessions.create(copy))


def add_framed_client(site: SignInSite, user: str) -> None:
    """Register a client with front-channel logout in the sessions of a user, as its ID token would."""
    engine = site.engine
    engine.save(OIDC_SETTINGS, {"sessionSettings": {"trackUserSessionsForLogout": True}})
    policy = {"logoutMode": "OIDC_FRONT_CHANNEL", "logoutUris": ["https://framed.example.com/out"]}
    site.add(OAUTH_CLIENTS, client("framed", oidcPolicy=policy))
    sessions = SsoSessions(engine.services)
    use = ClientUse(client_id="framed", since=0, details={"issuer": BASE_URL, "sub": "joe"})
    for each in site.run(sessions.of_user(engine.services.snapshot(), user)):
        assert site.run(sessions.note_client(each.id, use))
