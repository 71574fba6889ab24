"""The tables that migrations make are the ones that the code describes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, text

from hanse.config.store import documents
from hanse.config.store import migrate as migrating
from hanse.config.store.database import open_database
from hanse.config.store.migrate import HEAD, SchemaTooNew, migrate
from hanse.config.store.schema import document, metadata


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


def test_nodes_that_start_at_once_migrate_one_after_the_other(bare_database_url: str, tmp_path: Path) -> None:
    opened = [open_database(bare_database_url, tmp_path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, opened))
    with opened[0].reading() as connection:
        assert connection.execute(text("SELECT revision FROM head")).scalars().all() == [0]
    for database in opened:
        database.close()


def test_a_database_of_a_newer_version_is_left_alone(database_url: str, tmp_path: Path) -> None:
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


def test_an_upgrade_counts_the_documents_that_there_are(
    bare_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(bare_database_url, tmp_path)
    with monkeypatch.context() as before:
        before.setattr(migrating, "HEAD", "0004")
        migrate(database)
    with database.writing() as connection:
        places = [("a", "1"), ("a", "2"), ("b", "1")]
        rows = [
            {"kind": kind, "id": id_, "sort_key": "", "search_text": "", "body": "{}", "revision": 1}
            for kind, id_ in places
        ]
        connection.execute(insert(document), rows)
    migrate(database)
    with database.reading() as connection:
        assert {kind: documents.count(connection, kind) for kind in "abc"} == {"a": 2, "b": 1, "c": 0}
    database.close()


def test_the_newest_migration_is_the_one_that_the_code_asks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating._MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]
