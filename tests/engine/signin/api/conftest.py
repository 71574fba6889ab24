"""A server whose users sign in with an authentication application."""

import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from tests.engine.signin.api.application import Application, add_application
from tests.engine.signin.api.redirectless import save_client
from tests.engine.signin.site import SignInSite
from tests.support.access_tokens import manager
from tests.support.mappings import from_source, token_mapping


@pytest.fixture
def application(site: SignInSite) -> Application:
    """The default application, and an HTML form adapter without a policy."""
    site.add_adapter(0)
    add_application(site)
    return Application(site.browser())


@pytest.fixture
def native(site: SignInSite) -> Application:
    """A native application with its own cookies, which sends no origin."""
    site.add_adapter(0)
    site.add(MANAGERS, manager())
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    user = {name: from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY") for name in ("sub", "mail")}
    site.add(
        ACCESS_TOKEN_MAPPINGS, {**token_mapping(), "context": {"type": "DEFAULT"}, "attributeContractFulfillment": user}
    )
    add_application(site)
    save_client(site)
    return Application(site.browser(), origin=None)
