"""Frame pages of the complete server: editing, lists, conflicts, roles and refused requests."""

from typing import Any

import pytest

from hanse.admin.frames import api_calls
from tests.flows.frame_calls import CONTRACTS
from tests.flows.pages import FRAME, follow, read, send, visit
from tests.flows.server import ALL_ROLES, API, Client, FlowServer, account

REDIRECTS, PROPERTIES, POLICY_CONTRACTS = "redirectValidation", "extendedProperties", "policyContracts"
SUBJECT = [{"name": "subject"}]


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def signed_in(server: FlowServer, name: str, **rights: Any) -> Client:
    made = server.basic("Administrator").post(f"{API}/administrativeAccounts", account(name, **rights))
    assert made.status_code in (200, 422), made.text
    return server.client().sign_in(name)


def stored(admin: Client, path: str) -> Any:
    return admin.get(f"{API}{path}").json()


def test_settings_are_changed_row_by_row(admin: Client) -> None:
    page = visit(admin, REDIRECTS)
    rows = "redirectValidationLocalSettings.whiteList"
    page = send(admin, page, {"_do": f"add:{rows}"})
    assert page.status == 200
    last = f"{rows}[{int(page.fields[f'{rows}#'][0]) - 1}]"
    # A new row has the default values.
    assert page.fields[f"{last}.requireHttps"] == ["true"]
    page = send(admin, page, {f"{last}.validDomain": "not a host", "_do": ""})
    assert page.status == 422
    assert "Host: Enter a host name such as app.example.com or *.example.com." in page.text
    done = send(admin, page, {f"{last}.validDomain": "*.kontor.example", f"{last}.targetResourceSSO": "true"})
    assert "Settings saved." in follow(admin, done).text
    saved = stored(admin, "/redirectValidation")["redirectValidationLocalSettings"]["whiteList"][-1]
    assert saved["validDomain"] == "*.kontor.example"
    assert (saved["targetResourceSSO"], saved["requireHttps"], saved["idpDiscovery"]) == (True, True, False)
    # The message is shown only once.
    assert "Settings saved." not in visit(admin, REDIRECTS).text


def test_rows_can_be_removed_and_empty_ones_are_not_saved(admin: Client) -> None:
    body = {"items": [{"name": name} for name in ("first", "second")]}
    assert admin.put(f"{API}/extendedProperties", body).status_code == 200
    page = send(admin, visit(admin, PROPERTIES), {"_do": "remove:items[0]"})
    page = send(admin, page, {"_do": "add:items"})
    assert page.fields["items#"] == ["2"]
    assert follow(admin, send(admin, page)).status == 200
    assert [each["name"] for each in stored(admin, "/extendedProperties")["items"]] == ["second"]


def test_an_item_is_added_found_changed_and_deleted(admin: Client) -> None:
    page = visit(admin, f"{POLICY_CONTRACTS}/add")
    refused = send(admin, page, {"name": " "})
    assert (refused.status, "Contract name: This field is required." in refused.text) == (422, True)
    page = send(admin, page, {"name": " Schütting <q>\t", "_do": "add:extendedAttributes"})
    listed = follow(admin, send(admin, page, {"extendedAttributes[0].name": "mail", "_do": ""}))
    assert "Schütting <q> was saved." in listed.text
    # Entered values are shown as text and never as markup.
    assert "<q>" not in listed.answer.text
    found = visit(admin, f"{POLICY_CONTRACTS}?search=sch%C3%BCtting")
    page = visit(admin, found.links["Schütting <q>"])
    assert page.fields["extendedAttributes[0].name"] == ["mail"]
    follow(admin, send(admin, page, {"extendedAttributes[0].name": "groups"}))
    (item,) = stored(admin, f"{CONTRACTS}?filter=sch%C3%BCtting")["items"]
    assert (item["coreAttributes"], item["extendedAttributes"]) == (SUBJECT, [{"name": "groups"}])
    question = visit(admin, f"{POLICY_CONTRACTS}/delete/{item['id']}")
    assert "Delete Schütting <q>?" in question.text
    assert "Schütting <q> was deleted." in follow(admin, send(admin, question)).text
    gone = visit(admin, f"{POLICY_CONTRACTS}/edit/{item['id']}")
    assert (gone.status, gone.links["Back to Policy Contracts"]) == (404, f"{FRAME}/{POLICY_CONTRACTS}")


