from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest

from hanse.admin.shell.navigation import leaves
from hanse.admin.shell.navigation_nodes import NodeLevel, TreeNode, leaf, locked, primary, visible
from hanse.config.declare.access import Area, Principal, Role, readers_of
from tests.support.frames import TREE

QUICK_START = "Add an Application"
# The labels of the tiles on the four landing pages, in their order (specification 1, section 2). One tile of the
# specification is missing because its area does not exist yet: Partner Metadata URLs.
TILES = {
    "authentication": [
        "IdP Connections",
        "IdP Adapters",
        "Fragments",
        "Policies",
        "Selectors",
        "Sessions",
        "Local Identity Profiles",
        "Policy Contract Grant Mapping",
    ],
    "applications": [
        "SP Connections",
        "SP Adapters",
        "OAuth Clients",
        "Access Token Management",
        "Access Token Mappings",
        "OpenID Connect Policy Management",
    ],
    "security": [
        "Signing and Decryption Keys and Certificates",
        "Trusted CAs",
        "SSL Server Certificates",
        "Partner Metadata URLs",
        "Redirect Validation",
    ],
    "system": [
        "Data Stores",
        "Password Credential Validators",
        "Administrative Accounts",
        "Extended Properties",
        "Authorization Server Settings",
        "OAuth Scopes",
        "Notification Publishers",
        "Virtual Host Names",
    ],
}
KEY_TILES = TILES["security"][:4]
ALL_PRINCIPALS = [
    Principal("somebody", frozenset(roles), auditor=auditor)
    for auditor in (False, True)
    for count in range(len(Role) + 1)
    for roles in combinations(Role, count)
]


def tiles(principal: Principal) -> dict[str, list[str]]:
    """Return an administrator's tiles, in the order in which the console shows them."""

    def found(node: dict[str, Any]) -> list[dict[str, Any]]:
        return [node, *(below for child in node["children"] for below in found(child))]

    shown = {area["id"]: [node for node in found(area) if "tile" in node] for area in visible(principal, TREE)}
    return {
        area: [node["tile"]["label"] for node in sorted(nodes, key=lambda node: node["tile"]["position"])]
        for area, nodes in shown.items()
    }


def walk(nodes: tuple[TreeNode, ...]) -> list[TreeNode]:
    return [*nodes, *[below for node in nodes for below in walk(node.children)]]


def test_the_areas_and_their_headings_are_in_the_order_of_the_design() -> None:
    assert [(area.label, [group.label for group in area.children]) for area in TREE] == [
        ("Authentication", ["Integration", "Policies", "OAuth"]),
        ("Applications", ["Integration", "OAuth", "Token Exchange"]),
        ("Security", ["Certificate & Key Management", "System Integration"]),
        (
            "System",
            ["Data & Credential Stores", "Server", "OAuth Settings", "External Systems", "Protocol Metadata"],
        ),
    ]


def test_nodes_have_unique_ids_and_paths() -> None:
    nodes = walk(TREE)
    paths = [node.path for node in nodes if node.path]
    assert len({node.id for node in nodes}) == len(nodes)
    assert len(set(paths)) == len(paths)
    assert all((node.level is NodeLevel.LEAF) == (node.area is not None and not node.children) for node in nodes)


def test_an_area_links_to_its_landing_page() -> None:
    assert [(area.path, area.react) for area in TREE] == [
        ("/authentication", True),
        ("/applications", True),
        ("/security", True),
        ("/system", True),
    ]


def test_the_path_of_a_leaf_begins_with_the_id_of_its_heading() -> None:
    for area in TREE:
        for group in area.children:
            assert group.id.startswith(f"{area.id}/")
            assert all(node.path.startswith(f"/{group.id}/") for node in group.children), group.id


def test_pages_that_only_add_items_are_shown_to_administrators_who_may_add_them() -> None:
    # This tile is an addition to the specification.
    writer = Principal("bob", frozenset({Role.ADMINISTRATOR}))
    assert tiles(writer)["applications"] == [QUICK_START, *TILES["applications"]]
    assert QUICK_START not in tiles(Principal("eve", auditor=True))["applications"]


def test_an_auditor_sees_every_tile_in_order() -> None:
    assert tiles(Principal("eve", auditor=True)) == TILES
    assert all(leaf.tile.description.endswith(".") for leaf in leaves(TREE) if leaf.tile is not None)


@pytest.mark.parametrize("who", ALL_PRINCIPALS, ids=lambda who: f"{'auditor ' * who.auditor}{sorted(who.roles)}")
def test_tiles_follow_the_rules_of_the_specification(who: Principal) -> None:
    seen = tiles(who)
    has_crypto_rights = who.auditor or Role.CRYPTO_ADMINISTRATOR in who.roles
    is_administrator = who.auditor or Role.ADMINISTRATOR in who.roles
    # Specification 1, section 6.
    assert seen.get("security", []) == [
        *(KEY_TILES if has_crypto_rights else []),
        *(["Redirect Validation"] if is_administrator else []),
    ]
    accounts = ["Administrative Accounts"] if who.auditor or who.roles & readers_of(Area.ACCOUNTS) else []
    assert seen.get("system", []) == (TILES["system"] if is_administrator else accounts)
    for area in ("authentication", "applications"):
        found = [each for each in seen.get(area, []) if each != QUICK_START]
        assert found == (TILES[area] if is_administrator else [])


def test_a_branch_without_leaves_is_not_shown() -> None:
    keys = leaf("keys", "Keys", "/keys", Area.KEYS, react=True)
    assert list(visible(Principal("bob", frozenset({Role.USER_ADMINISTRATOR})), [primary("s", "S", keys)])) == []


def test_a_page_is_either_in_the_tree_or_locked() -> None:
    for roles in ({Role.EXPRESSION_ADMINISTRATOR}, {Role.CRYPTO_ADMINISTRATOR}, set(Role)):
        caller = Principal("bob", frozenset(roles))
        shown = {node["path"] for node in walk_shown(visible(caller, TREE)) if node["level"] == NodeLevel.LEAF}
        hidden = {node.path for node in locked(caller, TREE)}
        assert shown.isdisjoint(hidden)
        assert shown | hidden == {node.path for node in walk(TREE) if node.level is NodeLevel.LEAF}
    assert {node.path for node in locked(Principal("bob", frozenset(Role)), TREE)} == set()


def walk_shown(nodes: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        yield from walk_shown(node["children"])
