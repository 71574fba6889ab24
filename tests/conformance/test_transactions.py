"""A transaction is one revision with one number; numbers have no gaps, and no transaction is partly stored."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, func, select

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.list_query import StoredDocument
from hanse.config.store.schema import metadata
from hanse.kit.errors import Conflict, Unavailable, ValidationFailed
from tests.conformance.shared_steps import every_resource, save_first
from tests.conformance.subjects import REAL_SUBJECTS, TOY_SUBJECTS, Body, Subject
from tests.support.clock import START, ManualClock
from tests.support.concurrency import run_at_once
from tests.support.configurations import AUTHOR, as_model, create, delete, read, replace, revision
from tests.support.toy_resources import DEVICES, GROUPS


def as_returned(subject: Subject, stored: StoredDocument) -> Body:
    """Return a document as clients receive it at the time of these tests."""
    return subject.resource.shown(stored.body, START)


def rows(database: Database) -> dict[str, int]:
    with database.reading() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }


def test_a_transaction_is_one_revision_with_its_changes_in_order(
    configuration: Configuration, clock: ManualClock
) -> None:
    with configuration.changing(AUTHOR) as change:
        red = change.create(GROUPS, as_model(GROUPS, {"id": "red", "name": "Red"}))
        clock.advance(seconds=1)
        device = change.create(DEVICES, as_model(DEVICES, {"name": "Device", "group": {"id": "red"}}))
        change.replace(GROUPS, "red", as_model(GROUPS, {"name": "Scarlet"}))
        change.delete(DEVICES, device.id)
    with configuration.reading() as view:
        log = list(revision_log.since(view.connection, 0))
    assert red.revision == device.revision == 1
    assert [(c.number, c.position, c.kind, c.before is None, c.after is None) for c in log] == [
        (1, 0, "toy/group", True, False),
        (1, 1, "toy/device", True, False),
        (1, 2, "toy/group", False, False),
        (1, 3, "toy/device", False, True),
    ]
    assert {change.time for change in log} == {"2026-11-21T08:30:00.000Z"}


def test_a_transaction_without_changes_creates_no_revision(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR):
        pass
    assert revision(configuration) == 0


@pytest.mark.parametrize("failure", [ValidationFailed, Exception], ids=["finding", "defect"])
def test_an_error_rolls_the_whole_transaction_back(
    configuration: Configuration, database: Database, failure: type[Exception]
) -> None:
    create(configuration, GROUPS, {"id": "red", "name": "Red"})
    before = rows(database)

    def fail() -> None:
        with configuration.changing(AUTHOR) as change:
            change.create(GROUPS, as_model(GROUPS, {"id": "blue", "name": "Blue"}))
            change.create(DEVICES, as_model(DEVICES, {"name": "Device", "group": {"id": "blue"}, "password": "p"}))
            change.replace(GROUPS, "red", as_model(GROUPS, {"name": "Scarlet"}))
            if failure is ValidationFailed:
                change.create(GROUPS, as_model(GROUPS, {"name": "BLUE"}))
            raise failure

    with pytest.raises(failure):
        fail()
    assert rows(database) == before
    assert read(configuration, GROUPS, "red").body["name"] == "Red"
    # The number of the failed transaction is used again.
    assert create(configuration, GROUPS, {"id": "blue", "name": "Blue"}).revision == 2


@every_resource
def test_a_stale_edit_or_deletion_is_refused_with_the_stored_document(
    configuration: Configuration, subject: Subject
) -> None:
    id_, body = save_first(configuration, subject)
    edited = revision(configuration)
    current = replace(configuration, subject.resource, id_, subject.altered(body), expected=edited)
    with pytest.raises(Conflict) as caught:
        replace(configuration, subject.resource, id_, body, expected=edited)
    assert (caught.value.current, caught.value.revision) == (as_returned(subject, current), current.revision)
    assert read(configuration, subject.resource, id_) == current
    if not subject.resource.is_singleton:
        with pytest.raises(Conflict):
            delete(configuration, subject.resource, id_, edited)
        delete(configuration, subject.resource, id_, current.revision)


# The conflict is detected before the code that differs between resources, so the real resources run as slow tests.
@pytest.mark.parametrize(
    "subject", [*TOY_SUBJECTS, *(pytest.param(each, marks=pytest.mark.slow) for each in REAL_SUBJECTS)], ids=str
)
def test_one_of_two_concurrent_editors_succeeds_and_the_other_gets_a_conflict(
    configuration: Configuration, subject: Subject
) -> None:
    id_, body = save_first(configuration, subject)
    edited = revision(configuration)
    second = subject.altered(body)
    for _ in range(5):
        edit = partial(replace, configuration, subject.resource, id_, second, edited)
        outcomes = run_at_once(edit, edit)
        lost = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
        won = [outcome for outcome in outcomes if outcome not in lost]
        current = read(configuration, subject.resource, id_)
        assert won == [current]
        assert [(conflict.current, conflict.revision) for conflict in lost] == [
            (as_returned(subject, current), current.revision)
        ]
        edited = current.revision
        second = subject.altered(current.body) if second == body else body


def test_one_of_two_concurrent_documents_gets_a_unique_name(configuration: Configuration) -> None:
    outcomes = run_at_once(
        lambda: create(configuration, GROUPS, {"id": "one", "name": "Wanted"}),
        lambda: create(configuration, GROUPS, {"id": "two", "name": "WANTED"}),
    )
    [lost] = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(lost, ValidationFailed)
    assert [(error.field_path, error.error_id) for error in lost.errors] == [("name", "value_in_use")]


def test_a_new_reference_and_the_deletion_of_its_target_cannot_both_succeed(configuration: Configuration) -> None:
    for number in range(5):
        group = create(configuration, GROUPS, {"name": f"Group {number}"}).id
        body = {"id": f"device-{number}", "name": f"Device {number}", "group": {"id": group}}
        outcomes = run_at_once(
            partial(create, configuration, DEVICES, body),
            partial(delete, configuration, GROUPS, group),
        )
        assert len([outcome for outcome in outcomes if isinstance(outcome, ValidationFailed)]) == 1


def test_revision_numbers_have_no_gaps_and_follow_the_commits(configuration: Configuration) -> None:
    seen: list[int] = []

    def write(writer: int) -> None:
        for number in range(10):
            name = f"{writer}-{number}"
            stored = create(configuration, GROUPS, {"id": name, "name": name})
            # A reader that has seen a number sees every change up to it.
            with configuration.reading() as view:
                assert [c.number for c in revision_log.since(view.connection, 0)][: stored.revision] == list(
                    range(1, stored.revision + 1)
                )
            seen.append(stored.revision)

    assert run_at_once(*(partial(write, writer) for writer in range(4))) == [None] * 4
    assert sorted(seen) == list(range(1, 41))


def test_a_reader_sees_one_state_while_others_write(configuration: Configuration) -> None:
    create(configuration, GROUPS, {"id": "red", "name": "Red"})
    with configuration.reading() as view:
        before = view.revision()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(create, configuration, GROUPS, {"id": "blue", "name": "Blue"}).result()
        assert (view.revision(), view.count(GROUPS), view.find(GROUPS, "blue")) == (before, 1, None)
    assert revision(configuration) == before + 1


def test_writes_of_a_reader_are_not_kept(configuration: Configuration) -> None:
    with configuration.reading() as view:
        revision_log.take_number(view.connection)
    assert revision(configuration) == 0


def test_a_writer_that_waits_too_long_gets_a_busy_error(database: Database) -> None:
    # By default each database waits for ten seconds; the test does not need the full wait.
    wait = "PRAGMA busy_timeout = 0" if database.is_sqlite else "SET lock_timeout = '1ms'"

    @event.listens_for(database.engine, "connect")
    def _shorten_wait(connection: Any, _record: Any) -> None:
        connection.execute(wait)
        connection.commit()

    database.engine.dispose()
    with database.writing() as first:
        revision_log.lock(first)
        with pytest.raises(Unavailable, match="busy") as caught, database.writing() as second:
            revision_log.lock(second)
    assert caught.value.headers == {"Retry-After": "5"}
    with database.writing() as third:
        revision_log.lock(third)
