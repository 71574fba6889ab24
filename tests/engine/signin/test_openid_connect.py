"""Users of another OpenID provider, which is a second server, sign in at this one."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import OAUTH_KEYS
from hanse.resources.system.authorization_server import SETTINGS
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
from tests.engine.signin.site import continues_at, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.certified_keys import certified
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import replace
from tests.support.instances import instance
from tests.support.mappings import from_source, text
from tests.support.openid_provider import parameters_of
from tests.support.policies import basic, contract, done, on, policy, source

EVIL = "https://evil.example"


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    with federation(sqlite_template, tmp_path, clock) as made:
        yield made


def failed(response: httpx.Response) -> str:
    """Return the error with which an application gets its user back."""
    return returned(response)["error"]


def test_a_user_of_the_partner_signs_in(servers: Federation) -> None:
    joe = servers.user()
    away = joe.at_hub.authorize()
    wanted = parameters_of(away.headers["location"])
    assert (wanted["redirect_uri"], wanted["client_id"]) == (callback_of(PARTNER), "hub")
    code = code_of(servers.hub, returned(joe.sign_in(away))["code"])
    assert (code.context.user_key, code.context.origin.id) == ("joe", ADAPTER)
    paths = [urlsplit(each.url).path for each in servers.network.received]
    assert paths == ["/.well-known/openid-configuration", "/as/token.oauth2", "/pf/JWKS"]


def test_a_pushed_request_signs_in_with_nothing_to_read_or_change_in_the_browser(servers: Federation) -> None:
    body = adapter_of_provider(ADAPTER, {"Issuer": PARTNER, "Client ID": "hub", "Client Secret": SECRET})
    replace(servers.hub.engine.core.configuration, ADAPTERS, ADAPTER, body)
    servers.hub.engine.caught_up()
    joe = servers.user()
    away = joe.at_hub.authorize()
    assert parameters_of(away.headers["location"]).keys() == {"client_id", "request_uri"}
    assert code_of(servers.hub, returned(joe.sign_in(away))["code"]).context.user_key == "joe"
    paths = [urlsplit(each.url).path for each in servers.network.received]
    assert paths == ["/.well-known/openid-configuration", "/as/par.oauth2", "/as/token.oauth2", "/pf/JWKS"]
    # The reference works once: another browser cannot use it.
    assert servers.user().go_to_partner(away).status_code == 400


def test_responses_are_signed_and_tokens_are_bound_to_a_key(servers: Federation) -> None:
    """The partner requires both, and a nonce in proofs of possession."""
    hub = client(
        "hub",
        redirectUris=[callback_of(PARTNER)],
        clientAuth={"type": "SECRET", "secret": SECRET},
        bypassApprovalPage=True,
        requireDpop=True,
    )
    replace(servers.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", hub)
    servers.partner.engine.save(SETTINGS, {"dpopProofRequireNonce": True})
    settings = {"Signed Authorization Responses": "true", "DPoP-Bound Tokens": "true", "Request UserInfo": "true"}
    body = adapter_of_provider(ADAPTER, {"Issuer": PARTNER, "Client ID": "hub", "Client Secret": SECRET, **settings})
    replace(servers.hub.engine.core.configuration, ADAPTERS, ADAPTER, body)
    servers.hub.engine.caught_up()
    joe = servers.user()
    back = joe.at_partner.sign_in(joe.go_to_partner(joe.at_hub.authorize()))
    assert parameters_of(back.headers["location"]).keys() == {"response"}
    assert code_of(servers.hub, returned(joe.come_back(back))["code"]).context.user_key == "joe"
    sent = [urlsplit(each.url).path for each in servers.network.received if "DPoP" in dict(each.headers)]
    assert sent[:3] == ["/as/token.oauth2", "/as/token.oauth2", "/idp/userinfo.openid"]


def test_a_signed_response_of_another_browser_or_without_a_state_finds_no_flow(servers: Federation) -> None:
    callback = path_of(callback_of(PARTNER), BASE_URL)
    for response in ("x", "e30.e30.e30", "eyJhbGciOiJFUzI1NiJ9.eyJzdGF0ZSI6WyJ4Il19.AA"):
        assert servers.hub.browser().browser.get(f"{callback}?response={response}").status_code == 400


def test_the_callback_shows_a_page_that_needs_no_script(servers: Federation) -> None:
    joe = servers.user()
    back = joe.at_partner.sign_in(joe.go_to_partner(joe.at_hub.authorize()))
    page = joe.at_hub.browser.get(path_of(back.headers["location"], BASE_URL))
    assert title_of(page) == "Sign-in continues"
    # The code is neither in the page nor in the next address.
    assert parameters_of(back.headers["location"])["code"] not in page.text
    assert "script" not in page.text
    assert urlsplit(continues_at(page)).query == ""


def test_private_key_jwt_with_a_key_of_this_server(servers: Federation) -> None:
    hub_keys = servers.hub.engine.get("/pf/JWKS").text
    registered = client(
        "hub",
        redirectUris=[callback_of(PARTNER)],
        clientAuth={"type": "PRIVATE_KEY_JWT"},
        jwksSettings={"jwks": hub_keys},
        bypassApprovalPage=True,
    )
    replace(servers.partner.engine.core.configuration, OAUTH_CLIENTS, "hub", registered)
    servers.partner.engine.caught_up()
    servers.add_adapter(id_="signed", Client_Authentication="private_key_jwt", Client_Secret="")
    joe = servers.user()
    answer = joe.sign_in(joe.at_hub.authorize(pfidpadapterid="signed"))
    assert code_of(servers.hub, returned(answer)["code"]).context.user_key == "joe"


def test_the_answer_is_accepted_once_and_only_in_the_same_browser(servers: Federation) -> None:
    joe, stranger = servers.user(), servers.user()
    back = joe.at_partner.sign_in(joe.go_to_partner(joe.at_hub.authorize()))
    callback = path_of(back.headers["location"], BASE_URL)
    # A login CSRF attack: the attacker's code in the browser of another user.
    stranger.at_hub.authorize()
    refused = stranger.at_hub.browser.get(callback)
    assert (refused.status_code, title_of(refused)) == (400, "This page has expired")
    assert "code" in returned(joe.come_back(back))
    assert joe.at_hub.browser.get(callback).status_code == 400
    assert [urlsplit(each.url).path for each in servers.network.received].count("/as/token.oauth2") == 1


def test_an_answer_is_not_accepted_at_the_address_of_the_flow(servers: Federation) -> None:
    joe = servers.user()
    back = joe.at_partner.sign_in(joe.go_to_partner(joe.at_hub.authorize()))
    query = urlsplit(back.headers["location"]).query
    flow = dict(parse_qsl(query))["state"].partition(".")[0]
    page = joe.at_hub.browser.get(f"/as/{flow}/resume/as/authorization.ping?{query}")
    # It leads to the partner again.
    assert continues_at(page).startswith(f"{PARTNER}/")
    assert "code" in returned(joe.come_back(back))


def test_repeated_parameters_of_an_answer_are_refused(servers: Federation) -> None:
    joe = servers.user()
    back = joe.at_partner.sign_in(joe.go_to_partner(joe.at_hub.authorize()))
    callback = path_of(back.headers["location"], BASE_URL)
    assert joe.at_hub.browser.get(f"{callback}&code=other").status_code == 400
    assert "code" in returned(joe.come_back(back))


def test_a_code_of_another_provider_is_not_redeemed(servers: Federation) -> None:
    """The mix-up attack of RFC 9700, section 4.4: the user begins at the attacker's provider, which sends them on."""
    honest = json.loads(
        servers.partner.engine.get("/.well-known/openid-configuration", host="login.partner.example").text
    )
    evil = {**honest, "issuer": EVIL, "token_endpoint": f"{EVIL}/token", "jwks_uri": f"{EVIL}/keys"}
    servers.network.answers[f"{EVIL}/.well-known/openid-configuration"] = 200, json.dumps(evil).encode()
    servers.add_adapter(EVIL, "evil")
    joe = servers.user()
    away = joe.at_hub.authorize(pfidpadapterid="evil")
    wanted = parameters_of(away.headers["location"])
    assert wanted["redirect_uri"] == callback_of(EVIL)
    # The honest provider does not redirect to the attacker's callback.
    assert joe.go_to_partner(away).status_code == 400
    # A response with the state of the attacker's sign-in at the honest provider's callback, and at the attacker's own.
    for issuer, expected in ((PARTNER, None), (EVIL, "access_denied")):
        query = f"code=stolen&state={wanted['state']}&iss={PARTNER}"
        page = joe.at_hub.browser.get(f"{path_of(callback_of(issuer), BASE_URL)}?{query}")
        answer = joe.at_hub.follow(joe.at_hub.browser.get(continues_at(page)))
        if expected is None:
            assert continues_at(answer).startswith(PARTNER)
        else:
            assert failed(answer) == expected
    assert not [each for each in servers.network.received if each.url == f"{EVIL}/token"]


