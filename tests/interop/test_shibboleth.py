"""Users sign in to a Shibboleth service provider, with the real server as SAML identity provider."""

from collections.abc import Iterator

import pytest

from tests.interop.browser import Browser
from tests.interop.chromium import check_visit
from tests.interop.saml_identity_provider import (
    ENTITY_ID,
    add_connection,
    pem_of,
    saml_identity_provider,
    sp_connection,
)
from tests.interop.saml_service_provider import Partners, browser
from tests.support.apache import PROTECTED, free_port
from tests.support.saml import saml_key
from tests.support.shibboleth_apache import MISSING, SHIBBOLETH, ShibbolethSite, shibboleth_apache

__all__ = ["browser"]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SHIBBOLETH, reason=MISSING)]


def headers(partners: Partners, browser: Browser) -> tuple[int, str | None, str | None]:
    """Return the status of the page that the browser shows, and what the service provider knows about the user."""
    page = browser.page
    assert page.text == PROTECTED, (page.text, partners.log.read_text())
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


def test_a_user_signs_in_and_shibboleth_gets_the_attributes(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "joe")
    assert headers(partners, browser) == (200, "joe", "joe@example.com")


def test_an_answer_is_accepted_once(partners: Partners, browser: Browser) -> None:
    partners.send_password(browser, "joe")
    answer = browser.page
    assert browser.send("").text == PROTECTED
    browser.page = answer
    assert browser.send("").text != PROTECTED


def test_a_logout_ends_both_sessions(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "sarah")
    browser.go(f"{partners.url}/Shibboleth.sso/Logout")
    assert "logged out" in browser.page.text.lower()
    assert 'name="pf.pass"' in browser.go(partners.protected).text


def test_a_user_signs_in_and_logs_out_in_chromium(partners: Partners) -> None:
    check_visit(partners, f"{partners.url}/Shibboleth.sso/Logout")
