"""Logouts that begin at this server or at an OAuth client, for users of service providers."""

import httpx
import pytest

from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.saml.errors import RESPONDER
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import SERVER, ServiceProvider
from tests.engine.saml.logout.messages import sent_by_server
from tests.engine.saml.logout.test_service_providers import (
    BOTH,
    LOGGED_OUT,
    also_signs_in,
    answers,
    has_session,
    signed_in,
)
from tests.engine.signin.site import Visitor, form_of

__all__ = ["joe", "provider", "signed_in"]

START = "/idp/startSLO.ping"
TARGET, FAILED = "https://portal.example.com/bye", "https://portal.example.com/failed"
PARAMETERS = f"TargetResource={TARGET}&InErrorResource={FAILED}"


@pytest.fixture
def portal(provider: ServiceProvider, joe: Visitor, signed_in: NameId) -> ServiceProvider:
    """The user has signed in to two service providers, one of which receives requests when the logout begins here."""
    entry = {"validDomain": "portal.example.com", "targetResourceSLO": True, "inErrorResource": True}
    provider.site.engine.save(REDIRECT_VALIDATION, {"redirectValidationLocalSettings": {"whiteList": [entry]}})
    sso = provider.connection["spBrowserSso"]
    provider.connect(sso={**sso, "enabledProfiles": BOTH}, credentials=provider.connection["credentials"])
    also_signs_in(provider, joe, 1)
    return provider


def start(user: Visitor, parameters: str = PARAMETERS, **headers: str) -> httpx.Response:
    return user.browser.get(f"{START}?{parameters}", **{"Sec-Fetch-Site": "none", **headers})


def test_users_are_signed_out_at_all_service_providers(portal: ServiceProvider, joe: Visitor) -> None:
    first = sent_by_server(start(joe))
    assert not has_session(portal, joe)
    assert (first.url, first.request.header.issuer) == (LOGGED_OUT, SERVER)
    second = sent_by_server(answers(portal, joe, first, 0))
    assert second.url == f"{LOGGED_OUT}/1"
    assert answers(portal, joe, second).headers["location"] == TARGET


def test_the_user_is_sent_to_the_address_for_errors_if_one_has_failed(portal: ServiceProvider, joe: Visitor) -> None:
    first = sent_by_server(start(joe))
    second = sent_by_server(answers(portal, joe, first, 0, Status(RESPONDER)))
    assert answers(portal, joe, second).headers["location"] == FAILED


def test_a_service_provider_without_the_profile_is_not_asked(portal: ServiceProvider, joe: Visitor) -> None:
    sso = {**portal.connection["spBrowserSso"], "enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"]}
    portal.connect(sso=sso, credentials=portal.connection["credentials"])
    sent = sent_by_server(start(joe))
    assert sent.url == f"{LOGGED_OUT}/1"
    assert answers(portal, joe, sent).headers["location"] == FAILED


def test_a_service_provider_of_the_session_can_sign_the_user_out_by_a_link(
    portal: ServiceProvider, joe: Visitor
) -> None:
    at = {"Sec-Fetch-Site": "cross-site"}
    assert "<form" in start(joe, **at, Referer="https://evil.example/").text
    assert sent_by_server(start(joe, **at, Referer="https://sp.example.com/")).url == LOGGED_OUT


def test_the_target_is_kept_while_the_user_confirms(portal: ServiceProvider, joe: Visitor) -> None:
    portal.site.engine.save(IDP_DEFAULT_URLS, {"idpErrorMsg": "Error", "confirmIdpSlo": True})
    action, hidden = form_of(start(joe))
    changed = {**hidden, "InErrorResource": "", "pf.logout": "yes"}
    assert "<form" in joe.browser.post(action, changed).text
    assert has_session(portal, joe)
    sent = sent_by_server(joe.browser.post(action, {**hidden, "pf.logout": "yes"}))
    # The second sign-in above has made this service provider the last one of the session.
    sent = sent_by_server(answers(portal, joe, sent, 1))
    assert answers(portal, joe, sent, 0, Status(RESPONDER)).headers["location"] == FAILED
