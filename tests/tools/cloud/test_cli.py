import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.tools.cloud.serving import bound_socket
from typer.testing import CliRunner, Result

from hanse.kit.clock import SystemClock
from hanse.kit.ports import CredentialStatus
from hanse.kit.randomness import SystemRandomness
from hanse.ops.cloud import CloudClient, Regions, decode_credential, open_http
from tools.cloud.cli import app
from tools.cloud.serve import Listener, open_state
from tools.cloud.state import FILE_NAME, CloudState


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    url = "http://127.0.0.1:9998"
    open_state(folder, "Kontor", "EU", url, clock=SystemClock(), randomness=SystemRandomness())
    return folder


def cloud_command(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_issue_prints_the_credential_alone_on_standard_output(data: Path) -> None:
    result = cloud_command("credential", "issue", "--data", str(data))
    assert result.exit_code == 0
    claims = decode_credential(result.stdout)
    assert claims.organization_name == "Kontor"
    assert claims.region == "EU"
    assert str(claims.credential_id) in result.stderr


def test_a_revoked_credential_leaves_the_list(data: Path) -> None:
    (listed,) = cloud_command("credential", "list", "--data", str(data)).stdout.splitlines()
    credential_id = listed.split()[0]
    assert cloud_command("credential", "revoke", credential_id, "--data", str(data)).exit_code == 0
    assert cloud_command("credential", "list", "--data", str(data)).stdout == ""
    again = cloud_command("credential", "revoke", credential_id, "--data", str(data))
    assert (again.exit_code, again.stderr) == (1, f"There is no credential {credential_id}.\n")


def test_a_sixth_credential_is_refused_with_advice(data: Path) -> None:
    results = [cloud_command("credential", "issue", "--data", str(data)) for _ in range(5)]
    assert [result.exit_code for result in results] == [0, 0, 0, 0, 1]
    assert "Revoke one first" in results[-1].stderr


def test_environments_are_added_hidden_and_shown(data: Path) -> None:
    added = cloud_command("environment", "add", "Lübeck", "--type", "PRODUCTION", "--data", str(data))
    environment_id = added.stdout.strip()

    def line() -> str:
        lines = cloud_command("environment", "list", "--data", str(data)).stdout.splitlines()
        return next(text for text in lines if environment_id in text)

    assert "PRODUCTION  visible  Lübeck" in line()
    cloud_command("environment", "hide", environment_id, "--data", str(data))
    assert "hidden" in line()
    cloud_command("environment", "show", environment_id, "--data", str(data))
    assert "visible" in line()
    assert cloud_command("environment", "add", "Lübeck", "--data", str(data)).exit_code == 1
    assert cloud_command("environment", "hide", "nowhere", "--data", str(data)).exit_code == 1


def test_a_folder_without_a_service_is_reported(tmp_path: Path) -> None:
    result = cloud_command("credential", "list", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "First run `python -m tools.cloud serve`" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_first_start_is_repeated(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    url = "http://127.0.0.1:9998"
    clock, randomness = SystemClock(), SystemRandomness()
    _, token = open_state(tmp_path, "Kontor", "EU", url, clock=clock, randomness=randomness)
    assert token is not None


def test_a_second_start_keeps_the_organization_and_uses_the_new_address(data: Path) -> None:
    url = "https://127.0.0.1:1"
    clock, randomness = SystemClock(), SystemRandomness()
    state, token = open_state(data, "Other", "NA", url, clock=clock, randomness=randomness)
    assert token is None
    assert (state.organization.name, state.organization.region) == ("Kontor", "EU")
    assert CloudState(data).organization.public_url == url


def test_the_key_is_readable_by_its_owner_alone(data: Path) -> None:
    assert (data / FILE_NAME).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("listener", "is_allowed"),
    [
        (Listener("127.0.0.1", 9998), True),
        (Listener("::1", 9998), True),
        (Listener("localhost", 9998), True),
        (Listener("0.0.0.0", 9998), False),  # noqa: S104 - this address must be refused.
        (Listener("cloud.example", 9998), False),
        (Listener("cloud.example", 9998, Path("c.pem"), Path("k.pem")), True),
        (Listener("127.0.0.1", 9998, Path("c.pem")), False),
    ],
)
def test_without_tls_only_loopback_addresses_are_served(listener: Listener, is_allowed: bool) -> None:
    assert (listener.problem() is None) is is_allowed


def test_serve_refuses_plain_http_outside_loopback(tmp_path: Path) -> None:
    result = cloud_command("serve", "--data", str(tmp_path / "data"), "--host", "0.0.0.0")  # noqa: S104 - the command must refuse this address.
    assert result.exit_code == 2
    assert not (tmp_path / "data").exists()


def test_a_killed_service_loses_nothing(tmp_path: Path) -> None:
    with bound_socket() as listener:
        port = listener.getsockname()[1]
    words = ["serve", "--data", str(tmp_path / "data"), "--port", str(port)]
    client = CloudClient(open_http, Regions.from_addresses({"NA": f"http://127.0.0.1:{port}"}))

    with _started(words) as first:
        assert first.stdout is not None
        credential = first.stdout.readline()
        _await_listening(port)
        assert client.check_credential(credential).status is CredentialStatus.VALID
        credential_id = str(decode_credential(credential).credential_id)
        cloud_command("credential", "revoke", credential_id, "--data", str(tmp_path / "data"))
        other = cloud_command("credential", "issue", "--data", str(tmp_path / "data")).stdout

    with _started(words):
        _await_listening(port)
        assert client.check_credential(credential).status is CredentialStatus.INVALID
        assert client.check_credential(other).status is CredentialStatus.VALID


@contextmanager
def _started(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Run the service in a process of its own and kill it (SIGKILL) at the end of the block."""
    program = [sys.executable, "-m", "tools.cloud", *words]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _await_listening(port: int) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as http:
        assert http.get(f"http://127.0.0.1:{port}/healthz").text == "OK"
