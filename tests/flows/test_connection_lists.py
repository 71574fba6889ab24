"""Lists of connections over the admin API: filters, and the order by certificate expiry."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.flows.key_calls import KEY_PAIR
from tests.flows.pages import visit
from tests.flows.server import API, Client, FlowServer
from tests.flows.test_sp_connections import CONNECTIONS, signed_by
from tests.support.idp_connections import credentials_until
from tests.support.sp_connections import sp_connection


@pytest.fixture
def admin(filled_server: FlowServer) -> Iterator[Client]:
    """Yield an administrator, and delete what a test has created, because the license allows ten connections."""
    client = filled_server.basic("Administrator")
    before = {each["id"] for each in client.get(CONNECTIONS).json()["items"]}
    yield client
    for each in client.get(CONNECTIONS).json()["items"]:
        if each["id"] not in before:
            client.delete(f"{CONNECTIONS}/{each['id']}")


def test_a_connection_is_found_by_entity_id_state_and_protocol(admin: Client) -> None:
    body = sp_connection("listed", active=True, credentials=signed_by(KEY_PAIR))
    assert admin.post(CONNECTIONS, body).status_code == 201
    by_entity = admin.get(CONNECTIONS, params={"entityId": body["entityId"]}).json()["items"]
    assert [each["id"] for each in by_entity] == ["sp-listed"]
    active = admin.get(CONNECTIONS, params={"active": "true"}).json()["items"]
    assert "sp-listed" in {each["id"] for each in active}
    assert all(each["active"] for each in active)
    found = admin.get(CONNECTIONS, params={"spBrowserSso.protocol": "SAML20", "filter": "Service listed"})
    assert [each["id"] for each in found.json()["items"]] == ["sp-listed"]


def test_connections_are_filtered_and_sorted_by_certificate_expiry(admin: Client) -> None:
    now = admin.server.clock.now()
    days = {"past": -1, "soon": 20, "next": 60, "later": 120}
    for name, left in days.items():
        credentials = credentials_until(now + timedelta(days=left))
        admin.post(CONNECTIONS, sp_connection(f"expiry-{name}", credentials=credentials))
    admin.post(CONNECTIONS, sp_connection("expiry-none"))
    listed = visit(admin.server.client().sign_in(), "spConnections?search=sp-expiry").texts
    # The first is a choice of the filter. The list is sorted by name: later, next, none, past, soon.
    labels = [each for each in listed if each == "Expired" or each.startswith("Expires in ")]
    assert labels == ["Expired", "Expired", "Expires in 20 days"]

    def found(**query: str) -> list[str]:
        items = admin.get(CONNECTIONS, params={"filter": "sp-expiry", **query}).json()["items"]
        return [each["id"].removeprefix("sp-expiry-") for each in items]

    assert found(certificateExpiry="EXPIRED") == ["past"]
    assert found(certificateExpiry="WITHIN_30_DAYS") == ["soon"]
    assert found(certificateExpiry="WITHIN_90_DAYS") == ["next", "soon"]
    assert found(certificateExpiry="LATER") == ["later"]
    assert found(certificateExpiry="NO_CERTIFICATE") == ["none"]
    assert found(sortBy="certificateExpiry") == [*days, "none"]
    assert found(sortBy="certificateExpiry", sortOrder="DESC") == ["none", *reversed(days)]
    assert found(sortBy="name") == sorted([*days, "none"])
    for wrong in ({"certificateExpiry": "SOON"}, {"sortBy": "entityId"}):
        assert admin.get(CONNECTIONS, params=wrong).status_code == 422
    # Lists of items without certificates do not have the parameters.
    assert admin.get(f"{API}/authenticationPolicyContracts", params={"sortBy": "name"}).status_code == 422
