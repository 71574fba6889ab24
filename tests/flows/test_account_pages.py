"""Administrative accounts in frame forms: creation, changes, password changes, and protection of the last one."""

import pytest

from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer

NODE = "administrativeAccounts"
ACCOUNTS = f"{API}/administrativeAccounts"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def test_an_account_is_created_changed_and_given_another_password(admin: Client, shared_server: FlowServer) -> None:
    page = visit(admin, f"{NODE}/add")
    refused = send(admin, page, {"username": "page-clerk", "password": "short", "roles": "ADMINISTRATOR"})
    assert (refused.status, "Password: " in refused.text) == (422, True)
    assert "page-clerk was saved." in follow(admin, send(admin, refused, {"password": "Hansa-1241-clerk"})).text
    made = admin.get(f"{ACCOUNTS}/page-clerk").json()
    assert (made["active"], made["roles"]) == (True, ["ADMINISTRATOR"])
    clerk = shared_server.client().sign_in("page-clerk", "Hansa-1241-clerk")
    assert visit(clerk, "dataStores").status == 200
    # A change of an account's roles ends its sessions.
    edit = visit(admin, f"{NODE}/edit/page-clerk")
    assert "password" not in edit.fields
    follow(admin, send(admin, edit, {"roles": "CRYPTO_ADMINISTRATOR", "department": "Kontor"}))
    assert visit(clerk, "dataStores").status == 401
    edit = visit(admin, f"{NODE}/edit/page-clerk")
    name = next(field for field in edit.fields if field.startswith("_parameters0"))
    weak = send(admin, edit, {name: "short", "_do": "act:resetPassword"})
    assert "The password was reset." not in weak.text
    done = send(admin, edit, {name: "Hansa-1358-clerk", "_do": "act:resetPassword"})
    assert "The password was reset." in done.text
    assert "Hansa-1358-clerk" not in done.answer.text
    shared_server.client().sign_in("page-clerk", "Hansa-1358-clerk")
    follow(admin, send(admin, visit(admin, f"{NODE}/delete/page-clerk")))
    assert admin.get(f"{ACCOUNTS}/page-clerk").status_code == 404


def test_the_own_account_cannot_be_deleted(admin: Client) -> None:
    edit = visit(admin, f"{NODE}/edit/Administrator")
    refused = send(admin, edit, {"active": []})
    assert "You cannot deactivate your own account." in refused.text
    # The own password cannot be reset; it is changed in the account menu, with the current one.
    assert not any(field.startswith("_parameters") for field in edit.fields)
    assert "Change your own password in the account menu at the top." in edit.texts
    assert send(admin, edit, {"_do": "act:resetPassword"}).status in (400, 404)
    kept = send(admin, visit(admin, f"{NODE}/delete/Administrator"))
    assert (kept.status, "You cannot delete your own account." in kept.text) == (422, True)


def test_an_account_that_becomes_an_auditor_loses_its_roles(admin: Client) -> None:
    new = {"username": "page-turned", "password": "Hansa-1241-turned", "roles": ["ADMINISTRATOR", "USER_ADMINISTRATOR"]}
    follow(admin, send(admin, visit(admin, f"{NODE}/add"), new))
    edit = visit(admin, f"{NODE}/edit/page-turned")
    # The roles are hidden for auditors, and a browser does not post hidden fields.
    del edit.fields["roles"]
    follow(admin, send(admin, edit, {"auditor": "true"}))
    turned = admin.get(f"{ACCOUNTS}/page-turned").json()
    assert (turned["auditor"], turned["roles"]) == (True, [])


def test_choosing_roles_for_an_auditor_is_refused(admin: Client) -> None:
    page = visit(admin, f"{NODE}/add")
    assert """data-when='[["auditor", [""]]]'""" in page.answer.text
    both = {"username": "page-both", "password": "Hansa-1241-both", "auditor": "true", "roles": "ADMINISTRATOR"}
    refused = send(admin, page, both)
    assert (refused.status, "An auditor cannot have administrative roles." in refused.text) == (422, True)
