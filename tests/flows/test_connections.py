"""Cloud connections over HTTP, with the reference cloud service behind them."""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import anyio.to_thread
import httpx
import pytest

from hanse.kit.clock import from_text
from hanse.kit.randomness import SystemRandomness
from tests.flows.server import API, Client, FlowServer, flow_server
from tests.tools.cloud.serving import RunningCloud, bound_socket, running_cloud, serving
from tools.cloud.credentials import issue_credential
from tools.cloud.records import Environment, EnvironmentType

CONNECTIONS = f"{API}/pingOneConnections"
BYPASS = {"X-BypassExternalValidation": "true"}
NOW = from_text("2026-11-20T00:00:00Z")


@pytest.fixture
def own_cloud(tmp_path: Path) -> Iterator[RunningCloud]:
    """A cloud service of its own, so that a test can revoke credentials and add environments."""
    with running_cloud(tmp_path / "cloud") as running:
        yield running


@pytest.fixture
def connected(database_url: str, tmp_path: Path, own_cloud: RunningCloud) -> Iterator[FlowServer]:
    with flow_server(database_url, tmp_path / "data", cloud_regions=f"NA={own_cloud.url}") as made:
        yield made


@pytest.fixture
def admin(connected: FlowServer) -> Client:
    return connected.set_up()


def connect(admin: Client, credential: str, name: str = "Kontor", **options: dict[str, str]) -> str:
    made = admin.post(CONNECTIONS, {"name": name, "credential": credential}, **options)
    assert made.status_code == 201, made.text
    return f"{CONNECTIONS}/{made.json()['id']}"


def status(admin: Client, path: str) -> str:
    answer = admin.get(f"{path}/credentialStatus")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["pingOneCredentialStatus"])


def forged(credential: str) -> str:
    """Return the credential with an invalid signature."""
    head, _, signature = credential.rpartition(".")
    return f"{head}.{'A' * len(signature)}"


def test_a_connection_reports_the_status_of_its_credential(admin: Client, own_cloud: RunningCloud) -> None:
    path = connect(admin, own_cloud.credential)
    assert status(admin, path) == "VALID"
    assert [each["name"] for each in admin.get(f"{path}/environments").json()["items"]] == ["Administrators"]
    assert admin.get(f"{path}/usage").json() == {"categories": [], "items": []}
    # No resource of this server uses connections yet.
    assert admin.get(f"{path}/serviceAssociations").json() == {"items": []}
    assert admin.get(f"{path}/credentialStatus").json() == {"pingOneCredentialStatus": "VALID"}
    own_cloud.state.revoke(own_cloud.credential_id)
    assert status(admin, path) == "INVALID"
    assert "it was revoked" in admin.get(f"{path}/credentialStatus").json()["message"]
    answer = admin.get(f"{path}/environments")
    assert (answer.status_code, answer.json()["resultId"]) == (422, "credential_revoked")
    assert "it was revoked" in answer.json()["message"]


def test_environments_are_paged_and_searched(admin: Client, own_cloud: RunningCloud) -> None:
    for number in range(5):
        environment = Environment(
            f"00000000-0000-4000-8000-{number:012}", f"Lübeck {number}", EnvironmentType.SANDBOX, NOW
        )
        own_cloud.state.add_environment(environment, gateway_id=own_cloud.gateway_id)
    path = f"{connect(admin, own_cloud.credential)}/environments"
    found = admin.get(f"{path}?numberPerPage=2&page=2&filter=LÜBECK").json()
    assert ([each["name"] for each in found["items"]], found["totalItems"]) == (["Lübeck 2", "Lübeck 3"], 5)
    assert found["items"][0]["type"] == "SANDBOX"
    assert admin.get(f"{path}?filter=nowhere").json() == {"items": []}
    assert admin.get(f"{path}?page=9&numberPerPage=2").json()["items"] == []


@pytest.mark.parametrize("change", [forged, lambda text: f"{text}x.y", lambda _text: "not a credential"])
def test_a_credential_that_is_refused_is_not_saved(
    admin: Client, connected: FlowServer, own_cloud: RunningCloud, change: Callable[[str], str]
) -> None:
    before = connected.revision()
    answer = admin.post(CONNECTIONS, {"name": "Kontor", "credential": change(own_cloud.credential)})
    assert answer.status_code == 422
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["errorId"]) == ("credential", "invalid_credential")
    assert connected.revision() == before


def test_all_findings_are_reported_at_once(admin: Client, own_cloud: RunningCloud) -> None:
    connect(admin, own_cloud.credential)
    answer = admin.post(CONNECTIONS, {"name": "KONTOR", "credential": forged(own_cloud.credential)})
    found = {each["fieldPath"]: each["message"] for each in answer.json()["validationErrors"]}
    assert found.keys() == {"name", "credential"}
    assert found["name"] == "This name is already in use."


def test_a_replacement_is_checked_only_for_its_new_credential(
    admin: Client, connected: FlowServer, own_cloud: RunningCloud
) -> None:
    path = connect(admin, own_cloud.credential)
    stored = admin.get(path).json()
    gateway, first = own_cloud.state.gateways()[0], own_cloud.credential_id
    _, second = issue_credential(own_cloud.state, gateway, connected.clock, SystemRandomness())
    own_cloud.state.revoke(first)
    # The stored credential is no longer valid, but the connection can still be disabled.
    for kept in ({"name": "Kontor", "active": False}, {"name": "Kontor", "credential": ""}, stored):
        assert admin.put(path, kept).status_code == 200
    assert admin.put(path, {"name": "Kontor", "credential": forged(second)}).status_code == 422
    changed = admin.put(path, {"name": "Kontor", "credential": second})
    assert changed.status_code == 200, changed.text
    assert changed.json()["credentialId"] != stored["credentialId"]
    assert status(admin, path) == "VALID"
    # The encrypted form of another credential is a new credential, too, and is checked.
    again = admin.put(path, {"name": "Kontor", "encryptedCredential": stored["encryptedCredential"]})
    assert (again.status_code, again.json()["validationErrors"][0]["fieldPath"]) == (422, "credential")


