"""A server with users."""

import pytest

from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    return opened_site(engine)