def test_a_list_is_searched_sorted_and_paged(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(23):
        made = admin.post(f"{API}{CONTRACTS}", {"id": f"paged-{number}", "name": f"Paged {number:02}"})
        assert made.status_code in (201, 422)
    first = visit(admin, f"{POLICY_CONTRACTS}?search=paged")
    assert "1\N{EN DASH}20" in first.text
    assert "23" in first.texts
    assert [text for text in first.links if text.startswith("Paged")] == [f"Paged {n:02}" for n in range(20)]
    second = visit(admin, first.links["Next page"])
    assert [text for text in second.links if text.startswith("Paged")] == ["Paged 20", "Paged 21", "Paged 22"]
    monkeypatch.setattr(api_calls, "COUNTED", 20)
    assert "of more than 20" in " ".join(visit(admin, f"{POLICY_CONTRACTS}?search=paged").text.split())
    assert visit(admin, second.links["Previous page"]).links["Paged 00"] == first.links["Paged 00"]
    backwards = visit(admin, first.links["Name"])
    assert next(text for text in backwards.links if text.startswith("Paged")) == "Paged 22"
    # The page size can be changed; links keep the search, the order and the page size.
    larger = visit(admin, f"{POLICY_CONTRACTS}?search=paged&perPage=50&order=desc")
    assert [text for text in larger.links if text.startswith("Paged")] == [f"Paged {n:02}" for n in reversed(range(23))]
    assert '<option value="50" selected>' in larger.answer.text
    assert "Next page" not in larger.links
    assert "perPage=50" in larger.links["Name"]
    assert "search=paged" in larger.links["Name"]
    # A list that fits on one page of the smallest size has no pager.
    assert "20 per page" not in visit(admin, f"{POLICY_CONTRACTS}?search=Paged+0").text
    nothing = visit(admin, f"{POLICY_CONTRACTS}?search=no-such-thing")
    assert "No policy contracts match “no-such-thing”." in nothing.text
    for strange in ("page=0", "page=%C2%B2", "page=99999999999", "order=x", "perPage=7", "after=%00", "search=%00"):
        assert visit(admin, f"{POLICY_CONTRACTS}?{strange}").status in (200, 422), strange


def test_two_editors_do_not_overwrite_each_other(admin: Client) -> None:
    admin.put(f"{API}/extendedProperties", {"items": [{"name": "before"}]})
    page = visit(admin, PROPERTIES)
    admin.put(f"{API}/extendedProperties", {"items": [{"name": "theirs"}]})
    conflict = send(admin, page, {"items[0].name": "mine"})
    assert conflict.status == 409
    assert {"mine", "theirs", "Your version", "Stored now"} <= set(conflict.texts)
    assert conflict.differences == [("Properties", "mine", "theirs")]
    # The console asks before this page is left.
    assert " data-unsaved" in conflict.answer.text
    # The form keeps the entered values, and the next save gets the same conflict.
    assert conflict.fields["items[0].name"] == ["mine"]
    assert send(admin, conflict).status == 409
    assert stored(admin, "/extendedProperties")["items"][0]["name"] == "theirs"
    revision = conflict.answer.text.partition('name="_over" value="')[2].partition('"')[0]
    assert send(admin, conflict, {"_over": revision}).status == 303
    assert stored(admin, "/extendedProperties")["items"][0]["name"] == "mine"


def test_a_deletion_asks_again_if_the_item_was_changed_in_the_meantime(admin: Client) -> None:
    contract = admin.post(f"{API}{CONTRACTS}", {"id": "shared", "name": "Shared"}).json()
    question = visit(admin, f"{POLICY_CONTRACTS}/delete/shared")
    assert admin.put(f"{API}{CONTRACTS}/shared", {**contract, "name": "Renamed"}).status_code == 200
    again = send(admin, question)
    assert (again.status, "Delete Renamed?" in again.text) == (409, True)
    assert "Another administrator saved changes in the meantime" in again.text
    assert stored(admin, f"{CONTRACTS}/shared")["name"] == "Renamed"
    assert "Renamed was deleted." in follow(admin, send(admin, again)).text


def test_an_auditor_sees_all_pages_and_changes_nothing(shared_server: FlowServer) -> None:
    auditor = signed_in(shared_server, "frame-auditor", auditor=True)
    for node in (REDIRECTS, PROPERTIES):
        page = visit(auditor, node)
        assert (page.status, page.is_read_only) == (200, True)
        assert "Save" not in page.texts
        before = stored(shared_server.basic("Administrator"), f"/{node}")
        for action in ("", "add:items"):
            refused = send(auditor, page, {"_do": action})
            assert (refused.status, "As an auditor, you can view this page" in refused.text) == (403, True)
        assert stored(shared_server.basic("Administrator"), f"/{node}") == before
    listed = visit(auditor, POLICY_CONTRACTS)
    assert listed.status == 200
    assert not {"Add Policy Contract", "Delete"} & set(listed.texts)
    assert visit(auditor, f"{POLICY_CONTRACTS}/add").status == 403


@pytest.mark.parametrize("role", ALL_ROLES)
def test_only_the_role_of_the_area_sees_its_pages(shared_server: FlowServer, role: str) -> None:
    client = signed_in(shared_server, f"frame-{role.lower().replace('_', '-')}", roles=[role])
    status = 200 if role == "ADMINISTRATOR" else 403
    for path in (REDIRECTS, PROPERTIES, POLICY_CONTRACTS, f"{POLICY_CONTRACTS}/add"):
        assert visit(client, path).status == status, path


def test_anonymous_users_are_sent_to_the_log_in_page(shared_server: FlowServer) -> None:
    page = visit(shared_server.client(), REDIRECTS)
    assert page.status == 401
    assert 'data-session="over"' in page.answer.text
    assert page.links["Sign in"] == "/login"


def test_a_form_of_another_session_or_site_is_refused(shared_server: FlowServer, admin: Client) -> None:
    page = visit(admin, PROPERTIES)
    other = shared_server.client().sign_in()
    assert send(other, page).status == 403
    assert send(admin, page, {"_token": None}).status == 403
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        # Requests without any header about their origin.
        {"Origin": None},
        {"Origin": None, "Sec-Fetch-Site": "none"},
    ):
        assert send(admin, page, headers=headers).status == 403, headers
    assert send(admin, page, headers={"Content-Type": "text/plain"}).status == 403
    assert send(admin, page, headers={"Origin": None, "Sec-Fetch-Site": "same-origin"}).status == 303


