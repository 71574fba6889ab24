"""The example plug-ins of the user guide work: they are built and installed exactly as the page shows them."""

import hmac
import json
import re
import subprocess
import sys
import time
from base64 import b32decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from hanse.demo.application.client import decoded
from tests.cli.test_serve import COMMAND
from tests.cluster.processes import eventually
from tests.engine.signin.site import error_of, form_of, title_of
from tests.flows.server import ALL_ROLES, API, PASSWORD, account
from tests.packaging.plugin_packages import ROOT, environment, install, packages
from tests.support.access_tokens import JWT, fields, manager
from tests.support.clients import client
from tests.support.mappings import adapter_granted, from_source

# Runs in a process of its own, as the entry points of installed packages depend on the path.
USE = """
import json, sys
from hanse.config.plugins.descriptors import describe_form
from hanse.config.plugins.plugin import Settings
from hanse.resources.system.authorization_details.processors import PROCESSOR_PLUGINS

plugin = PROCESSOR_PLUGINS.get("example.small-payments")
settings = Settings("s", {"Currency": "EUR", "Largest Amount": "50"}, {"Refused Creditors": [{"Creditor": "Pirates"}]})
made = plugin.make(settings)
good = {"type": "pay", "currency": "EUR", "amount": "20", "creditor": "Hall"}
less, more = {**good, "amount": "10"}, {**good, "amount": "51", "currency": "SEK", "creditor": "Pirates"}
print(json.dumps({
    "ids": sorted(each.id for each in PROCESSOR_PLUGINS),
    "class": plugin.class_name,
    "fields": [each.name for each in describe_form(plugin.form).fields],
    "wrong": [plugin.form.field("Largest Amount").errors(text) for text in ("20", "0", "much")],
    "validated": [made.validate(good), made.validate(more)],
    "described": made.describe(good),
    "within": [made.is_equal_or_subset(less, good), made.is_equal_or_subset(good, less)],
}))
"""
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
CALLBACK = "https://web.example.com/callback"
# RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
HEADERS = {"X-XSRF-Header": "test"}
PATIENCE = 60.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def found(site: Path) -> Any:
    used = subprocess.run([sys.executable, "-c", USE], check=True, capture_output=True, env=environment(site))
    return json.loads(used.stdout.splitlines()[-1])


def test_the_page_contains_every_file_of_both_packages() -> None:
    assert {name: sorted(files) for name, files in packages().items()} == {
        "display-code": [
            "display_code/__init__.py",
            "display_code/example.py",
            "display_code/pages/display-code.html",
            "display_code/pages/messages/en.toml",
            "pyproject.toml",
        ],
        "small-payments": ["pyproject.toml", "small_payments/__init__.py"],
    }


def test_the_processor_of_the_guide_is_installed_and_works(found: Any) -> None:
    assert found["ids"] == ["example.small-payments", "hanse.json-schema"]
    assert found["class"] == "small_payments.SmallPayments"
    assert found["fields"] == ["Currency", "Largest Amount"]
    assert found["validated"] == [
        [],
        ["currency: must be EUR.", "amount: must be at most 50.", "creditor: is not allowed."],
    ]
    assert found["described"] == "Pay 20 EUR to Hall"
    assert found["within"] == [True, False]


def test_its_fields_are_validated(found: Any) -> None:
    assert found["wrong"] == [None, "an amount is greater than zero.", "enter an amount such as 20.50."]


def test_the_conformance_check_finds_nothing_in_both_examples(site: Path) -> None:
    command = [sys.executable, "-m", "hanse.plugins.conformance"]
    checked = subprocess.run(command, check=False, capture_output=True, text=True, env=environment(site))
    report = ["example.display-code: no findings", "example.small-payments: no findings"]
    assert (sorted(checked.stdout.splitlines()), checked.returncode) == (report, 0), checked.stderr


def test_the_conformance_check_reports_a_plugin_without_an_example(site: Path, tmp_path: Path) -> None:
    for info in site.glob("hanse_small_payments-*"):
        (tmp_path / info.name).mkdir()
        entries = (info / "entry_points.txt").read_text()
        (tmp_path / info.name / "entry_points.txt").write_text(entries.replace("hanse.plugins.examples", "others"))
        (tmp_path / info.name / "METADATA").write_text((info / "METADATA").read_text())
    (tmp_path / "small_payments").symlink_to(site / "small_payments")
    command = [sys.executable, "-m", "hanse.plugins.conformance"]
    checked = subprocess.run(command, check=False, capture_output=True, text=True, env=environment(tmp_path))
    assert checked.returncode == 1
    assert checked.stdout.splitlines() == ["example.small-payments: 1 finding", "  It has no example."]


