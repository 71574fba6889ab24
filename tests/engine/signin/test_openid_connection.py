"""Users of another OpenID provider sign in through an IdP connection, whose endpoints administrators have entered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from tests.engine.saml.identity_provider import by_connection
from tests.engine.signin.openid_federation import COMMON, PARTNER, SECRET, Federation, callback_of, federation
from tests.engine.signin.site import continues_at, returned
from tests.engine.signin.test_openid_connect_logout import has_session, logout_token
from tests.engine.signin.test_sessions import code_of
from tests.support.clock import ManualClock
from tests.support.configurations import read, replace
from tests.support.idp_connections import openid_connection
from tests.support.instances import Body
from tests.support.local_identities import local_user, profile
from tests.support.log_lines import log_lines
from tests.support.mappings import from_source, text
from tests.support.openid_provider import parameters_of

CONNECTION = "openid-hub"


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    with federation(sqlite_template, tmp_path, clock) as made:
        yield made


def connect(servers: Federation, allowed: Body | None = None, *, issuer: str = PARTNER, **provider: Any) -> None:
    """Add a connection of the hub to the partner, and a policy that uses it. `allowed` are additional issuers."""
    endpoints = {
        "authorizationEndpoint": f"{PARTNER}/as/authorization.oauth2",
        "tokenEndpoint": f"{PARTNER}/as/token.oauth2",
        "userInfoEndpoint": f"{PARTNER}/idp/userinfo.openid",
        "jwksURL": f"{PARTNER}/pf/JWKS",
    }
    body = openid_connection("hub", **{**endpoints, **provider})
    body["idpBrowserSso"]["attributeContract"] = {"extendedAttributes": [{"name": "mail"}, {"name": "email"}]}
    client = {"clientId": "hub", "clientSecret": SECRET}
    more = {} if allowed is None else {"additionalAllowedEntitiesConfiguration": allowed}
    servers.hub.add(IDP_CONNECTIONS, {**body, "entityId": issuer, "oidcClientCredentials": client, **more})
    servers.hub.add_policy(by_connection(CONNECTION, "sub"))


@pytest.mark.parametrize("mode", ["NONE", "STANDARD", "ENHANCED", "FULL"])
def test_the_logging_mode_determines_the_details_in_the_log(servers: Federation, mode: str) -> None:
    connect(servers)
    configuration = servers.hub.engine.core.configuration
    body = read(configuration, IDP_CONNECTIONS, CONNECTION).body
    replace(configuration, IDP_CONNECTIONS, CONNECTION, {**body, "loggingMode": mode})
    servers.hub.engine.caught_up()
    joe = servers.user()
    away = joe.at_hub.authorize()
    with log_lines() as lines:
        assert "code" in returned(joe.sign_in(away))
    line = next((each for each in lines.getvalue().splitlines() if "partner sign-in accepted" in each), "")
    assert ("subject='joe'" in line) is (mode != "NONE")
    assert ("client=" in line) is (mode in {"ENHANCED", "FULL"})
    assert ("attributes={" in line) is (mode == "FULL")
    # Tokens are never logged.
    assert "eyJ" not in line


def test_a_user_of_the_partner_signs_in(servers: Federation) -> None:
    connect(servers)
    joe = servers.user()
    away = joe.at_hub.authorize()
    wanted = parameters_of(away.headers["location"])
    assert (wanted["redirect_uri"], wanted["client_id"]) == (callback_of(PARTNER), "hub")
    code = code_of(servers.hub, returned(joe.sign_in(away))["code"])
    assert (code.context.user_key, code.context.origin.id) == ("joe", "apc-0")
    # The metadata of the provider is not read.
    paths = [urlsplit(each.url).path for each in servers.network.received]
    assert paths == ["/as/token.oauth2", "/pf/JWKS", "/idp/userinfo.openid"]


def test_requests_are_pushed_if_the_connection_has_the_endpoint(servers: Federation) -> None:
    connect(servers, pushedAuthorizationRequestEndpoint=f"{PARTNER}/as/par.oauth2")
    joe = servers.user()
    away = joe.at_hub.authorize()
    assert "request_uri" in parameters_of(away.headers["location"])
    assert "code" in returned(joe.sign_in(away))


def test_responses_are_signed_if_the_connection_requires_it(servers: Federation) -> None:
    connect(servers, jwtSecuredAuthorizationResponseModeType="QUERY_JWT")
    joe = servers.user()
    away = joe.at_hub.authorize()
    assert parameters_of(away.headers["location"])["response_mode"] == "query.jwt"
    back = joe.at_partner.sign_in(joe.go_to_partner(away))
    assert parameters_of(back.headers["location"]).keys() == {"response"}
    assert "code" in returned(joe.come_back(back))


def test_pkce_can_be_turned_off_for_a_provider(servers: Federation) -> None:
    connect(servers, enablePKCE=False)
    wanted = parameters_of(servers.user().at_hub.authorize().headers["location"])
    assert wanted["nonce"]
    assert "code_challenge" not in wanted


def test_a_token_that_another_key_has_signed_is_refused(servers: Federation) -> None:
    connect(servers, jwksURL=f"{PARTNER}/other")
    servers.network.answers[f"{PARTNER}/other"] = 200, servers.hub.engine.get("/pf/JWKS").content
    joe = servers.user()
    assert returned(joe.sign_in(joe.at_hub.authorize()))["error"] == "access_denied"


def listed(*issuers: str, **more: bool) -> Body:
    """Return additional issuers."""
    entities = [{"entityId": each} for each in issuers]
    return {"allowAdditionalEntities": bool(issuers), "additionalAllowedEntities": entities, **more}


@pytest.mark.parametrize(
    ("allowed", "is_accepted"),
    [
        (None, False),
        (listed(), False),
        (listed("https://other.example"), False),
        (listed(PARTNER, allowAdditionalEntities=False), False),
        (listed("https://other.example", PARTNER), True),
        (listed(allowAllEntities=True), True),
    ],
)
def test_tokens_of_other_issuers_are_accepted_only_if_the_connection_allows_them(
    servers: Federation, allowed: Body | None, is_accepted: bool
) -> None:
    connect(servers, allowed, issuer=COMMON)
    joe = servers.user()
    found = returned(joe.sign_in(joe.at_hub.authorize()))
    assert ("code" in found, found.get("error")) == ((True, None) if is_accepted else (False, "access_denied"))


def test_users_of_two_issuers_with_the_same_subject_are_different_users(servers: Federation) -> None:
    """Only issuer and subject together identify a user (OpenID Connect core, section 5.7)."""
    servers.hub.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    connect(servers, listed(PARTNER), issuer=COMMON, trackUserSessionsForLogout=True)
    joe = servers.user()
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    remaining = []
    for issuer in (COMMON, PARTNER):
        # Both tokens have the same identifier.
        token = logout_token(servers, iss=issuer)
        answer = servers.hub.engine.post(f"/sp/{callback_name(COMMON)}/bclogout.openid", {"logout_token": token})
        assert answer.status_code == 200, answer.text
        remaining.append(has_session(joe))
    assert remaining == [True, False]


@pytest.mark.parametrize(
    ("members", "audience", "minutes", "type_", "has_start"),
    [
        ({}, f"{PARTNER}/as/token.oauth2", 1, "jwt", False),
        (
            {"audience": PARTNER, "lifetime": "3", "type": "client+jwt", "includeNotBeforeClaim": True},
            PARTNER,
            3,
            "client+jwt",
            True,
        ),
    ],
)
def test_client_assertions_have_the_contents_that_the_connection_requires(
    servers: Federation, members: Body, audience: str, minutes: int, type_: str, has_start: bool
) -> None:
    connect(servers, authenticationScheme="PRIVATE_KEY_JWT", **members)
    joe = servers.user()
    joe.sign_in(joe.at_hub.authorize())
    [sent] = [each for each in servers.network.received if each.url.endswith("/as/token.oauth2")]
    token = read_compact(dict(parse_qsl(sent.content.decode()))["client_assertion"])
    claims = token.claims()
    assert (claims["aud"], claims["exp"] - claims["iat"], token.type) == (audience, minutes * 60, type_)
    assert claims.get("nbf") == (claims["iat"] if has_start else None)


@pytest.mark.parametrize("issuer", [PARTNER, COMMON])
def test_users_are_provisioned_for_the_issuer_of_the_id_token(servers: Federation, issuer: str) -> None:
    servers.hub.add(LOCAL_IDENTITY_PROFILES, profile())
    connect(servers, listed(PARTNER), issuer=issuer)
    mapped = {"login": from_source("CLAIMS", "sub"), "mail": text("${sub}@crew.example")}
    repository = {"localIdentityProfileRef": {"id": "profile-0"}, "jitRepositoryAttributeMapping": mapped}
    engine = servers.hub.engine
    body = read(engine.core.configuration, IDP_CONNECTIONS, CONNECTION).body
    body["idpBrowserSso"]["jitProvisioning"] = {"userRepository": repository, "errorHandling": "ABORT_SSO"}
    replace(engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    engine.caught_up()
    for _ in range(2):
        joe = servers.user()
        assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    user = servers.hub.run(engine.state.local_users.by_link("profile-0", f"issuer|{PARTNER}\0joe"))
    assert user is not None
    assert (user.username, user.email) == ("joe", "joe@crew.example")


def test_a_linked_account_belongs_to_the_issuer_of_the_id_token(servers: Federation) -> None:
    servers.hub.add(LOCAL_IDENTITY_PROFILES, profile())
    connect(servers, listed(PARTNER), issuer=COMMON)
    engine = servers.hub.engine
    for name, issuer in (("ada", PARTNER), ("bob", COMMON)):
        user = local_user(name, username=name, names=(), links=(f"issuer|{issuer}\0joe",))
        servers.hub.run(engine.state.local_users.create(user))
    body = read(engine.core.configuration, IDP_CONNECTIONS, CONNECTION).body
    body["idpBrowserSso"] |= {
        "idpIdentityMapping": "ACCOUNT_LINKING",
        "accountLinkingProfileRef": {"id": "profile-0"},
    }
    replace(engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    engine.caught_up()
    joe = servers.user()
    code = code_of(servers.hub, returned(joe.sign_in(joe.at_hub.authorize()))["code"])
    assert code.context.local_user == "user-ada"


@pytest.mark.parametrize("is_passed", [False, True])
def test_an_error_message_of_the_provider_is_passed_on_only_if_the_connection_says_so(
    servers: Federation, is_passed: bool
) -> None:
    connect(servers)
    configuration = servers.hub.engine.core.configuration
    body = read(configuration, IDP_CONNECTIONS, CONNECTION).body
    sso = {**body["idpBrowserSso"], "passthroughErrors": is_passed}
    replace(configuration, IDP_CONNECTIONS, CONNECTION, {**body, "idpBrowserSso": sso})
    servers.hub.engine.caught_up()
    joe = servers.user()
    sent = dict(parse_qsl(urlsplit(joe.at_hub.authorize().headers["location"]).query))
    refusal = {"error": "access_denied", "error_description": "The account is locked.", "state": sent["state"]}
    address = urlsplit(sent["redirect_uri"]).path
    page = joe.at_hub.browser.get(f"{address}?{urlencode(refusal)}")
    found = returned(joe.at_hub.follow(joe.at_hub.browser.get(continues_at(page))))
    assert found["error"] == "access_denied"
    assert (found["error_description"] == "The account is locked.") is is_passed
