"""Secrets on frame pages: the page shows that a secret is set and since when. It can be kept, replaced and cleared, and
is never shown."""

from typing import Any

import pytest

from tests.flows.pages import Page, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.instances import publisher, user, validator

PUBLISHER, STORE, ROWS = "notificationPublishers/edit/publisher-sealed", "dataStores/edit/sealed", "configuration.t0"
SECRET = "Planted-4711-Schiffer"
BYPASS = {"X-BypassExternalValidation": "true"}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def field_of(admin: Client, name: str) -> Any:
    found = admin.get(f"{API}/notificationPublishers/publisher-sealed").json()["configuration"]["fields"]
    return next((each for each in found if each["name"] == name), {})


def secret_field(page: Page) -> str:
    """Return the field name of the form's only secret; the check box that clears it has the suffix `#clear`."""
    return next(text.rpartition('name="')[2] for text in page.answer.text.split('#clear"')[:-1])


def test_a_secret_of_a_plug_in_is_kept_replaced_and_cleared(shared_server: FlowServer, admin: Client) -> None:
    made = admin.post(f"{API}/notificationPublishers", publisher("sealed", Username="joe", Password=SECRET))
    assert made.status_code == 201, made.text
    page = visit(admin, PUBLISHER)
    assert {"Set, since", "Replace Password", "Clear Password"} <= set(page.texts)
    secret, before = secret_field(page), field_of(admin, "Password")
    follow(admin, send(admin, page, {"name": "Renamed"}))
    assert field_of(admin, "Password") == before
    admin.post(f"{API}/administrativeAccounts", account("secrets-auditor", auditor=True))
    auditor = shared_server.client().sign_in("secrets-auditor")
    seen = visit(auditor, PUBLISHER)
    assert "Set, since" in seen.texts
    assert not {"Replace Password", "Clear Password"} & set(seen.texts)
    for refused in ({secret: "another"}, {f"{secret}#clear": "true"}):
        assert send(auditor, seen, refused).status == 403
    # Errors in other fields do not undo the removal of the secret.
    page = send(admin, visit(admin, PUBLISHER), {"name": "", f"{secret}#clear": "true"})
    assert (page.status, f"{secret}#clear" in page.fields) == (422, True)
    follow(admin, send(admin, page, {"name": "Cleared"}))
    assert field_of(admin, "Password") == {"name": "Password"}
    assert "Set, since" not in visit(admin, PUBLISHER).texts
    follow(admin, send(admin, visit(admin, PUBLISHER), {secret: SECRET}))
    assert field_of(admin, "Password").keys() == {"name", "encryptedValue"}
    for answer in (visit(admin, PUBLISHER), visit(auditor, PUBLISHER)):
        assert SECRET not in answer.answer.text


def test_a_new_row_does_not_get_the_secret_of_the_row_before_it(admin: Client) -> None:
    body = validator("rows", user("ann", "Schiffer12"), user("joe", "Schiffer13"))
    assert admin.post(f"{API}/passwordCredentialValidators", body).status_code == 201
    address = "passwordCredentialValidators/edit/validator-rows"
    page = send(admin, visit(admin, address), {"_do": f"remove:{ROWS}[0]"})
    page = send(admin, page, {"_do": f"add:{ROWS}"})
    refused = send(admin, page, {f"{ROWS}[1].c0": "eve", "_do": ""})
    assert (refused.status, refused.text.count("This field is required.")) == (422, 4)
    # A row keeps its secret when another cell changes and when the row is moved.
    page = send(admin, visit(admin, address), {f"{ROWS}[1].c0": "jill", "_do": f"up:{ROWS}[1]"})
    before = rows(admin)
    follow(admin, send(admin, page))
    assert rows(admin) == {"jill": before["joe"], "ann": before["ann"]}


def rows(admin: Client) -> dict[str, Any]:
    found = admin.get(f"{API}/passwordCredentialValidators/validator-rows").json()["configuration"]["tables"][0]["rows"]
    return {row["fields"][0]["value"]: row["fields"][1:3] for row in found}


def test_the_password_of_a_data_store_can_be_removed(admin: Client) -> None:
    store = {"id": "sealed", "type": "JDBC", "driverClass": "org.sqlite.JDBC", "connectionUrl": "jdbc:sqlite:none.db"}
    made = admin.post(f"{API}/dataStores", {**store, "password": SECRET}, headers=BYPASS)
    assert made.status_code == 201, made.text
    page = visit(admin, STORE)
    assert {"Set, since", "Replace Password", "Clear Password"} <= set(page.texts)
    follow(admin, send(admin, page, {"userName": "joe", "_do": "bypass"}))
    assert admin.get(f"{API}/dataStores/sealed").json()["encryptedPassword"]
    follow(admin, send(admin, visit(admin, STORE), {"password#clear": "true", "_do": "bypass"}))
    assert "encryptedPassword" not in admin.get(f"{API}/dataStores/sealed").json()


def test_a_directory_keeps_its_required_password(admin: Client) -> None:
    store = {"id": "bound", "type": "LDAP", "ldapType": "GENERIC", "hostnames": ["127.0.0.1:1"], "userDN": "cn=x"}
    made = admin.post(f"{API}/dataStores", {**store, "password": SECRET}, headers=BYPASS)
    assert made.status_code == 201, made.text
    refused = send(admin, visit(admin, "dataStores/edit/bound"), {"password#clear": "true", "_do": "bypass"})
    assert "This field is required unless Bind Anonymously is selected." in refused.text
    follow(admin, send(admin, refused, {"bindAnonymously": "true", "userDN": "", "_do": "bypass"}))
    assert "encryptedPassword" not in admin.get(f"{API}/dataStores/bound").json()
