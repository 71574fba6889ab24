"""A call center whose callers confirm on their phones, and the mail server that notifies them."""

from collections.abc import Iterator

import pytest

from tests.engine.oauth.ciba.call_center import CallCenter, prepare
from tests.engine.signin.site import SignInSite
from tests.support.mail import mailbox


@pytest.fixture
def center(signin: SignInSite) -> Iterator[CallCenter]:
    with mailbox() as box:
        yield prepare(signin, box)