def test_a_provider_that_does_not_answer_fails_the_sign_in(servers: Federation) -> None:
    joe = servers.user()
    servers.network.away.add("login.partner.example")
    assert failed(joe.at_hub.authorize()) == "access_denied"
    servers.network.away.clear()
    servers.hub.engine.clock.advance(seconds=31)
    away = joe.at_hub.authorize()
    back = joe.at_partner.sign_in(joe.go_to_partner(away))
    servers.network.away.add("login.partner.example")
    assert failed(joe.come_back(back)) == "access_denied"


def test_a_user_who_cancels_at_the_partner_takes_the_failure_branch(servers: Federation) -> None:
    joe = servers.user()
    wanted = parameters_of(joe.at_hub.authorize().headers["location"])
    query = f"error=access_denied&state={wanted['state']}&iss={PARTNER}"
    page = joe.at_hub.browser.get(f"{path_of(callback_of(PARTNER), BASE_URL)}?{query}")
    assert failed(joe.at_hub.follow(joe.at_hub.browser.get(continues_at(page)))) == "access_denied"


def test_rotated_keys_of_the_partner_are_fetched(servers: Federation) -> None:
    joe, amy = servers.user(), servers.user()
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    rotate_keys(servers)
    servers.hub.engine.clock.advance(seconds=31)
    assert "code" in returned(amy.sign_in(amy.at_hub.authorize(), "amy"))
    assert [urlsplit(each.url).path for each in servers.network.received].count("/pf/JWKS") == 2


