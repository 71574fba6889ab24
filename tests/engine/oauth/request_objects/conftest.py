"""A server with a web application that signs its authorization requests."""

import pytest

from tests.engine.oauth.pushed_requests.pushing import PushingClient, add_tokens
from tests.engine.oauth.request_objects.signing_client import SigningClient
from tests.engine.signin.site import SignInSite


@pytest.fixture
def web(signin: SignInSite) -> SigningClient:
    add_tokens(signin)
    return SigningClient(PushingClient(signin))
