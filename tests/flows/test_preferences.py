"""Shortcuts and recently used pages over HTTP."""

from typing import Any

import pytest

from hanse.admin.preferences.store import MOST_RECENT, Preferences
from tests.flows.server import API, Client, FlowServer, account

USER = f"{API}/internal/user"
CHOICE = f"{USER}/preferences/shortcuts"
HOSTS, LICENSE = "virtualHostNames", "license"


@pytest.fixture
def ready(server: FlowServer) -> FlowServer:
    server.set_up()
    return server


def add(server: FlowServer, name: str, *roles: str) -> Client:
    """Create an account and return a signed-in client of it. Without roles it is an auditor."""
    made = server.basic("Administrator").post(
        f"{API}/administrativeAccounts", account(name, list(roles), auditor=not roles)
    )
    assert made.status_code == 200, made.text
    return server.client().sign_in(name)


@pytest.fixture(scope="module")
def shared_bob(shared_server: FlowServer) -> Client:
    """A user administrator for tests that do not change the choice."""
    return add(shared_server, "bob", "USER_ADMINISTRATOR")


def choose(client: Client, *items: str, **rest: Any) -> Any:
    return client.put(CHOICE, {"shortcuts": {"items": list(items)}, **rest})


def chosen(client: Client) -> list[str]:
    items: list[str] = client.get(CHOICE).json()["shortcuts"]["items"]
    return items


def recent(client: Client) -> list[str]:
    return [each["id"] for each in client.get(f"{USER}/shortcuts").json()["recentlyUsed"]]


def visit(client: Client, node: str) -> Any:
    return client.post(f"{USER}/shortcuts/recent", {"id": node})


def test_the_default_shortcuts_are_those_of_the_roles(ready: FlowServer) -> None:
    bob = add(ready, "bob", "USER_ADMINISTRATOR")
    items = bob.get(f"{USER}/shortcuts/default").json()["items"]
    assert items == [{"id": LICENSE, "label": "License", "iconName": "license"}]
    assert chosen(bob) == [LICENSE]


def test_the_catalog_has_the_four_groups(ready: FlowServer) -> None:
    groups = add(ready, "bob", "USER_ADMINISTRATOR").get(f"{USER}/shortcuts").json()
    assert set(groups) == {"recentlyUsed", "authentication", "applications", "security", "system"}
    assert LICENSE in [each["id"] for each in groups["system"]]
    assert HOSTS not in [each["id"] for each in groups["system"]]


def test_each_account_has_its_own_choice_and_order(ready: FlowServer) -> None:
    ada, eve = ready.client().sign_in("Administrator"), add(ready, "eve")
    assert choose(ada, LICENSE, HOSTS).json() == {"shortcuts": {"items": [LICENSE, HOSTS]}}
    assert choose(eve, HOSTS).status_code == 200
    assert (chosen(ada), chosen(eve)) == ([LICENSE, HOSTS], [HOSTS])
    assert choose(ada, HOSTS, LICENSE).status_code == 200
    assert chosen(ready.client().sign_in("Administrator")) == [HOSTS, LICENSE]


@pytest.mark.parametrize(
    ("items", "path", "error_id"),
    [
        ([], "shortcuts.items", "no_shortcut"),
        ([LICENSE, "nowhere"], "shortcuts.items[1]", "unknown_page"),
        ([LICENSE, HOSTS], "shortcuts.items[1]", "unknown_page"),
        ([LICENSE, LICENSE], "shortcuts.items[1]", "repeated_shortcut"),
        ([LICENSE] * 12, "shortcuts.items", "too_many_shortcuts"),
        ([LICENSE] * 1001, "shortcuts.items", "too_long"),
    ],
)
def test_an_invalid_choice_is_refused(shared_bob: Client, items: list[str], path: str, error_id: str) -> None:
    refused = choose(shared_bob, *items)
    assert refused.status_code == 422
    error = refused.json()["validationErrors"][0]
    assert (error["fieldPath"], error["errorId"]) == (path, error_id)
    assert chosen(shared_bob) == [LICENSE]


