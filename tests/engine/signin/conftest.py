"""A server with users."""

from collections.abc import Iterator

import pytest

from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site
from tests.support.mail import Mailbox, mailbox


@pytest.fixture
def box() -> Iterator[Mailbox]:
    """A mail server that keeps what it receives."""
    with mailbox() as made:
        yield made


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    return opened_site(engine)