def test_an_encrypted_credential_is_checked_like_a_plain_one(admin: Client, own_cloud: RunningCloud) -> None:
    first = admin.get(connect(admin, own_cloud.credential)).json()
    sent = {"name": "Copy", "encryptedCredential": first["encryptedCredential"]}
    made = admin.post(CONNECTIONS, sent)
    assert made.status_code == 201, made.text
    assert made.json()["organizationName"] == "Kontor"
    assert made.json()["credentialId"] == first["credentialId"]


def test_an_unreachable_cloud_is_reported_and_can_be_bypassed(admin: Client, tmp_path: Path) -> None:
    # The credential is from a cloud service that has been stopped.
    with running_cloud(tmp_path / "gone") as gone:
        credential = gone.credential
    with flow_server(
        f"sqlite:///{tmp_path / 'other.sqlite'}", tmp_path / "other", cloud_regions="NA=http://127.0.0.1:1"
    ) as server:
        alone = server.set_up()
        body = {"name": "Kontor", "credential": credential}
        answer = alone.post(CONNECTIONS, body)
        assert answer.status_code == 422
        (finding,) = answer.json()["validationErrors"]
        assert finding["errorId"] == "unchecked_credential"
        assert "could not be reached" in finding["message"]
        assert alone.post(CONNECTIONS, body, headers={"X-BypassExternalValidation": "perhaps"}).status_code == 400
        path = connect(alone, credential, headers=BYPASS)
        assert status(alone, path) == "UNKNOWN"
        failed = alone.get(f"{path}/environments")
        assert (failed.status_code, failed.json()["resultId"]) == (500, "cloud_unreachable")
        # The bypass skips only the check by the cloud; all other rules apply.
        assert alone.post(CONNECTIONS, body, headers=BYPASS).json()["validationErrors"][0]["fieldPath"] == "name"
        assert alone.put(path, {"name": "", "credential": credential}, headers=BYPASS).status_code == 422
    assert admin.get(CONNECTIONS).json() == {"items": []}


class SilentCloud:
    """Receives requests and answers them only after `go` is set."""

    def __init__(self) -> None:
        self.arrived = threading.Semaphore(0)
        self.go = threading.Event()
        self.calls = 0

    async def __call__(self, _scope: object, _receive: object, send: Callable[..., object]) -> None:
        self.calls += 1
        self.arrived.release()
        await anyio.to_thread.run_sync(self.go.wait, 10)
        await send({"type": "http.response.start", "status": 500, "headers": []})  # type: ignore[misc]  # ASGI messages are untyped here.
        await send({"type": "http.response.body", "body": b""})  # type: ignore[misc]  # ASGI messages are untyped here.


@contextmanager
def silent_cloud() -> Iterator[tuple[SilentCloud, str]]:
    cloud = SilentCloud()
    with bound_socket() as listener, serving(cloud, listener):
        try:
            yield cloud, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            cloud.go.set()


def test_a_silent_cloud_does_not_delay_other_requests(database_url: str, tmp_path: Path, cloud: RunningCloud) -> None:
    with (
        silent_cloud() as (silent, url),
        flow_server(database_url, tmp_path, cloud_regions=f"NA={url}") as server,
        ThreadPoolExecutor(1) as pool,
    ):
        admin = server.set_up()
        pending = pool.submit(admin.post, CONNECTIONS, {"name": "Kontor", "credential": cloud.credential})
        assert silent.arrived.acquire(timeout=60)
        other = server.client().sign_in()
        assert other.put(f"{API}/virtualHostNames", {"virtualHostNames": ["sso.example.com"]}).status_code == 200
        assert other.get(CONNECTIONS).json() == {"items": []}
        assert not pending.done()
        silent.go.set()
        answer: httpx.Response = pending.result(60)
        assert answer.json()["validationErrors"][0]["errorId"] == "unchecked_credential"


def test_simultaneous_equal_requests_are_sent_once(database_url: str, tmp_path: Path, cloud: RunningCloud) -> None:
    with (
        silent_cloud() as (silent, url),
        flow_server(database_url, tmp_path, cloud_regions=f"NA={url}") as server,
        ThreadPoolExecutor(4) as pool,
    ):
        path = connect(server.set_up(), cloud.credential, headers=BYPASS)
        platform = server.core.platform
        pending = [pool.submit(platform.check, cloud.credential) for _ in range(4)]
        assert silent.arrived.acquire(timeout=60)
        assert not silent.arrived.acquire(timeout=0.2)
        silent.go.set()
        assert {each.result(60).status for each in pending} == {"UNKNOWN"}
        assert status(server.basic("Administrator"), path) == "UNKNOWN"


def test_a_credential_is_in_no_answer(admin: Client, own_cloud: RunningCloud) -> None:
    path = connect(admin, own_cloud.credential)
    signature = own_cloud.credential.rpartition(".")[2]
    claims = json.loads(base64.urlsafe_b64decode(own_cloud.credential.split(".")[1] + "=="))
    for name in ("", "/credentialStatus", "/environments", "/usage", "/serviceAssociations"):
        text = admin.get(path + name).text
        assert signature not in text
        assert claims["iss"] not in text
