"""A server with a web application that pushes its authorization requests."""

import pytest

from tests.engine.oauth.pushed_requests.pushing import PushingClient, add_tokens
from tests.engine.signin.site import SignInSite


@pytest.fixture
def pusher(signin: SignInSite) -> PushingClient:
    add_tokens(signin)
    return PushingClient(signin)
