"""Configurations that the fixtures of earlier tests have saved.

Most tests of the engine begin with the same fixtures, which save the same documents one by one; each save is validated,
committed and compiled into a snapshot. Therefore the database is kept after these saves, and a later test with the same
fixtures starts with a copy of it: the same calls of its fixtures only return what was stored.

Nothing is assumed about fixtures. The first test that uses them is a plain one. In the second one, the calls are
compared with those of the first, and the database is kept as long as they are equal, because some bodies have values
that differ in each test, for example the port of a mail server. Only calls before the first request and before the test
itself are considered.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.masterkey import FILE_NAME as MASTER_KEY
from tests.support.randomness import Position, SeededRandomness

# The name of the function, the resource, the ID, and the body.
Call: TypeAlias = tuple[str, str, str, str]
Act: TypeAlias = Callable[[], StoredDocument]
_DATABASE = "hanse.db"
_active: dict[int, "Recording"] = {}


@dataclass
class Preparation:
    """The calls of some fixtures as far as they are known, and a folder for their database."""

    folder: Path
    # The calls in the first test.
    first: list[Call] | None = None
    # Those that were the same in the second test, with their results.
    kept: list[tuple[Call, StoredDocument]] | None = None
    position: Position | None = None

    def recording(self, file: Path, randomness: SeededRandomness) -> "Recording":
        """Return what handles the calls of one more test, whose database is copied here if there is one."""
        if self.first is None:
            return _First(self)
        if self.kept is None:
            self.kept = []
            return _Second(self, self.first, self.kept, file, randomness)
        if self.position is not None:
            for name in (_DATABASE, MASTER_KEY):
                shutil.copy(self.folder / name, file.with_name(name))
            randomness.move_to(self.position)
        return _Later(self.kept)


class Recording(Protocol):
    """Handles the calls of one test's fixtures for one engine."""

    def perform(self, call: Call, act: Act) -> StoredDocument:
        """Return what a call has stored before, or perform it."""
        ...

    def end(self) -> None:
        """Consider no further calls."""
        ...


@dataclass
class _First:
    preparation: Preparation
    calls: list[Call] = field(default_factory=list)

    def perform(self, call: Call, act: Act) -> StoredDocument:
        self.calls.append(call)
        return act()

    def end(self) -> None:
        self.preparation.first = self.calls


@dataclass
class _Second:
    preparation: Preparation
    expected: list[Call]
    kept: list[tuple[Call, StoredDocument]]
    file: Path
    randomness: SeededRandomness
    is_over: bool = False

    def perform(self, call: Call, act: Act) -> StoredDocument:
        stored, number = act(), len(self.kept)
        # A revision is missing if the fixtures have also saved something in another way.
        has_gap = bool(self.kept) and stored.revision != self.kept[-1][1].revision + 1
        self.is_over = self.is_over or has_gap or self.expected[number : number + 1] != [call]
        if not self.is_over:
            self._keep()
            self.kept.append((call, deepcopy(stored)))
        return stored

    def end(self) -> None:
        pass

    def _keep(self) -> None:
        folder = self.preparation.folder
        folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(folder / _DATABASE)) as target:
            target.execute("PRAGMA synchronous = OFF")
            source.backup(target)
        shutil.copy(self.file.with_name(MASTER_KEY), folder)
        self.preparation.position = self.randomness.position()


@dataclass
class _Later:
    kept: list[tuple[Call, StoredDocument]]
    number: int = 0

    def perform(self, call: Call, act: Act) -> StoredDocument:
        if self.number == len(self.kept):
            return act()
        known, stored = self.kept[self.number]
        assert call == known, f"these fixtures have saved something else in two earlier tests: {known}"
        self.number += 1
        return deepcopy(stored)

    def end(self) -> None:
        assert self.number == len(self.kept), "these fixtures have saved more in two earlier tests"


def call_of(name: str, resource: Resource[Any], id_: str, body: Any) -> Call:
    """Return a call in a form that can be compared."""
    return (name, resource.kind, id_, json.dumps(body, sort_keys=True))


def perform(configuration: Configuration, call: Call, act: Act) -> StoredDocument:
    """Perform a call unless it is known what it stores."""
    recording = _active.get(id(configuration))
    return act() if recording is None else recording.perform(call, act)


@contextmanager
def recorded(configuration: Configuration, recording: Recording) -> Iterator[None]:
    """Handle the calls for a configuration with a recording until `end_all`."""
    _active[id(configuration)] = recording
    yield
    _active.pop(id(configuration), None)


def end_all() -> None:
    """End the recordings of all engines, because now requests are sent or the test itself begins."""
    while _active:
        _active.popitem()[1].end()
