"""Large policy trees are collapsed: nodes can be expanded, and hidden nodes are never lost."""

import json
from typing import Any

import pytest

from hanse.admin.frames.policy_editor.collapsed_nodes import MOST_SEEN, PAGE
from tests.flows.frame_calls import CONTRACTS, FRAGMENT, POLICY
from tests.flows.pages import FRAME, Page, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

TREE, EDIT, LARGE = "rootNode", "policies/edit/large", f"{API}{POLICY}/large"
NODES = 457
ENDS = {"action": {"type": "DONE"}}
Body = dict[str, Any]


def tree_of(nodes: int, **context: str) -> Body:
    """Return a tree with the given odd number of nodes."""
    if nodes == 1:
        return {"action": {"type": "DONE", **context}}
    first = nodes // 2 - 1 + (nodes // 2) % 2
    last = nodes - 1 - first
    children = [tree_of(first, context="Fail"), tree_of(last, context="Success")]
    return {"action": {"type": "FRAGMENT", "fragment": {"id": "factor"}, **context}, "children": children}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    client.post(f"{API}{CONTRACTS}", {"id": "out", "name": "Out", "extendedAttributes": [{"name": "mail"}]})
    client.post(f"{API}{FRAGMENT}", {"id": "factor", "name": "Factor", "outputs": {"id": "out"}, "rootNode": ENDS})
    client.delete(LARGE)
    made = client.post(f"{API}{POLICY}", {"id": "large", "name": "Large", "rootNode": tree_of(NODES)})
    assert made.status_code == 201, made.text
    return client


def visible_nodes(page: Page) -> list[str]:
    """Return the keys of the visible nodes."""
    return [name.removeprefix(f"{TREE}:") for name in page.fields if name.startswith(f"{TREE}:")]


def is_unsaved(page: Page) -> bool:
    return "data-unsaved" in page.answer.text


def first_collapsed(page: Page) -> str:
    """Return the key of the first collapsed node."""
    return page.answer.text.partition('value="unfold:')[2].partition('"')[0]


def test_a_large_tree_loads_nodes_when_they_are_opened(admin: Client) -> None:
    page = visit(admin, EDIT)
    assert len(visible_nodes(page)) <= MOST_SEEN
    folded = first_collapsed(page)
    opened = send(admin, page, {"_do": f"unfold:{folded}"})
    assert f"{folded}.0" in visible_nodes(opened)
    assert set(visible_nodes(page)) < set(visible_nodes(opened))
    assert not is_unsaved(opened)
    # Entered text is kept and is an unsaved change; expanding and collapsing nodes is none.
    renamed = send(admin, opened, {"name": "Larger", "_do": f"fold:{folded}"})
    assert (visible_nodes(renamed), renamed.fields["name"], is_unsaved(renamed)) == (
        visible_nodes(page),
        ["Larger"],
        True,
    )
    changed = send(admin, opened, {f"{TREE}:{folded}.0": "DONE", "_do": f"choose:{folded}.0"})
    assert is_unsaved(send(admin, changed, {"_do": f"fold:{folded}"}))
    before = admin.get(LARGE).json()
    assert "Larger was saved." in follow(admin, send(admin, renamed, {"_do": ""})).text
    assert admin.get(LARGE).json() == {**before, "name": "Larger"}


def test_findings_in_collapsed_branches_are_shown(admin: Client) -> None:
    page = visit(admin, EDIT)
    tree = json.loads(page.fields[TREE][0])
    deepest, key = tree, "r"
    while deepest["children"]:
        deepest, key = deepest["children"][1], f"{key}.1"
    assert key not in visible_nodes(page)
    deepest["action"] = {"context": "Success"}
    refused = send(admin, page, {TREE: json.dumps(tree), "_do": ""})
    assert refused.status == 422
    assert key in visible_nodes(refused)
    assert "Branch Success: Choose the next step." in refused.texts
    # The chosen node is shown with its ancestors, regardless of the limit.
    chosen = send(admin, refused, {f"{TREE}:{key}": "FRAGMENT factor", "_do": f"choose:{key}"})
    assert {f"{key}.0", f"{key}.1"} <= set(visible_nodes(chosen))


def test_a_conflict_shows_where_trees_differ(admin: Client) -> None:
    page = visit(admin, EDIT)
    stored = admin.get(LARGE).json()
    deepest = stored["rootNode"]
    depth = 0
    while deepest.get("children"):
        deepest, depth = deepest["children"][1], depth + 1
    deepest["action"]["type"] = "CONTINUE"
    assert admin.put(LARGE, stored).status_code == 200
    conflict = send(admin, page, {"description": "Mine", "_do": ""})
    assert conflict.status == 409
    # The difference is far below the visible part.
    differing = [each for each in conflict.differences or () if each[0].startswith("Policy, Branch")]
    assert [label.count("Branch Success") for label, _mine, _theirs in differing] == [depth]
    assert [sides for _label, *sides in differing] == [["Done", "Continue"]]


