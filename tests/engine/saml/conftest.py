"""A server whose users sign in at a SAML identity provider."""

import pytest

from tests.engine.saml.identity_provider import SamlSite
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    return opened_site(engine)


@pytest.fixture
def saml(engine: EngineServer, site: SignInSite) -> SamlSite:
    return SamlSite.opened(site, engine.clock)
