"""Users of an identity provider with pysaml2 sign in for an OpenID Connect client of the real server."""

import json
import re
import ssl
import subprocess
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from tests.flows.server import API
from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider
from tests.interop.saml_identity_provider import SIGNING_KEY, pem_of, saml_identity_provider
from tests.support.apache import free_port
from tests.support.saml import saml_key

# It is a package of the distribution, because its dependencies conflict with those of this project.
PYTHON = "/usr/bin/python3"


def is_installed() -> bool:
    """Return whether the system's Python has pysaml2, and xmlsec1 is installed."""
    if not Path(PYTHON).exists() or not Path("/usr/bin/xmlsec1").exists():
        return False
    return subprocess.run([PYTHON, "-c", "import saml2"], capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not is_installed(), reason="pysaml2 is missing (Debian: apt-get install python3-pysaml2 xmlsec1)"
    ),
]
CONNECTION, CLIENT, SECRET = "pysaml2", "bridged-shop", "clear-secret-of-the-bridged-shop"
VERIFIER = "c" * 43
MAIL = "urn:oid:0.9.2342.19200300.100.1.3"


@dataclass(frozen=True)
class Partners:
    """A server and an identity provider, which also serves the page of the application."""

    provider: Provider
    url: str

    @property
    def callback(self) -> str:
        return f"{self.url}/callback"

    def sign_in(self, browser: Browser, entered: str) -> httpx.QueryParams:
        """Sign in at the identity provider, and return what the application receives."""
        parameters = {
            "client_id": CLIENT,
            "response_type": "code",
            "scope": "openid email",
            "redirect_uri": self.callback,
            "code_challenge": urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"="),
            "code_challenge_method": "S256",
        }
        browser.go(f"{self.provider.issuer}/as/authorization.oauth2?{urlencode(parameters)}")
        assert str(browser.page.url).startswith(f"{self.url}/sso"), browser.page.text
        browser.send("go", username=entered)
        browser.send("go")
        # A browser follows this link by itself.
        following = re.search(r'id="continue" href="([^"]*)"', browser.page.text)
        assert following is not None, browser.page.text
        browser.go(str(browser.page.url.join(following[1])))
        assert str(browser.page.url).startswith(self.callback), browser.page.text
        return httpx.QueryParams(browser.page.url.query)

    def claims(self, code: str) -> dict[str, Any]:
        """Return what the application learns about the user with a code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.callback,
            "code_verifier": VERIFIER,
        }
        trust, issuer = ssl.create_default_context(cafile=self.provider.certificate), self.provider.issuer
        with httpx.Client(verify=trust, trust_env=False) as client:
            tokens = client.post(f"{issuer}/as/token.oauth2", data=form, auth=(CLIENT, SECRET))
            assert tokens.status_code == 200, tokens.text
            bearer = {"Authorization": f"Bearer {tokens.json()['access_token']}"}
            found: dict[str, Any] = client.get(f"{issuer}/idp/userinfo.openid", headers=bearer).json()
        return found


def add_connection(provider: Provider, metadata: str) -> str:
    """Add a connection from the metadata of the identity provider, and return the metadata of the server for it."""
    request = {"connectionType": "IDP", "expectedProtocol": "SAML20", "samlMetadata": metadata}
    body = provider.done("POST", "/connectionMetadata/convert", request)["connection"]
    body |= {"id": CONNECTION, "name": "pysaml2", "active": True}
    body["credentials"] |= {"decryptionKeyPairRef": {"id": SIGNING_KEY["id"]}}
    body["idpBrowserSso"] |= {
        "assertionsSigned": True,
        "decryptionPolicy": {"assertionEncrypted": True},
        "attributeContract": {"coreAttributes": [{"name": "SAML_SUBJECT"}], "extendedAttributes": [{"name": MAIL}]},
    }
    provider.done("POST", "/sp/idpConnections", body)
    exported = {"connectionType": "IDP", "connectionId": CONNECTION}
    return provider.admin.post(f"{API}/connectionMetadata/export", json=exported).text


def use_in_policy(provider: Provider) -> None:
    """Replace the HTML form of the demo's policy by the connection."""
    policies = provider.done("GET", "/authenticationPolicies/default")
    (policy,) = policies["authnSelectionTrees"]
    end = next(each for each in policy["rootNode"]["children"] if each["action"].get("context") == "Success")
    text = json.dumps(end).replace('"type": "ADAPTER"', '"type": "IDP_CONNECTION"').replace("demo-sign-in", CONNECTION)
    text = text.replace('"value": "username"', '"value": "SAML_SUBJECT"').replace(
        '"value": "name"', '"value": "SAML_SUBJECT"'
    )
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": CONNECTION}}
    policy["rootNode"] = {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [
            {"action": {"type": "DONE", "context": "Fail"}, "children": []},
            json.loads(text.replace('"value": "email"', f'"value": "{MAIL}"')),
        ],
    }
    provider.done("PUT", "/authenticationPolicies/default", policies)


def metadata_of(url: str) -> str:
    """Return the metadata of the identity provider when it listens."""
    until = time.monotonic() + 30
    while True:
        try:
            return httpx.get(f"{url}/metadata", trust_env=False).text
        except httpx.ConnectError:
            assert time.monotonic() < until


@pytest.fixture(scope="module")
def partners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Partners]:
    folder, port = tmp_path_factory.mktemp("pysaml2"), free_port()
    for name, content in zip(("idp.key", "idp.crt"), pem_of(saml_key("pysaml2")), strict=True):
        (folder / name).write_bytes(content)
    command = [PYTHON, str(Path(__file__).with_name("pysaml2_provider.py")), str(folder), str(port)]
    url = f"http://127.0.0.1:{port}"
    with saml_identity_provider(tmp_path_factory.mktemp("server")) as provider:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            (folder / "sp.xml").write_text(add_connection(provider, metadata_of(url)))
            use_in_policy(provider)
            secret = {"clientAuth": {"type": "SECRET", "secret": SECRET}, "bypassApprovalPage": True}
            provider.add_client(CLIENT, "AUTHORIZATION_CODE", redirectUris=[f"{url}/callback"], **secret)
            yield Partners(provider, url)
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture
def browser(partners: Partners) -> Iterator[Browser]:
    with Browser(partners.provider.certificate) as made:
        yield made


@pytest.mark.parametrize("entered", ["joe", "joe.encrypted"])
def test_a_user_of_the_partner_signs_in_for_the_application(partners: Partners, browser: Browser, entered: str) -> None:
    received = partners.sign_in(browser, entered)
    claims = partners.claims(received["code"])
    assert (claims["sub"], claims["email"]) == ("joe", "joe@partner.example.com")


def test_an_assertion_for_another_service_provider_is_refused(partners: Partners, browser: Browser) -> None:
    received = partners.sign_in(browser, "joe.audience")
    assert (received.get("error"), received.get("code")) == ("access_denied", None)
