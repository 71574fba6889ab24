"""The index of certificates' ends of validity, on each kind of database."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.config.configuration import Configuration
from hanse.config.expirations import DocumentExpiration, ExpirationQuery
from hanse.config.list_query import ExpiryCondition, ListQuery
from hanse.kit.clock import to_text
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS
from tests.support.access_tokens import manager
from tests.support.configurations import create, delete, replace
from tests.support.idp_connections import idp_connection
from tests.support.key_pairs import LIFETIME, START, certificate, rotating, stored_body

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


# The ends of validity of the certificates of connections.
ENDS: dict[str, list[int]] = {"none": [], "late": [3], "early": [9, 1], "also-early": [1], "middle": [2, 3]}
MOMENT = timedelta(milliseconds=1)


def end(number: int) -> datetime:
    return START + number * LIFETIME


@pytest.fixture
def connections(configuration: Configuration) -> Configuration:
    create(configuration, MANAGERS, manager(0))
    for index, (id_, ends) in enumerate(ENDS.items()):
        pems = [certificate(number, lifetime=number * LIFETIME).public_bytes(Encoding.PEM).decode() for number in ends]
        certs = [{"x509File": {"id": f"c{at}", "fileData": pem}} for at, pem in enumerate(pems)]
        body = idp_connection(index, active=False, name=f"Partner {id_}", id=id_, credentials={"certs": certs})
        create(configuration, IDP_CONNECTIONS, body)
    return configuration


def listed(configuration: Configuration, expiry: ExpiryCondition | None = None, **query: Any) -> list[str]:
    with configuration.reading() as view:
        return [each.id for each in view.list(IDP_CONNECTIONS, ListQuery(expiry=expiry, **query)).items]


def test_a_list_is_filtered_by_the_certificate_that_expires_first(connections: Configuration) -> None:
    assert listed(connections, ExpiryCondition(ends=to_text(end(1)))) == []
    assert listed(connections, ExpiryCondition(ends=to_text(end(1) + MOMENT))) == ["also-early", "early"]
    assert listed(connections, ExpiryCondition(to_text(end(1)), to_text(end(2)))) == ["also-early", "early"]
    assert listed(connections, ExpiryCondition(to_text(end(1) + MOMENT), to_text(end(3)))) == ["middle"]
    assert listed(connections, ExpiryCondition(to_text(end(2)))) == ["late", "middle"]
    assert listed(connections, ExpiryCondition(is_present=False)) == ["none"]
    assert listed(connections, ExpiryCondition(to_text(end(2))), filter="late") == ["late"]
    with connections.reading() as view:
        page = view.list(
            IDP_CONNECTIONS, ListQuery(expiry=ExpiryCondition(to_text(end(1))), number_per_page=1, count_up_to=2)
        )
    assert (page.total, page.is_counted) == (3, False)


@pytest.mark.parametrize("descending", [False, True])
def test_a_list_is_sorted_by_the_certificate_that_expires_first(
    connections: Configuration, *, descending: bool
) -> None:
    expected = ["also-early", "early", "middle", "late", "none"][:: -1 if descending else 1]
    order: dict[str, Any] = {"by_expiry": True, "descending": descending}
    assert listed(connections, **order) == expected
    assert listed(connections, **order, filter="early") == [each for each in expected if "early" in each]
    numbered = [listed(connections, **order, number_per_page=2, page=number) for number in (1, 2, 3)]
    assert [id_ for page in numbered for id_ in page] == expected
    followed, after = [], None
    with connections.reading() as view:
        while True:
            page = view.list(IDP_CONNECTIONS, ListQuery(number_per_page=2, after=after, **order))
            followed += [each.id for each in page.items]
            if (after := page.next_key) is None:
                break
    assert followed == expected


def test_the_order_follows_changed_certificates(connections: Configuration) -> None:
    with connections.reading() as view:
        body = view.get(IDP_CONNECTIONS, "early").body
    replace(connections, IDP_CONNECTIONS, "early", {**body, "credentials": {"certs": body["credentials"]["certs"][:1]}})
    assert listed(connections, by_expiry=True) == ["also-early", "middle", "late", "early", "none"]
    delete(connections, IDP_CONNECTIONS, "also-early")
    assert listed(connections, by_expiry=True) == ["middle", "late", "early", "none"]
