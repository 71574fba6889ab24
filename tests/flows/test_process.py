"""A server in a process of its own, over TLS: saved data survives a restart, and the log contains no secrets."""

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.test_serve import running
from tests.flows.server import ALL_ROLES, API, PASSWORD, UI, account
from tests.tools.cloud.serving import RunningCloud

XSRF = {"X-XSRF-Header": "hanse"}


@contextmanager
def browser(folder: Path, address: str) -> Iterator[httpx.Client]:
    """Yield a client on this machine that trusts the server's own certificate."""
    trust = ssl.create_default_context(cafile=folder / "tls" / "server.crt")
    port = urlsplit(address).port
    # Response times are not tested here; a busy machine is slow.
    with httpx.Client(
        base_url=f"https://localhost:{port}", verify=trust, headers=XSRF, trust_env=False, timeout=60
    ) as client:
        yield client


def sign_in(client: httpx.Client) -> list[str]:
    """Sign in, and return the secrets of the new session."""
    answer = client.post(f"{UI}/login", json={"username": "Administrator", "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    token = client.post(f"{UI}/apitoken").json()["access_token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return [token, *(str(cookie.value) for cookie in client.cookies.jar)]


def test_saved_data_survives_a_kill_and_a_restart(tmp_path: Path, anchor_file: Path, cloud: RunningCloud) -> None:
    data = tmp_path / "data"
    options = ["--licence-trust-anchors", str(anchor_file), "--cloud-regions", f"NA={cloud.url}"]
    with running(data, *options) as (process, listening), browser(data, listening["admin"]) as client:
        secrets = [PASSWORD, cloud.credential, listening["setupLink"].partition("key=")[2]]
        made = client.post(f"{API}/administrativeAccounts", json=account("Administrator", ALL_ROLES))
        assert made.status_code == 200, made.text
        secrets += sign_in(client)
        saved = client.put(f"{API}/virtualHostNames", json={"virtualHostNames": ["sso.example.com"]})
        connection = client.post(f"{API}/pingOneConnections", json={"name": "Kontor", "credential": cloud.credential})
        assert (saved.status_code, connection.status_code) == (200, 201)
        process.kill()
        process.wait(20)
    with running(data, *options) as (process, listening), browser(data, listening["admin"]) as client:
        secrets += sign_in(client)
        assert client.get(f"{API}/virtualHostNames").json() == saved.json()
        assert client.get(f"{API}/pingOneConnections").json()["items"] == [connection.json()]
        assert listening["setupLink"] is None
        process.terminate()
        assert process.wait(60) == 0
    log = (data / "log" / "server.log").read_text()
    assert f"{API}/pingOneConnections" in log
    assert not [secret for secret in secrets if secret in log]


def test_metadata_and_errors_over_http(tmp_path: Path) -> None:
    with running(tmp_path) as (_, listening), browser(tmp_path, listening["admin"]) as client:
        head = client.head(f"{API}/api-docs")
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["Content-Length"]) == len(client.get(f"{API}/api-docs").content)
        json = {"Content-Type": "application/json"}
        path = f"{API}/license/agreement"
        chunked = client.put(path, content=iter([b'{"acc', b'epted"', b": true}"]), headers=json)
        assert (chunked.status_code, chunked.json()["accepted"]) == (200, True)
        large = client.put(path, content=iter([b" " * 65_536] * 17), headers=json)
        assert (large.status_code, large.json()["resultId"]) == (413, "payload_too_large")
        # An unexpected body is not read as the next request on the connection.
        assert client.request("GET", path, content=b"GET /healthz HTTP/1.1").status_code == 200
        assert client.get(path).status_code == 200


@pytest.mark.slow
def test_an_idle_connection_does_not_delay_the_shutdown(tmp_path: Path) -> None:
    with running(tmp_path) as (process, listening), browser(tmp_path, listening["admin"]) as client:
        assert client.get(f"{UI}/session").status_code == 200
        started = time.monotonic()
        process.terminate()
        assert process.wait(60) == 0
        # Without a limit in the server it would take half a minute, as uvloop waits for the other side to close TLS.
        assert time.monotonic() - started < 25
