"""Users who sign out here are signed out at their OpenID provider (OpenID Connect RP-Initiated Logout 1.0)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from hanse.engine.snapshot.configuration_parts import ADAPTERS as INSTANCES
from hanse.plugins.adapters.openid_connect.end_session import logout_hint
from hanse.plugins.adapters.openid_connect.plugin import addresses_of, callback_name
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS
from tests.engine.server import BASE_URL
from tests.engine.signin.openid_federation import (
    ADAPTER,
    PARTNER,
    SECRET,
    FederatedUser,
    Federation,
    adapter_of_provider,
    callback_of,
    federation,
    path_of,
)
from tests.engine.signin.site import continues_at, form_of, returned
from tests.engine.signin.test_openid_connection import connect
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import replace
from tests.support.openid_provider import parameters_of

START = "/idp/startSLO.ping"
RETURN = f"/sp/{callback_name(PARTNER)}/logout.openid"
AFTER = "https://portal.example.com/bye"
SESSIONS = {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    """Return the servers; users who sign out of the hub are sent to the partner, and then to an address."""
    with federation(sqlite_template, tmp_path, clock) as made:
        made.hub.engine.save(AUTHENTICATION_SESSIONS, SESSIONS)
        made.hub.engine.save(IDP_DEFAULT_URLS, {"idpSloSuccessUrl": AFTER, "idpErrorMsg": "errorDetail.idpSsoFailure"})
        registered = client(
            "hub",
            redirectUris=[callback_of(PARTNER)],
            clientAuth={"type": "SECRET", "secret": SECRET},
            bypassApprovalPage=True,
            oidcPolicy={"postLogoutRedirectUris": [f"{BASE_URL}{RETURN}"]},
        )
        replace(made.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", registered)
        made.partner.engine.caught_up()
        set_option(made, "true")
        yield made


def set_option(servers: Federation, value: str) -> None:
    settings = {
        "Issuer": PARTNER,
        "Client ID": "hub",
        "Client Secret": SECRET,
        "Push Authorization Requests": "false",
        "Sign Out At Provider": value,
    }
    replace(servers.hub.engine.core.configuration, ADAPTERS, ADAPTER, adapter_of_provider(ADAPTER, settings))
    servers.hub.engine.caught_up()


def adapter_of(servers: Federation) -> Any:
    """Return the adapter of the hub."""
    return servers.hub.engine.follower.snapshot.part(INSTANCES)[ADAPTER].plugin


def signed_in(servers: Federation) -> FederatedUser:
    user = servers.user()
    assert "code" in returned(user.sign_in(user.at_hub.authorize()))
    return user


def sign_out(user: FederatedUser) -> httpx.Response:
    return user.at_hub.browser.get(START, **{"Sec-Fetch-Site": "none"})


def is_signed_in(user: FederatedUser) -> bool:
    return str(user.at_hub.authorize().headers["location"]).startswith("https://web.example.com/")


def at_partner(user: FederatedUser, away: httpx.Response) -> httpx.Response:
    return user.at_partner.browser.get(path_of(away.headers["location"], PARTNER))


def has_session_at_partner(user: FederatedUser) -> bool:
    """Return whether the partner signs the user in without a page."""
    answer = user.go_to_partner(user.at_hub.authorize())
    return str(answer.headers.get("location", "")).startswith(BASE_URL)


def test_a_user_who_signs_out_is_signed_out_at_the_provider_and_comes_back(servers: Federation) -> None:
    joe = signed_in(servers)
    assert is_signed_in(joe)
    away = sign_out(joe)
    sent = parameters_of(away.headers["location"])
    assert urlsplit(away.headers["location"]).path == "/idp/init_logout.openid"
    assert (sent["client_id"], sent["post_logout_redirect_uri"]) == ("hub", f"{BASE_URL}{RETURN}")
    # The session here has ended before the browser is sent away.
    assert not is_signed_in(joe)
    back = at_partner(joe, away)
    assert back.headers["location"] == f"{BASE_URL}{RETURN}?state={sent['state']}"
    end = joe.at_hub.browser.get(path_of(back.headers["location"], BASE_URL))
    assert (end.status_code, end.headers["location"]) == (303, AFTER)
    assert not has_session_at_partner(joe)


def test_after_a_form_a_page_leads_to_the_provider(servers: Federation) -> None:
    """Browsers apply the policy of the page with the form to redirects that follow it."""
    joe = signed_in(servers)
    question = joe.at_hub.browser.get(START)
    action, fields = form_of(question)
    page = joe.at_hub.browser.post(action, {**fields, "pf.logout": "yes"})
    assert page.status_code == 200
    assert continues_at(page).startswith(f"{PARTNER}/idp/init_logout.openid?id_token_hint=")


def test_users_stay_signed_in_at_the_provider_without_the_option(servers: Federation) -> None:
    set_option(servers, "false")
    joe = signed_in(servers)
    assert sign_out(joe).headers["location"] == AFTER
    assert has_session_at_partner(joe)


@pytest.mark.parametrize("option", ["true", "false"])
def test_the_page_shows_the_address_to_register_if_it_is_used(option: str) -> None:
    paths = addresses_of({"Issuer": PARTNER, "Sign Out At Provider": option})
    assert (RETURN in paths.values()) == (option == "true")


def test_the_logout_ends_here_if_the_provider_has_no_endpoint(
    servers: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    joe = signed_in(servers)
    instance = adapter_of(servers)
    monkeypatch.setattr(instance, "sign_out_url", lambda *_arguments: "")
    # The default address is for complete logouts.
    page = sign_out(joe)
    assert page.status_code == 200
    assert "has not confirmed that you are signed out" in page.text
    assert not is_signed_in(joe)


def test_a_plug_in_that_fails_does_not_prevent_the_logout(servers: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> str:
        raise RuntimeError

    joe = signed_in(servers)
    monkeypatch.setattr(adapter_of(servers), "sign_out_url", fail)
    assert sign_out(joe).status_code == 200
    assert not is_signed_in(joe)


def test_returns_that_no_logout_of_the_browser_waits_for_are_refused(servers: Federation) -> None:
    joe, other = signed_in(servers), signed_in(servers)
    state = parameters_of(sign_out(joe).headers["location"])["state"]
    own = joe.at_hub.browser
    refused = (
        own.get(RETURN),
        own.get(f"{RETURN}?state={state}x"),
        own.get(f"/sp/{callback_name('https://other.example')}/logout.openid?state={state}"),
        other.at_hub.browser.get(f"{RETURN}?state={state}"),
    )
    assert [each.status_code for each in refused] == [400] * 4
    assert own.get(f"{RETURN}?state={state}").headers["location"] == AFTER
    # It is accepted once.
    assert own.get(f"{RETURN}?state={state}").status_code == 400


def test_a_connection_with_a_logout_endpoint_signs_users_out_there(servers: Federation) -> None:
    connect(servers, logoutEndpoint=f"{PARTNER}/idp/init_logout.openid", trackUserSessionsForLogout=True)
    joe = signed_in(servers)
    back = at_partner(joe, sign_out(joe))
    assert joe.at_hub.browser.get(path_of(back.headers["location"], BASE_URL)).headers["location"] == AFTER
    assert not has_session_at_partner(joe)


def test_an_id_token_that_is_too_long_for_an_address_is_not_stored(servers: Federation) -> None:
    settings = adapter_of(servers).settings
    assert logout_hint(settings, "t" * 6_000)
    assert not logout_hint(settings, "t" * 6_001)
