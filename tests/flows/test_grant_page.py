"""The page with the grants of users: found, and revoked by forms that work without scripts."""

from urllib.parse import quote

from tests.flows.grant_calls import GRANT, GRANTS, add_grant
from tests.flows.pages import FRAME, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

PAGE = "grants"
REVOCATION = f"{PAGE}?revoke={GRANT}&owner=joe&holder=web&client=web"


def left(server: FlowServer) -> list[str]:
    return [each["id"] for each in server.basic("Administrator").get(GRANTS).json()["items"]]


def test_grants_are_found_by_exact_user_and_client(server: FlowServer, admin: Client) -> None:
    empty = visit(admin, PAGE).texts
    assert "No grants" in empty
    assert "No grants match this search." not in empty
    add_grant(server)
    add_grant(server, "grant-2", "amy")
    add_grant(server, "grant-3", "amy", "other")
    assert {"joe", "amy", "web", "other", "Authorization code", "Scopes: openid email"} <= set(visit(admin, PAGE).texts)
    page = visit(admin, f"{PAGE}?user=%20amy%20&client=other")
    assert "other" in page.texts
    assert "joe" not in page.texts
    assert "web" not in page.texts
    assert {"No grants", "No grants match this search."} <= set(visit(admin, f"{PAGE}?user=am").texts)


def test_a_grant_is_revoked_after_a_confirmation_and_the_search_stays(server: FlowServer, admin: Client) -> None:
    add_grant(server)
    add_grant(server, "grant-2", "amy")
    confirmation = visit(admin, REVOCATION)
    assert "Revoke the grant of joe to web?" in confirmation.texts
    assert left(server) == [GRANT, "grant-2"]
    answer = send(admin, confirmation, {"_do": f"revoke:{GRANT}"})
    assert answer.answer.headers["location"] == f"{FRAME}/{PAGE}?client=web"
    assert "The grant of joe to web was revoked." in follow(admin, answer).texts
    assert left(server) == ["grant-2"]
    again = follow(admin, send(admin, confirmation, {"_do": f"revoke:{GRANT}"}))
    assert "The grant does not exist." in again.texts


def test_the_list_leads_to_its_next_page_and_keeps_the_search(server: FlowServer, admin: Client) -> None:
    for number in range(51):
        add_grant(server, f"grant-{number:02}", f"user {number:02}")
    first = visit(admin, f"{PAGE}?client=web")
    assert "user 49" in first.texts
    assert "user 50" not in first.texts
    assert "client=web" in first.links["Next page"]
    last = visit(admin, first.links["Next page"].removeprefix(f"{FRAME}/"))
    assert "user 50" in last.texts
    assert "Next page" not in last.links


def test_users_and_searched_values_cannot_add_markup(server: FlowServer, admin: Client) -> None:
    hostile = "<b>joe</b>"
    add_grant(server, user_key=hostile)
    for address in (f"{PAGE}?user={quote(hostile)}", f"{PAGE}?revoke={GRANT}&owner={quote(hostile)}&holder=web"):
        page = visit(admin, address)
        assert hostile in page.text
        assert "<b>" not in page.answer.text


def test_an_auditor_reads_and_cannot_revoke(server: FlowServer, admin: Client) -> None:
    add_grant(server)
    body = account("Reader", auditor=True, roles=[])
    assert server.basic("Administrator").post(f"{API}/administrativeAccounts", body).status_code == 200
    reader = server.client().sign_in("Reader")
    page = visit(reader, REVOCATION)
    assert "joe" in page.texts
    assert "Revoke" not in page.texts
    assert page.action == ""
    # The form of the administrator, with a token of the auditor's session.
    form = visit(admin, REVOCATION)
    token = visit(reader, "redirectValidation").fields["_token"]
    assert send(reader, form, {"_do": f"revoke:{GRANT}", "_token": token}).status == 403
    assert send(reader, form, {"_do": f"revoke:{GRANT}"}).status == 403
    assert left(server) == [GRANT]


def test_only_administrators_of_the_configuration_see_the_page(server: FlowServer, admin: Client) -> None:
    assert visit(admin, PAGE).status == 200
    assert visit(server.client(), PAGE).status == 401
    body = account("Users", auditor=False, roles=["USER_ADMINISTRATOR"])
    assert server.basic("Administrator").post(f"{API}/administrativeAccounts", body).status_code == 200
    assert visit(server.client().sign_in("Users"), PAGE).status == 403