def rotate_keys(servers: Federation) -> None:
    """Replace the partner's signing keys."""
    servers.partner.add(SIGNING_KEY_PAIRS, {"id": "rsa-1", **certified("rsa-1")})
    servers.partner.engine.save(OAUTH_KEYS, {"staticJwksEnabled": True, "rsaActiveCertRef": {"id": "rsa-1"}})


def chosen_by_domain(servers: Federation) -> FederatedUser:
    """Return a user at a policy that asks for an identifier and sends users of one domain to the partner."""
    first = instance(0, "First", "com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter")
    attributes = {"coreAttributes": [{"name": "domain"}, {"name": "subject", "pseudonym": True}]}
    servers.hub.add(ADAPTERS, {**first, "attributeContract": attributes})
    servers.hub.add_adapter(0)
    of_domain = {"type": "ADAPTER", "id": "first-0"}
    rule = basic("Partner", attributeSource=of_domain, attributeName="domain", expectedValue="partner.example")
    named = {"inputUserIdMapping": from_source("ADAPTER", "subject", "first-0")}
    mail = from_source("ADAPTER", "email", ADAPTER)
    at_partner = source(
        ADAPTER, done("Fail"), contract("apc-0", subject=from_source("ADAPTER", "sub", ADAPTER), mail=mail), **named
    )
    subject = from_source("ADAPTER", "username", "adapter-0")
    here = source("adapter-0", done("Fail"), contract("apc-0", subject=subject, mail=text("none")))
    rules = {"fallbackToSuccess": True, "items": [rule]}
    root = source("first-0", done("Fail"), on("Success", here), on("Partner", at_partner), rules=rules)
    servers.hub.add_policy(policy("By domain", root))
    return servers.user()


