"""A CIBA client with its server, and the mail server that receives the notices to users."""

from collections.abc import Iterator

import pytest

from tests.engine.oauth.ciba.call_center import CallCenter, prepare
from tests.engine.signin.site import SignInSite
from tests.support.mail import mailbox


@pytest.fixture
def center(signin: SignInSite) -> Iterator[CallCenter]:
    with mailbox() as box:
        yield prepare(signin, box)
