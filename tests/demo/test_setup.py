"""The demo's configuration is created and removed through the admin API, or by the server itself in one revision."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanse.config.change.write_transaction import Author
from hanse.demo import operations
from hanse.demo import record as records
from hanse.demo.in_process_api import InProcessApi
from hanse.demo.planned_sign_in import USERS as USER_NAMES
from hanse.demo.record import PORT, DemoRecord, new_record
from hanse.demo.setup import USERS, DemoFailed, create, create_users, remove
from tests.flows.server import API, Client, FlowServer, flow_server
from tests.support.randomness import SeededRandomness

ISSUER = "https://sso.example.com"


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[FlowServer]:
    with flow_server(database_url, tmp_path, demo_port=PORT) as made:
        made.set_up()
        yield made


@pytest.fixture
def record() -> DemoRecord:
    return new_record(ISSUER, PORT, SeededRandomness(7))


class Api:
    """Calls the admin API over HTTP, like the `hanse demo` command."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = self._client.request(method, f"{API}{path}", body)
        return answer.status_code, answer.json() if answer.content else None


class UserApi(Api):
    """Calls for the users of the demo."""

    def names(self, query: str = "") -> set[str]:
        status, answer = self("GET", f"{USERS}{query}")
        assert status == 200, answer
        return {each["username"] for each in answer["items"]}

    def register(self, name: str) -> None:
        """Add a user, as one who registers."""
        values = {"login": name, "email": f"{name}@hanse.example", "name": name.title()}
        attributes = [{"name": key, "values": [value]} for key, value in values.items()]
        status, answer = self("POST", USERS, {"attributes": attributes})
        assert status == 201, answer


def exported(server: FlowServer) -> dict[str, Any]:
    admin = server.basic("Administrator")
    paths = (
        "/oauth/clients",
        "/idp/adapters",
        "/passwordCredentialValidators",
        "/oauth/accessTokenManagers",
        "/localIdentity/identityProfiles",
        "/authenticationPolicyContracts",
    )
    settings = ("/authenticationPolicies/settings", "/oauth/accessTokenManagers/settings")
    return {path: admin.get(f"{API}{path}").json() for path in (*paths, *settings)}


def test_everything_is_created_and_removed(server: FlowServer, record: DemoRecord) -> None:
    before = exported(server)
    api = Api(server.basic("Administrator"))
    made = create(api, record, print)
    assert len(made.created) == len(record.plan.creations)
    policy_settings = server.basic("Administrator").get(f"{API}/authenticationPolicies/settings").json()
    assert policy_settings["enableIdpAuthnSelection"] is True
    remove(api, api, made, print)
    assert exported(server) == before


def test_the_demo_has_local_users_who_are_deleted_with_it(server: FlowServer, record: DemoRecord) -> None:
    api = UserApi(server.basic("Administrator"))
    made = create(api, record, print)
    create_users(api, made, print)
    assert api.names() == set(USER_NAMES)
    user = api("GET", USERS)[1]["items"][0]
    shown = api("GET", f"{USERS}/{user['id']}")[1]
    assert (shown["hasPassword"], shown["mustChangePassword"]) == (True, False)
    # More users than one page of the list has.
    others = {f"ada{number}" for number in range(51)}
    for name in others:
        api.register(name)
    create_users(api, made, print)
    assert api.names("?limit=200") == {*USER_NAMES, *others}
    remove(api, api, made, print)
    assert api("GET", USERS)[0] == 404
    # A later demo has only its own users.
    create_users(api, create(api, record, print), print)
    assert api.names() == set(USER_NAMES)


def test_the_dashboard_creates_and_deletes_the_users(server: FlowServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "start", lambda _data, _record: 0)
    admin = server.basic("Administrator")
    settings = admin.get(f"{API}/serverSettings").json()
    admin.put(f"{API}/serverSettings", {**settings, "federationInfo": {"baseUrl": ISSUER}})
    answer = admin.post(f"{API}/internal/demo")
    assert answer.status_code == 200, answer.text
    api = UserApi(admin)
    assert api.names() == set(USER_NAMES)
    api.register("ada")
    before = server.revision()
    assert admin.delete(f"{API}/internal/demo").status_code == 204
    assert server.revision() == before + 1
    assert exported(server)["/localIdentity/identityProfiles"] == {"items": []}


OTHER_PROFILE = {"id": "other", "name": "Other", "apcId": {"id": "demo-user"}, "fieldConfig": {"fields": []}}
OTHER_VALIDATOR = {
    "id": "other",
    "name": "Other",
    "pluginDescriptorRef": {"id": "hanse.local-identities"},
    "configuration": {"fields": [{"name": "Local Identity Profile", "value": "demo-users"}]},
    "attributeContract": {"coreAttributes": [{"name": "username"}]},
}


