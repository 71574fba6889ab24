"""The log categories match the source: each category has log statements, and each logger belongs to one category."""

import re
from pathlib import Path

import pytest

import hanse
from hanse.kit.log_categories import LOG_CATEGORIES, LogCategory

SOURCES = [path.read_text() for path in Path(hanse.__file__).parent.rglob("*.py")]
LOGGER = re.compile(r'get_logger\("([^"]+)"\)')


def covers(category: LogCategory, logger: str) -> bool:
    return any(logger == name or logger.startswith(f"{name}.") for name in category.loggers)


def test_every_logger_belongs_to_one_category() -> None:
    loggers = {name for source in SOURCES for name in LOGGER.findall(source)}
    assert len(loggers) > 10
    owners = {name: [each.id for each in LOG_CATEGORIES if covers(each, name)] for name in loggers}
    assert {name: ids for name, ids in owners.items() if len(ids) != 1} == {}


@pytest.mark.parametrize("category", LOG_CATEGORIES, ids=lambda category: category.id)
def test_every_category_logs_more_at_debug_level(category: LogCategory) -> None:
    logging_sources = [source for source in SOURCES if "LOG.debug(" in source]
    loggers = {name for source in logging_sources for name in LOGGER.findall(source)}
    assert any(covers(category, name) for name in loggers), f"{category.id} has no debug statement"


def test_ids_and_names_are_unique() -> None:
    assert len({each.id for each in LOG_CATEGORIES}) == len(LOG_CATEGORIES)
    assert len({each.name for each in LOG_CATEGORIES}) == len(LOG_CATEGORIES)
