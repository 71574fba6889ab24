"""Fixtures: a server on which users sign in with a password, and its partner with WS-Federation."""

import pytest

from tests.engine.server import EngineServer
from tests.engine.signin.site import Visitor, opened_site
from tests.engine.wsfed.relying_party import RelyingParty, connected_party


@pytest.fixture
def party(engine: EngineServer) -> RelyingParty:
    site = opened_site(engine)
    site.add_adapter(0)
    return connected_party(site)


@pytest.fixture
def joe(party: RelyingParty) -> Visitor:
    return party.site.browser()
