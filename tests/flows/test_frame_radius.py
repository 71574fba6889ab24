"""The form of a validator with RADIUS servers: each row keeps its shared secret, and only with its own server."""

from typing import Any

import pytest

from tests.flows.pages import Page, follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.instances import fields, instance

VALIDATORS = f"{API}/passwordCredentialValidators"
RADIUS = "org.sourceid.saml20.domain.RadiusUsernamePasswordCredentialValidator"
FORM = "passwordCredentialValidators/edit/branches"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    client.delete(f"{VALIDATORS}/branches")
    rows = [fields(Hostname=f"{name}.example.com", Shared_Secret=f"secret of {name}") for name in ("first", "second")]
    body = instance("branches", "Branches", RADIUS, fields(NAS_Identifier="Hanse"), RADIUS_Servers=rows)
    assert client.post(VALIDATORS, {**body, "id": "branches"}).status_code == 201
    return client


def servers(admin: Client) -> dict[str, Any]:
    """Return the sealed secrets by the host names, in the order of the rows."""
    (table,) = admin.get(f"{VALIDATORS}/branches").json()["configuration"]["tables"]
    found = [{each["name"]: each for each in row["fields"]} for row in table["rows"]]
    return {row["Hostname"]["value"]: row["Shared Secret"]["encryptedValue"] for row in found}


def field_of(page: Page, value: str) -> str:
    return next(name for name, values in page.fields.items() if values == [value])


def test_rows_that_move_keep_their_secrets(admin: Client) -> None:
    before = servers(admin)
    page = visit(admin, FORM)
    row = field_of(page, "first.example.com").rpartition(".")[0]
    moved = send(admin, page, {"_do": f"down:{row}"})
    assert moved.status == 200
    saved = send(admin, moved, {"_do": ""})
    assert follow(admin, saved).status == 200
    assert list(servers(admin).items()) == list(reversed(before.items()))


def test_a_changed_server_is_refused_at_its_secret(admin: Client) -> None:
    page = visit(admin, FORM)
    refused = send(admin, page, {field_of(page, "second.example.com"): "evil.example.com"})
    assert refused.status == 422
    assert "Enter this secret again. The change would send it to another server." in refused.text