def test_the_error_of_an_empty_choice_has_the_text_of_the_specification(ready: FlowServer) -> None:
    refused = choose(ready.client().sign_in("Administrator"))
    assert refused.json()["validationErrors"][0]["message"] == "You need at least 1 shortcut to save customization."


def test_a_revoked_right_removes_its_shortcut(ready: FlowServer) -> None:
    choose(add(ready, "bob", "ADMINISTRATOR"), HOSTS, LICENSE)
    path, body = f"{API}/administrativeAccounts/bob", account("bob", ["USER_ADMINISTRATOR"])
    assert ready.basic("Administrator").put(path, body).status_code == 200
    bob = ready.client().sign_in("bob")
    assert chosen(bob) == [LICENSE]
    choose(ready.client().sign_in("Administrator"), HOSTS)
    assert choose(bob, LICENSE).status_code == 200
    assert ready.basic("Administrator").put(path, account("bob", ["ADMINISTRATOR"])).status_code == 200
    assert chosen(ready.client().sign_in("bob")) == [LICENSE]


def test_recently_used_pages_are_newest_first_without_repetition(ready: FlowServer) -> None:
    ada, eve = ready.client().sign_in("Administrator"), add(ready, "eve")
    for node in (HOSTS, LICENSE, HOSTS):
        assert visit(ada, node).status_code == 204
        ready.clock.advance(seconds=1)
    assert recent(ada) == [HOSTS, LICENSE]
    assert recent(eve) == []
    assert visit(eve, LICENSE).status_code == 204
    assert recent(eve) == [LICENSE]


def test_a_forbidden_page_is_not_recorded_as_used(ready: FlowServer) -> None:
    bob = add(ready, "bob", "USER_ADMINISTRATOR")
    for node in (HOSTS, "nowhere", ""):
        assert visit(bob, node).status_code == 422
    assert recent(bob) == []


def test_the_number_of_recently_used_pages_is_limited(ready: FlowServer) -> None:
    database = ready.core.configuration.database
    preferences = Preferences(ready.core.configuration, ready.clock)
    for number in range(MOST_RECENT + 5):
        preferences.visit("Administrator", f"page{number}")
        ready.clock.advance(seconds=1)
    with database.reading() as connection:
        found = preferences.recent(connection, "Administrator")
    assert found == [f"page{number}" for number in reversed(range(5, MOST_RECENT + 5))]


def test_a_save_can_remove_recently_used_pages(ready: FlowServer) -> None:
    ada = ready.client().sign_in("Administrator")
    for node in (HOSTS, LICENSE):
        visit(ada, node)
        ready.clock.advance(seconds=1)
    choose(ada, LICENSE)
    assert recent(ada) == [LICENSE, HOSTS]
    choose(ada, LICENSE, recentlyUsed={"items": [HOSTS, "nowhere"]})
    assert recent(ada) == [HOSTS]
    choose(ada, LICENSE, recentlyUsed={"items": []})
    assert recent(ada) == []


def test_deleting_an_account_deletes_its_preferences(ready: FlowServer) -> None:
    bob = add(ready, "bob", "ADMINISTRATOR")
    choose(bob, HOSTS)
    visit(bob, HOSTS)
    assert ready.basic("Administrator").delete(f"{API}/administrativeAccounts/bob").status_code == 204
    preferences = Preferences(ready.core.configuration, ready.clock)
    with ready.core.configuration.database.reading() as connection:
        assert preferences.chosen(connection, "bob") is None
        assert preferences.recent(connection, "bob") == []
    again = add(ready, "bob", "USER_ADMINISTRATOR")
    assert (chosen(again), recent(again)) == ([LICENSE], [])


def test_preferences_create_no_revision_and_are_not_exported(ready: FlowServer) -> None:
    ada = ready.client().sign_in("Administrator")
    before = ready.basic("Administrator").get(f"{API}/internal/history/administrativeAccounts/Administrator").json()
    choose(ada, HOSTS)
    visit(ada, HOSTS)
    after = ready.basic("Administrator").get(f"{API}/internal/history/administrativeAccounts/Administrator").json()
    assert after == before


def test_a_standalone_server_has_no_nodes(ready: FlowServer) -> None:
    assert add(ready, "eve").get(f"{API}/internal/nodes").json() == {"items": []}
