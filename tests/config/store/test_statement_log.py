"""Database statements in the log: all of them, except that polling is logged once a minute."""

import logging
import threading
from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
import structlog
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.pool import StaticPool
from structlog.testing import capture_logs

from hanse.config.statement_log import ROUTINE_SECONDS, log_statements, routine_statements

Line = MutableMapping[str, Any]


class Time:
    """A monotonic clock that a test sets."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def engine(time: Time) -> Iterator[Engine]:
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    with engine.connect():  # Statements of the dialect at its first connection are not the product's.
        log_statements(engine, time)
    logger, configured = logging.getLogger("hanse.database"), structlog.get_config()
    logger.setLevel(logging.DEBUG)
    # The tests' own configuration logs only warnings and errors.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("DEBUG"))
    yield engine
    structlog.configure(**configured)
    logger.setLevel(logging.NOTSET)
    engine.dispose()


def execute(engine: Engine, *statements: str) -> list[Line]:
    with capture_logs() as lines, engine.begin() as connection:
        for each in statements:
            connection.execute(text(each))
    return [{name: line[name] for name in line if name in {"event", "statement", "left_out"}} for line in lines]


def execute_routinely(engine: Engine, *statements: str) -> list[Line]:
    with routine_statements():
        return execute(engine, *statements)


def test_each_statement_and_the_end_of_its_transaction_is_logged(engine: Engine) -> None:
    logged = [{"event": "statement", "statement": "SELECT 1"}] * 2
    assert execute(engine, "SELECT 1", "SELECT\n  1") == [*logged, {"event": "commit"}]


def test_routine_statements_are_logged_once_a_minute(engine: Engine, time: Time) -> None:
    first = {"event": "statement", "statement": "SELECT 1", "left_out": 0}
    assert execute_routinely(engine, "SELECT 1", "SELECT 1") == [first]
    time.seconds = ROUTINE_SECONDS - 0.25
    assert execute_routinely(engine, "SELECT 1", "SELECT 2") == [{**first, "statement": "SELECT 2"}]
    time.seconds = ROUTINE_SECONDS
    assert execute_routinely(engine, "SELECT 1", "SELECT 2") == [{**first, "left_out": 2}]
    assert execute_routinely(engine, "SELECT 1") == []


def test_the_same_statement_outside_a_routine_is_logged(engine: Engine) -> None:
    execute_routinely(engine, "SELECT 1")
    assert {"event": "statement", "statement": "SELECT 1"} in execute(engine, "SELECT 1")


def test_a_routine_applies_only_to_its_own_thread(engine: Engine) -> None:
    found: list[Line] = []
    with routine_statements():
        thread = threading.Thread(target=lambda: found.extend(execute(engine, "SELECT 1")))
        thread.start()
        thread.join()
    assert len(found) == 2


def test_nothing_is_logged_while_the_category_is_disabled(engine: Engine) -> None:
    logging.getLogger("hanse.database").setLevel(logging.INFO)
    assert execute(engine, "SELECT 1") == []
    assert execute_routinely(engine, "SELECT 1") == []
