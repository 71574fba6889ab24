"""A site for the tests of token exchange."""

import pytest

from tests.engine.oauth.token.conftest import deployment
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.oauth.token_exchange.exchange_site import ExchangeSite
from tests.engine.scripted_network import PlannedOutgoing

__all__ = ["deployment"]


@pytest.fixture
def site(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> ExchangeSite:
    """An engine with token exchange, whose outgoing requests get planned answers."""
    outgoing = PlannedOutgoing()
    monkeypatch.setattr(deployment.engine.services.outgoing, "get", outgoing.get)
    return ExchangeSite(deployment, outgoing)
