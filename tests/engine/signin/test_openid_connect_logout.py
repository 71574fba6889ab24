"""Users who sign out at another OpenID provider are signed out here (OpenID Connect Back-Channel Logout 1.0)."""

import asyncio
from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.engine.background_jobs import outbox_sender
from hanse.engine.outgoing_requests import GuardedRequests
from hanse.engine.state.contracts import digest
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.server import BASE_URL
from tests.engine.signin.openid_federation import (
    PARTNER,
    SECRET,
    FederatedUser,
    Federation,
    callback_of,
    federation,
    path_of,
)
from tests.engine.signin.site import returned
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import replace

PATH = f"/sp/{callback_name(PARTNER)}/bclogout.openid"
EVENT = "http://schemas.openid.net/event/backchannel-logout"


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    with federation(sqlite_template, tmp_path, clock) as made:
        sessions = {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
        made.hub.engine.save(AUTHENTICATION_SESSIONS, sessions)
        yield made


@pytest.fixture
def partner_with_logout(servers: Federation) -> Federation:
    """Return the servers; the partner notifies the hub of logouts, so that its ID tokens name the session."""
    servers.partner.engine.save(SETTINGS, {"trackUserSessionsForLogout": True})
    registered = client(
        "hub",
        redirectUris=[callback_of(PARTNER)],
        clientAuth={"type": "SECRET", "secret": SECRET},
        bypassApprovalPage=True,
        oidcPolicy={"logoutMode": "OIDC_BACK_CHANNEL", "backChannelLogoutUri": f"{BASE_URL}{PATH}"},
    )
    replace(servers.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", registered)
    servers.partner.engine.caught_up()
    return servers


def session_at_partner(user: FederatedUser) -> str:
    """Return the identifier of the user's session at the partner, as in the claim `sid`."""
    browser = user.at_partner.browser
    engine = browser.engine
    stored = asyncio.run(engine.state.sessions.get(digest(browser.cookies["__Host-hanse.session"]), engine.now()))
    assert stored is not None
    return stored.id


def signed_in(servers: Federation, username: str = "joe") -> FederatedUser:
    user = servers.user()
    assert "code" in returned(user.sign_in(user.at_hub.authorize(), username))
    assert has_session(user)
    return user


def has_session(user: FederatedUser) -> bool:
    return str(user.at_hub.authorize().headers["location"]).startswith("https://web.example.com/")


def logout_token(servers: Federation, **changed: Any) -> str:
    """Return a logout token of the partner; None omits a claim, `typ` and `key_of` change its header and its issuer."""
    now = int(servers.hub.engine.now())
    usual = {"iss": PARTNER, "aud": "hub", "iat": now, "exp": now + 60, "jti": "1", "sub": "joe", "events": {EVENT: {}}}
    typ, signer = changed.pop("typ", "logout+jwt"), changed.pop("key_of", (servers.partner, PARTNER))
    claims = {name: value for name, value in {**usual, **changed}.items() if value is not None}
    issuer = signer[0].engine.follower.snapshot.issuer(signer[1])
    assert issuer is not None
    return str(issuer.sign("RS256", claims, {"typ": typ}))


def send(servers: Federation, token: str) -> httpx.Response:
    return servers.hub.engine.post(PATH, {"logout_token": token})


def test_a_logout_at_the_partner_ends_the_sessions_of_that_user(servers: Federation) -> None:
    joe, elsewhere, amy = signed_in(servers), signed_in(servers), signed_in(servers, "amy")
    answer = send(servers, logout_token(servers))
    assert (answer.status_code, answer.headers["cache-control"], answer.text) == (200, "no-store", "")
    assert [has_session(each) for each in (joe, elsewhere, amy)] == [False, False, True]
    # A user without a session is signed out already.
    assert send(servers, logout_token(servers, jti="2")).status_code == 200


def test_all_sessions_of_the_user_are_ended_in_batches(servers: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of the same user with another adapter stay, and do not hide the older ones."""
    for _ in range(3):
        signed_in(servers)
    servers.hub.add_adapter(1)
    other = servers.user().at_hub
    own = {"pfidpadapterid": "adapter-1"}
    assert "code" in returned(other.sign_in(other.authorize(**own)))
    stored, now = servers.hub.engine.state.sessions, servers.hub.engine.now()
    assert len(asyncio.run(stored.of_user("joe", now))) == 4
    monkeypatch.setattr(type(stored), "of_user", partialmethod(type(stored).of_user, most=1))
    assert send(servers, logout_token(servers)).status_code == 200
    assert len(asyncio.run(stored.of_user("joe", now, most=50))) == 1
    assert "code" in returned(other.authorize(**own))


def test_a_token_with_a_session_ends_this_session_only(servers: Federation) -> None:
    joe = signed_in(servers)
    assert send(servers, logout_token(servers, sid="another")).status_code == 200
    assert has_session(joe)


def test_a_token_without_a_user_ends_the_session_that_it_names(partner_with_logout: Federation) -> None:
    """Section 2.4: a logout token has `sub`, `sid` or both."""
    servers = partner_with_logout
    joe, elsewhere = signed_in(servers), signed_in(servers)
    session = session_at_partner(joe)
    # Both must match, if the token has both.
    for changed in ({"sub": "amy", "sid": session}, {"sub": None, "sid": "another"}):
        assert send(servers, logout_token(servers, jti=str(changed), **changed)).status_code == 200
    assert [has_session(each) for each in (joe, elsewhere)] == [True, True]
    assert send(servers, logout_token(servers, sub=None, sid=session)).status_code == 200
    assert [has_session(each) for each in (joe, elsewhere)] == [False, True]


@pytest.mark.parametrize(
    "changed",
    [
        {"sub": 7},
        {"sub": "", "sid": "1"},
        {"sid": 7},
        {"sub": None, "sid": ""},
        {"iss": "https://evil.example"},
        {"aud": "other"},
        {"sub": None},
        {"exp": 1},
        {"exp": None},
        {"iat": None},
        {"jti": None},
        {"events": None},
        {"events": {}},
        {"events": {EVENT: "yes"}},
        {"nonce": "n"},
        {"typ": "at+jwt"},
    ],
)
def test_other_tokens_are_refused(servers: Federation, changed: dict[str, Any]) -> None:
    joe = signed_in(servers)
    answer = send(servers, logout_token(servers, **changed))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert has_session(joe)


def test_forged_repeated_and_malformed_requests_are_refused(servers: Federation) -> None:
    token = logout_token(servers)
    assert send(servers, token).status_code == 200
    joe = signed_in(servers)
    forged = logout_token(servers, key_of=(servers.hub, BASE_URL), jti="3")
    for each in (token, forged, f"{token}x", "", "a.b.c"):
        assert send(servers, each).status_code == 400
    assert servers.hub.engine.post("/sp/other/bclogout.openid", {"logout_token": token}).status_code == 400
    assert servers.hub.engine.get(PATH).status_code == 405
    assert has_session(joe)


def test_the_partner_sends_the_token_when_its_user_signs_out(
    partner_with_logout: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way, with a second server as the provider."""
    servers = partner_with_logout

    async def post_form(_self: object, url: str, form: dict[str, str], **_limits: object) -> int:
        answer = await servers.hub.engine.send("POST", path_of(url, BASE_URL), form=form)
        return answer.status_code

    monkeypatch.setattr(GuardedRequests, "post_form", post_form)
    joe, elsewhere = signed_in(servers), signed_in(servers)
    signed_out = joe.at_partner.browser.get("/idp/startSLO.ping", **{"Sec-Fetch-Site": "none"})
    assert signed_out.status_code == 200
    asyncio.run(outbox_sender(servers.partner.engine.services).send_due())
    # The token names the session, so that the user's other one goes on.
    assert [has_session(each) for each in (joe, elsewhere)] == [False, True]
