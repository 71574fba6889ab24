from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from hanse.admin.session.nodes import Level
from hanse.admin.session.status import SCHEMA_NOTICES, DatabaseReachable, DiskSpace
from hanse.config.store.database import Database, open_database
from hanse.config.store.migrate import HEAD, migrate
from hanse.kit.errors import NotAuthenticated
from hanse.kit.ports import LicenceExpiry
from tests.admin.server import Client, Server

UI = "/pf-admin-ui"
RENAME = "UPDATE alembic_version SET version_num = :version"

_KEY_MANAGEMENT = "/security/certificate-and-key-management"
KEYS = [
    f"{_KEY_MANAGEMENT}/trusted-cas",
    f"{_KEY_MANAGEMENT}/ssl-server-certificates",
    f"{_KEY_MANAGEMENT}/active-ssl-server-certificates",
    f"{_KEY_MANAGEMENT}/signing-decryption-keys-certificates",
    f"{_KEY_MANAGEMENT}/oauth-openid-connect-keys",
    f"{_KEY_MANAGEMENT}/token-signing-keys",
    f"{_KEY_MANAGEMENT}/configuration-encryption-keys",
]
LOGS, HOSTS, LICENSE = (f"/system/server/{name}" for name in ("log-settings", "virtual-hostnames", "license"))
CLUSTER, PROPERTIES, SUPPORT = (
    f"/system/server/{name}" for name in ("cluster-management", "extended-properties", "collect-support-data")
)
SCOPES, ISSUERS, DETAILS = (
    f"/system/oauth-settings/{name}" for name in ("scope-management", "virtual-issuers", "authorization-detail-types")
)
CONNECTIONS, PUBLISHERS = (
    f"/system/external-systems/{name}" for name in ("pingone-connections", "notification-publishers")
)
ADAPTERS = "/authentication/integration/idp-adapters"
_POLICIES = ("fragments", "selectors", "policies", "policy-settings", "policy-defaults", "policy-contracts")
REDIRECTS = "/security/system-integration/redirect-validation"
STORES = [f"/system/data-and-credential-stores/{name}" for name in ("data-stores", "password-credential-validators")]
ACCOUNTS = "/system/server/administrative-accounts"
SERVER = [ACCOUNTS, LOGS, HOSTS, LICENSE, CLUSTER, PROPERTIES, SUPPORT]
CLIENTS, AUTHORIZATION_SERVER = "/applications/oauth/clients", "/system/oauth-settings/authorization-server-settings"
CLIENT_SETTINGS = "/system/oauth-settings/client-settings"
OIDC_SETTINGS = "/system/oauth-settings/openid-connect-settings"
OAUTH = [AUTHORIZATION_SERVER, SCOPES, ISSUERS, CLIENT_SETTINGS, OIDC_SETTINGS, DETAILS]
_SESSIONS = ("sessions", "session-overrides", "application-sessions", "session-settings")
SESSIONS = [f"/authentication/policies/{name}" for name in _SESSIONS]
POLICY = [ADAPTERS, *(f"/authentication/policies/{name}" for name in _POLICIES), *SESSIONS]
_GRANTS = ("idp-adapter", "policy-contract", "resource-owner-credentials")
GRANTS = [f"/authentication/oauth/{name}-grant-mapping" for name in _GRANTS]
_OAUTH = ("access-token-management", "access-token-mappings", "openid-connect-policy-management")
TOKENS = [f"/applications/oauth/{name}" for name in _OAUTH]
EVERYTHING = [*POLICY, *GRANTS, CLIENTS, *TOKENS, *KEYS, REDIRECTS, *STORES, *SERVER, *OAUTH, CONNECTIONS, PUBLISHERS]


def leaves(nodes: list[dict[str, Any]]) -> list[str]:
    return [
        *[node["path"] for node in nodes if node["level"] == Level.LEAF],
        *[path for node in nodes for path in leaves(node["children"])],
    ]


def test_ui_settings_have_every_field_of_the_specification(server: Server) -> None:
    settings = server.call("GET", f"{UI}/uiSettings", by=server.sign_in()).json
    tree = settings.pop("navTree")
    assert leaves(tree) == EVERYTHING
    assert [node["level"] for node in (tree[0], tree[0]["children"][0])] == ["PRIMARY", "SECONDARY"]
    fips = settings.pop("fipsmode")
    assert isinstance(fips, bool)
    assert settings == {
        "consoleTitle": "Hanse",
        "environment": "Test",
        "showBackground": False,
        "consoleSessionTimeoutInMilli": 1_800_000,
        "version": "1.0.0",
        "accountManagementVisible": True,
        "adminVisible": True,
        "timezone": "UTC",
        "isLog4j2Upgraded": False,
        "documentationUrls": {"main-menu": "https://docs.example/"},
    }


@pytest.mark.parametrize(
    ("fields", "paths", "accounts", "admin"),
    [
        ({"roles": ["USER_ADMINISTRATOR"]}, [ACCOUNTS, LICENSE], True, False),
        ({"roles": ["CRYPTO_ADMINISTRATOR"]}, [*KEYS, LICENSE, ISSUERS], False, False),
        (
            {"roles": [], "auditor": True},
            EVERYTHING,
            True,
            True,
        ),
    ],
)
def test_everybody_sees_what_they_may_read(
    server: Server, fields: dict[str, Any], paths: list[str], accounts: bool, admin: bool
) -> None:
    server.add_account("bob", **fields)
    settings = server.call("GET", f"{UI}/uiSettings", by=server.sign_in("bob")).json
    assert leaves(settings["navTree"]) == paths
    assert (settings["accountManagementVisible"], settings["adminVisible"]) == (accounts, admin)


def test_other_administrators_who_are_signed_in_are_named(server: Server) -> None:
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


def test_a_licence_near_its_end_is_a_notification(server: Server) -> None:
    client = server.sign_in()
    assert server.call("GET", f"{UI}/notifications", by=client).json == {"items": []}
    assert server.call("GET", f"{UI}/licenseExpiryStatus", by=client).json["item"]["status"] == "UNKNOWN"
    server.licence.stands = LicenceExpiry("EXPIRING", "License warning", "Soon.")
    assert server.call("GET", f"{UI}/notifications", by=client).json["items"] == [
        {"id": "licenseExpiry", "label": "License warning", "description": "Soon.", "path": "/system/server/license"}
    ]
    assert server.call("GET", f"{UI}/licenseExpiryStatus", by=client).json == {
        "item": {"status": "EXPIRING", "prefix": "License warning", "message": "Soon."}
    }


def test_a_schema_that_another_node_has_changed_is_a_notification(server: Server, database: Database) -> None:
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


def test_a_database_that_answers_is_no_warning(server: Server) -> None:
    assert server.call("GET", f"{UI}/internalDbWarnings", by=server.sign_in()).json == {"items": []}


def test_a_database_that_does_not_answer_is_a_warning(tmp_path: Path) -> None:
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
