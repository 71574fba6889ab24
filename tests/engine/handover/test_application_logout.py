"""Applications are notified when the session of a user whom they received ends."""

import asyncio
from collections.abc import Iterator

import jwt
import pytest

from hanse.engine.background_jobs import Sweeper, outbox_sender
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from tests.engine.handover.handed_over import posted, start, verified
from tests.engine.oidc.logout_receiver import Receiver, receiver
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor
from tests.support.configurations import AUTHOR
from tests.support.sp_adapters import AUDIENCE, adapter_mapping, sp_adapter

EVENT = "http://schemas.openid.net/event/backchannel-logout"
SLO = "/idp/startSLO.ping"


@pytest.fixture
def application(site: SignInSite) -> Iterator[Receiver]:
    """An application with a logout address, to which the users of an adapter are handed over."""
    with receiver() as made:
        site.engine.save(
            AUTHENTICATION_SESSIONS, {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
        )
        site.add(SP_ADAPTERS, sp_adapter(1, Logout_URL=made.url))
        site.add(ADAPTER_MAPPINGS, adapter_mapping(0, 1))
        yield made


def send_due(site: SignInSite) -> int:
    return asyncio.run(outbox_sender(site.engine.services).send_due())


def handed_over(site: SignInSite, visitor: Visitor) -> str:
    """Hand joe over, and return the session in the token."""
    return str(verified(site, posted(visitor.sign_in(start(visitor, SpAdapterId="sp-1"))))["sid"])


def test_a_logout_token_is_posted_when_the_user_signs_out(site: SignInSite, application: Receiver) -> None:
    joe = site.browser()
    session_id = handed_over(site, joe)
    # A second hand-over does not double the notice.
    posted(start(joe, SpAdapterId="sp-1"))
    posted(start(joe, SpAdapterId="sp-0"))
    joe.browser.get(SLO, **{"Sec-Fetch-Site": "none"})
    assert send_due(site) == 1
    (form,) = application.forms
    (token,) = form["logout_token"]
    claims = verified(site, token)
    assert jwt.get_unverified_header(token)["typ"] == "logout+jwt"
    assert claims.pop("jti")
    now = int(site.engine.now())
    # OpenID Connect Back-Channel Logout 1.0, section 2.4.
    assert claims == {
        "iss": BASE_URL,
        "aud": AUDIENCE,
        "iat": now,
        "exp": now + 120,
        "sub": "joe",
        "sid": session_id,
        "events": {EVENT: {}},
    }
    assert send_due(site) == 0


def test_an_expired_session_is_a_logout_and_a_failed_notice_is_repeated(
    site: SignInSite, application: Receiver
) -> None:
    application.statuses += [503, 204]
    handed_over(site, site.browser())
    site.engine.clock.advance(seconds=8 * 3600 + 1)
    asyncio.run(Sweeper(site.engine.services).sweep())
    assert send_due(site) == 1
    assert send_due(site) == 0
    site.engine.clock.advance(seconds=3)
    assert send_due(site) == 1
    first, second = (form["logout_token"][0] for form in application.forms)
    assert verified(site, second)["sub"] == "joe"
    assert first != second


def test_an_adapter_that_was_deleted_is_not_notified(site: SignInSite, application: Receiver) -> None:
    joe = site.browser()
    handed_over(site, joe)
    joe.browser.get(SLO, **{"Sec-Fetch-Site": "none"})
    configuration = site.engine.core.configuration
    with configuration.changing(AUTHOR) as change:
        change.delete(ADAPTER_MAPPINGS, "adapter-0|sp-1")
        change.delete(SP_ADAPTERS, "sp-1")
    site.engine.caught_up()
    assert send_due(site) == 1
    assert application.forms == []
