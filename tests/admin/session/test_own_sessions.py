"""Users can list their own sessions and end them."""

import pytest
from sqlalchemy import select

from hanse.admin.session.schema import admin_session, admin_token
from hanse.kit.errors import NotAuthenticated, NotFound
from tests.admin.server import Client, Server

UI = "/pf-admin-ui"
SESSIONS = "/pf-admin-api/v1/internal/user/sessions"
ONE = f"{SESSIONS}/{{id}}"


def items(server: Server, client: Client) -> list[dict[str, object]]:
    found: list[dict[str, object]] = server.call("GET", SESSIONS, by=client).json["items"]
    return found


def is_alive(server: Server, client: Client) -> bool:
    return server.authenticator.authenticate(client.presented(f"{UI}/session")) is not None


def current(server: Server, client: Client) -> str:
    return next(str(each["id"]) for each in items(server, server.with_token(client)) if each["current"])


def test_the_list_shows_start_address_and_the_current_session(server: Server) -> None:
    elsewhere = server.sign_in(address="198.51.100.7")
    server.clock.advance(minutes=5)
    here = server.with_token(server.sign_in(address="2001:db8::1"))
    server.clock.advance(minutes=5)
    server.call("GET", f"{UI}/extendSession", by=elsewhere)
    first, second = items(server, here)
    assert (first.pop("id"), second.pop("id")) == (current(server, elsewhere), current(server, here))
    assert first == {
        "created": "2026-11-21T08:30:00.000Z",
        "lastUsed": "2026-11-21T08:40:00.000Z",
        "address": "198.51.100.7",
        "current": False,
    }
    assert second == {
        "created": "2026-11-21T08:35:00.000Z",
        "lastUsed": "2026-11-21T08:35:00.000Z",
        "address": "2001:db8::1",
        "current": True,
    }


def test_a_script_has_no_session_in_the_list(server: Server) -> None:
    server.sign_in()
    assert [each["current"] for each in items(server, Client.basic())] == [False]


def test_ended_sessions_and_those_of_other_accounts_are_not_listed(server: Server) -> None:
    server.add_account("bob")
    server.sign_in("bob")
    server.sign_in()
    server.clock.advance(minutes=30)
    server.call("GET", f"{UI}/logout", by=server.sign_in())
    here = server.with_token(server.sign_in())
    assert [each["current"] for each in items(server, here)] == [True]


def test_the_list_reveals_neither_session_ids_nor_their_digests(server: Server) -> None:
    client = server.with_token(server.sign_in())
    with server.configuration.database.reading() as connection:
        digest = connection.execute(select(admin_session.c.digest)).scalar_one()
    shown = str(items(server, client))
    assert client.session_cookie not in shown
    assert digest[:8] not in shown


def test_ending_one_session_revokes_only_its_tokens(server: Server) -> None:
    here, gone, stays = (server.with_token(server.sign_in()) for _ in range(3))
    reply = server.call("DELETE", ONE, by=here, values={"id": current(server, gone)})
    assert reply.status == 204
    assert [is_alive(server, client) for client in (here, gone, stays)] == [True, False, True]
    with pytest.raises(NotAuthenticated):
        items(server, gone)
    assert len(items(server, here)) == 2


def test_ending_an_unknown_a_foreign_or_an_ended_session_is_refused(server: Server) -> None:
    server.add_account("bob")
    bob, here = server.sign_in("bob"), server.with_token(server.sign_in())
    handle = current(server, other := server.sign_in())
    server.call("DELETE", ONE, by=here, values={"id": handle})
    assert not is_alive(server, other)
    for id_ in (handle, current(server, bob), "", "x" * 20):
        with pytest.raises(NotFound):
            server.call("DELETE", ONE, by=here, values={"id": id_})
    assert is_alive(server, bob)


def test_the_current_session_can_be_ended_too(server: Server) -> None:
    here = server.with_token(server.sign_in())
    server.call("DELETE", ONE, by=here, values={"id": current(server, here)})
    assert not is_alive(server, here)


def test_ending_all_other_sessions_revokes_only_the_callers_tokens(server: Server) -> None:
    server.add_account("bob")
    bob = server.sign_in("bob")
    here, *others = (server.with_token(server.sign_in()) for _ in range(3))
    assert server.call("DELETE", SESSIONS, by=here).status == 204
    assert [is_alive(server, client) for client in (bob, here, *others)] == [True, True, False, False]
    assert [each["current"] for each in items(server, here)] == [True]
    with server.configuration.database.reading() as connection:
        assert len(connection.execute(select(admin_token)).all()) == 1


def test_a_script_can_end_all_sessions(server: Server) -> None:
    browser = server.sign_in()
    server.call("DELETE", SESSIONS, by=Client.basic())
    assert not is_alive(server, browser)


def test_an_auditor_can_end_their_own_sessions(server: Server) -> None:
    server.add_account("eve", roles=[], auditor=True)
    here, other = server.with_token(server.sign_in("eve")), server.sign_in("eve")
    server.call("DELETE", SESSIONS, by=here)
    assert (is_alive(server, here), is_alive(server, other)) == (True, False)


def test_before_the_first_log_in_the_list_is_refused(bare_server: Server) -> None:
    with pytest.raises(NotAuthenticated):
        bare_server.call("GET", SESSIONS, by=Client())
