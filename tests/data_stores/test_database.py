"""Searches for users in tables of SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.engine import make_url

from hanse.data_stores.client_pool import MOST_CLIENTS, DataStoreClients
from hanse.data_stores.database import DatabaseClient
from hanse.data_stores.jdbc import read_url
from hanse.data_stores.settings import CredentialsRefused, DatabaseSettings, SourceFailed
from hanse.data_stores.sql_conditions import read_condition
from tests.support.postgresql_refusal import refusing

_TABLES = """
CREATE TABLE "people" (id INTEGER PRIMARY KEY, mail VARCHAR(200), "Odd ""Name" VARCHAR(20), active BOOLEAN);
INSERT INTO people VALUES (1, 'ada@hanse.example', 'x', TRUE), (2, 'bob@hanse.example', NULL, FALSE);
INSERT INTO people VALUES (3, 'o''odd%', 'y', TRUE);
"""
POSTGRESQL, SQLITE = "org.postgresql.Driver", "org.sqlite.JDBC"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("stores")
    with sqlite3.connect(made / "people.db") as connection:
        connection.executescript(_TABLES)
    connection.close()
    return made


@pytest.fixture(scope="module")
def sqlite_settings(folder: Path) -> DatabaseSettings:
    return DatabaseSettings(url=read_url(SQLITE, "jdbc:sqlite:people.db", folder))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def tables(request: pytest.FixtureRequest, sqlite_settings: DatabaseSettings) -> Iterator[DatabaseClient]:
    if request.param == "sqlite":
        made = DatabaseClient(sqlite_settings)
    else:
        url = request.getfixturevalue("postgres_url")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP TABLE IF EXISTS people")
            connection.execute(_TABLES)
        made = DatabaseClient(DatabaseSettings(url=url.replace("postgresql://", "postgresql+psycopg://")))
    yield made
    made.close()


def find_mails(tables: DatabaseClient, condition: str, value: str) -> list[str]:
    return [row["mail"] for row in tables.look_up("people", ["mail"], condition, {"v": value})]


def test_columns_of_the_matching_rows_are_returned(tables: DatabaseClient) -> None:
    tables.check()
    rows = tables.look_up("people", ["mail", 'Odd "Name', "id"], "mail = ${v}", {"v": ["bob@hanse.example"]})
    assert rows == [{"mail": "bob@hanse.example", "id": "2"}]
    assert len(tables.look_up("people", ["id"], "id > 0", {})) == 3
    assert len(tables.look_up("people", ["id"], "id > 0", {}, most=2)) == 2


@pytest.mark.parametrize(
    ("condition", "value", "expected"),
    [
        ("mail='${v}'", "ada@hanse.example", ["ada@hanse.example"]),
        ("mail LIKE '%${v}%' AND id < 3", "bob", ["bob@hanse.example"]),
        ("mail = ${v}", "o'odd%", ["o'odd%"]),
        ("mail = '${v}'", "o'odd%", ["o'odd%"]),
        ("mail = 'o''${v}'", "odd%", ["o'odd%"]),
        ("'a:b' = 'a:b' AND id = 1 AND mail LIKE 'ada%' AND mail <> ${v}", "x", ["ada@hanse.example"]),
        ("mail = ${v}", "' OR '1'='1", []),
        ("mail = '${v}'", "' OR '1'='1", []),
        ("mail = '${v}'", "\\' OR 1=1 --", []),
        ("mail = ${v}", "x; DROP TABLE people", []),
    ],
)
def test_values_are_bound_and_never_become_part_of_the_condition(
    tables: DatabaseClient, condition: str, value: str, expected: list[str]
) -> None:
    assert find_mails(tables, condition, value) == expected


@given(value=st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=40))
@settings(max_examples=40)
def test_no_input_finds_another_user(sqlite_settings: DatabaseSettings, value: str) -> None:
    client = DatabaseClient(sqlite_settings)
    for condition in ("mail = ${v}", "mail = '${v}'"):
        assert find_mails(client, condition, value) == ([value] if value in ("ada@hanse.example", "o'odd%") else [])
    client.close()


@pytest.mark.parametrize(
    "condition", ["", " ", "id=1; DROP TABLE people", "id=1 -- x", "id=1 /* x", "mail='x", '"a', "a=$$b$$"]
)
def test_invalid_conditions_are_refused(condition: str) -> None:
    with pytest.raises(SourceFailed):
        read_condition(condition)


def test_queries_cannot_change_data(tables: DatabaseClient) -> None:
    writing = DatabaseClient(replace(tables._settings, validation="DELETE FROM people"))
    with pytest.raises(SourceFailed, match=r"read-?only"):
        writing.check()
    writing.close()


def test_slow_queries_are_cancelled(tables: DatabaseClient) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    slow = DatabaseClient(replace(tables._settings, validation=endless, read_timeout=0.2))
    with pytest.raises(SourceFailed, match=r"interrupted|statement timeout"):
        slow.check()
    slow.close()


def test_missing_tables_and_columns_are_reported(tables: DatabaseClient, folder: Path) -> None:
    with pytest.raises(SourceFailed, match="nowhere"):
        tables.look_up("nowhere", ["mail"], "1 = 1", {})
    with pytest.raises(SourceFailed, match="There is no value for"):
        find_mails(tables, "mail = ${w}", "x")
    gone = DatabaseClient(DatabaseSettings(url=read_url(SQLITE, "jdbc:sqlite:gone.db", folder)))
    with pytest.raises(SourceFailed, match="unable to open"):
        gone.check()
    gone.close()


def test_a_jdbc_url_is_rebuilt_from_its_parts(tmp_path: Path) -> None:
    text = "jdbc:postgresql://db.example:6543/people?sslmode=verify-full&currentSchema=hr"
    read = read_url(POSTGRESQL, text, tmp_path)
    assert read.startswith("postgresql+psycopg://db.example:6543/people?")
    assert "sslmode=verify-full" in read
    assert "sslrootcert=system" in read
    assert read_url(POSTGRESQL, "jdbc:postgresql://[::1]/people", tmp_path) == "postgresql+psycopg://[::1]:5432/people"


@pytest.mark.parametrize(
    ("driver", "url"),
    [
        ("com.mysql.jdbc.Driver", "jdbc:mysql://db/people"),
        (POSTGRESQL, "postgresql://db/people"),
        (POSTGRESQL, "jdbc:postgresql://user:password@db/people"),
        (POSTGRESQL, "jdbc:postgresql://db:0/people"),
        (POSTGRESQL, "jdbc:postgresql://db:99999/people"),
        (POSTGRESQL, "jdbc:postgresql:///people"),
        (POSTGRESQL, "jdbc:postgresql://db/people?passfile=/etc/shadow"),
        (POSTGRESQL, "jdbc:postgresql://db/people?options=-cfoo"),
        (POSTGRESQL, "jdbc:postgresql://db/people?sslmode=allow"),
        (POSTGRESQL, "jdbc:postgresql://db/people?currentSchema=a -cb=c"),
        (SQLITE, "jdbc:sqlite:/etc/passwd"),
        (SQLITE, "jdbc:sqlite:../hanse.db"),
        (SQLITE, "jdbc:sqlite:a/../../hanse.db"),
        (SQLITE, "jdbc:sqlite:people.db?mode=rw"),
        (SQLITE, "jdbc:sqlite::memory:"),
        (SQLITE, "jdbc:sqlite:"),
    ],
)
def test_unsupported_or_unsafe_jdbc_urls_are_refused(driver: str, url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"must|Enter|not supported"):
        read_url(driver, url, tmp_path)


def test_a_symbolic_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stores").mkdir()
    (tmp_path / "stores" / "link.db").symlink_to(tmp_path / "hanse.db")
    with pytest.raises(ValueError, match="data-stores"):
        read_url(SQLITE, "jdbc:sqlite:link.db", tmp_path / "stores")


def test_equal_connection_settings_share_a_client(sqlite_settings: DatabaseSettings) -> None:
    sources = DataStoreClients(Path())
    first = sources.tables(sqlite_settings)
    assert sources.tables(replace(sqlite_settings)) is first
    assert sources.tables(replace(sqlite_settings, validation="SELECT 2")) is not first
    for number in range(MOST_CLIENTS):
        sources.tables(replace(sqlite_settings, validation=f"SELECT {number + 3}"))
    assert sources.tables(sqlite_settings) is not first
    sources.close()


@pytest.mark.parametrize(
    ("message", "is_refused"),
    [
        ('password authentication failed for user "ada"', True),
        ("Passwort-Authentifizierung für Benutzer »ada« fehlgeschlagen", True),
        ('role "ada" does not exist', True),
        ('database "people" does not exist', False),
        ('no pg_hba.conf entry for host "127.0.0.1", user "ada", database "people", no encryption', False),
        ("sorry, too many clients already", False),
    ],
)
def test_a_refused_password_is_distinguished_from_other_failures(message: str, is_refused: bool) -> None:
    with refusing(message) as port:
        url = f"postgresql+psycopg://ada@127.0.0.1:{port}/people"
        tables = DatabaseClient(DatabaseSettings(url=url, password="wrong"))
        with pytest.raises(SourceFailed) as failed:
            tables.check()
        tables.close()
    assert isinstance(failed.value, CredentialsRefused) is is_refused
    assert "wrong" not in str(failed.value)


def test_an_unknown_database_user_is_reported(postgres_url: str) -> None:
    url = make_url(postgres_url.replace("postgresql://", "postgresql+psycopg://")).set(username="nobody-here")
    tables = DatabaseClient(DatabaseSettings(url=url.render_as_string(hide_password=False)))
    with pytest.raises(CredentialsRefused, match="The database rejected the username or its password"):
        tables.check()
    tables.close()
