"""Cloud connections over HTTP: creation, changes, deletion and search."""

import base64
import json

from tests.flows.server import API, Client, FlowServer
from tests.tools.cloud.serving import RunningCloud

CONNECTIONS = f"{API}/pingOneConnections"


def test_a_connection_is_created_changed_and_deleted(admin: Client, server: FlowServer, cloud: RunningCloud) -> None:
    made = admin.post(CONNECTIONS, {"name": "Kontor", "description": "Here", "credential": f" {cloud.credential}\n"})
    assert made.status_code == 201, made.text
    body = made.json()
    expected = {
        "name": "Kontor",
        "description": "Here",
        "active": True,
        "organizationName": "Kontor",
        "region": "North America",
        # The region's address without the API version.
        "pingOneManagementApiEndpoint": cloud.url,
        "pingOneConnectionId": cloud.gateway_id,
        "credentialId": cloud.credential_id,
    }
    assert body | expected == body
    path = f"{CONNECTIONS}/{body['id']}"
    changed = admin.put(path, {"name": "Kontor", "active": False})
    assert changed.status_code == 200
    kept = {"encryptedCredential", "credentialId", "environmentId", "creationDate", "region", "organizationName"}
    assert {name: changed.json()[name] for name in kept} == {name: body[name] for name in kept}
    with server.core.configuration.reading() as view:
        resource = view.registry.by_path("/pingOneConnections")
        stored = view.get(resource, body["id"])
        assert str(view.secret(resource, stored, "credential")).strip() == cloud.credential
    texts = [each.text for each in (made, changed, admin.get(path), admin.get(CONNECTIONS))]
    texts.append(admin.get(f"{API}/internal/history/pingOneConnections/{body['id']}").text)
    assert not [text for text in texts if cloud.credential in text]
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404
    assert admin.get(f"{API}/internal/history/pingOneConnections/{body['id']}").json()["items"][0].get("after") is None


def test_read_only_values_cannot_be_sent(admin: Client, cloud: RunningCloud) -> None:
    body = {"name": "Kontor", "credential": cloud.credential, "region": "EU", "organizationName": "Elsewhere"}
    made = admin.post(CONNECTIONS, body).json()
    assert (made["region"], made["organizationName"]) == ("North America", "Kontor")
    sent = {**made, "pingOneManagementApiEndpoint": "https://elsewhere.example/v1"}
    assert admin.put(f"{CONNECTIONS}/{made['id']}", sent).json() == made


def test_connection_names_are_unique(admin: Client, cloud: RunningCloud) -> None:
    admin.post(CONNECTIONS, {"name": "Kontor", "credential": cloud.credential})
    answer = admin.post(CONNECTIONS, {"name": "KONTOR", "credential": cloud.credential})
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["message"]) == ("name", "This name is already in use.")


def test_a_region_that_is_not_configured_is_never_called(admin: Client, cloud: RunningCloud) -> None:
    header, payload, signature = cloud.credential.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims |= {"targetGeography": "EU", "region": "EU"}
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    answer = admin.post(CONNECTIONS, {"name": "Kontor", "credential": f"{header}.{payload}.{signature}"})
    (finding,) = answer.json()["validationErrors"]
    assert finding["fieldPath"] == "credential"
    assert "region" in finding["message"]


def test_connections_are_listed_by_name_and_searched(admin: Client, cloud: RunningCloud) -> None:
    for name in ("zebra", "Ant", "mole"):
        assert admin.post(CONNECTIONS, {"name": name, "credential": cloud.credential}).status_code == 201
    assert [each["name"] for each in admin.get(CONNECTIONS).json()["items"]] == ["Ant", "mole", "zebra"]
    found = admin.get(f"{CONNECTIONS}?filter=MOL&numberPerPage=1").json()
    assert ([each["name"] for each in found["items"]], found["totalItems"]) == (["mole"], 1)
