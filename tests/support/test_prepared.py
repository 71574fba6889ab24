"""The third test with the same fixtures begins with what these have saved in the first two."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hanse.config.list_query import StoredDocument
from tests.support.prepared import Preparation
from tests.support.randomness import SeededRandomness


class Server:
    """A server whose calls insert rows into a table."""

    def __init__(self, preparation: Preparation, folder: Path) -> None:
        folder.mkdir()
        self.file, self.randomness = folder / "hanse.db", SeededRandomness()
        (folder / "master.key").write_text("key")
        self._execute("CREATE TABLE saved (body)")
        self.recording = preparation.recording(self.file, self.randomness)

    def save(self, body: str) -> str:
        return self.recording.perform(("create", "things", "", body), lambda: self._insert(body)).id

    def rows(self) -> list[str]:
        return [body for (body,) in self._execute("SELECT body FROM saved")]

    def _insert(self, body: str) -> StoredDocument:
        self._execute("INSERT INTO saved VALUES (?)", body)
        return StoredDocument(f"{body}-{self.randomness.token_bytes(4).hex()}", {}, len(self.rows()))

    def _execute(self, statement: str, *values: str) -> list[tuple[str]]:
        with closing(sqlite3.connect(self.file)) as connection, connection:
            return connection.execute(statement, values).fetchall()


def _prepared(folder: Path, *bodies: tuple[str, ...]) -> Preparation:
    """Return what is known after tests that saved some bodies."""
    preparation = Preparation(folder / "prepared")
    for number, saved in enumerate(bodies):
        server = Server(preparation, folder / str(number))
        for body in saved:
            server.save(body)
        server.recording.end()
    return preparation


def test_the_third_server_begins_with_the_rows_of_the_second(tmp_path: Path) -> None:
    preparation = _prepared(tmp_path, ("a", "b"), ("a", "b"))
    server = Server(preparation, tmp_path / "third")
    assert server.rows() == ["a", "b"]
    first = server.save("a")
    assert server.save("b") != first
    assert server.rows() == ["a", "b"]
    server.recording.end()
    # Later calls save, with random values that no earlier call had.
    assert server.save("a") != first
    assert server.rows() == ["a", "b", "a"]


def test_calls_that_differed_in_the_second_test_are_performed(tmp_path: Path) -> None:
    preparation = _prepared(tmp_path, ("a", "port-1", "b"), ("a", "port-2", "b"))
    server = Server(preparation, tmp_path / "third")
    assert server.rows() == ["a"]
    for body in ("a", "port-3", "b"):
        server.save(body)
    assert server.rows() == ["a", "port-3", "b"]


def test_a_test_that_saves_something_else_than_the_first_two_fails(tmp_path: Path) -> None:
    preparation = _prepared(tmp_path, ("a", "b"), ("a", "b"))
    server = Server(preparation, tmp_path / "third")
    server.save("a")
    with pytest.raises(AssertionError, match="something else"):
        server.save("c")
    with pytest.raises(AssertionError, match="more"):
        server.recording.end()
