"""Users sign in to a Shibboleth service provider, with the real server as SAML identity provider."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider
from tests.interop.saml_identity_provider import (
    ENTITY_ID,
    add_connection,
    pem_of,
    saml_identity_provider,
    sp_connection,
)
from tests.support.apache import PROTECTED, free_port
from tests.support.saml import saml_key
from tests.support.shibboleth_apache import MISSING, SHIBBOLETH, ShibbolethSite, shibboleth_apache

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SHIBBOLETH, reason=MISSING)]


@dataclass(frozen=True)
class Partners:
    """A server with the demo's users, and the service provider."""

    provider: Provider
    url: str
    log: Path

    @property
    def protected(self) -> str:
        return f"{self.url}/protected/page.txt"

    def sign_in(self, browser: Browser, username: str) -> httpx2.Response:
        """Open the protected page, sign in, and return what the browser shows after the answer was posted."""
        browser.go(self.protected)
        assert str(browser.page.url).startswith(self.provider.issuer), self.log.read_text()
        browser.send("clicked", pf_username=username, pf_pass=self.provider.record.passwords[username])
        return browser.send("")

    def headers(self, browser: Browser) -> tuple[int, str | None, str | None]:
        """Return the status of the page that the browser shows, and what the service provider knows about the user."""
        page = browser.page
        assert page.text == PROTECTED, (page.text, self.log.read_text())
        return page.status_code, page.headers.get("x-remote-user"), page.headers.get("x-mail")


@pytest.fixture(scope="module", params=["plain", "encrypted"])
def partners(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Partners]:
    key, encryption = saml_key("shibboleth"), {"encryptAssertion": True} if request.param == "encrypted" else {}
    url = f"http://127.0.0.1:{free_port()}"
    handlers = f"{url}/Shibboleth.sso"
    urls = (f"{url}/shibboleth", f"{handlers}/SAML2/POST", f"{handlers}/SLO/Redirect")
    with saml_identity_provider(tmp_path_factory.mktemp("server")) as provider:
        metadata = add_connection(provider, sp_connection(*urls, key, encryptionPolicy=encryption))
        with shibboleth_apache(ShibbolethSite(url, *pem_of(key), ENTITY_ID, metadata)) as log:
            yield Partners(provider, url, log)


@pytest.fixture
def browser(partners: Partners) -> Iterator[Browser]:
    with Browser(partners.provider.certificate) as made:
        yield made


def test_a_user_signs_in_and_shibboleth_gets_the_attributes(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "joe")
    assert partners.headers(browser) == (200, "joe", "joe@example.com")


def test_an_answer_is_accepted_once(partners: Partners, browser: Browser) -> None:
    browser.go(partners.protected)
    browser.send("clicked", pf_username="joe", pf_pass=partners.provider.record.passwords["joe"])
    answer = browser.page
    assert browser.send("").text == PROTECTED
    browser.page = answer
    assert browser.send("").text != PROTECTED


def test_a_logout_ends_both_sessions(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "sarah")
    browser.go(f"{partners.url}/Shibboleth.sso/Logout")
    assert "logged out" in browser.page.text.lower()
    assert 'name="pf.pass"' in browser.go(partners.protected).text