def test_a_policy_sends_users_of_a_domain_to_the_partner(servers: Federation) -> None:
    joe = chosen_by_domain(servers)
    page = joe.at_hub.authorize()
    away = joe.at_hub.send(page, subject="joe@partner.example")
    # The form's redirect would be blocked by form-action.
    assert away.status_code == 200
    assert parameters_of(continues_at(away))["login_hint"] == "joe@partner.example"
    found = code_of(servers.hub, returned(joe.sign_in(away))["code"])
    assert found.context.user_key == "joe"
    other = servers.user()
    page = other.at_hub.send(other.at_hub.authorize(), subject="amy@example.com")
    assert title_of(page) == "Sign in"


def test_a_user_who_goes_back_is_sent_to_the_partner_again(servers: Federation) -> None:
    joe = chosen_by_domain(servers)
    page = joe.at_hub.authorize()
    away = joe.at_hub.send(page, subject="joe@partner.example")
    again = joe.at_hub.send(page, subject="joe@partner.example")
    assert continues_at(again) == continues_at(away)
    assert "code" in returned(joe.sign_in(again))


def test_a_silent_sign_in_uses_the_session_at_the_partner(servers: Federation) -> None:
    joe = servers.user()
    away = joe.at_hub.authorize(prompt="none")
    assert parameters_of(away.headers["location"])["prompt"] == "none"
    assert failed(joe.come_back(joe.go_to_partner(away))) == "login_required"
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    away = joe.at_hub.authorize(prompt="none")
    assert "code" in returned(joe.come_back(joe.go_to_partner(away)))


def test_prompt_login_requires_a_new_authentication_at_the_partner(servers: Federation) -> None:
    joe = servers.user()
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    servers.hub.engine.clock.advance(minutes=5)
    away = joe.at_hub.authorize(prompt="login")
    # The user, or an attacker, removes the demand from the address. The session at the partner is too old then.
    address = path_of(away.headers["location"], PARTNER).replace("prompt=login", "").replace("max_age=0", "")
    assert failed(joe.come_back(joe.at_partner.browser.get(address))) == "access_denied"
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize(prompt="login")))


def test_the_time_of_the_authentication_is_that_at_the_partner(servers: Federation) -> None:
    servers.hub.engine.save(
        AUTHENTICATION_SESSIONS, {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
    )
    joe = servers.user()
    code_of(servers.hub, returned(joe.sign_in(joe.at_hub.authorize(max_age="1000")))["code"])
    authenticated = int(servers.hub.engine.now())
    servers.hub.engine.clock.advance(minutes=30)
    other = FederatedUser(servers.hub.browser(), joe.at_partner)
    back = other.go_to_partner(other.at_hub.authorize(max_age="3600"))
    found = code_of(servers.hub, returned(other.come_back(back))["code"])
    assert found.context.auth_time == authenticated
    # The session here began with the sign-in here, and its age for max_age is that of the authentication.
    assert code_of(servers.hub, returned(other.at_hub.authorize(max_age="3600"))["code"]).context.session_id
    servers.hub.engine.clock.advance(minutes=31)
    assert other.at_hub.authorize(max_age="3600").headers["location"].startswith(PARTNER)
    assert "code" in returned(other.at_hub.authorize())