def test_a_reader_can_open_the_tree(shared_server: FlowServer, admin: Client) -> None:
    shared_server.basic("Administrator").post(
        f"{API}/administrativeAccounts", account("watcher", roles=[], auditor=True)
    )
    auditor = shared_server.client().sign_in("watcher")
    page = visit(auditor, EDIT)

    def nodes(page: Page) -> int:
        return page.answer.text.count('<li class="hanse-node')

    def toggles(page: Page, expanded: str) -> list[str]:
        links = page.answer.text.split('href="?seen=')[1:]
        return [each.partition("#")[0] for each in links if f'aria-expanded="{expanded}"' in each.partition(">")[0]]

    assert nodes(page) <= MOST_SEEN
    opened = visit(auditor, f"{EDIT}?seen={toggles(page, 'false')[0]}")
    assert nodes(opened) > nodes(page)
    closed = visit(auditor, f"{EDIT}?seen={toggles(opened, 'true')[0]}")
    assert nodes(closed) == 1
    # Invalid addresses are harmless.
    assert nodes(visit(auditor, f"{EDIT}?seen=nothing,r.9,r.9")) == nodes(page)
    assert send(auditor, Page(page.answer, page.fields, action=f"{FRAME}/{EDIT}"), {"_do": "unfold:r"}).status == 403


MANY = 120


@pytest.fixture
def wide(admin: Client) -> Client:
    plugin = "com.pingidentity.pf.selectors.http.HttpRequestParamAuthnSelector"
    results = [f"result-{number:03}" for number in range(MANY)]
    selector = {
        "id": "wide",
        "name": "Wide",
        "pluginDescriptorRef": {"id": plugin},
        "configuration": {"fields": [{"name": "HTTP Request Parameter Name", "value": "who"}]},
        "attributeContract": {"extendedAttributes": [{"name": each} for each in results]},
    }
    made = admin.post(f"{API}/authenticationSelectors", selector)
    assert made.status_code in (201, 422), made.text
    children = [{"action": {"type": "DONE", "context": each}} for each in results]
    action = {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "wide"}}
    body = {"id": "wide", "name": "Wide", "rootNode": {"action": action, "children": children}}
    admin.delete(f"{API}{POLICY}/wide")
    made = admin.post(f"{API}{POLICY}", body)
    assert made.status_code == 201, made.text
    return admin


def test_a_part_of_many_branches_is_shown_and_more_can_be_loaded(wide: Client) -> None:
    page = visit(wide, "policies/edit/wide")
    assert len(visible_nodes(page)) == 1
    page = send(wide, page, {"_do": "unfold:r"})
    assert len(visible_nodes(page)) == 1 + PAGE
    assert "50 of 120 branches" in page.texts
    before = wide.get(f"{API}{POLICY}/wide").json()
    page = send(wide, page, {"_do": "more:r"})
    assert (len(visible_nodes(page)), is_unsaved(page)) == (1 + 2 * PAGE, False)
    # The focus is on the first branch that was added.
    assert f'data-focus="f-rootNode-children-{PAGE}-"' in page.answer.text
    page = send(wide, page, {"_do": "more:r"})
    assert (len(visible_nodes(page)), "Show 20 more" in page.texts) == (1 + MANY, False)
    # Hidden nodes are saved unchanged.
    page = send(wide, send(wide, visit(wide, "policies/edit/wide"), {"_do": "unfold:r"}), {"name": "Wider", "_do": ""})
    assert "Wider was saved." in follow(wide, page).text
    assert wide.get(f"{API}{POLICY}/wide").json() == {**before, "name": "Wider"}


def test_findings_in_branches_that_are_not_loaded_are_shown(wide: Client) -> None:
    page = visit(wide, "policies/edit/wide")
    tree = json.loads(page.fields[TREE][0])
    tree["children"][110]["action"] = {"context": tree["children"][110]["action"]["context"]}
    refused = send(wide, page, {TREE: json.dumps(tree), "_do": ""})
    assert (refused.status, "r.110" in visible_nodes(refused), "r.111" in visible_nodes(refused)) == (422, True, False)


def test_a_reader_can_load_more_branches(shared_server: FlowServer, wide: Client) -> None:
    wide.post(f"{API}/administrativeAccounts", account("wide.watcher", roles=[], auditor=True))
    auditor = shared_server.client().sign_in("wide.watcher")
    opened = visit(auditor, "policies/edit/wide?seen=r")
    assert opened.answer.text.count("hanse-node__branch--result") == PAGE
    more = opened.links["Show 50 more"].partition("#")[0]
    assert visit(auditor, f"policies/edit/wide{more}").answer.text.count("hanse-node__branch--result") == 2 * PAGE
