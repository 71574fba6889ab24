"""The client management service: callers, records, and changes of the configuration."""

import base64
import json
from typing import Any

import httpx
import pytest

from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.signin.site import PASSWORDS, SignInSite

PATH = "/pf-ws/rest/oauth/clients"
RECORD: dict[str, Any] = {
    "clientId": "orders",
    "name": "Orders",
    "secret": "a-clear-secret-with-enough-octets",
    "grantTypes": ["authorization_code", "extension", "refresh_token"],
    "redirectUris": ["https://orders.example.com/callback"],
    "refreshRolling": True,
    "idTokenSigningAlgorithm": "ES256",
    "enforceReplayPrevention": False,
    "description": "Ünïcödé",
}
CODE = {"grant_type": "authorization_code", "code": "x", "client_id": "orders"}
Body = dict[str, Any]


def basic(username: str = "amy", password: str = PASSWORDS["amy"]) -> dict[str, str]:
    encoded = base64.b64encode(f"{username}:{password}".encode()).decode()
    return {"Authorization": f"Basic {encoded}"}


@pytest.fixture
def service(signin: SignInSite) -> SignInSite:
    """A server whose client management service is on, for the users of a validator."""
    settings = {"adminWebServicePcvRef": {"id": "validator-used"}, "allowClientManagementService": True}
    signin.engine.save(SETTINGS, settings)
    return signin


def call(
    service: SignInSite, method: str, path: str = PATH, record: Any = None, headers: dict[str, str] | None = None
) -> httpx.Response:
    sent = basic() if headers is None else headers
    return send(service, method, path, sent, None if record is None else {"client": record})


def send(service: SignInSite, method: str, path: str, headers: dict[str, str], body: Any = None) -> httpx.Response:
    content = b"" if body is None else json.dumps(body).encode()
    return service.engine.request(
        method, path, headers={"Content-Type": "application/json", **headers}, content=content
    )


def saved(service: SignInSite, method: str, record: Body) -> Body:
    answer = call(service, method, record=record)
    assert answer.status_code == 200, answer.text
    [found] = answer.json()["client"]
    return dict(found)


def stored(service: SignInSite, id_: str = "orders") -> Body:
    with service.engine.core.configuration.reading() as view:
        return dict(view.get(OAUTH_CLIENTS, id_).body)


class TestCallers:
    @pytest.mark.parametrize("headers", [{}, basic(password="wrong"), basic("nobody"), {"Authorization": "Bearer x"}])
    def test_without_a_valid_password_every_call_is_refused(self, service: SignInSite, headers: dict[str, str]) -> None:
        for method, path, record in (
            ("GET", PATH, None),
            ("POST", PATH, RECORD),
            ("PUT", PATH, {**RECORD, "clientId": "web"}),
            ("GET", f"{PATH}/web", None),
            ("DELETE", f"{PATH}/web", None),
        ):
            answer = call(service, method, path, record, headers)
            assert answer.status_code == 401, (method, path)
            assert answer.headers["www-authenticate"].startswith("Basic ")
        assert stored(service, "web")["name"] != "Orders"

    @pytest.mark.parametrize(
        ("settings", "status"),
        [
            ({"adminWebServicePcvRef": {"id": "validator-used"}}, 403),
            ({"allowClientManagementService": True}, 401),
        ],
    )
    def test_the_service_is_off_until_both_settings_enable_it(
        self, signin: SignInSite, settings: Body, status: int
    ) -> None:
        signin.engine.save(SETTINGS, settings)
        assert call(signin, "POST", record=RECORD).status_code == status
        with signin.engine.core.configuration.reading() as view:
            assert view.find(OAUTH_CLIENTS, "orders") is None

    def test_too_many_wrong_passwords_lock_an_address(self, service: SignInSite) -> None:
        for _ in range(20):
            assert call(service, "GET", headers=basic(password="wrong")).status_code == 401
        answer = call(service, "GET")
        assert (answer.status_code, "retry-after" in answer.headers) == (401, True)


