"""Rows of users that are written into tables of SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from hanse.data_stores.database import DatabaseClient, quoted_table
from hanse.data_stores.jdbc import read_url
from hanse.data_stores.settings import ConstraintViolated, DatabaseSettings, SourceFailed, writable
from hanse.data_stores.table_rows import UserRow

_TABLES = """
CREATE TABLE "Odd ""members" (login VARCHAR(99) PRIMARY KEY, mail VARCHAR(99) NOT NULL, "a;b" VARCHAR(20), age INTEGER);
CREATE TABLE twins (login VARCHAR(200), mail VARCHAR(200));
INSERT INTO twins VALUES ('joe', 'a'), ('joe', 'b');
"""
_TABLE = 'Odd "members'


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseSettings:
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "members.db") as connection:
            connection.executescript(_TABLES)
        connection.close()
        return DatabaseSettings(url=read_url("org.sqlite.JDBC", "jdbc:sqlite:members.db", tmp_path))
    url = request.getfixturevalue("postgres_url")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'DROP TABLE IF EXISTS "Odd ""members", twins; {_TABLES}')
    return DatabaseSettings(url=url.replace("postgresql://", "postgresql+psycopg://"))


@pytest.fixture
def client(settings: DatabaseSettings) -> Iterator[DatabaseClient]:
    made = DatabaseClient(writable(settings))
    yield made
    made.close()


def save(client: DatabaseClient, *, updates: bool = False, table: str = _TABLE, **values: str) -> None:
    UserRow(table, None, "login", values).save(client, updates=updates)


def rows(client: DatabaseClient, table: str = _TABLE) -> list[tuple[object, ...]]:
    statement = sa.select(sa.text("*")).select_from(quoted_table(table)).order_by(sa.text("login"))
    return client.change(lambda connection: [tuple(each) for each in connection.execute(statement)])


def test_a_row_is_inserted_once_and_updated_if_wanted(client: DatabaseClient) -> None:
    save(client, login="joe", mail="joe@hanse.example", age="42")
    save(client, login="joe", mail="other@hanse.example", age="43")
    assert rows(client) == [("joe", "joe@hanse.example", None, 42)]
    save(client, updates=True, login="joe", mail="other@hanse.example", age="43")
    assert rows(client) == [("joe", "other@hanse.example", None, 43)]
    # A row whose key is its only value has nothing to update.
    save(client, updates=True, login="joe")
    assert len(rows(client)) == 1


@pytest.mark.parametrize("value", ["'); DROP TABLE twins; --", "o'odd \" ${x} :y %s", "Ümläut 船"])
def test_values_never_become_a_part_of_the_statement(client: DatabaseClient, value: str) -> None:
    save(client, login=value, mail=value)
    save(client, updates=True, login=value, mail=f"{value}2")
    assert rows(client) == [(value, f"{value}2", None, None)]
    assert len(rows(client, "twins")) == 2


def test_names_of_columns_are_quoted(client: DatabaseClient) -> None:
    UserRow(_TABLE, None, "login", {"login": "joe", "mail": "x", "a;b": "y"}).save(client, updates=True)
    assert rows(client) == [("joe", "x", "y", None)]
    with pytest.raises(SourceFailed):
        UserRow(_TABLE, None, "login", {"login": "ann", "mail) VALUES ('x'); --": "x"}).save(client, updates=True)


def test_a_row_that_violates_a_constraint_is_refused_without_its_values(client: DatabaseClient) -> None:
    with pytest.raises(ConstraintViolated) as refused:
        save(client, login="secret-login")
    assert "secret-login" not in str(refused.value)
    assert rows(client) == []


def test_several_rows_of_a_user_are_an_error(client: DatabaseClient) -> None:
    with pytest.raises(SourceFailed, match="Several rows"):
        save(client, updates=True, table="twins", login="joe", mail="c")


def test_simultaneous_sign_ins_create_one_row(client: DatabaseClient) -> None:
    with ThreadPoolExecutor(6) as pool:
        saved = [pool.submit(save, client, updates=True, login="joe", mail=f"{number}") for number in range(12)]
    assert [each.exception() for each in saved] == [None] * 12
    assert len(rows(client)) == 1


def test_connections_for_look_ups_cannot_write(settings: DatabaseSettings) -> None:
    reading = DatabaseClient(settings)
    with pytest.raises(SourceFailed):
        save(reading, login="joe", mail="x")
    reading.close()


def test_a_missing_file_is_not_created(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=read_url("org.sqlite.JDBC", "jdbc:sqlite:misspelled.db", tmp_path))
    client = DatabaseClient(replace(writable(settings), connect_timeout=1))
    with pytest.raises(SourceFailed):
        save(client, login="joe", mail="x")
    assert list(tmp_path.iterdir()) == []
