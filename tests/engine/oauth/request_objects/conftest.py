"""A server with users whose web application signs its requests."""

import pytest

from tests.engine.oauth.pushed_requests.pushing import Pusher, add_tokens
from tests.engine.oauth.request_objects.signing_client import SigningClient
from tests.engine.signin.site import SignInSite


@pytest.fixture
def web(signin: SignInSite) -> SigningClient:
    add_tokens(signin)
    return SigningClient(Pusher(signin))
