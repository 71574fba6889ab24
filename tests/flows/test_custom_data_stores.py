"""Custom data stores over HTTP: plug-in settings, secrets, connection tests, pages, and attribute sources."""

import base64
import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from hanse.plugins.data_stores.rest.plugin import REST_API
from tests.flows.mapping_pages import POLICIES, add_mapped_items
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.instances import fields
from tests.support.json_service import Service, rest_store, serving_json
from tests.support.mappings import oidc_policy

STORES = f"{API}/dataStores"
TRIAL = f"{API}/internal/trials/dataStore"
TEST = "actions/testConnection/invokeAction"
BYPASS = {"X-BypassExternalValidation": "true"}
SECRET = "Hansa-service-password"
PROTECTED = {"Authentication_Method": "Basic Authentication", "Username": "hanse", "Password": SECRET}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


@pytest.fixture
def service() -> Iterator[Service]:
    with serving_json() as running:
        yield running


def errors(answer: Any) -> dict[str | None, str]:
    assert answer.status_code == 422, answer.text
    return {each.get("fieldPath"): each["message"] for each in answer.json()["validationErrors"]}


def saved(admin: Client, body: dict[str, Any]) -> dict[str, Any]:
    made = admin.post(STORES, body, headers=BYPASS)
    assert made.status_code == 201, made.text
    answer: dict[str, Any] = made.json()
    return answer


def field_of(body: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in body["configuration"]["fields"] if each["name"] == name)
    return found


def test_descriptors_list_the_plug_ins(admin: Client) -> None:
    items = admin.get(f"{STORES}/descriptors").json()["items"]
    assert REST_API.id in [each["id"] for each in items]
    described = admin.get(f"{STORES}/descriptors/{REST_API.id}").json()
    names = [each["name"] for each in described["configDescriptor"]["tables"]]
    assert names == ["Base URLs and Tags", "Attributes", "HTTP Request Headers"]
    assert described["configDescriptor"]["tables"][0]["requireDefaultRow"] is True
    assert admin.get(f"{STORES}/descriptors/unknown").status_code == 404


def test_an_answer_has_every_field_of_the_contract_and_no_secret(admin: Client) -> None:
    made = saved(admin, rest_store("whole", **PROTECTED))
    # The fields that version 13.0 of the API contract has; the answer cache is not one of them.
    assert len(made["configuration"]["fields"]) == 22
    assert len(made["configuration"]["tables"]) == 3
    assert field_of(made, "Password").keys() == {"name", "encryptedValue"}
    assert SECRET not in json.dumps(made)
    assert made["maskAttributeValues"] is False
    # An answer that is sent back changes nothing.
    again = admin.put(f"{STORES}/{made['id']}", made, headers=BYPASS)
    assert (again.status_code, again.json()) == (200, made)
    assert admin.delete(f"{STORES}/{made['id']}").status_code == 204


@pytest.mark.parametrize(
    ("more", "path", "text"),
    [
        ({"Authentication_Method": "Kerberos"}, "configuration.fields[0].value", "must be one of"),
        ({"Password_Reference": "x"}, "configuration.fields[0].value", "secret managers"),
        ({"Client_TLS_Certificate": "x"}, "configuration.fields[0].value", "client certificates"),
        ({"Nothing": "x"}, "configuration.fields[0].name", "no field"),
        ({"Authentication_Method": "Basic Authentication"}, "configuration", "requires a username"),
    ],
)
def test_invalid_settings_are_refused(admin: Client, more: dict[str, str], path: str, text: str) -> None:
    found = errors(admin.post(STORES, rest_store("wrong", **more), headers=BYPASS))
    assert text in found[path]


def test_a_plug_in_that_is_not_installed_is_refused(admin: Client) -> None:
    body = {**rest_store("wrong"), "pluginDescriptorRef": {"id": "missing"}}
    assert errors(admin.post(STORES, body, headers=BYPASS)).keys() == {"pluginDescriptorRef"}


