from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from hanse.admin.session import cookies
from hanse.admin.session.schema import admin_session, admin_token
from hanse.admin.session.sessions import SessionLifetimes, digest_of
from hanse.config.database import Database
from hanse.kit.errors import NotAllowed, NotAuthenticated
from tests.admin.server import ALL_ROLES, PASSWORD, Client, Server
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness

SESSION = "/pf-admin-ui/session"
ACCOUNTS = "/pf-admin-api/v1/administrativeAccounts"


def is_alive(server: Server, client: Client) -> bool:
    return server.authenticator.authenticate(client.presented(SESSION)) is not None


def test_log_in_returns_the_session_and_sets_a_secure_cookie_for_this_host_only(server: Server) -> None:
    reply = server.call("POST", "/pf-admin-ui/login", {"username": "Administrator", "password": PASSWORD})
    assert reply.json == {
        "username": "Administrator",
        "roles": sorted(ALL_ROLES),
        "auditor": False,
        "handle": reply.json["handle"],
        "initialSetupComplete": True,
        "setupLinkRequired": False,
    }
    session, setup = reply.answer.cookies
    assert session == f"__Host-hanse-session={reply.jar[cookies.SESSION]}; Path=/; Secure; HttpOnly; SameSite=Strict"
    assert setup.startswith("__Host-hanse-setup=; Max-Age=0;")
    assert len(reply.jar[cookies.SESSION]) == 43


@pytest.mark.parametrize(
    ("username", "password"),
    [("Administrator", "wrong"), ("nobody", PASSWORD), ("administrator", PASSWORD), ("", ""), ("..", PASSWORD)],
)
def test_every_wrong_credential_gets_the_same_answer(server: Server, username: str, password: str) -> None:
    with pytest.raises(NotAuthenticated, match=r"^The username or password is incorrect\.$"):
        server.sign_in(username, password)


def test_an_account_that_is_not_active_cannot_sign_in(server: Server) -> None:
    server.add_account("carol", active=False)
    with pytest.raises(NotAuthenticated):
        server.sign_in("carol")


def test_the_database_has_neither_session_ids_nor_tokens(server: Server) -> None:
    client = server.with_token(server.sign_in())
    token = str(client.authorization).removeprefix("Bearer ")
    with server.configuration.database.reading() as connection:
        kept = str(connection.execute(select(admin_session)).all()) + str(connection.execute(select(admin_token)).all())
    assert client.session_cookie not in kept
    assert token not in kept


def test_each_log_in_has_a_new_session_id_and_ends_the_previous_session(server: Server) -> None:
    first = server.sign_in()
    reply = server.call("POST", "/pf-admin-ui/login", {"username": "Administrator", "password": PASSWORD}, by=first)
    second = Client(jar=reply.jar)
    assert first.session_cookie != second.session_cookie
    assert not is_alive(server, first)
    assert is_alive(server, second)


def test_the_admin_api_does_not_accept_the_session_cookie(server: Server) -> None:
    client = server.sign_in()
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=client)


def test_the_session_service_does_not_accept_a_bearer_token(server: Server) -> None:
    client = server.with_token(server.sign_in())
    assert not is_alive(server, Client(authorization=client.authorization))


def test_a_session_expires_after_half_an_hour_without_activity(server: Server) -> None:
    client = server.sign_in()
    server.clock.advance(minutes=29, seconds=59)
    assert is_alive(server, client)
    server.clock.advance(seconds=1)
    assert not is_alive(server, client)
    with pytest.raises(NotAuthenticated):
        server.call("GET", SESSION, by=client)


def test_reading_does_not_extend_a_session(server: Server) -> None:
    client = server.sign_in()
    for _ in range(29):
        server.clock.advance(minutes=1)
        server.call("GET", SESSION, by=client)
        server.call("GET", ACCOUNTS, by=server.with_token(client))
    server.clock.advance(minutes=1)
    assert not is_alive(server, client)


@pytest.mark.parametrize("activity", ["extendSession", "save"])
def test_extending_and_saving_restart_the_idle_timeout(server: Server, activity: str) -> None:
    client = server.sign_in()
    server.clock.advance(minutes=20)
    if activity == "save":
        body = {"username": "bob", "password": PASSWORD, "active": True, "roles": ["ADMINISTRATOR"]}
        server.call("POST", ACCOUNTS, body, by=server.with_token(client))
    else:
        assert server.call("GET", "/pf-admin-ui/extendSession", by=client).status == 204
    server.clock.advance(minutes=29)
    assert is_alive(server, client)


def test_activity_is_stored_at_most_once_a_second(server: Server) -> None:
    client = server.sign_in()
    written = []

    def click() -> None:
        assert server.call("GET", "/pf-admin-ui/extendSession", by=client).status == 204
        with server.configuration.database.reading() as connection:
            written.append(connection.execute(select(admin_session.c.last_seen)).scalar_one())

    for _ in range(25):
        server.clock.advance(milliseconds=100)
        click()
    assert len(set(written)) == 3
    # Regardless of the number of clicks, the stored time is never more than a second old.
    server.clock.advance(minutes=29, seconds=58)
    assert is_alive(server, client)


