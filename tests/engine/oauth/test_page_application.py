"""The addresses of a client that users see on the pages of a sign-in."""

import re
from typing import Any

import httpx
import pytest

from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.registration.registering import allow, registered
from tests.engine.signin.site import SignInSite, title_of
from tests.support.clients import client
from tests.support.configurations import replace

POLICY, TERMS = "https://web.example.com/privacy", "https://web.example.com/terms"


def links_of(page: httpx.Response) -> dict[str, str]:
    """Return the addresses of a page's links that open a new window, by their texts."""
    pattern = r'<a href="([^"]*)" target="_blank" rel="noopener noreferrer">([^<]*)</a>'
    return {text: address for address, text in re.findall(pattern, page.text)}


def save_client(site: SignInSite, **more: Any) -> None:
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", client("web", **more))
    site.engine.caught_up()


def test_users_see_the_policy_and_the_terms_of_an_application(signin: SignInSite) -> None:
    save_client(signin, policyUri=POLICY, tosUri=TERMS)
    expected = {"Privacy policy of Name of web": POLICY, "Terms of service of Name of web": TERMS}
    joe = signin.browser()
    page = joe.authorize()
    assert (title_of(page), links_of(page)) == ("Sign in", expected)
    consent = joe.sign_in(page)
    assert (title_of(consent), links_of(consent)) == ("Access request", expected)
    save_client(signin, tosUri=TERMS)
    assert links_of(signin.browser().authorize()) == {"Terms of service of Name of web": TERMS}


@pytest.mark.parametrize(("scheme", "is_shown"), [("https", True), ("http", False)])
def test_a_client_that_registered_itself_has_links_with_https_only(
    signin: SignInSite, scheme: str, is_shown: bool
) -> None:
    signin.add(COMMON_SCOPES, {"name": "email", "description": "Email"})
    allow(signin.engine)
    metadata = {
        "client_name": "Portal",
        "redirect_uris": ["https://portal.example.com/callback"],
        "policy_uri": f"{scheme}://portal.example.com/privacy",
        "tos_uri": f"{scheme}://portal.example.com/terms?a=1&b=%22",
    }
    found = registered(signin.engine, metadata)
    page = signin.browser().authorize(client_id=found["client_id"], redirect_uri=metadata["redirect_uris"][0])
    assert title_of(page) == "Sign in"
    shown = {
        "Privacy policy of Portal": "https://portal.example.com/privacy",
        "Terms of service of Portal": "https://portal.example.com/terms?a=1&amp;b=%22",
    }
    assert links_of(page) == (shown if is_shown else {})


@pytest.mark.parametrize("address", ["http://web.example.com/privacy", "javascript:alert(1)", "/privacy"])
def test_administrators_can_only_enter_https_addresses(signin: SignInSite, address: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        save_client(signin, policyUri=address)
    assert [each.field_path for each in refused.value.errors] == ["policyUri"]
