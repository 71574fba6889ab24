"""Logout pages of another OpenID provider end sessions here (OpenID Connect Front-Channel Logout 1.0)."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.server import BASE_URL
from tests.engine.signin.openid_federation import (
    PARTNER,
    SECRET,
    Federation,
    callback_of,
    federation,
    path_of,
)
from tests.engine.signin.test_openid_connect_logout import has_session, session_at_partner, signed_in
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import replace

PATH = f"/sp/{callback_name(PARTNER)}/fclogout.openid"
ADDRESS = f"{BASE_URL}{PATH}"


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    """Return the servers; the pages of the partner load the address of the hub, and its ID tokens have the session."""
    with federation(sqlite_template, tmp_path, clock) as made:
        sessions = {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
        made.hub.engine.save(AUTHENTICATION_SESSIONS, sessions)
        made.partner.engine.save(SETTINGS, {"trackUserSessionsForLogout": True})
        registered = client(
            "hub",
            redirectUris=[callback_of(PARTNER)],
            clientAuth={"type": "SECRET", "secret": SECRET},
            bypassApprovalPage=True,
            oidcPolicy={"logoutMode": "OIDC_FRONT_CHANNEL", "logoutUris": [ADDRESS]},
        )
        replace(made.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", registered)
        made.partner.engine.caught_up()
        yield made


def load(servers: Federation, headers: dict[str, str] | None = None, **query: str) -> httpx.Response:
    """Load the address without cookies, as browsers do in a frame of another site."""
    return servers.hub.engine.get(f"{PATH}?{urlencode(query)}", **(headers or {}))


def test_the_logout_page_of_the_partner_ends_the_session(servers: Federation) -> None:
    """The whole way, with a second server as the provider."""
    joe, elsewhere = signed_in(servers), signed_in(servers)
    page = joe.at_partner.browser.get("/idp/startSLO.ping", **{"Sec-Fetch-Site": "none"})
    [address] = [unescape(each) for each in re.findall(r'src="([^"]+)"', page.text) if "fclogout" in each]
    answer = servers.hub.engine.get(path_of(address, BASE_URL))
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "", "no-store")
    # The page of the provider loads it in a frame.
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert [has_session(each) for each in (joe, elsewhere)] == [False, True]


def test_only_the_named_session_of_the_named_issuer_ends(servers: Federation) -> None:
    joe = signed_in(servers)
    session = session_at_partner(joe)
    for issuer, identifier in (("https://other.example", session), (PARTNER, "other"), (PARTNER, "%")):
        # The answer does not tell strangers which sessions exist.
        assert load(servers, iss=issuer, sid=identifier).status_code == 200
        assert has_session(joe)
    assert load(servers, iss=PARTNER, sid=session).status_code == 200
    assert not has_session(joe)


def test_prefetches_and_incomplete_requests_end_nothing(servers: Federation) -> None:
    joe = signed_in(servers)
    session = session_at_partner(joe)
    assert load(servers, {"Sec-Purpose": "prefetch"}, iss=PARTNER, sid=session).status_code == 200
    assert load(servers, sid=session).status_code == 400
    assert load(servers, iss=PARTNER).status_code == 400
    assert servers.hub.engine.post(PATH, {"iss": PARTNER, "sid": session}).status_code == 405
    assert has_session(joe)
