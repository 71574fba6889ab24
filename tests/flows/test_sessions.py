"""Sessions of administrators over HTTP."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from tests.flows.server import API, UI, FlowServer, flow_server
from tests.support import databases

SESSIONS = f"{API}/internal/user/sessions"


def test_the_options_decide_when_sessions_expire(database_url: str, tmp_path: Path) -> None:
    idle_timeout, lifetime = timedelta(minutes=2), timedelta(minutes=3)
    with flow_server(database_url, tmp_path, session_idle_timeout=idle_timeout, session_lifetime=lifetime) as server:
        active, idle = server.set_up(), server.client().sign_in()
        assert active.get(f"{UI}/uiSettings").json()["consoleSessionTimeoutInMilli"] == 120_000
        server.clock.advance(minutes=1)
        assert active.get(f"{UI}/extendSession").status_code == 204
        server.clock.advance(minutes=1)
        assert (active.get(f"{UI}/session").status_code, idle.get(f"{UI}/session").status_code) == (200, 401)
        server.clock.advance(minutes=1)
        assert active.get(f"{UI}/session").status_code == 401


def test_a_page_of_an_ended_session_neither_uses_nor_ends_the_next(server: FlowServer) -> None:
    client = server.set_up()
    ended = client.get(f"{UI}/session").json()["handle"]
    client.sign_in()
    stale = {"X-Hanse-Session": ended}
    assert client.post(f"{UI}/apitoken", headers=stale).status_code == 401
    assert client.get(f"{UI}/logout?session={ended}&target=%2Fsystem").headers["Location"] == "/login?target=%2Fsystem"
    assert client.get(f"{UI}/session").status_code == 200


def test_administrators_see_and_end_their_own_sessions(server: FlowServer) -> None:
    here, other, third = server.set_up(), server.client().sign_in(), server.client(address="192.0.2.1").sign_in()
    items = here.get(SESSIONS).json()["items"]
    assert [each["current"] for each in items].count(True) == 1
    (gone,) = (each["id"] for each in items if each["address"] == "192.0.2.1")
    assert here.delete(f"{SESSIONS}/{gone}").status_code == 204
    assert here.delete(f"{SESSIONS}/{gone}").status_code == 404
    assert [each.get(SESSIONS).status_code for each in (here, other, third)] == [200, 200, 401]
    assert here.delete(SESSIONS).status_code == 204
    assert [each.get(SESSIONS).status_code for each in (here, other)] == [200, 401]


@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="an external server is not killed")
def test_a_sign_out_deletes_the_cookie_while_the_database_is_unavailable(tmp_path: Path) -> None:
    with databases.own_server() as database, flow_server(database.url, tmp_path) as server:
        client = server.set_up()
        handle = client.get(f"{UI}/session").json()["handle"]
        database.kill()
        assert client.get(f"{UI}/session").status_code == 503
        for query, site, is_forgotten in (
            ("session=another&reason=idle", "same-origin", False),
            ("reason=idle", "cross-site", False),
            (f"session={handle}&reason=idle", "same-origin", True),
            ("reason=idle", "same-origin", True),
        ):
            answer = client.get(f"{UI}/logout?{query}", headers={"Sec-Fetch-Site": site})
            assert (answer.status_code, answer.headers["Location"]) == (303, "/login?reason=idle")
            assert ("Set-Cookie" in answer.headers) == is_forgotten
