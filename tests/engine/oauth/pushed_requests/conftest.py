"""A server with users whose web application pushes its requests."""

import pytest

from tests.engine.oauth.pushed_requests.pushing import Pusher, add_tokens
from tests.engine.signin.site import SignInSite


@pytest.fixture
def pusher(signin: SignInSite) -> Pusher:
    add_tokens(signin)
    return Pusher(signin)
