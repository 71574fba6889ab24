"""Each administrator receives the notices of the areas that they may read."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hanse.config.database import Database
from hanse.config.declare.access import Area, Principal, Role
from hanse.config.declare.notice_sources import NoticeSource, notices_for, sources_of
from hanse.config.declare.notices import Notice
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import GROUPS


def source_of(text: str, area: Area) -> NoticeSource:
    def find_notices(_view: View, _ports: Ports) -> Iterator[Notice]:
        yield Notice(id=text, label=text, description=text)

    return NoticeSource(area, find_notices)


def too_many_groups(view: View, _ports: Ports) -> Iterator[Notice]:
    if (count := view.count(GROUPS)) > 1:
        yield Notice(id="tooManyGroups", label="Groups", description=f"There are {count}.")


SOURCES = [source_of("license", Area.LICENSE), source_of("keys", Area.KEYS), source_of("hosts", Area.CONFIGURATION)]


@pytest.mark.parametrize(
    ("principal", "expected"),
    [
        (Principal("a", frozenset({Role.ADMINISTRATOR})), ["license", "keys", "hosts"]),
        (Principal("c", frozenset({Role.CRYPTO_ADMINISTRATOR})), ["license", "keys"]),
        (Principal("u", frozenset({Role.USER_ADMINISTRATOR})), ["license"]),
        (Principal("x", frozenset(), auditor=True), ["license", "keys", "hosts"]),
        (Principal("n", frozenset()), []),
        (Principal("s", frozenset(Role), is_setup=True), []),
    ],
    ids=lambda value: value.username if isinstance(value, Principal) else None,
)
def test_notices_are_shown_to_those_who_may_read_their_cause(
    database: Database, clock: ManualClock, randomness: SeededRandomness, principal: Principal, expected: list[str]
) -> None:
    configuration = make_configuration(database, [GROUPS], clock, randomness)
    with configuration.reading() as view:
        assert [each.id for each in notices_for(principal, SOURCES, view, Ports({}))] == expected


def test_the_notices_of_a_resource_appear_with_their_cause_to_its_readers(
    database: Database, clock: ManualClock, randomness: SeededRandomness
) -> None:
    resource = replace(GROUPS, area=Area.KEYS, notices=(too_many_groups,))
    configuration = make_configuration(database, [resource], clock, randomness)
    crypto = Principal("c", frozenset({Role.CRYPTO_ADMINISTRATOR}))
    users = Principal("u", frozenset({Role.USER_ADMINISTRATOR}))

    def descriptions(principal: Principal) -> list[str]:
        with configuration.reading() as view:
            sources = sources_of(configuration.registry)
            return [each.description for each in notices_for(principal, sources, view, configuration.ports)]

    create(configuration, resource, {"name": "one"})
    assert descriptions(crypto) == []
    create(configuration, resource, {"name": "two"})
    assert descriptions(crypto) == ["There are 2."]
    assert descriptions(users) == []
