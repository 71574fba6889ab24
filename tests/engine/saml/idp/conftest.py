"""Fixtures: a server on which users sign in with a password, and a service provider that is its partner."""

import pytest

from tests.engine.saml.idp.service_provider import ServiceProvider, connected_provider
from tests.engine.server import EngineServer
from tests.engine.signin.site import Visitor, opened_site


@pytest.fixture
def provider(engine: EngineServer) -> ServiceProvider:
    site = opened_site(engine)
    site.add_adapter(0)
    return connected_provider(site)


@pytest.fixture
def joe(provider: ServiceProvider) -> Visitor:
    return provider.site.browser()
