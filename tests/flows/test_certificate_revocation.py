"""Settings of revocation checks over the admin API."""

import re

import pytest

from tests.flows.pages import visit
from tests.flows.revocation_calls import REVOCATION
from tests.flows.server import API, Client, FlowServer

SETTINGS = f"{API}{REVOCATION}"
PROXY = {"host": "proxy.example.com", "port": 3128}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


def test_groups_that_were_not_sent_are_not_answered(admin: Client) -> None:
    assert admin.put(SETTINGS, {}).json() == {}
    assert admin.get(SETTINGS).json() == {}
    saved = admin.put(SETTINGS, {"ocspSettings": {}, "proxySettings": PROXY}).json()
    assert set(saved) == {"ocspSettings", "proxySettings"}
    assert saved["proxySettings"] == PROXY
    assert admin.get(SETTINGS).json() == saved
    off = {"enabled": False, "nextRetryMinsWhenResolveFailed": 9}
    shown = admin.put(SETTINGS, {"crlSettings": off}).json()
    assert shown["crlSettings"] | off == shown["crlSettings"]
    assert admin.put(SETTINGS, {"crlSettings": None, "proxySettings": {"host": "", "port": None}}).json() == {}


@pytest.mark.parametrize(
    ("proxy", "path"),
    [
        ({"host": "proxy.example.com"}, "port"),
        ({"port": 3128}, "host"),
        ({"host": "user@proxy", "port": 3128}, "host"),
        ({"host": "proxy.example.com", "port": 0}, "port"),
        ({"host": "proxy.example.com", "port": 65_536}, "port"),
    ],
)
def test_a_proxy_has_a_host_and_a_port(admin: Client, proxy: dict[str, object], path: str) -> None:
    refused = admin.put(SETTINGS, {"proxySettings": proxy})
    assert refused.status_code == 422
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == [f"proxySettings.{path}"]


def test_the_form_requires_no_proxy(shared_server: FlowServer) -> None:
    page = visit(shared_server.client().sign_in(), "certificateRevocation").answer.text
    [host] = re.findall(r'<input[^>]* name="proxySettings\.host"[^>]*>', page)
    assert "aria-required" not in host
    # The port is shown, and required, once a host is entered.
    assert re.search(r'data-when=\'\[\["proxySettings\.host", \["\*"\]\]\]\'', page)