def test_no_activity_extends_a_session_beyond_eight_hours(server: Server) -> None:
    client = server.sign_in()
    for _ in range(47):
        server.clock.advance(minutes=10)
        server.call("GET", "/pf-admin-ui/extendSession", by=client)
    assert is_alive(server, client)
    server.clock.advance(minutes=10)
    assert not is_alive(server, client)


def test_configured_limits_apply_and_are_returned_to_the_console(
    database: Database, clock: ManualClock, randomness: SeededRandomness
) -> None:
    lifetimes = SessionLifetimes(idle=timedelta(minutes=2), absolute=timedelta(minutes=5))
    server = Server(database, clock, randomness, lifetimes)
    server.add_account()
    client, idle = server.sign_in(), server.sign_in()
    assert server.call("GET", "/pf-admin-ui/uiSettings", by=client).json["consoleSessionTimeoutInMilli"] == 120_000
    for alive in (True, True, True, True, False):
        server.clock.advance(minutes=1)
        assert is_alive(server, client) is alive
        server.sessions.extend(digest_of(client.session_cookie))
    assert not is_alive(server, idle)


def test_an_expired_session_cannot_be_extended(server: Server) -> None:
    client = server.sign_in()
    session_id = server.authenticator.authenticate(client.presented(SESSION)).session_id  # type: ignore[union-attr]  # the session is valid here.
    server.clock.advance(hours=1)
    server.sessions.extend(str(session_id))
    assert not is_alive(server, client)


def test_a_token_expires_after_ten_minutes(server: Server) -> None:
    client = server.sign_in()
    answer = server.call("POST", "/pf-admin-ui/apitoken", by=client).json
    assert (answer["token_type"], answer["expires_in"]) == ("Bearer", 600)
    caller = Client(authorization=f"Bearer {answer['access_token']}")
    server.clock.advance(minutes=9, seconds=59)
    server.call("GET", ACCOUNTS, by=caller)
    server.clock.advance(seconds=1)
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=caller)


def test_the_number_of_tokens_of_a_session_is_limited(server: Server) -> None:
    client = server.sign_in()
    tokens = []
    for _ in range(40):
        server.clock.advance(seconds=1)
        tokens.append(server.with_token(client))
    with server.configuration.database.reading() as connection:
        assert len(connection.execute(select(admin_token)).all()) <= 17
    server.call("GET", ACCOUNTS, by=tokens[-1])


@pytest.mark.parametrize("site", [None, "same-origin", "none"])
def test_log_out_ends_session_and_tokens_and_keeps_the_query(server: Server, site: str | None) -> None:
    client = server.sign_in()
    with_token = server.with_token(client)
    headers = {} if site is None else {"sec-fetch-site": site}
    reply = server.call("GET", "/pf-admin-ui/logout", by=client, headers=headers, query_string="reason=idle&x=1")
    assert (reply.status, reply.answer.headers["Location"]) == (303, "/login?reason=idle&x=1")
    assert reply.answer.cookies[0].startswith("__Host-hanse-session=; Max-Age=0")
    assert not is_alive(server, client)
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=with_token)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_link_from_another_site_does_not_log_out(server: Server, site: str) -> None:
    client = server.sign_in()
    reply = server.call("GET", "/pf-admin-ui/logout", by=client, headers={"sec-fetch-site": site})
    assert reply.answer.headers["Location"] == "/login"
    assert reply.answer.cookies == ()
    assert is_alive(server, client)


def test_anonymous_callers_can_log_out(server: Server) -> None:
    assert server.call("GET", "/pf-admin-ui/logout").answer.headers["Location"] == "/login"


def test_basic_has_no_session_to_extend(server: Server) -> None:
    with pytest.raises(NotAuthenticated):
        server.call("GET", "/pf-admin-ui/extendSession", by=Client.basic())
    own = server.operations["GET", "/pf-admin-ui/extendSession"]
    with pytest.raises(NotAllowed):
        server._run(
            own,
            server._caller(Client(), server.credentials.verify_often("Administrator", PASSWORD, "::1").principal, {}),
            None,
            {},
        )


def test_sessions_are_valid_on_every_node(server: Server, database: Database) -> None:
    client = server.sign_in()
    other = Server(database, server.clock, SeededRandomness(seed=2))
    assert is_alive(other, client)
    other.call("GET", "/pf-admin-ui/logout", by=client)
    assert not is_alive(server, client)


def test_expired_sessions_are_deleted_at_the_next_log_in(server: Server) -> None:
    for _ in range(3):
        server.with_token(server.sign_in())
    server.clock.advance(hours=9)
    server.sign_in()
    with server.configuration.database.reading() as connection:
        assert len(connection.execute(select(admin_session)).all()) == 1
        assert connection.execute(select(admin_token)).all() == []


def test_stored_times_have_a_fixed_length_and_sort_as_text(server: Server) -> None:
    server.sign_in()
    with server.configuration.database.reading() as connection:
        row = connection.execute(select(admin_session)).one()
    assert datetime.fromisoformat(row.last_seen) - server.clock.now() < timedelta(seconds=1)
    assert len(row.last_seen) == len("2026-11-21T08:30:00.000Z")
