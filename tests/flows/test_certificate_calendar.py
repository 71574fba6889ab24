"""The certificate calendar over the admin API, its secret address, and its metric."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from icalendar import Calendar
from sqlalchemy import select

from hanse.app.certificate_calendar import expiring_items
from hanse.ops.certificate_calendar.expiry_metrics import ExpiryMetrics
from hanse.ops.certificate_calendar.schema import calendar_address
from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS
from tests.flows.calendar_calls import ADDRESS, CALENDAR, FILE, trust
from tests.flows.key_calls import RSA_PAIR, add_keys
from tests.flows.server import API, Client, FlowServer, account
from tests.support.configurations import create
from tests.support.key_pairs import LIFETIME, START, rotating, stored_body

END = "2027-06-01T00:00:00.000Z"


def listed(client: Client, query: str = "kind=certificates/ca") -> list[str]:
    answer = client.get(f"{CALENDAR}?{query}")
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["items"]]


def test_items_of_all_kinds_are_listed_in_the_order_of_their_ends(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, rotating(stored_body(1)))
    trust(server, 1, days=-1)
    trust(server, 2, days=20)
    answer = admin.get(CALENDAR).json()
    items = {each["id"]: each for each in answer["items"]}
    assert [each["expires"] for each in answer["items"]] == sorted(each["expires"] for each in answer["items"])
    assert {"ca1": "EXPIRED", "ca2": "EXPIRES_SOON", "seal-1": "VALID"}.items() <= {
        id_: each["status"] for id_, each in items.items()
    }.items()
    assert items["seal-1"] == {
        "kind": "keyPairs/signing",
        "type": "Signing Key Pair",
        "id": "seal-1",
        "name": "CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
        "expires": END,
        "status": "VALID",
        "automaticallyRenewed": True,
        "page": items["seal-1"]["page"],
        "usedBy": [],
        "numberOfUsers": 0,
    }
    # The evaluation license of a new installation, and the file with the listeners' certificate.
    assert items["license"]["page"] == "/system/server/license"
    assert {"kind": "license", "name": "License"} in answer["kinds"]


def test_an_item_names_its_users(server: FlowServer, admin: Client) -> None:
    add_keys(server)
    (item,) = (
        each for each in admin.get(f"{CALENDAR}?kind=keyPairs/signing").json()["items"] if each["id"] == RSA_PAIR
    )
    assert item["numberOfUsers"] == 1
    (user,) = item["usedBy"]
    # The name of the set, whose ID is "hall".
    assert user == {"name": "Token Signing Key Set 'Hall hall'", "page": user["page"]}
    assert user["page"].startswith("/security/")


def test_periods_and_pages_narrow_the_list(server: FlowServer, admin: Client) -> None:
    for number in range(1, 5):
        trust(server, number, days=40 * number)
    now = server.clock.now()
    begins, ends = ((now + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ") for days in (60, 130))
    assert listed(admin, f"kind=certificates/ca&from={begins}&to={ends}") == ["ca2", "ca3"]
    first = admin.get(f"{CALENDAR}?kind=certificates/ca&limit=3").json()
    assert [each["id"] for each in first["items"]] == ["ca1", "ca2", "ca3"]
    assert sum(each["items"] for each in first["months"]) == 4
    rest = admin.get(CALENDAR, params={"kind": "certificates/ca", "limit": 3, "after": first["nextAfter"]}).json()
    assert [each["id"] for each in rest["items"]] == ["ca4"]
    assert "nextAfter" not in rest


@pytest.mark.parametrize("query", ["kind=oauth/clients", "from=today", "to=2026-11-21T08:30:00", "after=x"])
def test_invalid_parameters_are_refused(admin: Client, query: str) -> None:
    answer = admin.get(f"{CALENDAR}?{query}")
    assert answer.status_code == 422
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [query.partition("=")[0]]


def test_a_caller_sees_only_what_the_role_may_read(server: FlowServer, admin: Client) -> None:
    body = account("Keys", ["CRYPTO_ADMINISTRATOR"])
    assert admin.post(f"{API}/administrativeAccounts", body).status_code == 200
    kinds = {each["kind"] for each in server.basic("Keys").get(CALENDAR).json()["kinds"]}
    assert "certificates/ca" in kinds
    assert "sp/idpConnections" not in kinds
    assert "sp/idpConnections" in {each["kind"] for each in admin.get(CALENDAR).json()["kinds"]}


def test_the_address_is_read_without_a_session_until_it_is_replaced_or_revoked(
    server: FlowServer, admin: Client
) -> None:
    trust(server, 1, days=20)
    stranger = server.client()
    assert admin.get(ADDRESS).json() == {}
    first = admin.post(ADDRESS).json()["address"]
    assert first.startswith(f"https://{admin.host}{FILE}?key=")
    assert admin.get(ADDRESS).json() == {"created": "2026-11-21T08:30:00.000Z", "createdBy": "Administrator"}
    path = first.removeprefix(f"https://{admin.host}")
    answer = stranger.get(path, headers={"X-XSRF-Header": None})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    second = admin.post(ADDRESS).json()["address"].removeprefix(f"https://{admin.host}")
    assert stranger.get(path).status_code == 404
    assert stranger.get(second).status_code == 200
    assert admin.delete(ADDRESS).status_code == 204
    assert stranger.get(second).status_code == 404
    assert stranger.get(FILE).status_code == 404


def test_the_database_has_only_a_digest_of_the_address(server: FlowServer, admin: Client) -> None:
    secret = urlsplit(admin.post(ADDRESS).json()["address"]).query.removeprefix("key=")
    with server.core.configuration.database.reading() as connection:
        (row,) = connection.execute(select(calendar_address)).all()
    assert secret not in str(row)
    assert len(secret) == 43


def test_the_file_has_names_and_dates_of_what_its_creator_may_read(server: FlowServer, admin: Client) -> None:
    trust(server, 1, days=20)
    trust(server, 2, days=-91)
    path = admin.post(ADDRESS).json()["address"].removeprefix(f"https://{admin.host}")
    text = server.client().get(path).text
    events = Calendar.from_ical(text).events
    summaries = {str(each["SUMMARY"]): each for each in events}
    event = summaries["Trusted CA expires: CN=Seal 1, O=Hanse\\, Lübeck, C=DE"]
    assert event.start == (server.clock.now() + timedelta(days=20)).date()
    assert len({str(each["UID"]) for each in events}) == len(events)
    assert "Seal 2" not in text
    assert "ca1" not in text
    assert any(each.startswith("License expires:") for each in summaries)


def test_the_metric_has_the_first_end_of_each_item(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    metrics = ExpiryMetrics(expiring_items(server.core.license, server.options))
    assert metrics.values() == {}
    metrics.refresh(server.core.configuration)
    assert metrics.values()["keyPairs/signing", "seal-1"] == (START + LIFETIME).timestamp()
    assert ("license", "license") in metrics.values()
