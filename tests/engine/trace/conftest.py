"""The server of the tests of traces, and a user whose requests have different times, by which traces order them."""

import httpx
import pytest

from tests.engine.server import HOST, Browser
from tests.engine.signin.password_site import site
from tests.engine.signin.site import SignInSite, Visitor

__all__ = ["site"]


class SlowBrowser(Browser):
    """A browser in which a millisecond passes after each answer."""

    def keep(self, answer: httpx.Response) -> httpx.Response:
        """Store the cookies of an answer."""
        self.engine.clock.advance(milliseconds=1)
        return super().keep(answer)


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    return Visitor(SlowBrowser(site.engine, HOST))
