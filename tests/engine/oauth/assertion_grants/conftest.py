"""A site for the tests of assertion grants."""

import pytest

from tests.engine.oauth.assertion_grants.assertion_site import AssertionSite
from tests.engine.oauth.token.conftest import deployment
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.scripted_network import PlannedOutgoing

__all__ = ["deployment"]


@pytest.fixture
def site(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> AssertionSite:
    """An engine with a connection, whose outgoing requests get planned answers."""
    outgoing = PlannedOutgoing()
    monkeypatch.setattr(deployment.engine.services.outgoing, "get", outgoing.get)
    return AssertionSite(deployment, outgoing)
