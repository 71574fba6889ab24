"""The content of ID tokens, by the OpenID Connect policy."""

import base64
from typing import Any

import jwt as pyjwt
import pytest
from cryptography.hazmat.primitives.hashes import SHA1

from hanse.engine.errors import AccessDenied, ServerError
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import OAUTH_KEYS
from tests.engine.oidc.provider import ATTRIBUTES, Provider, policy
from tests.engine.server import BASE_URL
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import create
from tests.support.mappings import from_source, text

ALL = ("openid", "profile", "email", "phone", "address")


def test_an_id_token_has_the_claims_of_the_specification(provider: Provider) -> None:
    provider.save_policy(policy())
    provider.save_client()
    now = int(provider.server.clock.now().timestamp())
    claims = provider.issued(scopes=("openid", "email"))
    assert claims.pop("at_hash")
    assert claims == {
        "iss": BASE_URL,
        "sub": "joe",
        "aud": "web",
        "iat": now,
        "exp": now + 300,
        "auth_time": 1_763_713_000,
        "nonce": "n-0S6_WzA2Mj",
        "acr": "urn:example:password",
        "amr": ["pwd"],
    }


def test_a_client_without_a_policy_gets_no_id_token(provider: Provider) -> None:
    provider.save_client()
    with pytest.raises(ServerError):
        provider.issue()


def test_a_policy_without_a_subject_for_the_user_issues_no_token(provider: Provider) -> None:
    provider.save_policy(policy())
    provider.save_client()
    provider.tokens.granted = {"name": "Joe"}
    with pytest.raises(ServerError):
        provider.issue()


def test_issuance_criteria_refuse_the_id_token(provider: Provider) -> None:
    body = policy("name")
    criterion = {
        "source": {"type": "TOKEN"},
        "attributeName": "groups",
        "condition": "MULTIVALUE_CONTAINS",
        "value": "pirates",
        "errorResult": "Not aboard.",
    }
    body["attributeMapping"]["issuanceCriteria"] = {"conditionalCriteria": [criterion]}
    provider.save_policy(body)
    provider.save_client()
    with pytest.raises(AccessDenied, match="Not aboard"):
        provider.issue()


def test_the_clients_policy_overrides_the_default(provider: Provider) -> None:
    provider.save_policy(policy())
    provider.save_policy(policy("name", id="own", name="Own", idTokenLifetime=60), default=False)
    provider.save_client(oidcPolicy={"policyGroup": {"id": "own"}})
    claims = provider.issued()
    assert claims["exp"] - claims["iat"] == 3600


def test_without_an_access_token_or_a_code_the_id_token_has_all_granted_claims(provider: Provider) -> None:
    provider.save_policy(policy("name", {"name": "email", "includeInUserInfo": True}, "phone_number"))
    provider.save_client()
    claims = provider.issued(scopes=("openid", "profile", "email"), alone=True)
    assert (claims["name"], claims["email"]) == ("Joe Doe", "joe@example.com")
    assert "phone_number" not in claims
    assert provider.tokens.requests[0].manager_id == "manager-0"
    # With a code the client gets an access token for the UserInfo endpoint.
    assert "name" not in provider.issued(scopes=("openid", "profile"), alone=True, code="code-1")


def test_the_policy_decides_which_attributes_are_in_the_id_token(provider: Provider) -> None:
    declared: list[dict[str, Any]] = [
        {"name": "name"},
        {"name": "email", "includeInIdToken": True},
        {"name": "phone_number", "includeInIdToken": False, "includeInUserInfo": True},
    ]
    provider.save_policy(policy(*declared))
    provider.save_client()
    claims = provider.issued(scopes=ALL)
    assert claims["email"] == "joe@example.com"
    assert not {"name", "phone_number"} & claims.keys()


def test_user_info_in_id_tokens_has_the_types_of_the_specification(provider: Provider) -> None:
    provider.save_policy(policy(*ATTRIBUTES.keys() - {"sub"}, includeUserInfoInIdToken=True))
    provider.save_client()
    claims = provider.issued(scopes=ALL)
    assert claims["email_verified"] is True
    assert claims["updated_at"] == 1311280970
    assert claims["address"] == {"locality": "Lübeck"}
    # No scope requests the attribute, so it is included with any scope.
    assert claims["groups"] == ["sailors", "merchants"]
    assert claims["given_name"] == "Joe"
    assert "phone_number" not in provider.issued(scopes=("openid",))


def test_an_address_is_a_text_or_an_object_of_its_members(provider: Provider) -> None:
    provider.save_policy(policy("address", includeUserInfoInIdToken=True))
    parts = policy("name", includeUserInfoInIdToken=True, id="parts", name="Parts")
    fulfilled = {"address.locality": text("Lübeck"), "address.country": text("DE")}
    parts["attributeContract"]["extendedAttributes"] = [{"name": name} for name in fulfilled]
    parts["attributeMapping"]["attributeContractFulfillment"] = {"sub": from_source("TOKEN", "sub"), **fulfilled}
    provider.save_policy(parts, default=False)
    provider.save_client()
    provider.save_client("parts", oidcPolicy={"policyGroup": {"id": "parts"}})
    provider.tokens.granted = {**ATTRIBUTES, "address": "An der Obertrave 1\nLübeck"}
    assert provider.issued(scopes=ALL)["address"] == {"formatted": "An der Obertrave 1\nLübeck"}
    assert provider.issued("parts", scopes=ALL)["address"] == {"locality": "Lübeck", "country": "DE"}
    assert "address" not in provider.issued("parts", scopes=("openid",))


