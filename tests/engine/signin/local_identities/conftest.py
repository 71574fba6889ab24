"""A server on which strangers can register."""

from collections.abc import Iterator

import pytest

from tests.engine.signin.local_identities.community import Community, opened_community
from tests.engine.signin.site import SignInSite
from tests.support.mail import mailbox


@pytest.fixture
def community(site: SignInSite) -> Iterator[Community]:
    with mailbox() as box:
        yield opened_community(site, box)
