"""Grants of users over the admin API: found, paged and revoked."""

from tests.flows.grant_calls import GRANT, GRANTS, add_grant
from tests.flows.server import API, Client, FlowServer
from tests.support.clients import client


def test_without_a_grant_the_list_is_empty(admin: Client) -> None:
    assert admin.get(GRANTS).json() == {"items": []}
    assert admin.delete(f"{GRANTS}/{GRANT}").status_code == 404


def test_a_grant_is_listed_with_the_name_of_its_client(server: FlowServer, admin: Client) -> None:
    add_grant(server)
    (without,) = admin.get(GRANTS).json()["items"]
    assert "clientName" not in without
    assert admin.post(f"{API}/oauth/clients", client("web")).status_code == 201
    (grant,) = admin.get(GRANTS).json()["items"]
    assert grant == {
        "id": GRANT,
        "userKey": "joe",
        "clientId": "web",
        "clientName": "Name of web",
        "issuer": "https://sso.example.com",
        "grantType": "AUTHORIZATION_CODE",
        "scopes": ["openid", "email"],
        "issued": "2026-11-21T08:30:00.000Z",
        "updated": "2026-11-21T08:30:00.000Z",
        "expires": "2026-11-21T09:30:00.000Z",
    }


def test_grants_are_found_by_user_and_by_client(server: FlowServer, admin: Client) -> None:
    add_grant(server)
    add_grant(server, "grant-2", "amy")
    add_grant(server, "grant-3", "amy", "other")

    def found(query: str) -> list[str]:
        return [each["id"] for each in admin.get(f"{GRANTS}?{query}").json()["items"]]

    assert found("userKey=amy") == ["grant-2", "grant-3"]
    assert found("clientId=web") == ["grant-1", "grant-2"]
    assert found("clientId=web&userKey=amy") == ["grant-2"]
    assert found("userKey=nobody") == []
    assert found("userKey=") == ["grant-1", "grant-2", "grant-3"]


def test_the_list_is_paged_by_key(server: FlowServer, admin: Client) -> None:
    for number in range(5):
        add_grant(server, f"grant-{number}")
    first = admin.get(f"{GRANTS}?limit=2").json()
    assert [each["id"] for each in first["items"]] == ["grant-0", "grant-1"]
    last = admin.get(f"{GRANTS}?limit=3&after={first['nextAfter']}").json()
    assert [each["id"] for each in last["items"]] == ["grant-2", "grant-3", "grant-4"]
    assert "nextAfter" not in last
    for limit in (0, 201):
        assert admin.get(f"{GRANTS}?limit={limit}").status_code == 422


def test_a_grant_is_revoked_once(server: FlowServer, admin: Client) -> None:
    add_grant(server)
    assert admin.delete(f"{GRANTS}/{GRANT}").status_code == 204
    assert admin.get(GRANTS).json() == {"items": []}
    assert admin.delete(f"{GRANTS}/{GRANT}").status_code == 404
