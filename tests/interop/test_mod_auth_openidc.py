"""Users sign in to and out of an Apache that is protected by mod_auth_openidc, with the real server as the provider."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from hanse.demo.record import DemoRecord
from tests.interop.browser import Browser
from tests.interop.demo_provider import demo_provider
from tests.support.apache import PROTECTED, PUBLIC, free_port
from tests.support.openidc_apache import APACHE, MISSING, Registration, apache

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not APACHE, reason=MISSING)]

# Reserved characters, which both sides have to encode the same way (RFC 6749, section 2.3.1).
SECRET = "a secret: of 100% signs + more & some"
CLIENT = "apache"


@dataclass(frozen=True)
class Site:
    """A server with the demo's configuration, and an Apache that is its client."""

    record: DemoRecord
    registration: Registration
    apache_log: Path

    @property
    def protected(self) -> str:
        return f"{self.registration.url}/protected/page.txt"

    @property
    def public(self) -> str:
        return f"{self.registration.url}/public/page.txt"

    def login(self, browser: Browser, username: str, password: str) -> None:
        """Fill in the login page that the browser shows."""
        assert str(browser.page.url).startswith(self.registration.issuer)
        browser.send("clicked", pf_username=username, pf_pass=password)

    def sign_in(self, browser: Browser, username: str) -> None:
        """Open the protected page, sign in, give consent and return to the protected page."""
        browser.go(self.protected)
        self.login(browser, username, self.record.passwords[username])
        browser.send("allow")
        assert (str(browser.page.url), browser.page.text) == (self.protected, PROTECTED), self.apache_log.read_text()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with demo_provider(tmp_path_factory.mktemp("server")) as provider:
        registration = Registration(provider.issuer, provider.certificate, free_port(), CLIENT, SECRET)
        provider.add_client(
            CLIENT,
            "AUTHORIZATION_CODE",
            name="Apache",
            redirectUris=[registration.redirect_uri],
            clientAuth={"type": "SECRET", "secret": SECRET},
            requireProofKeyForCodeExchange=True,
            oidcPolicy={
                "policyGroup": {"id": "demo-openid"},
                "postLogoutRedirectUris": [f"{registration.url}/public/page.txt"],
            },
        )
        provider.wait_for(CLIENT, registration.redirect_uri)
        with apache(registration) as log:
            yield Site(provider.record, registration, log)


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    with Browser(site.registration.certificate) as made:
        yield made


def test_a_user_signs_in_and_apache_gets_the_claims(site: Site, browser: Browser) -> None:
    browser.go(site.protected)
    # mod_auth_openidc sent the configured scope and PKCE method, and the server shows its login page.
    parameters = next(each for each in browser.visited if each.path == "/as/authorization.oauth2").params
    assert (parameters["scope"], parameters["code_challenge_method"]) == ("openid profile email", "S256")
    assert PROTECTED not in browser.page.text
    site.login(browser, "joe", site.record.passwords["joe"])
    assert "Apache" in browser.page.text
    assert PROTECTED not in browser.page.text
    page = browser.send("allow")
    assert (str(page.url), page.text) == (site.protected, PROTECTED), site.apache_log.read_text()
    claims = {name: page.headers[f"x-claim-{name}"] for name in ("email", "name", "issuer")}
    assert claims == {"email": "joe@example.com", "name": "Joe Baker", "issuer": site.registration.issuer}
    assert page.headers["x-remote-user"].startswith("joe")
    # Apache's own session serves the next page, without a request to the server.
    before = len(browser.visited)
    assert browser.go(site.protected).text == PROTECTED
    assert len(browser.visited) == before + 1


def test_apache_authorizes_by_claims(site: Site) -> None:
    statuses = {}
    for username in ("joe", "sarah"):
        with Browser(site.registration.certificate) as browser:
            site.sign_in(browser, username)
            statuses[username] = browser.go(f"{site.registration.url}/protected/sarah/page.txt").status_code
    assert statuses == {"joe": 401, "sarah": 200}


@pytest.mark.parametrize("password", ["", "wrong", "of joe"])
def test_a_wrong_password_is_refused(site: Site, browser: Browser, password: str) -> None:
    browser.go(site.protected)
    site.login(browser, "sarah", site.record.passwords["joe"] if password == "of joe" else password)
    assert str(browser.page.url).startswith(site.registration.issuer)
    assert 'id="error"' in browser.page.text
    assert str(browser.go(site.protected).url).startswith(site.registration.issuer)
    assert PROTECTED not in browser.page.text


def test_denied_consent_is_refused(site: Site, browser: Browser) -> None:
    browser.go(site.protected)
    site.login(browser, "joe", site.record.passwords["joe"])
    page = browser.send("deny")
    assert "access_denied" in str(page.url)
    assert PROTECTED not in page.text


def test_signing_out_of_apache_signs_out_of_the_server(site: Site, browser: Browser) -> None:
    site.sign_in(browser, "joe")
    before = len(browser.visited)
    browser.go(f"{site.registration.redirect_uri}?{urlencode({'logout': site.public})}")
    assert (str(browser.page.url).partition("?")[0], browser.page.text) == (site.public, PUBLIC)
    ended = next(each for each in browser.visited[before:] if each.path == "/idp/init_logout.openid")
    # OpenID Connect RP-Initiated Logout 1.0, section 2: the hint identifies the user, so no confirmation is needed.
    assert ended.params["post_logout_redirect_uri"] == site.public
    assert "id_token_hint" in ended.params
    # Both sessions have ended, so the password is requested again.
    browser.go(site.protected)
    assert 'name="pf.pass"' in browser.page.text


def test_the_server_keeps_its_session_when_only_apache_signs_out(site: Site, browser: Browser) -> None:
    site.sign_in(browser, "joe")
    browser.delete_cookie("mod_auth_openidc_session")
    # The password is not requested again, but consent is: a client without refresh tokens has no persistent grant that
    # stores the consent.
    assert 'name="pf.pass"' not in browser.go(site.protected).text
    assert browser.send("allow").text == PROTECTED
