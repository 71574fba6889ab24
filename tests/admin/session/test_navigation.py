from collections.abc import Iterable, Iterator
from typing import Any

from hanse.admin.session.nodes import Level, Node, leaf, locked, primary, visible
from hanse.config.access import Area, Principal, Role
from tests.support.frames import TREE

# The leaves that the console's landing tiles lead to, by label. A tile finds its leaf by the id, so an area that adds
# its leaf takes the id from here (console/src/screens/landing/area/tiles.ts has the other side).
TILE_IDS = {
    "IdP Connections": "idpConnections",
    "IdP Adapters": "idpAdapters",
    "Fragments": "fragments",
    "Policies": "policies",
    "Selectors": "selectors",
    "Sessions": "sessions",
    "Local Identity Profiles": "localIdentityProfiles",
    "Policy Contract Grant Mapping": "policyContractGrantMapping",
    "SP Connections": "spConnections",
    "SP Adapters": "spAdapters",
    "Clients": "oauthClients",
    "Access Token Management": "accessTokenManagement",
    "Access Token Mappings": "accessTokenMappings",
    "OpenID Connect Policy Management": "openIdConnectPolicyManagement",
    "Signing & Decryption Keys & Certificates": "signingKeys",
    "Trusted CAs": "trustedCas",
    "SSL Server Certificates": "sslServerCertificates",
    "Partner Metadata URLs": "partnerMetadataUrls",
    "Redirect Validation": "redirectValidation",
    "Data Stores": "dataStores",
    "Password Credential Validators": "passwordCredentialValidators",
    "Administrative Accounts": "administrativeAccounts",
    "Extended Properties": "extendedProperties",
    "Authorization Server Settings": "authorizationServerSettings",
    "Scope Management": "scopeManagement",
    "Notification Publishers": "notificationPublishers",
    "Virtual Host Names": "virtualHostNames",
}


def walk(nodes: tuple[Node, ...]) -> list[Node]:
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


def test_nodes_have_ids_and_paths_of_their_own() -> None:
    nodes = walk(TREE)
    paths = [node.path for node in nodes if node.path]
    assert len({node.id for node in nodes}) == len(nodes)
    assert len(set(paths)) == len(paths)
    assert all((node.level is Level.LEAF) == (node.area is not None and not node.children) for node in nodes)


def test_an_area_leads_to_its_landing_page() -> None:
    assert [(area.path, area.react) for area in TREE] == [
        ("/authentication", True),
        ("/applications", True),
        ("/security", True),
        ("/system", True),
    ]


def test_a_leaf_lies_below_its_heading() -> None:
    for area in TREE:
        for group in area.children:
            assert group.id.startswith(f"{area.id}/")
            assert all(node.path.startswith(f"/{group.id}/") for node in group.children), group.id


def test_leaves_that_have_a_tile_have_the_id_that_the_tile_looks_for() -> None:
    leaves = [node for node in walk(TREE) if node.level is Level.LEAF]
    assert leaves
    assert all(node.id == TILE_IDS.get(node.label, node.id) for node in leaves)
    assert all(node.label in TILE_IDS for node in leaves if node.id in TILE_IDS.values())


def test_a_branch_without_leaves_is_not_shown() -> None:
    keys = leaf("keys", "Keys", "/keys", Area.KEYS, react=True)
    assert list(visible(Principal("bob", frozenset({Role.USER_ADMINISTRATOR})), [primary("s", "S", keys)])) == []


def test_a_page_is_either_in_the_tree_or_locked() -> None:
    for roles in ({Role.EXPRESSION_ADMINISTRATOR}, {Role.CRYPTO_ADMINISTRATOR}, set(Role)):
        caller = Principal("bob", frozenset(roles))
        shown = {node["path"] for node in walk_shown(visible(caller, TREE)) if node["level"] == Level.LEAF}
        hidden = {node.path for node in locked(caller, TREE)}
        assert shown.isdisjoint(hidden)
        assert shown | hidden == {node.path for node in walk(TREE) if node.level is Level.LEAF}
    assert {node.path for node in locked(Principal("bob", frozenset(Role)), TREE)} == set()


def walk_shown(nodes: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        yield from walk_shown(node["children"])
