"""Certificate groups with names that clients of the API choose."""

import pytest

from tests.flows.server import API, FlowServer
from tests.flows.store_calls import ca_file

GROUPS = f"{API}/certificates/groups"


def test_a_group_exists_while_it_has_certificates(shared_server: FlowServer) -> None:
    admin = shared_server.basic("Administrator")
    assert admin.get(f"{GROUPS}/MyGroup").status_code == 404
    imported = admin.post(f"{GROUPS}/MyGroup/import", {"id": "mine", **ca_file("mine")})
    assert imported.status_code == 201, imported.text
    assert admin.get(f"{GROUPS}/MyGroup/mine").json() == imported.json()
    assert admin.get(f"{GROUPS}/MyGroup").json() == {"items": [imported.json()]}
    assert "groupName" not in imported.json()
    # A certificate is found below its own group only.
    for method in ("GET", "DELETE"):
        assert admin.request(method, f"{GROUPS}/Another/mine").status_code == 404
    assert admin.delete(f"{GROUPS}/MyGroup/mine").status_code == 204
    for path in ("MyGroup", "MyGroup/mine"):
        assert admin.get(f"{GROUPS}/{path}").status_code == 404


@pytest.mark.parametrize("group", ["oauthClientCas", "partnerCas"])
def test_a_group_with_a_purpose_is_no_group_with_a_chosen_name(shared_server: FlowServer, group: str) -> None:
    admin = shared_server.basic("Administrator")
    imported = admin.post(f"{GROUPS}/{group}/import", {"id": "known", **ca_file(group)})
    assert imported.status_code == 201, imported.text
    assert admin.delete(f"{GROUPS}/{group}/known").status_code == 204
    # Its list is empty instead of unknown.
    assert admin.get(f"{GROUPS}/{group}").json() == {"items": []}


@pytest.mark.parametrize("name", ["a b", "ä", "x" * 129])
def test_a_name_that_is_not_valid_is_refused(shared_server: FlowServer, name: str) -> None:
    answer = shared_server.basic("Administrator").post(f"{GROUPS}/{name}/import", ca_file("refused"))
    assert answer.status_code == 422
    assert [each["errorId"] for each in answer.json()["validationErrors"]] == ["invalid_name"]
