"""The requests of an IdP connection to its OpenID provider: signatures, further parameters, and client assertions."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from hanse.crypto.jws_signing import mac_signer
from hanse.crypto.jws_verification import read_compact
from hanse.engine.errors import InvalidRequest
from hanse.engine.handover.partner_options import request_options
from hanse.engine.http.parameters import Parameters
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.idp_connections.model import IdpConnection
from tests.engine.signin.openid_federation import COMMON, PARTNER, SECRET, Federation, federation
from tests.engine.signin.site import returned
from tests.engine.signin.test_openid_connect_logout import has_session, logout_token
from tests.engine.signin.test_openid_connection import connect, listed
from tests.support.clock import ManualClock
from tests.support.configurations import read, replace
from tests.support.idp_connections import openid_connection
from tests.support.instances import Body
from tests.support.openid_provider import parameters_of


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    with federation(sqlite_template, tmp_path, clock) as made:
        yield made


def register(servers: Federation, **changes: Any) -> None:
    """Change the client of the hub at the partner."""
    configuration = servers.partner.engine.core.configuration
    replace(configuration, OAUTH_CLIENTS, "hub", {**read(configuration, OAUTH_CLIENTS, "hub").body, **changes})
    servers.partner.engine.caught_up()


def text(name: str, value: str, source: str = "TEXT", *, override: bool = False) -> Body:
    """Return a parameter of requests."""
    attribute = {"source": {"type": source}, "value": value}
    return {"name": name, "attributeValue": attribute, "applicationEndpointOverride": override}


@pytest.mark.parametrize("pushed", [False, True])
def test_a_provider_that_requires_signed_requests_accepts_those_of_the_hub(servers: Federation, pushed: bool) -> None:
    keys = servers.hub.engine.get("/pf/JWKS").text
    register(servers, requireSignedRequests=True, jwksSettings={"jwks": keys})
    endpoint: dict[str, Any] = {"pushedAuthorizationRequestEndpoint": f"{PARTNER}/as/par.oauth2"} if pushed else {}
    connect(servers, requestSigningAlgorithm="RS256", **endpoint)
    joe = servers.user()
    away = joe.at_hub.authorize()
    sent = parameters_of(away.headers["location"])
    assert sent.keys() == (
        {"client_id", "request_uri"} if pushed else {"client_id", "response_type", "scope", "request"}
    )
    assert "code" in returned(joe.sign_in(away))


def test_a_provider_that_requires_signed_requests_refuses_plain_ones(servers: Federation) -> None:
    register(servers, requireSignedRequests=True, jwksSettings={"jwks": servers.hub.engine.get("/pf/JWKS").text})
    connect(servers)
    joe = servers.user()
    answer = joe.go_to_partner(joe.at_hub.authorize())
    assert "request object" in answer.text.lower() or "error" in parameters_of(answer.headers.get("location", ""))


def test_a_request_object_has_all_parameters_and_is_for_this_provider_only(servers: Federation) -> None:
    connect(servers, requestSigningAlgorithm="HS256", requestParameters=[text("audience", "api")])
    sent = parameters_of(servers.user().at_hub.authorize().headers["location"])
    token = read_compact(sent["request"])
    claims = token.claims()
    assert (token.algorithm, token.type) == ("HS256", "oauth-authz-req+jwt")
    assert (claims["iss"], claims["client_id"], claims["aud"], claims["audience"]) == ("hub", "hub", PARTNER, "api")
    assert claims.keys() >= {"state", "nonce", "code_challenge", "redirect_uri", "jti", "nbf", "exp"}
    # The signature is that of the client secret.
    header, payload, _ = sent["request"].split(".")
    assert header
    signer = mac_signer(SECRET.encode(), "HS256", {"typ": "oauth-authz-req+jwt"})
    assert signer.sign(read_payload(payload)) == sent["request"]


def read_payload(part: str) -> bytes:
    """Return the octets of a part of a JWT."""
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


def test_client_assertions_are_signed_with_the_client_secret(servers: Federation) -> None:
    register(servers, clientAuth={"type": "CLIENT_SECRET_JWT", "secret": SECRET})
    connect(servers, authenticationScheme="CLIENT_SECRET_JWT")
    joe = servers.user()
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    [sent] = [each for each in servers.network.received if each.url.endswith("/as/token.oauth2")]
    form = dict(parse_qsl(sent.content.decode()))
    assert read_compact(form["client_assertion"]).algorithm == "HS256"
    assert SECRET not in sent.content.decode()


def test_a_provider_refuses_assertions_with_another_secret(servers: Federation) -> None:
    register(servers, clientAuth={"type": "CLIENT_SECRET_JWT", "secret": SECRET[::-1]})
    connect(servers, authenticationScheme="CLIENT_SECRET_JWT")
    joe = servers.user()
    assert "error" in returned(joe.sign_in(joe.at_hub.authorize()))


def test_requests_have_the_parameters_of_the_connection(servers: Federation) -> None:
    chosen = [text("audience", "https://api.example"), text("ip", "ClientIp", "CONTEXT"), text("ui_locales", "xx")]
    connect(servers, requestParameters=chosen)
    sent = parameters_of(servers.user().at_hub.authorize().headers["location"])
    assert sent["audience"] == "https://api.example"
    assert sent["ip"].count(".") == 3
    # The languages of the user take precedence.
    assert sent["ui_locales"] != "xx"


def test_an_application_replaces_only_the_parameters_that_allow_it() -> None:
    chosen = [text("tenant", "a", override=True), text("audience", "b")]
    connection = IdpConnection.model_validate_json(json.dumps(openid_connection(requestParameters=chosen)))
    given = Parameters([("tenant", "c"), ("audience", "d"), ("prompt", "none")])
    assert request_options(connection, given) == {"tenant": "c"}
    assert request_options(connection, Parameters([])) == {}
    with pytest.raises(InvalidRequest):
        request_options(connection, Parameters([("tenant", "c" * 2000)]))


@pytest.mark.parametrize("tracked", [True, False])
def test_logouts_of_the_provider_are_followed_only_if_they_are_tracked(servers: Federation, tracked: bool) -> None:
    servers.hub.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    # Only the connection has this issuer.
    connect(servers, listed(PARTNER), issuer=COMMON, trackUserSessionsForLogout=tracked)
    joe = servers.user()
    assert "code" in returned(joe.sign_in(joe.at_hub.authorize()))
    token = logout_token(servers, iss=PARTNER)
    answer = servers.hub.engine.post(f"/sp/{callback_name(COMMON)}/bclogout.openid", {"logout_token": token})
    assert answer.status_code == (200 if tracked else 400)
    assert has_session(joe) is not tracked