def test_multi_valued_attributes_are_always_lists(provider: Provider) -> None:
    provider.save_policy(policy({"name": "groups", "includeInIdToken": True, "multiValued": True}))
    provider.save_client()
    provider.tokens.granted = {"sub": "joe", "groups": "sailors"}
    assert provider.issued()["groups"] == ["sailors"]


def test_the_policy_maps_scopes_to_attributes(provider: Provider) -> None:
    mapped = {"email": {"values": ["groups"]}}
    provider.save_policy(policy("email", "groups", includeUserInfoInIdToken=True, scopeAttributeMappings=mapped))
    provider.save_client()
    assert "groups" not in provider.issued(scopes=("openid",))
    claims = provider.issued(scopes=("openid", "email"))
    assert claims["groups"] == ["sailors", "merchants"]
    # The policy redefines the scope email without the claim email, so the claim is included with any scope.
    assert "email" in provider.issued(scopes=("openid",))


def test_no_attribute_replaces_a_protocol_claim(provider: Provider) -> None:
    body = policy("name", includeUserInfoInIdToken=True)
    forged: dict[str, Any] = {name: text("forged") for name in ("iss", "aud", "nonce", "exp", "at_hash", "sid")}
    body["attributeContract"]["extendedAttributes"] = [{"name": name} for name in forged]
    body["attributeMapping"]["attributeContractFulfillment"] = {"sub": from_source("TOKEN", "sub"), **forged}
    provider.save_policy(body)
    provider.save_client()
    claims = provider.issued(nonce="")
    assert "forged" not in claims.values()
    assert not {"nonce", "sid"} & claims.keys()


def test_attributes_come_from_the_grant_the_client_and_the_request(provider: Provider) -> None:
    body = policy("name", includeUserInfoInIdToken=True)
    fulfilled = {
        "sub": from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY"),
        "client": from_source("CONTEXT", "ClientId"),
        "granted": from_source("CONTEXT", "OAuthScopes"),
        "address_of_client": from_source("CONTEXT", "ClientIp"),
    }
    body["attributeContract"]["extendedAttributes"] = [{"name": name} for name in fulfilled if name != "sub"]
    body["attributeMapping"]["attributeContractFulfillment"] = fulfilled
    provider.save_policy(body)
    provider.save_client()
    claims = provider.issued(user_key="key-of-joe")
    found = {name: claims[name] for name in fulfilled}
    assert found == {"sub": "key-of-joe", "client": "web", "granted": "openid", "address_of_client": "192.0.2.7"}


def test_session_ids_are_included_for_clients_with_logout_notifications(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_policy(policy("name", id="sri", name="Sri", includeSriInIdToken=True), default=False)
    provider.save_client()
    logout = {"logoutMode": "OIDC_BACK_CHANNEL", "backChannelLogoutUri": "https://web.example.com/logout"}
    provider.save_client("notified", oidcPolicy={**logout, "policyGroup": {"id": "sri"}})
    assert not {"sid", "pi.sri"} & provider.issued().keys()
    notified = provider.issued("notified")
    assert (notified["sid"], notified["pi.sri"]) == ("session-1", "session-1")
    assert not {"sid", "pi.sri"} & provider.issued("notified", session_id="").keys()


def test_the_policy_decides_whether_refresh_and_hybrid_requests_return_an_id_token(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    more = {"returnIdTokenOnRefreshGrant": True, "reissueIdTokenInHybridFlow": True}
    provider.save_policy(policy("name", id="more", name="More", **more), default=False)
    plain = provider.save_client()
    reissuing = provider.save_client("reissuing", oidcPolicy={"policyGroup": {"id": "more"}})
    found = [
        (
            provider.id_tokens.is_returned(provider.request(), each),
            provider.id_tokens.is_returned(provider.request(), each, refreshed=True),
            provider.id_tokens.is_returned(provider.request(), each, hybrid=True),
        )
        for each in (plain, reissuing)
    ]
    assert found == [(True, False, False), (True, True, True)]


def test_the_header_has_a_type_only_if_the_policy_sets_one(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_policy(
        policy("name", id="typed", name="Typed", idTokenTypHeaderValue="JWT", includeX5tInIdToken=True), default=False
    )
    provider.save_client()
    provider.save_client("typed", oidcPolicy={"policyGroup": {"id": "typed"}})
    assert pyjwt.get_unverified_header(provider.issue()).keys() == {"alg", "kid"}
    # Dynamic keys have no certificate by default.
    assert pyjwt.get_unverified_header(provider.issue("typed")).keys() == {"alg", "kid", "typ"}


def test_the_header_has_the_certificate_thumbprint_if_the_policy_requires_it(provider: Provider) -> None:
    configuration = provider.server.core.configuration
    for name in ("rsa-1", "p256-1"):
        create(configuration, SIGNING_KEY_PAIRS, pair(name))
    provider.save_policy(policy("name", includeX5tInIdToken=True))
    provider.save_client()
    keys = {"rsaActiveCertRef": {"id": "rsa-1"}, "rsaActiveKeyId": "own", "p256ActiveCertRef": {"id": "p256-1"}}
    provider.server.save(OAUTH_KEYS, {"staticJwksEnabled": True, **keys})
    token = provider.issue()
    # The SHA-1 digest of the certificate (RFC 7515, section 4.1.7).
    digest = certificate("rsa-1").fingerprint(SHA1())  # noqa: S303 - the header parameter is defined with SHA-1.
    expected = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    assert pyjwt.get_unverified_header(token) == {"alg": "RS256", "kid": "own", "x5t": expected}
    assert provider.claims_of(token)["sub"] == "joe"