def test_a_stored_secret_is_not_sent_to_another_server(admin: Client) -> None:
    made = saved(admin, rest_store("guarded", **PROTECTED))
    path = f"{STORES}/{made['id']}"
    elsewhere = deepcopy(made)
    elsewhere["configuration"]["tables"][0]["rows"][0]["fields"][0]["value"] = "https://evil.example"
    tested = deepcopy(made)
    field_of(tested, "Test Connection URL")["value"] = "https://evil.example"
    for changed in (elsewhere, tested):
        refused = errors(admin.put(path, changed, headers=BYPASS))
        assert list(refused.values()) == ["Enter this secret again. The change would send it to another server."]
        assert errors(admin.post(TRIAL, changed))
        copied = {**changed, "id": "copied", "name": "Copied"}
        assert errors(admin.post(STORES, copied, headers=BYPASS)) == refused
    entered = deepcopy(elsewhere)
    password = field_of(entered, "Password")
    password.pop("encryptedValue")
    password["value"] = "another"
    assert admin.put(path, entered, headers=BYPASS).status_code == 200
    assert admin.delete(path).status_code == 204


def test_the_connection_is_tested_before_a_save_and_on_request(admin: Client, service: Service) -> None:
    service.has("/users", {})
    body = rest_store("tested", f"{service.url}/users", **PROTECTED)
    tried = admin.post(TRIAL, body)
    assert (tried.status_code, tried.json()) == (200, {"message": "The connection works."})
    made = admin.post(STORES, body)
    assert made.status_code == 201, made.text
    path = f"{STORES}/{made.json()['id']}"
    assert admin.post(f"{path}/{TEST}", {"parameters": []}).json() == {"message": "The connection works."}
    # The stored password is sent in all of these requests.
    sent = [headers["Authorization"] for _method, _path, headers, _body in service.received]
    assert {base64.b64decode(each[6:]).decode() for each in sent} == {f"hanse:{SECRET}"}
    assert len(sent) == 3
    service.answers["/users"] = 401, b""
    assert errors(admin.put(path, made.json())) == {"configuration": "The service answers with status 401."}
    assert errors(admin.post(f"{path}/{TEST}", {"parameters": []})) == {None: "The service answers with status 401."}
    assert admin.delete(path).status_code == 204


def test_a_node_without_tags_uses_the_default_address(admin: Client, service: Service) -> None:
    service.has("/users", {})
    # Nothing listens at the first address.
    body = rest_store("default", "http://127.0.0.1:9/users")
    rows = body["configuration"]["tables"][0]["rows"]
    rows[0]["defaultRow"] = False
    assert "Mark one row" in errors(admin.post(TRIAL, body))["configuration.tables[0].rows"]
    second = [{"name": "Base URL", "value": f"{service.url}/users"}]
    rows.append({"fields": second, "defaultRow": True})
    assert admin.post(TRIAL, body).status_code == 200
    assert [path for _method, path, _headers, _body in service.received] == ["/users"]


def test_an_instance_inherits_the_settings_of_its_parent(admin: Client, service: Service) -> None:
    service.has("/users", {})
    parent = saved(admin, rest_store("parent", f"{service.url}/users", **PROTECTED))
    child = {
        **rest_store("child"),
        "parentRef": {"id": parent["id"]},
        "configuration": {"fields": fields(HTTP_Method="POST"), "tables": []},
    }
    made = saved(admin, child)
    path = f"{STORES}/{made['id']}"
    assert admin.post(f"{path}/{TEST}", {"parameters": []}).status_code == 200
    method, _path, headers, _body = service.received[0]
    assert (method, base64.b64decode(headers["Authorization"][6:]).decode()) == ("POST", f"hanse:{SECRET}")
    effective = admin.get(f"{API}/internal/effective/dataStores/{made['id']}").json()
    assert {each["name"] for each in effective["tables"]} == {"Base URLs and Tags", "Attributes"}
    assert admin.delete(f"{STORES}/{parent['id']}").status_code == 422
    for each in (made, parent):
        assert admin.delete(f"{STORES}/{each['id']}").status_code == 204


def test_other_data_stores_have_no_effective_configuration(admin: Client) -> None:
    body = {"type": "JDBC", "name": "Plain", "driverClass": "org.sqlite.JDBC", "connectionUrl": "jdbc:sqlite:a.db"}
    made = saved(admin, body)
    assert admin.get(f"{API}/internal/effective/dataStores/{made['id']}").status_code == 404
    assert errors(admin.post(STORES, {**rest_store("heir"), "parentRef": {"id": made["id"]}})).keys() == {"parentRef"}
    assert admin.delete(f"{STORES}/{made['id']}").status_code == 204


