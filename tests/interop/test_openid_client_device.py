"""A device with openid-client, a library for Node.js that is maintained elsewhere and certified (RFC 8628)."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider, demo_provider

pytestmark = pytest.mark.slow

_NODE = shutil.which("node") or "node"
PROGRAM = Path(__file__).with_name("device.mjs")
CONSOLE = Path(__file__).parents[2] / "console"


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    with demo_provider(tmp_path_factory.mktemp("server")) as made:
        settings = made.done("GET", "/oauth/authServerSettings")
        made.done("PUT", "/oauth/authServerSettings", {**settings, "returnIdTokenOnOpenIdWithDeviceAuthzGrant": True})
        made.add_client("device", "DEVICE_CODE", "REFRESH_TOKEN", clientAuth={"type": "NONE"})
        # The last one: once the engine knows it, it has applied everything else.
        redirect_uri = "http://127.0.0.1/callback"
        made.add_client("last", "AUTHORIZATION_CODE", clientAuth={"type": "NONE"}, redirectUris=[redirect_uri])
        made.wait_for("last", redirect_uri)
        yield made


@pytest.fixture
def browser(provider: Provider) -> Iterator[Browser]:
    with Browser(provider.certificate) as made:
        yield made


@contextmanager
def device(provider: Provider, folder: Path) -> Iterator[IO[str]]:
    """Run the device until it has tokens or is refused; returns its output."""
    program = folder / PROGRAM.name
    shutil.copy(PROGRAM, program)
    (folder / "node_modules").symlink_to(CONSOLE / "node_modules")
    environment = {
        "PATH": os.environ["PATH"],
        "NO_PROXY": "*",
        "NODE_EXTRA_CA_CERTS": str(provider.certificate),
        "ISSUER": provider.issuer,
        "CLIENT_ID": "device",
    }
    with subprocess.Popen([_NODE, str(program)], env=environment, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdout is not None
        yield node.stdout
        assert node.wait(timeout=60) == 0


def line(output: IO[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output.readline())
    return found


def decide(provider: Provider, browser: Browser, started: dict[str, Any], decision: str) -> None:
    """Sign in as joe at the address that the device shows, confirm that the device is the user's own, and decide."""
    browser.go(started["verification_uri_complete"])
    browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
    browser.send("yes")
    browser.send(decision)


def test_a_device_gets_tokens_once_the_user_has_approved(provider: Provider, browser: Browser, tmp_path: Path) -> None:
    with device(provider, tmp_path) as output:
        decide(provider, browser, line(output), "allow")
        assert line(output) == {"aud": "device", "email": "joe@example.com", "renewed": True}


def test_a_device_is_refused_if_the_user_denies_access(provider: Provider, browser: Browser, tmp_path: Path) -> None:
    with device(provider, tmp_path) as output:
        decide(provider, browser, line(output), "deny")
        assert line(output) == {"error": "access_denied"}
