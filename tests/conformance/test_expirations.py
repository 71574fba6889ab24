"""The index of certificates' ends of validity, on each kind of database."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from hanse.config.configuration import Configuration
from hanse.config.expirations import DocumentExpiration, ExpirationQuery
from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS
from tests.support.configurations import create, delete, replace
from tests.support.key_pairs import LIFETIME, START, rotating, stored_body

KINDS = (SIGNING_KEY_PAIRS.kind,)
END = START + LIFETIME


def found(configuration: Configuration, **query: Any) -> list[DocumentExpiration]:
    with configuration.reading() as view:
        return list(view.expirations(ExpirationQuery(**{"kinds": KINDS, **query})))


def names(configuration: Configuration, **query: Any) -> list[str]:
    return [each.id for each in found(configuration, **query)]


def test_saves_and_deletions_keep_the_index_current(configuration: Configuration) -> None:
    create(configuration, SIGNING_KEY_PAIRS, stored_body(1))
    (end,) = found(configuration)
    assert (end.kind, end.id, end.expiration.expires) == ("keyPairs/signing", "seal-1", "2027-06-01T00:00:00.000Z")
    assert end.expiration.name == "CN=Seal 1, O=Hanse\\, Lübeck, C=DE"
    assert not end.expiration.is_renewed
    with configuration.reading() as view:
        body = view.get(SIGNING_KEY_PAIRS, "seal-1").body
    replace(configuration, SIGNING_KEY_PAIRS, "seal-1", rotating(body))
    (end,) = found(configuration)
    assert end.expiration.is_renewed
    assert names(configuration, is_manual=True) == []
    delete(configuration, SIGNING_KEY_PAIRS, "seal-1")
    assert found(configuration) == []


def test_a_period_includes_its_beginning_and_excludes_its_end(configuration: Configuration) -> None:
    create(configuration, SIGNING_KEY_PAIRS, stored_body(1))
    moment = timedelta(milliseconds=1)

    def is_found(begins: datetime | None, ends: datetime | None) -> bool:
        return bool(found(configuration, begins=begins, ends=ends))

    assert is_found(END, None)
    assert not is_found(END + moment, None)
    assert not is_found(None, END)
    assert is_found(None, END + moment)
    assert not found(configuration, kinds=())


def test_pages_follow_each_other_in_the_order_of_time(configuration: Configuration) -> None:
    for number in (3, 1, 2):
        create(configuration, SIGNING_KEY_PAIRS, stored_body(number))
    everything = found(configuration)
    assert [each.id for each in everything] == ["seal-1", "seal-2", "seal-3"]
    assert all(first.key < second.key for first, second in pairwise(everything))
    assert names(configuration, limit=2) == ["seal-1", "seal-2"]
    assert names(configuration, after=everything[1].key) == ["seal-3"]


def test_months_have_their_numbers(configuration: Configuration) -> None:
    for number in (1, 2):
        create(configuration, SIGNING_KEY_PAIRS, stored_body(number))
    with configuration.reading() as view:
        assert view.expirations_by_month(ExpirationQuery(KINDS)) == {"2027-06": 2}
        assert view.expirations_by_month(ExpirationQuery(KINDS, ends=END)) == {}
