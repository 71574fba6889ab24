from hypothesis import given
from hypothesis import strategies as st

from hanse.admin.preferences.shortcuts import SLOTS, available, defaults, grouped
from hanse.admin.shell.navigation_nodes import NodeLevel, TreeNode
from hanse.config.declare.access import Area, Principal, Role
from hanse.config.declare.ui.navigation import Icon
from tests.support.frames import TREE

ADMINISTRATOR = Principal("ada", frozenset({Role.ADMINISTRATOR}))
CRYPTO = Principal("carol", frozenset({Role.CRYPTO_ADMINISTRATOR}))
USER = Principal("bob", frozenset({Role.USER_ADMINISTRATOR}))
AUDITOR = Principal("eve", auditor=True)


def leaf(id_: str, area: Area = Area.CONFIGURATION, *, is_default: bool = True, icon: Icon | None = None) -> TreeNode:
    return TreeNode(id_, id_.title(), NodeLevel.LEAF, path=f"/{id_}", area=area, is_default=is_default, icon=icon)


def area(id_: str, *leaves: TreeNode, icon: Icon | None = None) -> TreeNode:
    group = TreeNode(f"{id_}/group", "Group", NodeLevel.SECONDARY, children=leaves)
    return TreeNode(id_, id_.title(), NodeLevel.PRIMARY, icon=icon, children=(group,))


SMALL = (
    area("security", leaf("keys", Area.KEYS, icon=Icon.KEY), leaf("trust"), icon=Icon.SECURITY),
    area("system", leaf("accounts", Area.ACCOUNTS), leaf("hosts", is_default=False)),
)


def test_a_shortcut_is_offered_only_to_those_who_may_open_the_page() -> None:
    # Administrators can read accounts; only user administrators change them.
    assert list(available(ADMINISTRATOR, SMALL)) == ["keys", "trust", "accounts", "hosts"]
    assert list(available(CRYPTO, SMALL)) == ["keys"]
    assert list(available(USER, SMALL)) == ["accounts"]
    assert list(available(AUDITOR, SMALL)) == ["keys", "trust", "accounts", "hosts"]


def test_a_node_without_an_icon_has_that_of_its_nearest_ancestor() -> None:
    icons = {shortcut.id: shortcut.icon_name for shortcut in available(AUDITOR, SMALL).values()}
    assert icons == {"keys": Icon.KEY, "trust": Icon.SECURITY, "accounts": Icon.SYSTEM, "hosts": Icon.SYSTEM}


def test_the_catalog_is_grouped_by_area_and_lists_recently_used_pages() -> None:
    groups = grouped(CRYPTO, ["hosts", "keys", "gone"], SMALL)
    assert [each.id for each in groups.recently_used] == ["keys"]
    assert [each.id for each in groups.security] == ["keys"]
    assert groups.system == groups.authentication == groups.applications == []


def test_the_default_shortcuts_are_the_marked_pages_that_the_user_may_open() -> None:
    assert [each.id for each in defaults(AUDITOR, SMALL)] == ["keys", "trust", "accounts"]
    assert [each.id for each in defaults(CRYPTO, SMALL)] == ["keys"]


def test_too_many_defaults_are_divided_among_the_areas() -> None:
    tree = tuple(area(name, *(leaf(f"{name}{n}") for n in range(9))) for name in ("authentication", "security"))
    chosen = [each.id for each in defaults(ADMINISTRATOR, tree)]
    assert chosen == [f"authentication{n}" for n in range(6)] + [f"security{n}" for n in range(5)]


@given(st.sets(st.sampled_from(list(Role)), min_size=1), st.booleans())
def test_the_number_of_shortcuts_is_limited_and_forbidden_pages_are_refused(roles: set[Role], auditor: bool) -> None:
    principal = Principal("somebody", frozenset(roles), auditor=auditor)
    offered = available(principal, TREE)
    items = [each.id for each in defaults(principal, TREE)]
    assert 1 <= len(items) <= SLOTS
    assert len(set(items)) == len(items)
    assert set(items) <= set(offered)
    groups = grouped(principal, list(offered), TREE)
    assert [each.id for each in groups.recently_used] == list(offered)
    assert all(each.id in offered for each in [*groups.authentication, *groups.applications, *groups.security])


def test_the_navigation_has_only_areas_of_the_specification() -> None:
    assert {node.id for node in TREE} <= {"authentication", "applications", "security", "system"}
