"""A television as a device, and users who sign in with passwords."""

import pytest

from tests.engine.oauth.device.devices import Television, prepare
from tests.engine.signin.site import SignInSite


@pytest.fixture
def tv(signin: SignInSite) -> Television:
    return prepare(signin)