def test_only_the_console_may_frame_the_pages(admin: Client) -> None:
    headers = visit(admin, REDIRECTS).answer.headers
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_the_console_may_frame_itself_to_break_out_and_api_answers_cannot_be_framed(
    admin: Client,
) -> None:
    for path in ("/", "/system", "/nowhere"):
        assert "frame-ancestors 'self'" in admin.get(path).headers["content-security-policy"], path
    for path in ("/pf-admin-api/v1/license", "/pf-admin-ui/uiSettings", "/theme.js"):
        assert "frame-ancestors 'none'" in admin.get(path).headers["content-security-policy"], path


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "policyContracts/elsewhere",
        "policyContracts/edit",
        "policyContracts/edit/nobody",
        "policyContracts/edit/%00",
        "policyContracts/add/x",
        "redirectValidation/add",
        "redirectValidation/delete/x",
        "redirectValidation/choices?field=x",
    ],
)
def test_an_unknown_item_shows_a_not_found_page(admin: Client, path: str) -> None:
    page = visit(admin, path)
    assert page.status in (400, 404)
    assert page.answer.headers["content-type"].startswith("text/html")


def test_a_form_of_a_deleted_item_says_that_it_was_not_saved_and_links_to_the_list(admin: Client) -> None:
    admin.post(f"{API}/authenticationPolicyContracts", {"id": "passing", "name": "Passing"})
    form = visit(admin, f"{POLICY_CONTRACTS}/edit/passing")
    admin.delete(f"{API}/authenticationPolicyContracts/passing")
    refused = send(admin, form, {"name": "Renamed"})
    assert refused.status == 404
    assert "Policy Contract not found" in refused.text
    for text in ("The changes were not saved", "Authentication Policy Contract 'passing' was not found."):
        assert text in refused.text
    assert refused.answer.headers["x-request-id"] in refused.text
    assert f'href="{FRAME}/{POLICY_CONTRACTS}"' in refused.answer.text
    # A page that was opened after the deletion has lost nothing.
    opened = visit(admin, f"{POLICY_CONTRACTS}/edit/passing")
    assert "This page could not be loaded" in opened.text
    assert "The changes were not saved" not in opened.text


def test_other_methods_and_forged_forms_are_refused(admin: Client) -> None:
    page = visit(admin, PROPERTIES)
    headers = {"Origin": "https://hanse.example:9999"}
    assert admin.request("PUT", f"{FRAME}/{PROPERTIES}", headers=headers).status_code == 405
    for strange in ({"_do": "add:nowhere"}, {"_do": "remove:items[99]"}, {"_revision": "x"}, {"_revision": "²"}):
        assert send(admin, page, strange).status == 400, strange
    broken = {**headers, "X-XSRF-Header": None, "Content-Type": "application/x-www-form-urlencoded"}
    answer = read(admin.request("POST", f"{FRAME}/{PROPERTIES}", headers=broken, content=b"a=%ff"))
    assert answer.status == 400


def test_pages_have_title_and_trail_and_deleted_items_link_home(shared_server: FlowServer, admin: Client) -> None:
    settings = admin.get("/pf-admin-ui/uiSettings").json()
    assert len(settings["digest"]) == 64
    for address in (f"{FRAME}/{REDIRECTS}", f"{FRAME}/{POLICY_CONTRACTS}/add"):
        page = admin.get(address).text
        assert f'data-settings="{settings["digest"]}"' in page
        assert "data-target" not in page
    gone = admin.get(f"{FRAME}/nowhere")
    assert gone.status_code == 404
    assert f'data-settings="{settings["digest"]}" data-target="/"' in gone.text
    # The digest of the settings depends on the roles.
    other = signed_in(shared_server, "steward", roles=["USER_ADMINISTRATOR"])
    assert other.get("/pf-admin-ui/uiSettings").json()["digest"] != settings["digest"]
    refused = other.get(f"{FRAME}/{REDIRECTS}")
    assert refused.status_code == 403
    assert 'data-target="/"' in refused.text
