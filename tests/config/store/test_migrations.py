"""The migrations create the tables that the code describes."""

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import structlog
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg.sql import SQL, Identifier
from sqlalchemy import Connection, insert, inspect, select, text, update
from sqlalchemy.engine import make_url

from hanse.config import migrate as migrating
from hanse.config.database import Database, open_database
from hanse.config.expirations import DocumentExpiration, Expiration, ExpirationQuery
from hanse.config.list_query import ListQuery
from hanse.config.migrate import HEAD, SchemaTooNew, migrate
from hanse.config.store import documents, trigrams
from hanse.config.store.expirations import expirations
from hanse.config.store.schema import document, metadata
from hanse.crypto.certificate_chains import to_chain, to_pem
from hanse.resources.federation.connections.certificates import certificate_expirations
from tests.support.databases import postgres_database
from tests.support.key_pairs import certificate


# SQLAlchemy compares no indexes of expressions on SQLite; `tests/conformance/test_indexed_filters.py` tests these.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
def test_a_migrated_database_has_the_tables_of_the_schema(bare_database_url: str, tmp_path: Path) -> None:
    database = open_database(bare_database_url, tmp_path)
    migrate(database)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        differences = [
            # Tables of layers above are in migrations and not in this schema.
            found
            for found in compare_metadata(context, metadata)
            if found[0] not in ("remove_table", "remove_index")
        ]
        assert differences == []
        collations = {
            (table, column["name"]): getattr(column["type"], "collation", None)
            for table in metadata.tables
            for column in inspect(connection).get_columns(table)
        }
    if not database.is_sqlite:
        # Alembic does not compare collations, and the order of lists depends on them.
        assert {place for place, collation in collations.items() if collation == "C"} == {
            (table.name, column.name)
            for table in metadata.tables.values()
            for column in table.columns
            if "postgresql" in column.type._variant_mapping
        }
    database.close()


def test_migrating_again_changes_nothing(bare_database_url: str, tmp_path: Path) -> None:
    database = open_database(bare_database_url, tmp_path)
    migrate(database)
    migrate(database)
    with database.reading() as connection:
        assert connection.execute(text("SELECT revision FROM head")).scalars().all() == [0]
    database.close()


def test_nodes_that_start_together_migrate_one_after_the_other(bare_database_url: str, tmp_path: Path) -> None:
    opened = [open_database(bare_database_url, tmp_path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, opened))
    with opened[0].reading() as connection:
        assert connection.execute(text("SELECT revision FROM head")).scalars().all() == [0]
    for database in opened:
        database.close()


def test_a_database_of_a_newer_version_is_not_changed(database_url: str, tmp_path: Path) -> None:
    database = open_database(database_url, tmp_path)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(SchemaTooNew, match="9999"):
            migrate(database)
    finally:
        with database.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})
        database.close()


