"""Users of service providers that other projects wrote, with the demo's server as identity provider."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider


@dataclass(frozen=True)
class Partners:
    """A server with the demo's users, and the address and the log of the service provider."""

    provider: Provider
    url: str
    log: Path

    @property
    def protected(self) -> str:
        """The address of the page that needs a sign-in."""
        return f"{self.url}/protected/page.txt"

    def send_password(self, browser: Browser, username: str, password: str | None = None) -> None:
        """Open the protected page and send the user's password; the browser then shows the form with the answer."""
        browser.go(self.protected)
        assert str(browser.page.url).startswith(self.provider.issuer), (browser.page.text, self.log.read_text())
        browser.send("clicked", pf_username=username, pf_pass=password or self.provider.record.passwords[username])

    def sign_in(self, browser: Browser, username: str) -> httpx2.Response:
        """Sign in, and return what the browser shows after it posted the answer."""
        self.send_password(browser, username)
        return browser.send("")


@pytest.fixture
def browser(partners: Partners) -> Iterator[Browser]:
    """Return a browser that trusts the server."""
    with Browser(partners.provider.certificate) as made:
        yield made
