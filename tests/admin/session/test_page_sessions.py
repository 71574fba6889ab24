"""The pages of a browser share its cookie, but a page may have been opened in an earlier session."""

import pytest

from hanse.kit.errors import NotAuthenticated
from tests.admin.server import Client, Server

UI = "/pf-admin-ui"
LOGOUT = f"{UI}/logout"


def handle_of(server: Server, client: Client) -> str:
    handle = server.call("GET", f"{UI}/session", by=client).json["handle"]
    assert isinstance(handle, str)
    return handle


def test_a_session_has_the_same_public_id_in_its_own_list(server: Server) -> None:
    client = server.sign_in()
    handle = handle_of(server, client)
    own = server.call("GET", "/pf-admin-api/v1/internal/user/sessions", by=server.with_token(client)).json
    assert [each["id"] for each in own["items"]] == [handle]
    assert handle not in client.session_cookie
    # The handle proves nothing: knowing it gives no access to the session.
    with pytest.raises(NotAuthenticated):
        server.call("GET", f"{UI}/session", by=Client(page_session=handle))


def test_log_out_of_a_session_other_than_the_current_one_ends_no_session(server: Server) -> None:
    lost = handle_of(server, server.sign_in())
    newer = server.sign_in()
    for named in (lost, "", "%00", f"{lost}&session={handle_of(server, newer)}"):
        query = f"tab=2&session={named}&target=%2Fsystem"
        reply = server.call("GET", LOGOUT, by=newer, query_string=query)
        assert reply.answer.headers["Location"] == "/login?tab=2&target=%2Fsystem"
        assert reply.answer.cookies == ()
    assert server.call("GET", f"{UI}/session", by=newer).json["username"] == "Administrator"


def test_log_out_of_the_pages_own_session_ends_it(server: Server) -> None:
    client = server.sign_in()
    reply = server.call("GET", LOGOUT, by=client, query_string=f"session={handle_of(server, client)}")
    assert reply.answer.headers["Location"] == "/login"
    assert reply.answer.cookies[0].startswith("__Host-hanse-session=; Max-Age=0")
    with pytest.raises(NotAuthenticated):
        server.call("GET", f"{UI}/session", by=client)


def test_log_out_of_an_ended_session_leaves_the_newer_cookie(server: Server) -> None:
    client = server.sign_in()
    handle = handle_of(server, client)
    server.call("GET", LOGOUT, by=client)
    assert server.call("GET", LOGOUT, by=client, query_string=f"session={handle}").answer.cookies == ()


@pytest.mark.parametrize(("method", "path"), [("POST", "apitoken"), ("GET", "extendSession"), ("GET", "uiSettings")])
def test_a_page_of_another_session_is_refused(server: Server, method: str, path: str) -> None:
    server.add_account("bob")
    lost = handle_of(server, server.sign_in("bob"))
    newer = server.sign_in()
    own = Client(jar=newer.jar, page_session=handle_of(server, newer))
    assert server.call(method, f"{UI}/{path}", by=own).status < 300
    with pytest.raises(NotAuthenticated):
        server.call(method, f"{UI}/{path}", by=Client(jar=newer.jar, page_session=lost))
