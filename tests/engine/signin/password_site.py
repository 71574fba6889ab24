"""Fixtures: a server on which users sign in with a password, and the browser of a user."""

import pytest

from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, Visitor, opened_site


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    made = opened_site(engine)
    made.add_adapter(0)
    return made


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    return site.browser()