@pytest.mark.parametrize(
    ("collection", "body"),
    [("/localIdentity/identityProfiles", OTHER_PROFILE), ("/passwordCredentialValidators", OTHER_VALIDATOR)],
)
def test_users_are_kept_if_the_demo_cannot_be_removed(
    server: FlowServer, record: DemoRecord, collection: str, body: dict[str, Any]
) -> None:
    """The other item uses the contract of the demo, or its profile."""
    api = UserApi(server.basic("Administrator"))
    made = create(api, record, print)
    create_users(api, made, print)
    assert api("POST", collection, body)[0] == 201
    with pytest.raises(DemoFailed, match="in use"):
        remove(api, api, made, print)
    assert api.names() == set(USER_NAMES)


def test_existing_items_are_kept(server: FlowServer, record: DemoRecord) -> None:
    api = Api(server.basic("Administrator"))
    own = {"name": "profile", "description": "Ours"}
    assert api("POST", "/oauth/authServerSettings/scopes/commonScopes", own)[0] == 201
    made = create(api, record, print)
    assert "/oauth/authServerSettings/scopes/commonScopes/profile" not in made.created
    remove(api, api, made, print)
    status, scope = api("GET", "/oauth/authServerSettings/scopes/commonScopes/profile")
    assert (status, scope["description"]) == (200, "Ours")


def test_policies_of_others_continue_to_apply(server: FlowServer, record: DemoRecord) -> None:
    api = Api(server.basic("Administrator"))
    made = create(api, record, print)
    own = {"id": "own", "name": "Own", "rootNode": {"action": {"type": "DONE"}, "children": []}}
    assert api("POST", "/authenticationPolicies/policy", own)[0] < 300
    remove(api, api, made, print)
    assert api("GET", "/authenticationPolicies/settings")[1]["enableIdpAuthnSelection"] is True


def test_items_used_by_others_are_not_deleted_and_the_reason_is_reported(
    server: FlowServer, record: DemoRecord
) -> None:
    api = Api(server.basic("Administrator"))
    made = create(api, record, print)
    users = {
        "id": "other",
        "name": "Other",
        "pluginDescriptorRef": {"id": "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"},
        "parentRef": {"id": "demo-sign-in"},
        "configuration": {},
    }
    status, answer = api("POST", "/idp/adapters", users)
    assert status < 300, answer
    with pytest.raises(DemoFailed, match="in use"):
        remove(api, api, made, print)


def test_the_server_creates_the_demo_in_one_revision(server: FlowServer, record: DemoRecord) -> None:
    before, api = server.revision(), Api(server.basic("Administrator"))
    configuration = server.core.configuration
    made = configuration.change(Author("alice"), lambda change: create(InProcessApi(change), record, print))
    assert server.revision() == before + 1
    configuration.change(Author("alice"), lambda change: remove(InProcessApi(change), api, made, print))
    assert server.revision() == before + 2
    assert exported(server)["/oauth/clients"] == {"items": []}


def test_without_a_base_url_nothing_is_created(server: FlowServer) -> None:
    admin = server.basic("Administrator")
    assert admin.get(f"{API}/internal/demo").json()["offered"] is False
    before = server.revision()
    answer = admin.post(f"{API}/internal/demo")
    assert (answer.status_code, answer.json()["message"]) == (422, "Set the base URL of the server first.")
    assert server.revision() == before


def test_the_demo_is_offered_while_no_client_is_configured(server: FlowServer) -> None:
    admin = server.basic("Administrator")
    settings = admin.get(f"{API}/serverSettings").json()
    saved = admin.put(f"{API}/serverSettings", {**settings, "federationInfo": {"baseUrl": ISSUER}})
    assert saved.status_code == 200, saved.text
    shown = admin.get(f"{API}/internal/demo").json()
    assert (shown["offered"], shown["created"], shown["running"]) == (True, False, False)
    client = {"clientId": "app", "name": "App", "grantTypes": ["CLIENT_CREDENTIALS"]}
    auth = {"clientAuth": {"type": "SECRET", "secret": "x" * 32}}
    assert admin.post(f"{API}/oauth/clients", {**client, **auth}).status_code in (200, 201)
    assert admin.get(f"{API}/internal/demo").json()["offered"] is False


def test_the_record_is_private_and_can_be_read_back(tmp_path: Path, record: DemoRecord) -> None:
    records.save(tmp_path, record)
    assert (tmp_path / records.FILE).stat().st_mode & 0o777 == 0o600
    assert records.load(tmp_path) == record
    assert record.secret not in repr(record)
    records.forget(tmp_path)
    assert records.load(tmp_path) is None


def test_two_demos_share_no_password() -> None:
    first, second = (new_record(ISSUER, PORT, SeededRandomness(seed)) for seed in (1, 2))
    assert first.secret != second.secret
    assert set(first.passwords.values()).isdisjoint(second.passwords.values())
