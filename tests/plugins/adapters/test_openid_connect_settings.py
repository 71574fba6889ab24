"""The settings of the OpenID Connect adapter, the provider's metadata, and the test of the connection."""

import base64
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from hanse.config.plugins.plugin import SettingRefused
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT, addresses_of, callback_name
from tests.plugins.adapters.provider_users import HUB, Joe, failure, joe_at_provider
from tests.support.openid_provider import ISSUER


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({"issuer": f"{ISSUER}/"}, "issuer"),
        ({"issuer": None}, "issuer"),
        ({"token_endpoint": "http://login.partner.example/token"}, "token_endpoint"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "authorization_endpoint"),
        ({"jwks_uri": None}, "jwks_uri"),
        ({"userinfo_endpoint": "ftp://x"}, "userinfo_endpoint"),
        ({"end_session_endpoint": "http://login.partner.example/logout"}, "end_session_endpoint"),
    ],
)
def test_metadata_with_another_issuer_or_unsafe_endpoints_is_refused(changed: dict[str, Any], detail: str) -> None:
    joe = joe_at_provider()
    joe.provider.metadata = changed
    failure(joe.user.start(issuer=HUB, flow="flow-1"), "provider_answer_invalid", detail)


def test_metadata_is_cached_and_outlives_an_outage_of_the_provider() -> None:
    joe = joe_at_provider()
    for _ in range(3):
        joe.start()
    assert len(joe.provider.received) == 1
    joe.user.wait(hours=2)
    joe.provider.is_away = True
    for _ in range(3):
        joe.start()
    assert len(joe.provider.received) == 2
    joe.user.wait(hours=23)
    failure(joe.user.start(issuer=HUB, flow="flow-1"), "provider_unreachable", "cannot be read")
    joe.provider.is_away = False
    joe.user.wait(seconds=31)
    joe.start()


def test_an_unavailable_provider_gets_a_request_every_30_seconds_at_most() -> None:
    joe = joe_at_provider()
    joe.provider.is_away = True
    for _ in range(5):
        failure(joe.user.start(issuer=HUB, flow="flow-1"), "provider_unreachable", "cannot be read")
    assert len(joe.provider.received) == 1


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_a_secret_is_required_where_the_method_needs_one(method: str) -> None:
    with pytest.raises(SettingRefused) as refused:
        joe_at_provider(Client_Authentication=method, Client_Secret="")
    assert refused.value.setting == "Client Secret"


@pytest.mark.parametrize(
    ("name", "text", "is_good"),
    [
        ("Issuer", "https://login.example.com/tenant", True),
        ("Issuer", "http://login.example.com", False),
        ("Issuer", "https://login.example.com?x=1", False),
        ("Issuer", "https://login.example.com#x", False),
        ("Issuer", "https://joe@login.example.com", False),
        ("Issuer", "https://", False),
        ("Issuer", "https://login.example.com:bad", False),
        ("Scopes", "openid email", True),
        ("Scopes", "email", False),
        ("Accepted ID Token Algorithms", "ES256 PS256", True),
        ("Accepted ID Token Algorithms", "none", False),
        ("Accepted ID Token Algorithms", "HS256", False),
        ("Clock Tolerance", "300", True),
        ("Clock Tolerance", "301", False),
    ],
)
def test_settings_are_checked(name: str, text: str, is_good: bool) -> None:
    found = OPENID_CONNECT.form.field(name)
    assert found is not None
    assert (found.errors(text) is None) is is_good


def run_test(joe: Joe) -> str:
    (action,) = OPENID_CONNECT.actions
    return str(action.run(joe.user.make(), {}, joe.user.services))


def test_the_connection_test_reads_metadata_and_keys() -> None:
    joe = joe_at_provider()
    assert run_test(joe) == "The provider is reachable and publishes 1 key that can be used."
    assert joe.provider.paths() == ["/.well-known/openid-configuration", "/keys"]


@pytest.mark.parametrize(
    ("metadata", "settings", "detail"),
    [
        ({"issuer": "https://evil.example"}, {}, "issuer"),
        ({"token_endpoint_auth_methods_supported": ["private_key_jwt"]}, {}, "client_secret_basic"),
        ({"token_endpoint_auth_methods_supported": None}, {"Client_Authentication": "client_secret_post"}, "post"),
        ({}, {"Scopes": "openid phone"}, "phone"),
        ({"code_challenge_methods_supported": ["plain"]}, {}, "PKCE"),
        ({}, {"Accepted_ID_Token_Algorithms": "RS256"}, "no key"),
        ({"userinfo_endpoint": None}, {"Request_UserInfo": "true"}, "UserInfo"),
        ({"response_modes_supported": ["query"]}, {"Signed_Authorization_Responses": "true"}, "query.jwt"),
        ({"dpop_signing_alg_values_supported": ["RS256"]}, {"DPoP-Bound_Tokens": "true"}, "ES256"),
        ({"end_session_endpoint": None}, {"Sign_Out_At_Provider": "true"}, "end session"),
    ],
)
def test_the_connection_test_names_what_does_not_fit(
    metadata: dict[str, Any], settings: dict[str, str], detail: str
) -> None:
    joe = joe_at_provider(**settings)
    joe.provider.metadata = metadata
    with pytest.raises(ValueError, match=detail):
        run_test(joe)


def test_the_redirect_uri_names_the_provider() -> None:
    path = addresses_of({"Issuer": ISSUER})["Redirect URI"]
    name = urlsplit(path).path.split("/")[2]
    assert json.loads(base64.urlsafe_b64decode(name + "==")) == {"iss": ISSUER}
    assert callback_name(ISSUER) != callback_name(f"{ISSUER}/other")
    keys = addresses_of({"Issuer": ISSUER, "Client Authentication": "private_key_jwt"})
    assert keys["Key set of this server"] == "/pf/JWKS"
    assert keys["Back-channel logout URI"] == f"/sp/{callback_name(ISSUER)}/bclogout.openid"
