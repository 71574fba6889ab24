from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from hanse.admin.shell.navigation_nodes import NodeLevel
from hanse.admin.shell.status import SCHEMA_NOTICES, DatabaseReachable, DiskSpace
from hanse.config.database import Database, open_database
from hanse.config.migrate import HEAD, migrate
from hanse.kit.errors import NotAuthenticated
from hanse.kit.ports import LicenseExpirySummary
from tests.admin.server import Client, Server
from tests.admin.session.areas import ADDING, AREAS, REACT_PAGES

UI = "/pf-admin-ui"
RENAME = "UPDATE alembic_version SET version_num = :version"

KEY_MANAGEMENT = "/security/certificate-and-key-management/"
LOCAL_USERS = "/authentication/policies/local-users"
ACCOUNTS, LICENSE = (f"/system/server/{name}" for name in ("administrative-accounts", "license"))
ISSUERS = "/system/oauth-settings/virtual-issuers"


ALL_PATHS = list(AREAS)
KEYS = [path for path in ALL_PATHS if path.startswith(KEY_MANAGEMENT)]


def leaves(nodes: list[dict[str, Any]], **having: Any) -> list[str]:
    """Return the paths of all leaves, or of those whose fields have the given values."""
    wanted = {"level": NodeLevel.LEAF, **having}
    return [
        *[node["path"] for node in nodes if wanted.items() <= node.items()],
        *[path for node in nodes for path in leaves(node["children"], **having)],
    ]


def test_ui_settings_have_every_field_of_the_specification(server: Server) -> None:
    settings = server.call("GET", f"{UI}/uiSettings", by=server.sign_in()).json
    tree = settings.pop("navTree")
    assert leaves(tree) == ALL_PATHS
    assert set(leaves(tree, react=True)) == REACT_PAGES
    assert [node["label"] for node in tree] == ["Authentication", "Applications", "Security", "System"]
    for primary in tree:
        for secondary in primary["children"]:
            assert (primary["level"], secondary["level"]) == ("PRIMARY", "SECONDARY")
            # The path of a leaf begins with the ids of the nodes above it (specification 3, section 2.3).
            assert all(path.startswith(f"/{secondary['id']}/") for path in leaves([secondary]))
    fips = settings.pop("fipsmode")
    assert isinstance(fips, bool)
    # Frame pages compare this digest with theirs to find out if the console has the current settings.
    assert len(settings.pop("digest")) == 64
    assert settings == {
        "consoleTitle": "Hanse",
        "environment": "Test",
        "showBackground": False,
        "consoleSessionTimeoutInMilli": 1_800_000,
        "version": "1.0.0",
        "accountManagementVisible": True,
        "adminVisible": True,
        "timezone": "UTC",
        "lockedPlaces": [],
        "isLog4j2Upgraded": False,
        "documentationUrls": {"main-menu": "https://docs.example/"},
    }


@pytest.mark.parametrize(
    ("fields", "paths", "accounts", "admin"),
    [
        ({"roles": ["USER_ADMINISTRATOR"]}, [LOCAL_USERS, ACCOUNTS, LICENSE], True, False),
        ({"roles": ["CRYPTO_ADMINISTRATOR"]}, [*KEYS, LICENSE, ISSUERS], False, False),
        (
            {"roles": [], "auditor": True},
            [path for path in ALL_PATHS if path != ADDING],
            True,
            True,
        ),
    ],
)
def test_each_role_sees_what_it_may_read(
    server: Server, fields: dict[str, Any], paths: list[str], accounts: bool, admin: bool
) -> None:
    server.add_account("bob", **fields)
    settings = server.call("GET", f"{UI}/uiSettings", by=server.sign_in("bob")).json
    assert leaves(settings["navTree"]) == paths
    assert (settings["accountManagementVisible"], settings["adminVisible"]) == (accounts, admin)


def test_other_signed_in_administrators_are_listed(server: Server) -> None:
    for name, fields in [("bob", {}), ("carol", {}), ("eve", {"roles": [], "auditor": True})]:
        server.add_account(name, **fields)
    mine = server.sign_in()
    server.sign_in()
    bob = server.sign_in("bob")
    server.sign_in("carol")
    server.sign_in("eve")
    server.call("GET", f"{UI}/logout", by=bob)
    items = server.call("GET", f"{UI}/activeAdministrators", by=mine).json["items"]
    assert items == [{"username": "carol", "lastActive": "2026-11-21T08:30:00.000Z"}]
    server.clock.advance(minutes=20)
    server.call("GET", f"{UI}/extendSession", by=mine)
    server.clock.advance(minutes=10)
    assert server.call("GET", f"{UI}/activeAdministrators", by=mine).json["items"] == []


def test_an_expiring_license_is_a_notification(server: Server) -> None:
    client = server.sign_in()
    assert server.call("GET", f"{UI}/notifications", by=client).json == {"items": []}
    assert server.call("GET", f"{UI}/licenseExpiryStatus", by=client).json["item"]["status"] == "UNKNOWN"
    server.license.current = LicenseExpirySummary("EXPIRING", "License warning", "Soon.")
    assert server.call("GET", f"{UI}/notifications", by=client).json["items"] == [
        {"id": "licenseExpiry", "label": "License warning", "description": "Soon.", "path": "/system/server/license"}
    ]
    assert server.call("GET", f"{UI}/licenseExpiryStatus", by=client).json == {
        "item": {"status": "EXPIRING", "prefix": "License warning", "message": "Soon."}
    }


def test_a_schema_changed_by_another_node_is_a_notification(server: Server, database: Database) -> None:
    migrate(database)
    server.sources.append(SCHEMA_NOTICES)
    client = server.sign_in()
    assert server.call("GET", f"{UI}/notifications", by=client).json == {"items": []}
    try:
        with database.writing() as connection:
            connection.execute(text(RENAME), {"version": "9999"})
        [notice] = server.call("GET", f"{UI}/notifications", by=client).json["items"]
    finally:
        with database.writing() as connection:
            connection.execute(text(RENAME), {"version": HEAD})
    assert (notice["id"], notice["label"]) == ("newSchema", "New version of the schema")
    assert "schema to 9999" in notice["description"]


def test_an_available_database_is_no_warning(server: Server) -> None:
    assert server.call("GET", f"{UI}/internalDbWarnings", by=server.sign_in()).json == {"items": []}


def test_an_unavailable_database_is_a_warning(tmp_path: Path) -> None:
    gone = open_database(f"sqlite:///{tmp_path / 'no folder' / 'hanse.db'}", tmp_path)
    assert [notice.id for notice in DatabaseReachable(gone)()] == ["databaseUnreachable"]


def test_little_disk_space_is_a_warning(tmp_path: Path) -> None:
    assert list(DiskSpace(tmp_path, least_free=0)()) == []
    (warning,) = DiskSpace(tmp_path, free_bytes=lambda _folder: 100 * 1024 * 1024)()
    assert "100 MiB" in warning.description


def test_status_calls_need_a_session(server: Server, database: Database) -> None:
    for name in ("uiSettings", "notifications", "activeAdministrators", "internalDbWarnings", "licenseExpiryStatus"):
        with pytest.raises(NotAuthenticated):
            server.call("GET", f"{UI}/{name}", by=Client.basic())


def test_scripts_read_the_version(server: Server) -> None:
    assert server.call("GET", "/pf-admin-api/v1/version", by=Client.basic()).json == {"version": "1.0.0"}