def test_pages_have_the_form_of_the_plug_in(admin: Client) -> None:
    choice = visit(admin, "dataStores/add")
    assert "Custom" not in choice.links
    page = visit(admin, choice.links["REST API"])
    assert "hostnames#" not in page.fields
    table = "configuration.t0"
    page = send(admin, page, {"_do": f"add:{table}"})
    page = send(admin, page, {"_do": "add:configuration.t1"})
    entered = {
        "name": "Web service",
        "maskAttributeValues": "true",
        f"{table}[0].c0": "http://127.0.0.1:9/users",
        f"{table}[0].default": "true",
        "configuration.t1[0].c0": "mail",
        "configuration.t1[0].c1": "/mail",
    }
    refused = send(admin, page, entered)
    assert refused.status == 422
    assert "cannot be used" in refused.text
    follow(admin, send(admin, refused, {"_do": "bypass"}))
    [stored] = admin.get(f"{STORES}?filter=Web").json()["items"]
    assert (stored["type"], stored["maskAttributeValues"]) == ("CUSTOM", True)
    assert "REST API" in visit(admin, "dataStores").text
    edit = visit(admin, f"dataStores/edit/{stored['id']}")
    assert edit.fields[f"{table}[0].c0"] == ["http://127.0.0.1:9/users"]
    follow(admin, send(admin, visit(admin, f"dataStores/delete/{stored['id']}")))
    assert admin.get(f"{STORES}/{stored['id']}").status_code == 404


def source(**more: Any) -> dict[str, Any]:
    filled = {"name": "Resource Path", "value": "/users/${sub}"}
    store = {"type": "CUSTOM", "id": "web", "dataStoreRef": {"id": "service-source"}, "filterFields": [filled]}
    return {**store, **more}


def test_filter_fields_are_those_of_the_data_store(admin: Client) -> None:
    saved(admin, rest_store("source"))
    policies = f"{API}/oauth/openIdConnect/policies"
    body = oidc_policy(3)

    def refusals(wanted: dict[str, Any]) -> dict[str | None, str]:
        mapping = {**body["attributeMapping"], "attributeSources": [wanted]}
        return errors(admin.post(policies, {**body, "attributeMapping": mapping}))

    place = "attributeMapping.attributeSources[0]"
    wrong = [{"name": "Search", "value": "x"}]
    assert f"{place}.filterFields[0].name" in refusals(source(filterFields=wrong))
    twice = [*source()["filterFields"]] * 2
    assert refusals(source(filterFields=twice))[f"{place}.filterFields[1].name"] == "Enter this field only once."
    unknown = [{"name": "Resource Path", "value": "/users/${missing:-all}"}]
    found = refusals(source(filterFields=unknown))
    assert found[f"{place}.filterFields[0].value"] == "No source has an attribute missing."
    other = {**source(type="JDBC", table="t", filter="a = 1")}
    del other["filterFields"]
    assert f"{place}.dataStoreRef" in refusals(other)
    assert admin.delete(f"{STORES}/service-source").status_code == 204


def test_a_form_has_a_row_for_each_filter_field(admin: Client) -> None:
    add_mapped_items(admin)
    saved(admin, rest_store("source"))
    assert admin.post(f"{API}/oauth/openIdConnect/policies", oidc_policy(4)).status_code == 201
    edit, sources = f"{POLICIES}/edit/policy-4", "attributeMapping.attributeSources"
    page = send(admin, visit(admin, edit), {"_do": f"add:{sources}"})
    page = send(admin, page, {f"{sources}[0].dataStoreRef": "service-source", "_do": f"edit:{sources}[0].dataStoreRef"})
    assert "Resource Path" in page.text
    filled = {"id": "web", "filterFields[0].value": "/users/${sub}"}
    page = send(admin, page, {**{f"{sources}[0].{name}": value for name, value in filled.items()}, "_do": ""})
    follow(admin, page)
    mapping = admin.get(f"{API}/oauth/openIdConnect/policies/policy-4").json()["attributeMapping"]
    assert mapping["attributeSources"] == [source()]
    page = visit(admin, edit)
    assert page.fields[f"{sources}[0].filterFields[0].value"] == ["/users/${sub}"]
    assert admin.delete(f"{API}/oauth/openIdConnect/policies/policy-4").status_code == 204
    assert admin.delete(f"{STORES}/service-source").status_code == 204
