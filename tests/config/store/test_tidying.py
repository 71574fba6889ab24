"""PostgreSQL vacuums a table after many documents were inserted at once, so that its statistics are current."""

from contextlib import suppress

import pytest
import structlog
from sqlalchemy import MetaData, Table, text

from hanse.config.database import Database, vacuum_after_commit
from hanse.config.list_query import StoredDocument
from hanse.config.store import documents
from tests.support.configurations import RollBack


def write(database: Database, start: int, *, rolls_back: bool = False) -> None:
    rows = [
        documents.DocumentRow(StoredDocument(f"g{number}", {}, 1), f"g{number}", "")
        for number in range(start, start + 3)
    ]
    with suppress(RollBack), database.writing() as connection:
        documents.insert_many(connection, "toy/group", rows)
        if rolls_back:
            raise RollBack


@pytest.fixture
def tidied(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    original = Database._tidy

    def noted(self: Database, table: str) -> None:
        names.append(table)
        original(self, table)

    monkeypatch.setattr(documents, "_MANY_ROWS", 3)
    monkeypatch.setattr(Database, "_tidy", noted)
    return names


def test_a_grown_table_is_vacuumed_after_the_commit(database: Database, tidied: list[str]) -> None:
    write(database, 0, rolls_back=True)
    assert tidied == []
    write(database, 0)
    assert tidied == ["document"]
    with database.writing() as connection:
        documents.remove_many(connection, "toy/group", ["g0"])
    assert tidied == ["document"]
    if not database.is_sqlite:
        with database.reading() as connection:
            counted = text("SELECT reltuples FROM pg_class WHERE oid = 'document'::regclass")
            assert connection.execute(counted).scalar_one() == 3


def test_a_save_succeeds_even_if_the_vacuum_fails(database: Database) -> None:
    with structlog.testing.capture_logs() as log, database.writing() as connection:
        documents.insert_many(connection, "toy/group", [documents.DocumentRow(StoredDocument("g", {}, 1), "g", "")])
        vacuum_after_commit(connection, Table("nowhere", MetaData()))
    reported = [] if database.is_sqlite else ["VACUUM of a table failed"]
    assert [each["event"] for each in log] == reported
    with database.reading() as connection:
        assert documents.count(connection, "toy/group") == 1
