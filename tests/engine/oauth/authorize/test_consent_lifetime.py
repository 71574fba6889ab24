"""The consent page states how long the access lasts (OWASP ASVS 5.0, 10.7.2)."""

from typing import Any, Final

import pytest

from tests.engine.oauth.authorize.consent_pages import ALLOW, is_page
from tests.engine.oauth.authorize.test_code_flow import code_of
from tests.engine.oauth.site import Site, answered

REFRESHED: Final[dict[str, Any]] = {"grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "IMPLICIT"]}
UNLIMITED: Final = {"persistentGrantLifetime": -1, "persistentGrantIdleTimeout": -1}
TWO_HOURS: Final = {"persistentGrantLifetime": 2, "persistentGrantLifetimeUnit": "HOURS"}
TEN_DAYS_UNUSED: Final = {"persistentGrantIdleTimeout": 10, "persistentGrantIdleTimeoutTimeUnit": "DAYS"}
SHORT: Final = "This access ends after a short time, and the application cannot renew it."


def shown(site: Site, **parameters: Any) -> str:
    page = site.authorize(**parameters)
    assert is_page(page)
    return page.text


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (UNLIMITED, "This access does not expire. It ends when you revoke it."),
        (UNLIMITED | TWO_HOURS, "This access lasts 2 hours at most. It ends earlier if you revoke it."),
        (
            UNLIMITED | TEN_DAYS_UNUSED,
            "This access ends if the application does not use it for 10 days, or when you revoke it.",
        ),
        (
            TWO_HOURS | TEN_DAYS_UNUSED,
            (
                "This access lasts 2 hours at most. It ends earlier if the application does not use it for 10 days, or"
                " if you revoke it."
            ),
        ),
    ],
)
def test_the_lifetimes_of_the_grant_are_shown(site: Site, settings: dict[str, Any], text: str) -> None:
    site.client(**REFRESHED)
    site.settings(**settings)
    assert text in shown(site)


def test_the_lifetime_is_the_one_that_the_grant_gets(site: Site) -> None:
    """The client's own setting replaces the server's, on the page and in the grant."""
    site.settings(**UNLIMITED | TWO_HOURS)
    own: dict[str, Any] = {"persistentGrantExpirationTime": 3, "persistentGrantExpirationTimeUnit": "DAYS"}
    site.client(**REFRESHED, persistentGrantExpirationType="OVERRIDE_SERVER_DEFAULT", **own)
    page = site.authorize()
    assert "This access lasts 3 days at most." in page.text
    code = code_of(site, answered(site.answer_form(page, **ALLOW))["code"])
    assert code.grant_expires == site.services.clock.now().timestamp() + 3 * 86_400


def test_without_a_refresh_token_the_access_is_short(site: Site) -> None:
    site.client(grantTypes=["AUTHORIZATION_CODE"])
    assert SHORT in shown(site)
    # Without the scope, the client gets no refresh token (OpenID Connect Core 1.0, section 11).
    site.client(**REFRESHED, requireOfflineAccessScopeToIssueRefreshTokens="YES")
    assert SHORT in shown(site)
    assert SHORT not in shown(site, scope="openid offline_access", prompt="consent")


def test_tokens_of_the_authorization_endpoint_are_not_renewed(site: Site) -> None:
    site.client(**REFRESHED)
    assert SHORT in shown(site, response_type="id_token token", nonce="n-1")
    assert SHORT not in shown(site, response_type="code id_token", nonce="n-1")


def test_the_sentence_is_in_the_language_of_the_page(site: Site) -> None:
    site.client(**REFRESHED)
    site.settings(**UNLIMITED | TWO_HOURS)
    assert "Dieser Zugriff besteht höchstens 2 Stunden lang." in shown(site, ui_locales="de")