@contextmanager
def serving(folder: Path, site: Path) -> Iterator[dict[str, str]]:
    """Run a server with the packages installed, and yield its addresses."""
    options = ["--data", str(folder), "--host", "127.0.0.1", "--no-tls", "--admin-port", "0", "--engine-port", "0"]
    # A single process, as several would apply a save at different times.
    options += ["--engine-workers", "0"]
    with (folder.parent / "printed.log").open("wb") as output:
        process = subprocess.Popen(
            [*COMMAND, "serve", *options], cwd=ROOT, env=environment(site), stdout=output, stderr=output
        )
        try:
            listening, deadline = folder / "listening.json", time.monotonic() + PATIENCE
            while not listening.exists():
                assert process.poll() is None, (folder.parent / "printed.log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield json.loads(listening.read_text())
        finally:
            process.terminate()
            process.wait(PATIENCE)


def configure(admin: str, engine: str) -> None:
    """Create the first administrator and everything that a sign-in with the adapter needs."""
    with httpx.Client(base_url=admin, headers=HEADERS, timeout=PATIENCE, trust_env=False) as setup_client:
        created = setup_client.post(f"{API}/administrativeAccounts", json=account("Administrator", ALL_ROLES))
        assert created.is_success, created.text
        credentials = {"username": "Administrator", "password": PASSWORD}
        assert setup_client.post("/pf-admin-ui/login", json=credentials).is_success
    row = {"fields": fields({"Username": "joe", "Secret": SECRET})}
    adapter = {
        "id": "display",
        "name": "Display",
        "pluginDescriptorRef": {"id": "example.display-code"},
        "configuration": {"tables": [{"name": "Displays", "rows": [row]}]},
        "attributeContract": {"coreAttributes": [{"name": "username", "pseudonym": True}]},
    }
    tokens = {
        **manager(0, "user"),
        "pluginDescriptorRef": {"id": JWT},
        "configuration": {"fields": fields({"Use Centralized Signing Key": "true", "JWS Algorithm": "ES256"})},
    }
    mapping = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "display"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"user": from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY")},
    }
    default = {"defaultAccessTokenManagerRef": {"id": "manager-0"}}
    with httpx.Client(
        base_url=f"{admin}{API}",
        headers=HEADERS,
        auth=("Administrator", PASSWORD),
        timeout=PATIENCE,
        trust_env=False,
    ) as api:
        for method, path, body in (
            ("PUT", "/serverSettings", {"federationInfo": {"baseUrl": engine}}),
            ("POST", "/idp/adapters", adapter),
            ("POST", "/oauth/idpAdapterMappings", adapter_granted("display")),
            ("POST", "/oauth/accessTokenManagers", tokens),
            ("PUT", "/oauth/accessTokenManagers/settings", default),
            ("POST", "/oauth/accessTokenMappings", mapping),
            ("POST", "/oauth/clients", client("web", bypassApprovalPage=True)),
        ):
            answer = api.request(method, path, json=body)
            assert answer.is_success, (path, answer.text)
            assert SECRET not in answer.text


def code_now(offset: int = 0) -> str:
    """Return the one-time code of the display (RFC 6238), computed independently of the plug-in."""
    step = (int(time.time()) // 30 + offset).to_bytes(8, "big")
    digest = hmac.digest(b32decode(SECRET), step, "sha1")
    at = digest[-1] & 15
    return str((int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF) % 1_000_000).zfill(6)


def authorize(browser: httpx.Client) -> httpx.Response:
    """Send an authorization request and return the first page."""
    parameters = {
        "client_id": "web",
        "redirect_uri": CALLBACK,
        "response_type": "code",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return follow_redirect(browser, browser.get("/as/authorization.oauth2", params=parameters))


def send(browser: httpx.Client, page: httpx.Response, **values: str) -> httpx.Response:
    """Submit the form of a page and return the next page or the redirect to the application."""
    action, hidden = form_of(page)
    return follow_redirect(browser, browser.post(action, data={**hidden, **values, "ok": "clicked"}))


def follow_redirect(browser: httpx.Client, answer: httpx.Response) -> httpx.Response:
    location = answer.headers.get("location", "")
    return browser.get(location) if answer.is_redirect and not location.startswith(CALLBACK) else answer


@pytest.mark.slow
def test_the_adapter_of_the_guide_signs_a_user_in(site: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", site) as listening:
        configure(listening["admin"], listening["engine"])
        address = f"{listening['engine']}/as/authorization.oauth2?client_id=web"
        # The engine applies saved changes with a delay. It does not redirect before it knows the client.
        eventually("the engine knows the client", lambda: httpx.get(address, trust_env=False).is_redirect)

        def open_browser() -> httpx.Client:
            return httpx.Client(base_url=listening["engine"], timeout=PATIENCE, trust_env=False)

        with open_browser() as browser:
            page = authorize(browser)
            assert title_of(page) == "Enter your code"
            wrong = send(browser, page, username="joe", code=code_now(10))
            assert error_of(wrong) == "The username or the code is not correct."
            used = code_now()
            done = send(browser, wrong, username="joe", code=used)
            assert done.headers.get("location", "").startswith(CALLBACK), done.text
            code = dict(parse_qsl(urlsplit(done.headers["location"]).query))["code"]
            assert code
        with open_browser() as other:
            # A used code is refused in another browser.
            assert error_of(send(other, authorize(other), username="joe", code=used)) != ""
            exchange = {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": CALLBACK,
                "code_verifier": VERIFIER,
            }
            issued = other.post("/as/token.oauth2", data=exchange, auth=("web", "clear-secret-of-web"))
            assert issued.status_code == 200, issued.text
    token = decoded(issued.json()["access_token"])
    assert token is not None
    assert (token[0]["alg"], token[1]["user"], token[1]["client_id"]) == ("ES256", "joe", "web")
    log = (tmp_path / "data" / "log" / "server.log").read_text()
    assert not [text for text in (SECRET, used, code) if re.search(rf"\b{re.escape(text)}\b", log)]
