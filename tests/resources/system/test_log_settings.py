"""Log settings: stored and returned values, and categories that are enabled for a limited time."""

from datetime import timedelta
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.clock import to_text
from hanse.kit.errors import ValidationFailed
from hanse.kit.log_categories import LOG_CATEGORIES
from hanse.resources.system.log_settings.resource import LOG_SETTINGS
from hanse.resources.system.log_settings.verbose_categories import verbose_of
from tests.support.clock import START, ManualClock
from tests.support.configurations import make_configuration, read, replace
from tests.support.randomness import SeededRandomness


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(database, [LOG_SETTINGS], clock, SeededRandomness())


def save(configuration: Configuration, *categories: dict[str, Any]) -> dict[str, Any]:
    return replace(configuration, LOG_SETTINGS, "-", {"logCategories": list(categories)}).body


def shown(configuration: Configuration, clock: ManualClock) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = LOG_SETTINGS.shown(read(configuration, LOG_SETTINGS, "-").body, clock.now())[
        "logCategories"
    ]
    return found


def enabled_ids(configuration: Configuration, clock: ManualClock) -> list[str]:
    return [each["id"] for each in shown(configuration, clock) if each["enabled"]]


def test_a_new_server_lists_every_category_as_disabled(configuration: Configuration, clock: ManualClock) -> None:
    rows = shown(configuration, clock)
    assert [(row["id"], row["name"]) for row in rows] == [(each.id, each.name) for each in LOG_CATEGORIES]
    assert all(row["description"] and row["enabled"] is False for row in rows)


def test_an_answer_can_be_sent_back(configuration: Configuration, clock: ManualClock) -> None:
    save(configuration, {"id": "keys", "enabled": True}, {"id": "requests", "enabled": True, "enabledForMinutes": 5})
    rows = shown(configuration, clock)
    before = read(configuration, LOG_SETTINGS, "-")
    save(configuration, *rows)
    assert read(configuration, LOG_SETTINGS, "-") == before
    assert shown(configuration, clock) == rows


def test_omitted_categories_are_disabled_and_sent_names_are_ignored(
    configuration: Configuration, clock: ManualClock
) -> None:
    save(configuration, {"id": "oauth", "enabled": True}, {"id": "keys", "enabled": True, "name": "Mine"})
    assert enabled_ids(configuration, clock) == ["oauth", "keys"]
    assert "Mine" not in str(shown(configuration, clock))
    stored = save(configuration, {"id": "keys", "enabled": True})
    assert stored["logCategories"] == [{"id": "keys", "enabled": True}]
    assert enabled_ids(configuration, clock) == ["keys"]


def test_minutes_are_measured_from_the_save_by_the_servers_clock(
    configuration: Configuration, clock: ManualClock
) -> None:
    save(configuration, {"id": "keys", "enabled": True, "enabledForMinutes": 15})
    end = START + timedelta(minutes=15)
    [row] = [each for each in shown(configuration, clock) if each["enabled"]]
    assert (row["enabledUntil"], "enabledForMinutes" in row) == (to_text(end), False)
    with configuration.reading() as view:
        assert verbose_of(view) == {"keys": end}
    clock.advance(minutes=15)
    assert enabled_ids(configuration, clock) == []
    # An end in the past that is sent back does not enable the category again.
    assert save(configuration, row)["logCategories"] == []


def test_times_are_stored_in_one_format(configuration: Configuration) -> None:
    body = save(configuration, {"id": "keys", "enabled": True, "enabledUntil": "2026-11-22T01:00:00+01:00"})
    assert body["logCategories"][0]["enabledUntil"] == "2026-11-22T00:00:00.000Z"


@pytest.mark.parametrize(
    ("rows", "path", "error_id"),
    [
        ([{"id": "nothing"}], "logCategories[0].id", "unknown_category"),
        ([{"id": "keys"}, {"id": "keys"}], "logCategories", "value_in_use"),
        ([{"id": "keys", "enabledForMinutes": 0}], "logCategories[0].enabledForMinutes", "greater_than_equal"),
        ([{"id": "keys", "enabledForMinutes": 44641}], "logCategories[0].enabledForMinutes", "less_than_equal"),
        ([{"id": "keys", "enabledUntil": "tomorrow"}], "logCategories[0].enabledUntil", "invalid_date"),
        ([{"id": "keys", "enabledUntil": "2026-11-21T09:00:00"}], "logCategories[0].enabledUntil", "invalid_date"),
    ],
)
def test_invalid_settings_are_refused_at_their_field(
    configuration: Configuration, rows: list[dict[str, Any]], path: str, error_id: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        save(configuration, *rows)
    assert [(error.field_path, error.error_id) for error in refused.value.errors] == [(path, error_id)]


def test_categories_of_other_servers_are_kept_and_have_no_effect(
    configuration: Configuration, clock: ManualClock
) -> None:
    sent = {"core": True, "xmlsig": False, "policytree": True}
    save(configuration, *({"id": id_, "enabled": enabled} for id_, enabled in sent.items()))
    rows = shown(configuration, clock)
    assert {row["id"]: row["enabled"] for row in rows if row["id"] in sent} == sent
    assert [row["id"] for row in rows[len(LOG_CATEGORIES) :]] == ["policytree", "xmlsig"]
    with configuration.reading() as view:
        assert set(verbose_of(view)) == {"core"}
    save(configuration, *rows)
    assert shown(configuration, clock) == rows
    replace(configuration, LOG_SETTINGS, "-", {})
    assert [row["id"] for row in shown(configuration, clock)] == [each.id for each in LOG_CATEGORIES]


def test_a_category_is_found_by_its_previous_id(configuration: Configuration, clock: ManualClock) -> None:
    save(configuration, {"id": "server", "enabled": True})
    assert enabled_ids(configuration, clock) == ["core"]


def test_the_lifetime_of_verbose_logging_disables_every_category(
    configuration: Configuration, clock: ManualClock
) -> None:
    categories = [
        {"id": "keys", "enabled": True},
        {"id": "requests", "enabled": True, "enabledForMinutes": 5},
        {"id": "core", "enabled": False},
    ]
    body = {"logCategories": categories, "verboseLoggingLifetime": 60}
    stored = replace(configuration, LOG_SETTINGS, "-", body).body
    answer = LOG_SETTINGS.shown(stored, clock.now())
    assert answer["verboseLoggingLifetime"] == 60
    assert answer["verboseLoggingExpiresIn"] == to_text(START + timedelta(minutes=60))
    assert answer["modificationDate"] == to_text(START)
    clock.advance(minutes=6)
    assert enabled_ids(configuration, clock) == ["keys"]
    clock.advance(minutes=55)
    assert enabled_ids(configuration, clock) == []
    assert "verboseLoggingExpiresIn" not in LOG_SETTINGS.shown(stored, clock.now())


def test_a_save_without_a_change_keeps_the_modification_date(configuration: Configuration, clock: ManualClock) -> None:
    first = save(configuration, {"id": "keys", "enabled": True})
    clock.advance(minutes=1)
    assert save(configuration, {"id": "keys", "enabled": True}) == first
    assert save(configuration)["modificationDate"] == to_text(START + timedelta(minutes=1))
