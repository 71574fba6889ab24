"""The settings that the quick start shows, pasted into libraries and programs of other projects at the real server."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider, demo_provider
from tests.interop.loopback_server import listening
from tests.interop.test_python_clients import sign_in
from tests.support.apache import PROTECTED, free_port
from tests.support.openidc_apache import APACHE, MISSING, Registration, apache

pytestmark = pytest.mark.slow

_SHELL, _NODE = shutil.which("bash") or "bash", shutil.which("node") or "node"
CONSOLE = Path(__file__).parents[2] / "console"
# Calls the functions of the pasted module, as the application around it would.
NODE_CALLER = """
const started = await signIn();
console.log(JSON.stringify(started));
process.stdin.once("data", async (url) => {
  console.log(JSON.stringify(await signedIn(url.toString().trim(), started.state, started.verifier)));
  process.exit(0);
});
"""


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    with demo_provider(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def browser(provider: Provider) -> Iterator[Browser]:
    with Browser(provider.certificate) as made:
        yield made


def create(provider: Provider, id_: str, kind: str, *redirect_uris: str) -> dict[str, Any]:
    """Create an application with the quick start, and wait until the engine knows it."""
    body = {"kind": kind, "name": id_, "clientId": id_, "redirectUris": list(redirect_uris)}
    made: dict[str, Any] = provider.done("POST", "/internal/applications", body)
    assert made["missing"] == []
    for uri in redirect_uris:
        provider.wait_for(id_, uri)
    return made


def pasted(made: dict[str, Any], library: str) -> str:
    return next(str(each["text"]) for each in made["settings"]["libraries"] if each["id"] == library)


def environment(provider: Provider, made: dict[str, Any]) -> dict[str, str]:
    """Return the environment of an application: its secret, and trust in the server's certificate."""
    certificate = str(provider.certificate)
    trust = dict.fromkeys(("CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"), certificate)
    return {"PATH": os.environ["PATH"], "NO_PROXY": "*", **trust, "CLIENT_SECRET": made.get("clientSecret") or ""}


def run_shell(command: str, variables: dict[str, str]) -> dict[str, Any]:
    """Run a command until it succeeds: the engine knows a new client a few tenths of a second after the save."""
    until = time.monotonic() + 30
    while True:
        done = subprocess.run([_SHELL, "-c", command], env=variables, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        if "error" not in found or time.monotonic() > until:
            return found


def test_openid_client(provider: Provider, browser: Browser, tmp_path: Path) -> None:
    with listening() as loopback:
        made = create(provider, "with-openid-client", "WEB", loopback.redirect_uri)
        module = tmp_path / "application.mjs"
        module.write_text(pasted(made, "openid-client") + NODE_CALLER)
        (tmp_path / "node_modules").symlink_to(CONSOLE / "node_modules")
        with subprocess.Popen(
            [_NODE, str(module)],
            env=environment(provider, made),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as node:
            assert node.stdout is not None
            started = json.loads(node.stdout.readline())
            sign_in(provider, browser, started["address"])
            claims = json.loads(node.communicate(f"{loopback.response}\n", timeout=60)[0])
    assert (claims["sub"], claims["aud"]) == ("joe", "with-openid-client")


def test_authlib(provider: Provider, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as loopback:
        made = create(provider, "with-authlib", "WEB", loopback.redirect_uri)
        for name, value in environment(provider, made).items():
            monkeypatch.setenv(name, value)
        application: dict[str, Any] = {}
        exec(pasted(made, "authlib"), application)  # noqa: S102 - the test pastes the settings into a module.
        address, state, verifier = application["sign_in"]()
        sign_in(provider, browser, address)
        tokens = application["signed_in"](loopback.response, state, verifier)
    assert tokens["token_type"] == "Bearer"
    assert {"access_token", "refresh_token", "id_token"} <= tokens.keys()


@pytest.mark.skipif(not APACHE, reason=MISSING)
def test_mod_auth_openidc(provider: Provider, browser: Browser) -> None:
    port = free_port()
    uri = f"http://localhost:{port}/protected/redirect_uri"
    made = create(provider, "with-apache", "WEB", uri)
    registration = Registration(
        provider.issuer,
        provider.certificate,
        port,
        "with-apache",
        made["clientSecret"],
        pasted_settings=pasted(made, "mod-auth-openidc"),
    )
    with apache(registration) as log:
        browser.go(f"{registration.url}/protected/page.txt")
        browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
        page = browser.send("allow")
        assert page.text == PROTECTED, log.read_text()
        assert page.headers["x-remote-user"].startswith("joe")


def test_a_service_with_curl(provider: Provider) -> None:
    made = create(provider, "with-curl", "MACHINE")
    tokens = run_shell(pasted(made, "curl-service"), environment(provider, made))
    assert tokens["token_type"] == "Bearer"
    assert "refresh_token" not in tokens


def test_a_device_with_curl(provider: Provider, browser: Browser) -> None:
    made = create(provider, "device-with-curl", "DEVICE")
    begin, poll = pasted(made, "curl-device").split("\n\n")
    variables = environment(provider, made)
    started = run_shell(begin, variables)
    browser.go(started["verification_uri_complete"])
    browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
    browser.send("yes")
    browser.send("allow")
    tokens = run_shell(poll, {**variables, "DEVICE_CODE": started["device_code"]})
    assert {"access_token", "refresh_token"} <= tokens.keys()
