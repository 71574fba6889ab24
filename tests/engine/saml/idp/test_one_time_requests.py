"""An authentication request of a partner is accepted once, and its pages can be loaded again."""

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from hanse.kit.sign_in_traces import FailureReason, StepKind, TraceOutcome
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.bindings import SAML_REQUEST, post_value
from tests.engine.saml.idp.service_provider import SSO, STATE, ServiceProvider, start_address
from tests.engine.signin.site import Visitor, title_of
from tests.engine.trace.test_sign_in_trace import steps, summaries, trace_of
from tests.support.configurations import create
from tests.support.sp_connections import PARTNER


def assert_used(answer: httpx.Response) -> None:
    """Assert that the user gets the page that leads back to the application, and the partner nothing."""
    assert (answer.status_code, title_of(answer)) == (400, "This page has expired")
    assert "Go back to the application and start again." in answer.text
    assert "<form" not in answer.text


def test_the_page_of_a_request_has_an_address_that_can_be_loaded_again(provider: ServiceProvider, joe: Visitor) -> None:
    first = joe.browser.get(provider.redirect(provider.request()))
    assert first.status_code == 303
    pages = [joe.browser.get(first.headers["location"]) for _ in range(2)]
    assert [title_of(each) for each in pages] == ["Sign in", "Sign in"]


def test_a_repeated_request_gets_a_page_and_the_sign_in_that_it_began_continues(
    provider: ServiceProvider, joe: Visitor
) -> None:
    request = provider.request()
    address = provider.redirect(request)
    page = joe.follow(joe.browser.get(address))
    # Another browser cannot use the address, and this browser cannot use it again.
    assert_used(provider.site.browser().browser.get(address))
    assert_used(joe.browser.get(address))
    assert provider.receive(joe.sign_in(page), request.header.id).assertion is not None
    assert_used(joe.browser.get(address))
    # A new request of the same partner is accepted.
    assert title_of(joe.follow(joe.browser.get(provider.redirect(provider.request())))) == "Sign in"


def test_a_posted_request_that_the_browser_sends_again_gets_the_page(provider: ServiceProvider, joe: Visitor) -> None:
    form = {SAML_REQUEST: post_value(provider.request().to_element()), "RelayState": STATE}
    assert joe.browser.post(SSO, form).status_code == 303
    assert_used(joe.browser.post(SSO, form))


def test_identifiers_of_partners_are_independent(provider: ServiceProvider, joe: Visitor) -> None:
    request = provider.request()
    assert joe.browser.get(provider.redirect(request)).status_code == 303
    other = {**provider.connection, "id": "sp-1", "name": "Other", "entityId": f"{PARTNER}/1"}
    create(provider.site.engine.core.configuration, SP_CONNECTIONS, other)
    provider.site.engine.caught_up()
    same_id = replace(request, header=replace(request.header, issuer=f"{PARTNER}/1"))
    assert joe.browser.get(provider.redirect(same_id)).status_code == 303


@pytest.mark.parametrize(("method", "headers"), [("HEAD", {}), ("GET", {"Sec-Purpose": "prefetch;prerender"})])
def test_a_request_that_a_browser_sends_in_advance_is_not_used_up(
    provider: ServiceProvider, joe: Visitor, method: str, headers: dict[str, str]
) -> None:
    address = provider.redirect(provider.request())
    early = provider.site.engine.request(method, address, headers=headers)
    assert early.status_code == 503
    assert joe.browser.get(address).status_code == 303


@pytest.mark.parametrize("minutes", [1, 14, 15])
def test_a_request_is_remembered_until_it_is_too_old(provider: ServiceProvider, joe: Visitor, minutes: int) -> None:
    # The clock of the partner may be ahead.
    issued = provider.site.engine.clock.now() + timedelta(minutes=5)
    address = provider.redirect(provider.request(issue_instant=issued))
    assert joe.browser.get(address).status_code == 303
    provider.site.engine.clock.advance(minutes=minutes)
    assert_used(joe.browser.get(address))


def test_sign_ins_that_begin_at_this_server_can_be_repeated(provider: ServiceProvider, joe: Visitor) -> None:
    assert [title_of(joe.follow(joe.browser.get(start_address()))) for _ in range(2)] == ["Sign in", "Sign in"]


def test_the_trace_has_the_reason(provider: ServiceProvider, joe: Visitor) -> None:
    address = provider.redirect(provider.request())
    joe.browser.get(address)
    joe.browser.get(address)
    [failed] = [each for each in summaries(provider.site) if each.outcome is TraceOutcome.FAILED]
    assert (failed.client_id, failed.reason) == (PARTNER, FailureReason.REQUEST_REFUSED)
    assert failed.detail == "The request was used before."
    assert [each.kind for each in steps(trace_of(provider.site, failed.id))] == [StepKind.REQUEST, StepKind.FAILURE]
