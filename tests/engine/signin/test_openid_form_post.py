"""Users of a provider without a token endpoint, which posts ID tokens (OAuth 2.0 Form Post Response Mode)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from tests.engine.server import BASE_URL
from tests.engine.signin.openid_federation import (
    PARTNER,
    SECRET,
    FederatedUser,
    Federation,
    callback_of,
    federation,
)
from tests.engine.signin.site import continues_at, form_of, returned
from tests.engine.signin.test_openid_connection import connect
from tests.engine.signin.test_sessions import code_of
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import replace
from tests.support.openid_provider import parameters_of


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    """Return the servers; the hub is a client of the implicit flow."""
    with federation(sqlite_template, tmp_path, clock) as made:
        registered = client(
            "hub",
            grantTypes=["IMPLICIT"],
            redirectUris=[callback_of(PARTNER)],
            clientAuth={"type": "SECRET", "secret": SECRET},
            bypassApprovalPage=True,
        )
        replace(made.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", registered)
        made.partner.engine.caught_up()
        connect(made, loginType="POST", tokenEndpoint=None, userInfoEndpoint=None)
        yield made


def posted(user: FederatedUser, away: httpx.Response) -> dict[str, str]:
    """Sign in at the partner, and return the fields of the form that it makes the browser post."""
    page = user.at_partner.sign_in(user.go_to_partner(away))
    action, fields = form_of(page)
    assert action == callback_of(PARTNER)
    return fields


def come_back(user: FederatedUser, fields: dict[str, str]) -> httpx.Response:
    page = user.at_hub.browser.post(urlsplit(callback_of(PARTNER)).path, fields)
    if page.status_code != httpx.codes.OK or 'id="continue"' not in page.text:
        return page
    return user.at_hub.follow(user.at_hub.browser.get(continues_at(page)))


def test_a_user_signs_in_with_an_id_token_that_the_browser_posts(servers: Federation) -> None:
    joe = servers.user()
    away = joe.at_hub.authorize()
    wanted = parameters_of(away.headers["location"])
    assert (wanted["response_type"], wanted["response_mode"]) == ("id_token", "form_post")
    # The nonce binds the token to the request; there is no code that PKCE could protect.
    assert wanted["nonce"]
    assert "code_challenge" not in wanted
    fields = posted(joe, away)
    assert read_compact(fields["id_token"]).claims()["nonce"] == wanted["nonce"]
    code = code_of(servers.hub, returned(come_back(joe, fields))["code"])
    assert code.context.user_key == "joe"
    assert [urlsplit(each.url).path for each in servers.network.received] == ["/pf/JWKS"]


def test_an_id_token_in_an_address_is_not_read(servers: Federation) -> None:
    joe = servers.user()
    fields = posted(joe, joe.at_hub.authorize())
    page = joe.at_hub.browser.get(f"{urlsplit(callback_of(PARTNER)).path}?{urlencode(fields)}")
    found = joe.at_hub.follow(joe.at_hub.browser.get(continues_at(page)))
    assert returned(found)["error"] == "access_denied"


@pytest.mark.parametrize("changed", [{"state": "x"}, {"id_token": ""}, {"id_token": "x.y.z"}, {"iss": BASE_URL}])
def test_other_responses_are_refused(servers: Federation, changed: dict[str, str]) -> None:
    joe = servers.user()
    fields = posted(joe, joe.at_hub.authorize())
    if "state" in changed:
        # The flow is still found; the rest of the value is not that of the request.
        changed = {"state": f"{fields['state'].partition('.')[0]}.x"}
    assert returned(come_back(joe, {**fields, **changed}))["error"] == "access_denied"


def test_a_token_of_another_sign_in_is_refused(servers: Federation) -> None:
    joe, amy = servers.user(), servers.user()
    stolen = posted(joe, joe.at_hub.authorize())["id_token"]
    fields: dict[str, Any] = posted(amy, amy.at_hub.authorize())
    assert returned(come_back(amy, {**fields, "id_token": stolen}))["error"] == "access_denied"


def test_a_response_is_accepted_once(servers: Federation) -> None:
    joe = servers.user()
    fields = posted(joe, joe.at_hub.authorize())
    assert "code" in returned(come_back(joe, fields))
    again = joe.at_hub.browser.post(f"/sp/{callback_name(PARTNER)}/cb.openid", fields)
    assert "code=" not in again.headers.get("location", "")
