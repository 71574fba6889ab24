"""A real server with the demo's configuration, whose clients are libraries of other projects."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx

from hanse.demo.record import DemoRecord, new_record
from hanse.demo.setup import create, create_users
from tests.cli.test_serve import running
from tests.flows.server import ALL_ROLES, API, PASSWORD, account
from tests.flows.test_process import browser as api_client
from tests.interop.browser import Browser
from tests.support.apache import free_port
from tests.support.randomness import SeededRandomness


@dataclass(frozen=True)
class Provider:
    """The server, and its admin API."""

    issuer: str
    certificate: Path
    record: DemoRecord
    admin: httpx.Client

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """Make a call of the admin API that succeeds, and return its answer."""
        status, answer = call(self.admin, method, path, body)
        assert status in (200, 201), answer
        return answer

    def add_client(self, id_: str, *grants: str, **more: Any) -> None:
        """Add an OAuth client; `wait_for` waits until the engine knows it."""
        self.done("POST", "/oauth/clients", {"clientId": id_, "name": id_, "grantTypes": grants, **more})

    def wait_for(self, id_: str, redirect_uri: str) -> None:
        """Repeat an authorization request until the engine knows a client, a few tenths of a second after the save."""
        parameters = {
            "client_id": id_,
            "response_type": "code",
            "redirect_uri": redirect_uri,
            "code_challenge": "c" * 43,
            "code_challenge_method": "S256",
        }
        address = f"{self.issuer}/as/authorization.oauth2?{urlencode(parameters)}"
        with Browser(self.certificate) as browser:
            until = time.monotonic() + 30
            while "pf.username" not in browser.go(address).text:
                assert time.monotonic() < until, browser.page.text


def call(admin: httpx.Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Make a call of the admin API; return its status and body."""
    answer = admin.request(method, f"{API}{path}", json=body)
    return answer.status_code, answer.json() if answer.content else None


@contextmanager
def demo_provider(data: Path) -> Iterator[Provider]:
    """Serve a data folder that is set up through the admin API: an administrator, the base URL and the demo's items."""
    with running(data) as (_, listening), api_client(data, listening["admin"]) as admin:
        issuer = listening["engine"]
        unset = Provider(
            issuer, data / "tls" / "server.crt", new_record(issuer, free_port(), SeededRandomness(7)), admin
        )
        unset.done("POST", "/administrativeAccounts", account("Administrator", ALL_ROLES))
        admin.auth = ("Administrator", PASSWORD)
        settings = unset.done("GET", "/serverSettings")
        unset.done("PUT", "/serverSettings", {**settings, "federationInfo": {"baseUrl": issuer}})

        def demo_call(method: str, path: str, body: Any = None) -> tuple[int, Any]:
            return call(admin, method, path, body)

        record = create(demo_call, unset.record, print)
        create_users(demo_call, record, print)
        yield Provider(issuer, unset.certificate, record, admin)
