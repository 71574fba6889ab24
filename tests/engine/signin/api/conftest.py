"""A server whose users sign in with an authentication application."""

import pytest

from tests.engine.signin.api.application import Application, add_application
from tests.engine.signin.site import SignInSite


@pytest.fixture
def application(site: SignInSite) -> Application:
    """The default application, and an HTML form adapter without a policy."""
    site.add_adapter(0)
    add_application(site)
    return Application(site.browser())
