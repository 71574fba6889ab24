"""The check of a connection: certificates, the signing key, and the addresses of the partner."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from hanse.data_stores.settings import HttpAnswer
from hanse.resources.federation.connections.health import HealthState, judge_keys, partner_addresses
from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.idp_connections import idp_connection, verification_certificate
from tests.support.mappings import contract
from tests.support.running_servers import running
from tests.support.sp_connections import sp_connection

CONNECTIONS = f"{API}/sp/idpConnections"
PARTNERS = f"{API}/idp/spConnections"
CHECK = "/partner-0/checkHealth"


@contextmanager
def served(*statuses: int) -> Iterator[tuple[str, list[str]]]:
    """Answer requests with one status after the other; yield the address and the paths of the requests."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(statuses[len(paths) - 1])
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with running(server):
        yield f"http://localhost:{server.server_port}", paths


@pytest.fixture
def partner(admin: Client) -> Client:
    """Return an administrator after adding an IdP connection with a certificate."""
    assert admin.post(f"{API}/oauth/accessTokenManagers", manager(0, "sub", "mail")).status_code == 201
    body = idp_connection(0, credentials={"certs": [verification_certificate(1)]})
    assert admin.post(CONNECTIONS, body).status_code == 201
    return admin


def check(admin: Client, path: str = f"{CONNECTIONS}{CHECK}") -> Any:
    answer = admin.post(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_certificates_are_healthy_expire_soon_and_expire(server: FlowServer, partner: Client) -> None:
    partner = server.basic("Administrator")
    assert check(partner) == {
        "state": "HEALTHY",
        "findings": [
            {
                "subject": "Certificate CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
                "state": "HEALTHY",
                "message": "Valid until 01 Jun 2027, 00:00 UTC.",
            }
        ],
    }
    server.clock.advance(days=180)
    assert check(partner)["state"] == "WARNING"
    server.clock.advance(days=20)
    found = check(partner)
    assert (found["state"], found["findings"][0]["message"]) == ("FAILED", "Expired on 01 Jun 2027, 00:00 UTC.")


def test_endpoints_are_requested_and_redirects_are_not_followed(admin: Client) -> None:
    assert admin.post(f"{API}/authenticationPolicyContracts", contract(0)).status_code == 201
    with served(405, 302, 503) as (base, paths):
        sso = sp_connection(0)["spBrowserSso"]
        endpoints = [{"binding": "POST", "url": f"/acs/{index}", "index": index} for index in range(3)]
        body = sp_connection(0, baseUrl=base, spBrowserSso={**sso, "ssoServiceEndpoints": endpoints})
        made = admin.post(PARTNERS, body)
        assert made.status_code == 201, made.text
        found = check(admin, f"{PARTNERS}/{made.json()['id']}/checkHealth")
    assert paths == ["/acs/0", "/acs/1", "/acs/2"]
    assert [(each["state"], each["message"]) for each in found["findings"]] == [
        ("HEALTHY", "Answers with status 405."),
        ("HEALTHY", "Answers with status 302."),
        ("WARNING", "Answers with status 503."),
    ]
    assert found["state"] == "WARNING"
    found = check(admin, f"{PARTNERS}/{made.json()['id']}/checkHealth")
    assert found["state"] == "FAILED"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (HttpAnswer(200, b'{"keys": [{"kty": "EC"}]}'), HealthState.HEALTHY),
        (HttpAnswer(200, b'{"keys": []}'), HealthState.FAILED),
        (HttpAnswer(200, b"<html>"), HealthState.FAILED),
        (HttpAnswer(200, b"[]"), HealthState.FAILED),
        (HttpAnswer(404, b'{"keys": [{"kty": "EC"}]}'), HealthState.FAILED),
    ],
)
def test_the_address_of_keys_must_return_keys(answer: HttpAnswer, state: HealthState) -> None:
    assert judge_keys(answer)[0] is state


def test_the_page_of_a_connection_shows_the_results(server: FlowServer, partner: Client) -> None:
    browser = server.client().sign_in()
    page = visit(browser, "idpConnections/edit/partner-0")
    assert "Check Connection" in page.texts
    result = send(browser, page, {"_do": "act:checkHealth"})
    assert "Healthy: Valid until 01 Jun 2027, 00:00 UTC." in result.texts


def test_addresses_of_endpoints_are_collected_with_the_base_url() -> None:
    body = {
        "baseUrl": "https://sp.example.com/",
        "spBrowserSso": {
            "ssoServiceEndpoints": [{"binding": "POST", "url": "/acs"}, {"url": "https://other.example.com/acs"}],
            "sloServiceEndpoints": [{"url": "/slo", "responseUrl": "/slo/done"}],
            "artifact": {"resolverLocations": [{"index": 1, "url": "https://other.example.com/soap"}]},
        },
        "contactInfo": {"url": "https://unrelated.example.com"},
    }
    assert list(partner_addresses(body)) == [
        "https://sp.example.com/acs",
        "https://other.example.com/acs",
        "https://sp.example.com/slo",
        "https://sp.example.com/slo/done",
        "https://other.example.com/soap",
    ]
