"""The settings of OpenID Connect providers in IdP connections over the admin API."""

from typing import Any

import pytest

from tests.flows.connection_calls import IDP_CONNECTIONS, idp_connection_errors
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import openid_connection

CONNECTIONS = f"{API}{IDP_CONNECTIONS}"
SSO = "idpBrowserSso"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


def parameter(name: str, value: str = "a", source: str = "TEXT") -> dict[str, Any]:
    """Return a parameter of authorization requests."""
    attribute = {"source": {"type": source}, "value": value}
    return {"name": name, "attributeValue": attribute, "applicationEndpointOverride": False}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"scopes": "email"}, f"{SSO}.oidcProviderSettings.scopes"),
        ({"tokenEndpoint": "http://op.example.com/token"}, f"{SSO}.oidcProviderSettings.tokenEndpoint"),
        ({"loginType": "POST_AT"}, f"{SSO}.oidcProviderSettings.loginType"),
        ({"tokenEndpoint": None}, f"{SSO}.oidcProviderSettings.tokenEndpoint"),
        ({"loginType": "POST"}, f"{SSO}.oidcProviderSettings.userInfoEndpoint"),
        (
            {"loginType": "POST", "userInfoEndpoint": "", "jwtSecuredAuthorizationResponseModeType": "QUERY_JWT"},
            f"{SSO}.oidcProviderSettings.jwtSecuredAuthorizationResponseModeType",
        ),
        ({"requestSigningAlgorithm": "none"}, f"{SSO}.oidcProviderSettings.requestSigningAlgorithm"),
        # The secret of the connection has fewer characters than the algorithms need (RFC 7518, section 3.2).
        ({"requestSigningAlgorithm": "HS256"}, "oidcClientCredentials.clientSecret"),
        ({"authenticationScheme": "CLIENT_SECRET_JWT"}, "oidcClientCredentials.clientSecret"),
        (
            {"authenticationScheme": "PRIVATE_KEY_JWT", "authenticationSigningAlgorithm": "HS256"},
            f"{SSO}.oidcProviderSettings.authenticationSigningAlgorithm",
        ),
        ({"requestParameters": [parameter("state")]}, f"{SSO}.oidcProviderSettings.requestParameters[0].name"),
        ({"requestParameters": [parameter("a b")]}, f"{SSO}.oidcProviderSettings.requestParameters[0].name"),
        (
            {"requestParameters": [parameter("x"), parameter("x")]},
            f"{SSO}.oidcProviderSettings.requestParameters[1].name",
        ),
        (
            {"requestParameters": [parameter("x", "Secrets", "CONTEXT")]},
            f"{SSO}.oidcProviderSettings.requestParameters[0].attributeValue",
        ),
        (
            {"requestParameters": [parameter("x", "1 + 1", "EXPRESSION")]},
            f"{SSO}.oidcProviderSettings.requestParameters[0].attributeValue.source.type",
        ),
    ],
)
def test_openid_settings_that_cannot_work_are_refused(admin: Client, changes: dict[str, Any], path: str) -> None:
    assert [found for found, _ in idp_connection_errors(admin, openid_connection("bad", **changes))] == [path]


def test_parameters_of_requests_are_answered_as_they_were_sent(admin: Client) -> None:
    ids = {"source": {"type": "CONTEXT", "id": None}, "value": "ClientIp"}
    sent = [parameter("audience", "api"), {"name": "ip", "attributeValue": ids, "applicationEndpointOverride": True}]
    made = admin.post(CONNECTIONS, openid_connection("more", requestParameters=[*sent, {"name": "v", "value": "1"}]))
    assert made.status_code == 201, made.text
    shown = made.json()[SSO]["oidcProviderSettings"]["requestParameters"]
    context = {"source": {"type": "CONTEXT"}, "value": "ClientIp"}
    assert shown == [sent[0], {**sent[1], "attributeValue": context}, parameter("v", "1")]


def test_a_provider_that_posts_id_tokens_needs_no_token_endpoint(admin: Client) -> None:
    posts = openid_connection("posts", loginType="POST", tokenEndpoint=None, userInfoEndpoint=None)
    made = admin.post(CONNECTIONS, posts)
    assert made.status_code == 201, made.text
    assert "tokenEndpoint" not in made.json()[SSO]["oidcProviderSettings"]
    assert admin.put(f"{CONNECTIONS}/openid-posts", made.json()).json() == made.json()


def test_client_authentication_with_a_secret_needs_one(admin: Client) -> None:
    body = openid_connection("bad")
    body["oidcClientCredentials"].pop("clientSecret")
    assert [path for path, _ in idp_connection_errors(admin, body)] == ["oidcClientCredentials.clientSecret"]


def test_a_stored_secret_that_is_no_longer_used_is_deleted(admin: Client) -> None:
    made = admin.post(CONNECTIONS, openid_connection("public")).json()
    provider, client = made[SSO]["oidcProviderSettings"], {"clientId": "hanse"}
    provider.pop("authenticationScheme")
    public = admin.put(f"{CONNECTIONS}/openid-public", {**made, "oidcClientCredentials": client})
    assert public.status_code == 200, public.text
    assert public.json()["oidcClientCredentials"] == client


def test_an_algorithm_that_is_not_used_is_accepted_as_clients_of_the_api_send_it(admin: Client) -> None:
    unused = {"authenticationSigningAlgorithm": "NONE", "requestSigningAlgorithm": "NONE"}
    assert admin.post(CONNECTIONS, openid_connection("none", **unused)).status_code == 201
