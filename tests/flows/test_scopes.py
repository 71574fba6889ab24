"""Scopes and scope groups over HTTP."""

from typing import Any
from urllib.parse import quote

import pytest

from hanse.config.http import embedded_collections
from hanse.config.http.operation import API
from tests.flows.calls import AUTHORIZATION_SERVER, SCOPES
from tests.flows.server import Client

COMMON = f"{SCOPES}/commonScopes"
URL_NAME = "https://api.example/auth/drive?mode=100%"


def scope(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": f"About {name}", **fields}


def names(client: Client, query: str) -> list[str]:
    answer = client.get(f"{COMMON}?{query}")
    assert answer.status_code == 200, answer.text
    return [item["name"] for item in answer.json()["items"]]


def test_a_scope_is_created_changed_and_deleted(admin: Client) -> None:
    made = admin.post(COMMON, scope("payment:*", dynamic=True))
    assert (made.status_code, made.json()) == (201, scope("payment:*", dynamic=True))
    path = f"{COMMON}/{quote('payment:*', safe='')}"
    changed = admin.put(path, scope("payment:*", dynamic=True, description="Pays"))
    assert changed.json()["description"] == "Pays"
    renamed = admin.put(path, scope("other:*", dynamic=True))
    assert (renamed.status_code, renamed.json()["validationErrors"][0]["fieldPath"]) == (422, "name")
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404


def test_a_name_may_have_every_character_of_the_standard(admin: Client) -> None:
    assert admin.post(COMMON, scope(URL_NAME)).status_code == 201
    path = f"{COMMON}/{quote(URL_NAME, safe='')}"
    assert admin.get(path).json()["name"] == URL_NAME
    assert admin.put(path, scope(URL_NAME, description="Changed")).status_code == 200
    internal = "/pf-admin-api/v1/internal"
    for beside in ("history", "usedBy"):
        assert admin.get(path.replace("/pf-admin-api/v1", f"{internal}/{beside}", 1)).status_code == 200
    assert admin.delete(path).status_code == 204


def test_lists_without_paging_have_a_total_too(admin: Client) -> None:
    assert admin.get(COMMON).json() == {"items": [], "totalItems": 0}
    assert admin.post(COMMON, scope("mail")).status_code == 201
    assert admin.get(COMMON).json()["totalItems"] == 1
    assert admin.get(f"{COMMON}?includeDefaultOpenId=true").json()["totalItems"] == 2


def test_pages_are_searched_and_sorted_by_the_server(admin: Client) -> None:
    for number in range(25):
        assert admin.post(COMMON, scope(f"account-{number:02}")).status_code == 201
    first = admin.get(f"{COMMON}?page=1&numberPerPage=20&sortOrder=ASC&filter=").json()
    assert ([item["name"] for item in first["items"]][::19], first["totalItems"]) == (["account-00", "account-19"], 25)
    assert names(admin, "page=2&numberPerPage=20&sortOrder=DESC") == [
        f"account-{number:02}" for number in range(4, -1, -1)
    ]
    found = admin.get(f"{COMMON}?numberPerPage=5&filter=account&countUpTo=10").json()
    assert (len(found["items"]), found["totalItems"], found["totalIsMinimum"]) == (5, 11, True)
    found = admin.get(f"{COMMON}?numberPerPage=5&filter=account&countUpTo=25").json()
    assert (found["totalItems"], "totalIsMinimum" in found) == (25, False)
    assert names(admin, "numberPerPage=20&filter=ACCOUNT-1+about") == [f"account-{number}" for number in range(10, 20)]


def test_openid_is_offered_on_request_without_being_stored(admin: Client) -> None:
    for name in ("address", "phone"):
        admin.post(COMMON, scope(name))
    admin.post(COMMON, scope("pay:*", dynamic=True))
    assert names(admin, "numberPerPage=20") == ["address", "pay:*", "phone"]
    page = admin.get(f"{COMMON}?includeDefaultOpenId=true&numberPerPage=2").json()
    assert ([item["name"] for item in page["items"]], page["totalItems"]) == (["openid", "address", "pay:*"], 4)
    assert names(admin, "includeDefaultOpenId=true&numberPerPage=2&page=2") == ["phone"]
    assert names(admin, "includeDefaultOpenId=true&filter=open") == ["openid"]
    assert names(admin, "includeDefaultOpenId=true&filter=phone") == ["phone"]
    assert names(admin, "includeDefaultOpenId=true&dynamic=false") == ["openid", "address", "phone"]
    assert names(admin, "includeDefaultOpenId=true&dynamic=true") == ["pay:*"]
    assert names(admin, "includeDefaultOpenId=true&ids=phone,openid") == ["openid", "phone"]
    assert names(admin, "includeDefaultOpenId=true&ids=phone") == ["phone"]
    group = scope("sign-in", scopes=["openid", "phone"])
    assert admin.post(f"{SCOPES}/commonScopeGroups", group).status_code == 201
    unused = "includeDefaultOpenId=true&unusedBy=oauth/authServerSettings/scopes/commonScopeGroups"
    assert names(admin, unused) == ["address", "pay:*"]
    assert names(admin, f"{unused}&orUsedBy=sign-in") == ["openid", "address", "pay:*", "phone"]
    # Once it is stored with a description, it is sorted like every other scope.
    assert admin.post(COMMON, scope("openid")).status_code == 201
    assert names(admin, "includeDefaultOpenId=true") == ["address", "openid", "pay:*", "phone"]


def test_a_scope_in_a_group_is_in_use(admin: Client) -> None:
    admin.post(COMMON, scope("phone"))
    admin.post(f"{SCOPES}/commonScopeGroups", scope("contact", scopes=["phone"]))
    refused = admin.delete(f"{COMMON}/phone")
    assert (refused.status_code, refused.json()["message"]) == (422, "This scope is in use and cannot be deleted.")


def test_the_default_description_is_part_of_the_settings(admin: Client) -> None:
    settings = admin.get(AUTHORIZATION_SERVER).json()
    assert (settings["defaultScopeDescription"], settings["refreshTokenLength"]) == ("", 42)
    changed = {**settings, "defaultScopeDescription": "Basic access"}
    assert admin.put(AUTHORIZATION_SERVER, changed).json() == changed
    assert admin.get(AUTHORIZATION_SERVER).json() == changed


LISTS = ("scopes", "scopeGroups", "exclusiveScopes", "exclusiveScopeGroups")


def group(name: str, *scopes: str) -> dict[str, Any]:
    return scope(name, scopes=list(scopes))


def static(name: str) -> dict[str, Any]:
    return scope(name, dynamic=False)


def put_lists(client: Client, **lists: list[dict[str, Any]]) -> Any:
    return client.put(AUTHORIZATION_SERVER, {"defaultScopeDescription": "Basic", **lists})


def shown(client: Client) -> dict[str, list[str]]:
    settings = client.get(AUTHORIZATION_SERVER).json()
    return {name: [item["name"] for item in settings[name]] for name in LISTS}


def findings(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(error["fieldPath"], error["errorId"]) for error in answer.json()["validationErrors"]]


def test_settings_have_the_scopes_as_lists(admin: Client) -> None:
    assert shown(admin) == {name: [] for name in LISTS}
    lists = {
        "scopes": [static("phone"), scope("pay:*", dynamic=True)],
        "scopeGroups": [group("contact", "openid", "phone")],
        "exclusiveScopes": [static("erase")],
        "exclusiveScopeGroups": [group("danger", "erase")],
    }
    put = put_lists(admin, **lists)
    assert put.status_code == 200, put.text
    assert put.json() == admin.get(AUTHORIZATION_SERVER).json()
    assert shown(admin) == {
        "scopes": ["pay:*", "phone"],
        "scopeGroups": ["contact"],
        "exclusiveScopes": ["erase"],
        "exclusiveScopeGroups": ["danger"],
    }
    assert names(admin, "") == ["pay:*", "phone"]
    # An omitted list is kept; a sent list replaces the stored one.
    assert put_lists(admin, exclusiveScopes=[static("erase"), static("wipe")]).status_code == 200
    assert put_lists(admin, scopeGroups=[]).status_code == 200
    assert put_lists(admin).status_code == 200
    assert (shown(admin)["exclusiveScopes"], shown(admin)["scopeGroups"]) == (["erase", "wipe"], [])
    assert shown(admin)["scopes"] == ["pay:*", "phone"]


def test_a_scope_moves_from_one_list_to_another_in_one_save(admin: Client) -> None:
    assert put_lists(admin, scopes=[static("read")], scopeGroups=[group("all", "read")]).status_code == 200
    moved = put_lists(
        admin,
        scopes=[],
        scopeGroups=[],
        exclusiveScopes=[static("read")],
        exclusiveScopeGroups=[group("all", "read")],
    )
    assert moved.status_code == 200, moved.text
    assert shown(admin) == {
        "scopes": [],
        "scopeGroups": [],
        "exclusiveScopes": ["read"],
        "exclusiveScopeGroups": ["all"],
    }
    revisions = admin.get(f"{API}/internal/history/oauth/authServerSettings/scopes/exclusiveScopes/read").json()[
        "items"
    ]
    assert len(revisions) == 1


def test_lists_with_errors_change_nothing(admin: Client) -> None:
    before = {"scopes": [static("read")], "scopeGroups": [group("all", "read")]}
    assert put_lists(admin, **before).status_code == 200
    kept = admin.get(AUTHORIZATION_SERVER).json()
    in_use = put_lists(admin, scopes=[static("other")])
    assert findings(in_use) == [("scopes", "resource_in_use")]
    assert "This scope is in use and cannot be deleted." in in_use.json()["validationErrors"][0]["message"]
    twice = put_lists(admin, scopes=[static("read"), static("read")])
    assert findings(twice) == [("scopes[1].name", "id_in_use")]
    taken = put_lists(admin, exclusiveScopes=[static("read")])
    assert findings(taken) == [("exclusiveScopes[0].name", "id_in_use")]
    missing = put_lists(admin, scopeGroups=[group("all", "read", "nothing")])
    assert findings(missing) == [("scopeGroups[0].scopes[1]", "reference_not_found")]
    assert findings(put_lists(admin, scopes=[static("read"), static("a*")])) == [("scopes[1].name", "invalid_scope")]
    unknown = put_lists(admin, scopes=[{**static("read"), "color": "red"}])
    assert findings(unknown)[0][0].startswith("scopes[0]")
    assert admin.get(AUTHORIZATION_SERVER).json() == kept


def test_a_list_that_was_changed_in_the_meantime_is_not_replaced(admin: Client) -> None:
    seen = admin.get(AUTHORIZATION_SERVER).headers["ETag"]
    admin.post(COMMON, scope("new"))
    stale = admin.put(AUTHORIZATION_SERVER, {"scopes": []}, headers={"If-Match": seen})
    assert stale.status_code == 409
    # Without lists in the body, no new scope would be deleted, so there is no conflict.
    kept = admin.put(AUTHORIZATION_SERVER, {"defaultScopeDescription": "Basic"}, headers={"If-Match": seen})
    assert kept.status_code == 200
    again = admin.put(AUTHORIZATION_SERVER, {"scopes": []}, headers={"If-Match": kept.headers["ETag"]})
    assert (again.status_code, shown(admin)["scopes"]) == (200, [])
    assert admin.put(AUTHORIZATION_SERVER, {}, headers={"If-Match": seen}).status_code == 409


def test_settings_omit_scopes_beyond_the_limit_of_a_body(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_collections, "MAXIMUM", 2)
    assert findings(put_lists(admin, scopes=[static(name) for name in "abc"])) == [("scopes", "too_many_values")]
    assert put_lists(admin, scopes=[static(name) for name in "ab"]).status_code == 200
    assert shown(admin)["scopes"] == ["a", "b"]
    assert admin.post(COMMON, scope("c")).status_code == 201
    assert not set(LISTS) & set(admin.get(AUTHORIZATION_SERVER).json())
    assert put_lists(admin).status_code == 200
    assert names(admin, "") == ["a", "b", "c"]


@pytest.mark.parametrize("kind", ["commonScopeGroups", "exclusiveScopes", "exclusiveScopeGroups"])
def test_every_list_of_scopes_accepts_the_pickers_parameter(admin: Client, kind: str) -> None:
    path = COMMON.replace("commonScopes", kind)
    for value in ("true", "false"):
        answer = admin.get(f"{path}?includeDefaultOpenId={value}&page=1&numberPerPage=20")
        assert (answer.status_code, answer.json()["items"]) == (200, [])
