"""The page with the second factors of users: found, removed and reset by forms that work without scripts."""

from urllib.parse import quote

from tests.flows.factor_calls import FACTOR, FACTORS, add_factor
from tests.flows.pages import FRAME, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

PAGE = "secondFactors"


def left(server: FlowServer) -> list[str]:
    return [each["id"] for each in server.basic("Administrator").get(FACTORS).json()["items"]]


def test_an_administrator_finds_a_user_and_removes_one_second_factor(server: FlowServer, admin: Client) -> None:
    assert "No second factors" in visit(admin, PAGE).texts
    add_factor(server)
    add_factor(server, "factor-2", "amy")
    assert {"joe", "amy", "Authenticator app", "Phone"} <= set(visit(admin, PAGE).texts)
    page = visit(admin, f"{PAGE}?user=JOE")
    assert "joe" in page.texts
    assert "amy" not in page.texts
    confirmation = visit(admin, f"{PAGE}?user=joe&remove={FACTOR}")
    assert left(server) == ["factor-2", FACTOR]
    done = follow(admin, send(admin, confirmation, {"_do": f"remove:{FACTOR}"}))
    assert "The second factor was removed." in done.texts
    assert left(server) == ["factor-2"]
    again = follow(admin, send(admin, confirmation, {"_do": f"remove:{FACTOR}"}))
    assert "The second factor does not exist." in again.texts


def test_a_reset_removes_all_of_one_user_after_a_confirmation(server: FlowServer, admin: Client) -> None:
    for number, user in enumerate(("joe", "amy")):
        add_factor(server, f"factor-{number}", user)
    confirmation = visit(admin, f"{PAGE}?user=joe&reset=1")
    done = follow(admin, send(admin, confirmation, {"_do": "reset"}))
    assert "1 second factor removed" in done.texts
    assert left(server) == ["factor-1"]


def test_the_list_leads_to_its_next_page(server: FlowServer, admin: Client) -> None:
    for number in range(51):
        add_factor(server, f"factor-{number}", f"user {number:02}")
    first = visit(admin, PAGE)
    assert "user 49" in first.texts
    assert "user 50" not in first.texts
    last = visit(admin, first.links["Next page"].removeprefix(f"{FRAME}/"))
    assert "user 50" in last.texts
    assert "Next page" not in last.links


def test_names_from_users_and_searched_ids_cannot_add_markup(server: FlowServer, admin: Client) -> None:
    hostile = "<b>joe</b>"
    add_factor(server, "factor-1", hostile)
    for address in (PAGE, f"{PAGE}?user={quote(hostile)}", f"{PAGE}?user={quote(hostile)}&reset=1"):
        page = visit(admin, address)
        assert page.status == 200
        assert "<b>" not in page.answer.text


def test_an_auditor_reads_and_cannot_remove(server: FlowServer, admin: Client) -> None:
    add_factor(server)
    body = account("Reader", auditor=True, roles=[])
    assert server.basic("Administrator").post(f"{API}/administrativeAccounts", body).status_code == 200
    reader = server.client().sign_in("Reader")
    page = visit(reader, f"{PAGE}?user=joe&remove={FACTOR}")
    assert "joe" in page.texts
    assert "Remove all" not in page.texts
    assert page.action == ""
    # The form of the administrator, with a token of the auditor's session.
    form = visit(admin, f"{PAGE}?user=joe&remove={FACTOR}")
    token = visit(reader, "redirectValidation").fields["_token"]
    assert send(reader, form, {"_do": f"remove:{FACTOR}", "_token": token}).status == 403
    assert send(reader, form, {"_do": f"remove:{FACTOR}"}).status == 403
    assert left(server) == [FACTOR]


def test_only_administrators_of_the_configuration_see_the_page(server: FlowServer, admin: Client) -> None:
    assert visit(admin, PAGE).status == 200
    assert visit(server.client(), PAGE).status == 401
    body = account("Users", auditor=False, roles=["USER_ADMINISTRATOR"])
    assert server.basic("Administrator").post(f"{API}/administrativeAccounts", body).status_code == 200
    assert visit(server.client().sign_in("Users"), PAGE).status == 403