def database_of_version(version: str, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Return a database with the tables of an earlier version."""
    database = open_database(url, folder)
    with monkeypatch.context() as before:
        before.setattr(migrating, "HEAD", version)
        migrate(database)
    return database


def test_an_upgrade_counts_existing_documents(
    bare_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of_version("0004", bare_database_url, tmp_path, monkeypatch)
    insert_documents(database, [("a", "1", ""), ("a", "2", ""), ("b", "1", "")])
    migrate(database)
    with database.reading() as connection:
        assert {kind: documents.count(connection, kind) for kind in "abc"} == {"a": 2, "b": 1, "c": 0}
    database.close()


def test_an_upgrade_makes_existing_documents_searchable(
    bare_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of_version("0008", bare_database_url, tmp_path, monkeypatch)
    insert_documents(database, [("a", "1", "payments"), ("a", "2", "accounts"), ("b", "1", "payments")])
    migrate(database)
    insert_documents(database, [("a", "3", "more payments"), ("c", "1", "payments")])
    with database.reading() as connection:
        assert trigrams.has_index(connection) is database.is_sqlite
        found = {kind: ids_of(connection, kind, "payment") for kind in "abcd"}
    assert found == {"a": ["1", "3"], "b": ["1"], "c": ["1"], "d": []}
    database.close()


def test_an_upgrade_indexes_the_certificates_of_existing_documents(
    bare_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of_version("0015", bare_database_url, tmp_path, monkeypatch)
    file = {"x509File": {"id": "a", "fileData": to_pem(to_chain([certificate(1)]))}}
    certificates = [{**file, "activeVerificationCert": True}, {**file, "activeVerificationCert": False}]
    damaged = {"x509File": {"id": "b", "fileData": "damaged"}, "encryptionCert": True}
    connection_body = {"id": "partner", "credentials": {"certs": [*certificates, damaged]}}
    ca_body = {"id": "ca", "expires": "2027-01-01T00:00:00.000Z", "subjectDN": "CN=Root"}
    bodies = {("certificates/ca", "ca"): ca_body, ("sp/idpConnections", "partner"): connection_body}
    insert_documents(database, [(kind, id_, "") for kind, id_ in bodies])
    with database.writing() as connection:
        for (kind, id_), body in bodies.items():
            statement = update(document).where(document.c.kind == kind, document.c.id == id_)
            connection.execute(statement.values(body=json.dumps(body)))
    migrate(database)
    expected = list(certificate_expirations(connection_body | {"credentials": {"certs": certificates}}))
    with database.reading() as connection:
        found = list(expirations(connection, ExpirationQuery(("certificates/ca", "sp/idpConnections"))))
    assert found == [
        DocumentExpiration("certificates/ca", "ca", Expiration("2027-01-01T00:00:00.000Z", "CN=Root")),
        DocumentExpiration("sp/idpConnections", "partner", *expected),
    ]
    database.close()


def test_an_upgrade_keeps_the_logouts_of_existing_connections_to_openid_providers(
    bare_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of_version("0017", bare_database_url, tmp_path, monkeypatch)
    kind, stored = "sp/idpConnections", {"scopes": "openid", "trackUserSessionsForLogout": False}
    bodies = {"op": {"idpBrowserSso": {"oidcProviderSettings": stored}}, "saml": {"idpBrowserSso": {"protocol": "ü"}}}
    insert_documents(database, [(kind, id_, "") for id_ in bodies])
    with database.writing() as connection:
        for id_, body in bodies.items():
            statement = update(document).where(document.c.kind == kind, document.c.id == id_)
            connection.execute(statement.values(body=json.dumps(body)))
    migrate(database)
    with database.reading() as connection:
        found = {id_: json.loads(text) for id_, text in connection.execute(select(document.c.id, document.c.body))}
    tracked = {"scopes": "openid", "trackUserSessionsForLogout": True}
    assert found == {**bodies, "op": {"idpBrowserSso": {"oidcProviderSettings": tracked}}}
    database.close()


def test_searches_work_without_an_index_if_the_role_may_not_create_extensions(
    postgres_url: str, tmp_path: Path
) -> None:
    role = f"reader_{uuid.uuid4().hex}"
    with postgres_database(postgres_url) as url, psycopg.connect(url, autocommit=True) as owner:
        owner.execute(SQL("CREATE ROLE {} LOGIN PASSWORD 'toys'").format(Identifier(role)))
        owner.execute(SQL("GRANT ALL ON SCHEMA public TO {}").format(Identifier(role)))
        as_role = make_url(url).set(username=role, password="toys")
        database = open_database(as_role.render_as_string(hide_password=False), tmp_path)
        with structlog.testing.capture_logs() as log:
            migrate(database)
        assert [each["event"] for each in log] == ["no index for searches"]
        assert "pg_trgm" in log[0]["reason"]
        insert_documents(database, [("a", "1", "payments")])
        with database.reading() as connection:
            assert ids_of(connection, "a", "payment") == ["1"]
        database.close()
        owner.execute(SQL("DROP OWNED BY {}").format(Identifier(role)))
        owner.execute(SQL("DROP ROLE {}").format(Identifier(role)))


def insert_documents(database: Database, places: list[tuple[str, str, str]]) -> None:
    with database.writing() as connection:
        rows = [
            {"kind": kind, "id": id_, "sort_key": id_, "search_text": words, "body": "{}", "revision": 1}
            for kind, id_, words in places
        ]
        connection.execute(insert(document), rows)


def ids_of(connection: Connection, kind: str, words: str) -> list[str]:
    return [item.id for item in documents.page(connection, kind, ListQuery(filter=words)).items]


def test_the_latest_migration_is_the_required_version() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating._MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]
