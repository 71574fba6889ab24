"""The REST services for grants: authentication, answers and revocation."""

import base64
from typing import Any

import httpx
import pytest

from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.oauth.grants.stored_grants import add_consent, add_grant, has_consent, is_in_force
from tests.engine.signin.site import PASSWORDS, SignInSite

USERS = "/pf-ws/rest/oauth/users/joe/grants"
CLIENTS = "/pf-ws/rest/oauth/clients/web/grants"
XSRF = {"X-XSRF-Header": "any"}


def basic(username: str = "amy", password: str = PASSWORDS["amy"]) -> dict[str, str]:
    encoded = base64.b64encode(f"{username}:{password}".encode()).decode()
    return {"Authorization": f"Basic {encoded}"}


@pytest.fixture
def service(signin: SignInSite) -> SignInSite:
    """A server on which users' passwords give access to the administrative web services."""
    signin.engine.save(SETTINGS, {"adminWebServicePcvRef": {"id": "validator-used"}})
    return signin


def call(
    service: SignInSite, method: str = "GET", path: str = USERS, headers: dict[str, str] | None = None
) -> httpx.Response:
    sent = {**XSRF, **basic()} if headers is None else headers
    return service.engine.request(method, path, headers=sent)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer token"},
        {"Authorization": "Basic"},
        {"Authorization": "Basic !"},
        {"Authorization": f"Basic {base64.b64encode(b'amy').decode()}"},
        {"Authorization": f"Basic {base64.b64encode(bytes([255])).decode()}"},
        {"Authorization": f"Basic {'x' * 10_000}"},
        basic(password=""),
        basic("", "x"),
        basic(password="wrong"),
        basic("nobody"),
    ],
)
@pytest.mark.parametrize("path", [USERS, CLIENTS, f"{USERS}/grant-1"])
def test_without_a_valid_password_every_call_is_refused(
    service: SignInSite, headers: dict[str, str], path: str
) -> None:
    add_grant(service.engine)
    for method in ("GET", "DELETE"):
        answer = call(service, method, path, {**XSRF, **headers})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Basic ")
        assert "joe" not in answer.text
    assert is_in_force(service.engine)


def test_without_a_validator_every_call_is_refused(signin: SignInSite) -> None:
    add_grant(signin.engine)
    assert call(signin).status_code == 401


def test_a_page_of_another_origin_cannot_call_the_service(service: SignInSite) -> None:
    add_grant(service.engine)
    for method in ("GET", "DELETE"):
        assert call(service, method, USERS, basic()).status_code == 403
    assert is_in_force(service.engine)


def test_too_many_wrong_passwords_lock_an_address(service: SignInSite) -> None:
    for _ in range(20):
        assert call(service, headers={**XSRF, **basic(password="wrong")}).status_code == 401
    locked = call(service)
    assert locked.status_code == 401
    assert int(locked.headers["retry-after"]) <= 60
    service.engine.clock.advance(seconds=61)
    assert call(service).status_code == 200


def test_the_grants_of_a_user_are_returned(service: SignInSite) -> None:
    add_grant(service.engine, expires=service.engine.now() + 3600)
    add_grant(service.engine, "grant-2", user_key="amy")
    answer = call(service)
    assert answer.headers["cache-control"] == "no-store"
    expected: dict[str, Any] = {
        "id": "grant-1",
        "userKey": "joe",
        "grantType": "AUTHORIZATION_CODE",
        "scopes": ["openid"],
        "clientId": "web",
        "issued": "2026-11-21T08:30:00.000Z",
        "updated": "2026-11-21T08:31:00.000Z",
        "expires": "2026-11-21T09:30:00.000Z",
        "grantAttributes": [
            {"name": "mail", "values": ["joe@example.com"]},
            {"name": "groups", "values": ["a", "b"]},
            {"name": "pi.sri", "values": ["session-1"]},
        ],
        "authorizationDetails": [{"type": "payment"}],
    }
    assert answer.json() == {"items": [expected]}
    assert call(service, path=f"{USERS}/").json() == answer.json()
    assert call(service, path=f"{USERS}/grant-1").json() == expected
    assert call(service, path="/pf-ws/rest/oauth/users/nobody/grants").json() == {"items": []}


def test_a_grant_of_another_user_or_client_is_not_found(service: SignInSite) -> None:
    add_grant(service.engine, "grant-2", user_key="amy", client_id="other")
    for path in (f"{USERS}/grant-2", f"{CLIENTS}/grant-2", f"{USERS}/unknown"):
        for method in ("GET", "DELETE"):
            assert call(service, method, path).status_code == 404
    assert is_in_force(service.engine, "grant-2")


def test_the_grants_to_a_client_are_returned(service: SignInSite) -> None:
    add_grant(service.engine)
    add_grant(service.engine, "grant-2", user_key="amy")
    add_grant(service.engine, "grant-3", client_id="other")
    items = call(service, path=CLIENTS).json()["items"]
    assert [each["id"] for each in items] == ["grant-1", "grant-2"]


def test_a_grant_is_revoked_with_the_consent(service: SignInSite) -> None:
    add_grant(service.engine)
    add_consent(service.engine)
    answer = call(service, "DELETE", f"{USERS}/grant-1")
    assert (answer.status_code, answer.content) == (204, b"")
    assert not is_in_force(service.engine)
    assert not has_consent(service.engine)
    assert call(service, "DELETE", f"{USERS}/grant-1").status_code == 404


@pytest.mark.parametrize(("path", "ended"), [(USERS, {"grant-1", "grant-3"}), (CLIENTS, {"grant-1", "grant-2"})])
def test_all_grants_of_a_user_or_to_a_client_are_revoked(service: SignInSite, path: str, ended: set[str]) -> None:
    add_grant(service.engine)
    add_grant(service.engine, "grant-2", user_key="amy")
    add_grant(service.engine, "grant-3", client_id="other")
    assert call(service, "DELETE", path).status_code == 204
    assert {f"grant-{number}" for number in (1, 2, 3) if not is_in_force(service.engine, f"grant-{number}")} == ended


def test_user_keys_are_decoded(service: SignInSite) -> None:
    add_grant(service.engine, user_key="CN=Jo\u00ebl, O=Hanse+1@example.com")
    path = "/pf-ws/rest/oauth/users/CN%3DJo%C3%ABl%2C%20O%3DHanse%2B1%40example.com/grants"
    assert len(call(service, path=path).json()["items"]) == 1


def test_other_methods_are_refused(service: SignInSite) -> None:
    for method in ("POST", "PUT", "PATCH"):
        assert call(service, method).status_code == 405


@pytest.mark.parametrize("encoded", ["cn=joe%2Fou=people", "cn=joe%2fou=people"])
def test_a_user_key_can_have_a_slash(service: SignInSite, encoded: str) -> None:
    add_grant(service.engine, user_key="cn=joe/ou=people")
    add_grant(service.engine, "grant-2", user_key="cn=joe")
    path = f"/pf-ws/rest/oauth/users/{encoded}/grants"
    assert [each["id"] for each in call(service, path=path).json()["items"]] == ["grant-1"]
    assert call(service, path=f"{path}/grant-1").status_code == 200
    # An unencoded slash separates path segments; an encoded one does not.
    assert call(service, path="/pf-ws/rest/oauth/users/cn=joe/ou=people/grants").status_code == 404
    assert call(service, path="/pf-ws/rest/oauth/users/cn=joe%2Fgrants").status_code == 404
    assert call(service, path="/pf-ws/rest/oauth/users/cn=joe%2Fou%00/grants").status_code in {400, 404}
