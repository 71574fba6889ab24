"""The operations of plug-in instances over HTTP: descriptors, effective settings and actions."""

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.api.routing import routes
from hanse.admin.session.authentication import PresentedCredentials
from hanse.cluster.operation_filters import admit_standalone
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Principal, Role
from hanse.config.http.operation import API
from hanse.config.http.resource_operations import operations_of
from hanse.config.plugins.plugin_operations import plugin_operations
from hanse.kit.http.edge import Edge, application
from tests.kit.http.serving import edge
from tests.support.configurations import create
from tests.support.door_plugins import KIND, RESOURCE, body, child, field

OPENERS = f"{API}/openers"


class HeaderAuthenticator:
    """Authenticates each request as the auditor or the administrator that its header names."""

    def authenticate(self, presented: PresentedCredentials) -> Principal:
        if presented.authorization == "auditor":
            return Principal("auditor", auditor=True)
        return Principal("administrator", frozenset({Role.ADMINISTRATOR}))


class Client:
    """Calls an application as its `caller`, an administrator unless a test changes it."""

    def __init__(self, app: Edge, portal: BlockingPortal) -> None:
        self.caller = "administrator"
        self._transport, self._portal = httpx.ASGITransport(app), portal

    def get(self, path: str) -> httpx.Response:
        return self._called("GET", path)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self._called("POST", path, body)

    def _called(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer: httpx.Response = self._portal.call(self._send, method, path, body)
        return answer

    async def _send(self, method: str, path: str, body: Any) -> httpx.Response:
        async with httpx.AsyncClient(transport=self._transport, base_url="https://hanse.example") as client:
            return await client.request(method, path, json=body, headers={"Authorization": self.caller})


@pytest.fixture
def client(configuration: Configuration) -> Iterator[Client]:
    create(configuration, RESOURCE, body(*_fields(), field("Plan", b64encode(b"N door").decode())))
    create(configuration, RESOURCE, child(field("Host", "barn")))
    operations = [*operations_of(configuration.registry), *plugin_operations(KIND)]
    made = routes(OperationDispatcher(configuration, HeaderAuthenticator(), admit_standalone), operations)
    with start_blocking_portal() as portal:
        yield Client(Edge(application(made), edge()), portal)


def _fields() -> list[Any]:
    return [field("Host", "hall"), field("Password", "clear-1")]


def invoke(client: Client, action: str, id_: str = "front", **parameters: str) -> Any:
    sent = {"parameters": [{"name": name, "value": value} for name, value in parameters.items()]}
    return client.post(f"{OPENERS}/{id_}/actions/{action}/invokeAction", sent)


def test_descriptors_list_actions_and_choices(client: Client) -> None:
    described = client.get(f"{OPENERS}/descriptors/test.opener").json()["configDescriptor"]
    by_name = {each["name"]: each for each in described["fields"]}
    assert by_name["Heir"]["optionValues"] == [{"name": "Red", "value": "red"}]
    assert by_name["Plan"]["maximumBytes"] == 10
    assert "optionValues" not in by_name["Host"]
    opening, plan = described["actionDescriptors"]
    assert (opening["name"], opening["download"], [each["name"] for each in opening["parameters"]]) == (
        "Open",
        False,
        ["Door", "Speed"],
    )
    assert (plan["download"], plan["downloadFileName"], plan["downloadContentType"]) == (
        True,
        "plan of doors.txt",
        "text/plain",
    )
    assert client.get(f"{OPENERS}/descriptors/none").status_code == 404


def test_effective_settings_include_inherited_ones(client: Client) -> None:
    found = client.get(f"{API}/internal/effective/openers/child").json()
    assert [each["name"] for each in found["fields"]] == ["Host", "Password", "Plan"]
    assert found["fields"][0] == field("Host", "barn")
    assert set(found["fields"][1]) == {"name", "encryptedValue"}
    assert [table["name"] for table in found["tables"]] == ["Doors"]
    assert "clear-" not in json.dumps(found)
    assert client.get(f"{API}/internal/effective/openers/none").status_code == 404


def test_the_actions_of_an_instance_are_listed(client: Client) -> None:
    listed = client.get(f"{OPENERS}/front/actions").json()["items"]
    assert [each["id"] for each in listed] == ["open", "plan"]
    assert listed[0]["invocationRef"] == {"id": "/openers/front/actions/open/invokeAction"}
    assert client.get(f"{OPENERS}/front/actions/open").json() == listed[0]
    assert client.get(f"{OPENERS}/front/actions/none").status_code == 404
    assert client.get(f"{OPENERS}/none/actions").status_code == 404


def test_an_action_gets_settings_with_secrets_and_inherited_values(client: Client) -> None:
    answer = invoke(client, "open", Door="2")
    assert (answer.status_code, answer.json()) == (200, {"message": "Door 2 of hall is open, slowly."})
    assert invoke(client, "open", "child", Door="1", Speed="quick").json() == {
        "message": "Door 1 of barn is open, quickly."
    }


def test_an_action_can_return_a_file(client: Client) -> None:
    answer = invoke(client, "plan", "child")
    assert (answer.content, answer.headers["content-type"]) == (b"N door", "text/plain")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''plan%20of%20doors.txt"


@pytest.mark.parametrize(
    ("parameters", "path", "message"),
    [
        ({}, "parameters", "Door is required."),
        ({"Door": ""}, "parameters", "Door is required."),
        ({"Door": "1234"}, "parameters[0].value", "This text can have at most 3 characters."),
        ({"Door": "1", "Window": "1"}, "parameters[1].name", "This action has no such parameter."),
        ({"Door": "3"}, None, "There is no door 3."),
    ],
)
def test_an_action_refuses_invalid_calls(client: Client, parameters: Any, path: str | None, message: str) -> None:
    answer = invoke(client, "open", **parameters)
    assert answer.status_code == 422
    (error,) = answer.json()["validationErrors"]
    assert (error.get("fieldPath"), error["message"]) == (path, message)


def test_an_auditor_sees_actions_and_cannot_run_them(client: Client) -> None:
    client.caller = "auditor"
    assert client.get(f"{OPENERS}/front/actions").status_code == 200
    assert invoke(client, "open", Door="1").status_code == 403
    assert invoke(client, "none").status_code == 403


def test_an_action_of_an_unknown_instance_is_refused(client: Client) -> None:
    assert invoke(client, "open", "none", Door="1").status_code == 404
    assert invoke(client, "none").status_code == 404
