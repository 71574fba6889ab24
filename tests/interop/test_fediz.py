"""Users sign in to Apache CXF Fediz with WS-Federation, with the real server as identity provider.

Fediz gets the endpoint and the certificate of the server from its federation metadata.
"""

from base64 import b64decode
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import httpx2
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_der_x509_certificate
from lxml import etree

from tests.flows.server import API
from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider, demo_provider
from tests.interop.saml_identity_provider import SIGNING_KEY, add_connection, sp_connection
from tests.interop.saml_service_provider import Partners, browser
from tests.support.apache import PROTECTED, free_port
from tests.support.fediz_relying_party import FEDIZ, MISSING, FedizSite, fediz_relying_party
from tests.support.saml import saml_key

__all__ = ["browser"]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not FEDIZ, reason=MISSING)]

REALM: Final = "urn:fediz:partner"
SERVER: Final = "urn:hanse:realm"
FED: Final = "{http://docs.oasis-open.org/wsfed/federation/200706}"
WSA: Final = "{http://www.w3.org/2005/08/addressing}"
CERTIFICATE: Final = ".//{http://www.w3.org/2000/09/xmldsig#}X509Certificate"
MD: Final = "{urn:oasis:names:tc:SAML:2.0:metadata}"


def connection(service: str, token: str) -> dict[str, Any]:
    body = sp_connection(REALM, service, service, saml_key("fediz"))
    sso = body["spBrowserSso"]
    kept = ("attributeContract", "assertionLifetime", "authenticationPolicyContractAssertionMappings")
    body["credentials"].pop("certs")
    body["spBrowserSso"] = {
        "protocol": "WSFED",
        "wsFedTokenType": token,
        "wsTrustVersion": "WSTRUST13",
        "ssoServiceEndpoints": [{"url": service}],
        "adapterMappings": [],
        **{name: sso[name] for name in kept},
    }
    return body


def site_of(metadata: bytes, service: str, port: int) -> FedizSite:
    """Return the configuration of Fediz that follows from the metadata of the server."""
    role: Any = etree.fromstring(metadata, etree.XMLParser(resolve_entities=False)).find(f"{MD}RoleDescriptor")
    endpoint = role.find(f"{FED}PassiveRequestorEndpoint/{WSA}EndpointReference/{WSA}Address").text
    certificate = load_der_x509_certificate(b64decode(role.find(CERTIFICATE).text))
    return FedizSite(REALM, service, endpoint, certificate.public_bytes(Encoding.PEM), port)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    with demo_provider(tmp_path_factory.mktemp("server")) as provider:
        settings = provider.done("GET", "/serverSettings")
        settings["federationInfo"] |= {"wsfedRealm": SERVER}
        provider.done("PUT", "/serverSettings", settings)
        provider.done("POST", "/keyPairs/signing/generate", SIGNING_KEY)
        yield provider


@pytest.fixture(scope="module", params=["SAML11", "SAML20"])
def partners(
    request: pytest.FixtureRequest, server: Provider, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Partners]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    service = f"{url}/protected/page.txt"
    body = connection(service, request.param)
    metadata = add_connection(server, body)
    folder = tmp_path_factory.mktemp("fediz")
    with fediz_relying_party(site_of(metadata, service, port), folder) as log:
        yield Partners(server, url, log)
    deleted = server.admin.delete(f"{API}/idp/spConnections/{body['id']}")
    assert deleted.status_code == 204, deleted.text


def claims(page: httpx2.Response) -> dict[str, str]:
    """Return the claims that Fediz has read, by the last part of their types."""
    pairs = [each.partition("=") for each in page.headers.get_list("x-claim")]
    return {name.rpartition("/")[2]: value for name, _, value in pairs}


def test_a_user_signs_in_and_fediz_gets_the_claims(partners: Partners, browser: Browser) -> None:
    page = partners.sign_in(browser, "joe")
    assert page.text == PROTECTED, (page.text, partners.log.read_text())
    assert page.headers["x-remote-user"] == "joe"
    assert page.headers["x-issuer"] == SERVER
    assert claims(page)["mail"] == "joe@example.com"


def test_an_answer_is_accepted_once(partners: Partners, browser: Browser) -> None:
    partners.send_password(browser, "joe")
    answer = browser.page
    assert browser.send("").text == PROTECTED
    browser.page = answer
    assert browser.send("").text != PROTECTED


def test_a_sign_out_ends_both_sessions(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "sarah")
    page = browser.go(f"{partners.url}/protected/logout")
    assert str(page.url).startswith(partners.provider.issuer), page.url
    # The protocol does not sign this request, so that the user confirms it.
    page = browser.send("yes")
    assert f"{quote(partners.protected, safe=':/')}?wa=wsignoutcleanup1.0" in page.text
    assert browser.go(partners.protected).text == PROTECTED
    # A browser loads this address in the frame of the page.
    browser.go(f"{partners.protected}?wa=wsignoutcleanup1.0")
    assert 'name="pf.pass"' in browser.go(partners.protected).text