class TestRecords:
    def test_a_client_is_created_and_works_at_once(self, service: SignInSite) -> None:
        record = saved(service, "POST", RECORD)
        assert record == {**{name: value for name, value in RECORD.items() if name != "secret"}, **_defaults(record)}
        assert record["clientAuthnType"] == "secret"
        assert RECORD["secret"] not in str(stored(service))
        answer = call(service, "GET", f"{PATH}/orders")
        assert answer.json() == {"client": [record]}
        form = {**CODE, "client_secret": RECORD["secret"]}
        # The client is authenticated: only the code is wrong.
        refused = service.engine.post("/as/token.oauth2", form)
        assert refused.json()["error"] == "invalid_grant"

    def test_several_clients_are_created_or_none(self, service: SignInSite) -> None:
        good, bad = {**RECORD, "clientId": "one"}, {**RECORD, "clientId": "two", "grantTypes": []}
        assert call(service, "POST", record=[good, bad]).status_code == 400
        assert call(service, "GET", f"{PATH}/one").status_code == 404
        answer = call(service, "POST", record=[good, {**RECORD, "clientId": "two"}])
        assert [each["clientId"] for each in answer.json()["client"]] == ["one", "two"]

    def test_an_update_replaces_what_records_have_and_keeps_the_rest(self, service: SignInSite) -> None:
        saved(service, "POST", RECORD)
        before = stored(service)
        changed = {name: value for name, value in RECORD.items() if name not in ("secret", "description")}
        record = saved(service, "PUT", {**changed, "name": "Renamed"})
        after = stored(service)
        assert (record["name"], "description" in record) == ("Renamed", False)
        assert after["clientAuth"]["encryptedSecret"] == before["clientAuth"]["encryptedSecret"]
        assert after["creationDate"] == before["creationDate"]

    def test_a_new_secret_replaces_the_old_one(self, service: SignInSite) -> None:
        saved(service, "POST", RECORD)
        saved(service, "PUT", {**RECORD, "secret": "another-clear-secret-of-this-client"})
        old = service.engine.post("/as/token.oauth2", {**CODE, "client_secret": RECORD["secret"]})
        new = service.engine.post("/as/token.oauth2", {**CODE, "client_secret": "another-clear-secret-of-this-client"})
        assert [each.json()["error"] for each in (old, new)] == ["invalid_client", "invalid_grant"]

    def test_a_client_is_deleted(self, service: SignInSite) -> None:
        saved(service, "POST", RECORD)
        assert call(service, "DELETE", f"{PATH}/orders").status_code == 204
        assert call(service, "DELETE", f"{PATH}/orders").status_code == 404
        assert call(service, "GET", f"{PATH}/orders").status_code == 404

    def test_all_clients_are_listed_without_secrets(self, service: SignInSite) -> None:
        saved(service, "POST", RECORD)
        answer = call(service, "GET")
        assert {"orders", "web"} <= {each["clientId"] for each in answer.json()["client"]}
        assert "nextPage" not in answer.json()
        assert "ecret" not in answer.text.replace("client_secret", "").replace('"secret"', "")
        assert call(service, "GET", f"{PATH}?page=2").json() == {"client": []}

    def test_the_history_names_the_caller(self, service: SignInSite) -> None:
        saved(service, "POST", RECORD)
        with service.engine.core.configuration.reading() as view:
            newest = next(iter(view.history(OAUTH_CLIENTS, "orders")))
        assert newest.actor == "client management service: amy"


class TestRefusals:
    @pytest.mark.parametrize(
        ("change", "text"),
        [
            ({"clientId": "web"}, "clientId: This client ID is already in use."),
            ({"unknown": 1}, "unknown: this member is not supported."),
            ({"grantTypes": ["magic"]}, "grantTypes: the value magic is not known."),
            ({"grantTypes": "authorization_code"}, "grantTypes: this must be a list."),
            ({"clientAuthnType": "magic"}, "clientAuthnType: the value magic is not known."),
            ({"refreshRolling": "yes"}, "refreshRolling: the value yes is not known."),
            ({"secret": None, "clientAuthnType": "secret"}, "secret: This field is required."),
            ({"redirectUris": ["javascript:x"]}, "redirectUris[0]: Enter a URI"),
        ],
    )
    def test_a_record_that_the_admin_api_would_refuse_is_refused(
        self, service: SignInSite, change: Body, text: str
    ) -> None:
        answer = call(service, "POST", record={**RECORD, **change})
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
        assert answer.json()["error_description"].startswith(text)

    @pytest.mark.parametrize("record", [None, [], 7, [7], "x"])
    def test_another_body_is_refused(self, service: SignInSite, record: Any) -> None:
        answer = send(service, "POST", PATH, basic(), {"client": record})
        assert answer.status_code == 400
        answer = send(service, "POST", PATH, basic(), {"client": RECORD, "more": 1})
        assert answer.status_code == 400

    def test_a_body_of_another_type_is_refused(self, service: SignInSite) -> None:
        headers = {**basic(), "Content-Type": "text/plain"}
        answer = send(service, "POST", PATH, headers, {"client": RECORD})
        assert answer.status_code == 400

    def test_an_unknown_client_cannot_be_updated(self, service: SignInSite) -> None:
        assert call(service, "PUT", record=RECORD).status_code == 404
        assert call(service, "PUT", record={**RECORD, "clientId": 7}).status_code == 404

    @pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 12])
    def test_a_page_is_a_number(self, service: SignInSite, page: str) -> None:
        assert call(service, "GET", f"{PATH}?page={page}").status_code == 400


def _defaults(record: Body) -> Body:
    """Return the members that the server filled in."""
    return {name: value for name, value in record.items() if name not in RECORD}
