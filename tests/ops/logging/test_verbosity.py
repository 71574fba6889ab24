"""Log categories are switched on by the settings and off at their time. Settings wait while a migrated file exists."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from hanse.ops.logging.migrated_configuration import MigratedFile
from hanse.ops.logging.verbosity import Verbosity
from tests.support.clock import START, ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def verbosity(clock: ManualClock) -> Iterator[Verbosity]:
    made = Verbosity(clock)
    yield made
    made.close()


def level(name: str) -> int:
    return logging.getLogger(name).getEffectiveLevel()


def test_one_category_logs_in_detail_and_the_others_do_not(verbosity: Verbosity) -> None:
    before = level("hanse.admin.api")
    verbosity.take({"keys": None})
    assert level("hanse.keys") == level("hanse.certificate") == level("hanse.keys.below") == logging.DEBUG
    assert level("hanse.admin.api") == before != logging.DEBUG
    verbosity.take({})
    assert level("hanse.keys") == before


def test_a_category_is_disabled_at_its_time(verbosity: Verbosity, clock: ManualClock) -> None:
    verbosity.take({"keys": START + timedelta(minutes=15), "oauth": None})
    clock.advance(minutes=15, microseconds=-1)
    verbosity.tick()
    assert verbosity.on == {"keys", "oauth"}
    clock.advance(microseconds=1)
    verbosity.tick()
    assert verbosity.on == {"oauth"}
    assert level("hanse.keys") != logging.DEBUG
    assert level("hanse.oauth") == logging.DEBUG


def test_a_category_whose_time_has_passed_is_not_enabled(verbosity: Verbosity) -> None:
    verbosity.take({"keys": START})
    assert verbosity.on == frozenset()


def test_settings_wait_while_a_migrated_file_exists(clock: ManualClock, tmp_path: Path) -> None:
    migrated = MigratedFile(tmp_path)
    migrated.path.parent.mkdir()
    migrated.path.write_text("<Configuration/>")
    verbosity = Verbosity(clock, is_held=migrated.is_waiting)
    verbosity.take({"keys": None})
    assert level("hanse.keys") != logging.DEBUG
    migrated.path.unlink()
    verbosity.tick()
    assert level("hanse.keys") == logging.DEBUG
    verbosity.close()
    assert level("hanse.keys") != logging.DEBUG
