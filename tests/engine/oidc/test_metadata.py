"""The provider metadata matches the behavior of the endpoints (OpenID Connect Discovery 1.0, 3; RFC 8414, 2)."""

import base64
import json
import re
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from hanse.crypto import jws_signing
from hanse.crypto.key_pairs import key_to_text
from hanse.engine.endpoints import declared_endpoints, protocol_endpoints
from hanse.engine.oidc.metadata import MEMBERS
from hanse.resources.applications.clients import CLIENT_SETTINGS
from hanse.resources.applications.oidc_policies.policies import OIDC_SETTINGS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.system.authorization_server import COMMON_GROUPS, COMMON_SCOPES, EXCLUSIVE_SCOPES, SETTINGS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.oidc.provider import Provider, policy
from tests.engine.server import BASE_URL, DISCOVERY
from tests.support.certified_keys import private_key
from tests.support.configurations import create
from tests.support.instances import adapter, validator

TOKEN = "/as/token.oauth2"
SECRET = "a secret that is long enough for HS512: 64 octets, and a few more"
KEYS: list[Any] = [
    RSAKey.import_key(key_to_text(private_key("rsa-200")), {"kid": "rsa"}),
    *(ECKey.import_key(key_to_text(private_key(f"{curve}-1")), {"kid": curve}) for curve in ("p256", "p384", "p521")),
]
GRANT = re.compile(r"[a-z_]+|urn:[a-z0-9:_-]+")


def metadata(provider: Provider) -> dict[str, Any]:
    return provider.server.verified()


def test_declarations_are_those_of_the_endpoints_that_answer(provider: Provider) -> None:
    def facts(each: Any) -> tuple[Any, ...]:
        names = (*each.methods, each.access, each.origins, each.title, each.description)
        return (each.path, *names, dict(each.metadata))

    real = [facts(each) for each in protocol_endpoints(provider.services)]
    assert [facts(each) for each in declared_endpoints()] == real
    assert len({each[0] for each in real}) == len(real)


def test_exactly_the_existing_endpoints_are_listed(provider: Provider) -> None:
    # Without these settings two of the endpoints are not listed.
    provider.server.save(CLIENT_SETTINGS, {"dynamicClientRegistration": {"allowOpenRegistration": True}})
    provider.server.save(OIDC_SETTINGS, {"sessionSettings": {"sessionManagement": True}})
    found = metadata(provider)
    named = {name: value for name, value in found.items() if name.endswith(("_endpoint", "_iframe"))}
    mounted = {each.path for each in declared_endpoints()}
    assert named == {MEMBERS[path]: f"{BASE_URL}{path}" for path in mounted & MEMBERS.keys()}
    for path in MEMBERS.keys() - mounted:
        assert provider.server.get(path).status_code == 404, path
    for address in named.values():
        assert provider.server.get(address.removeprefix(BASE_URL)).status_code not in (404, 500), address


def test_the_grant_types_are_those_of_the_token_endpoint(provider: Provider) -> None:
    provider.save_client(grantTypes=["CLIENT_CREDENTIALS"], redirectUris=[])
    known = metadata(provider)["grant_types_supported"]
    every = {
        *known,
        *("authorization_code", "refresh_token", "password", "client_credentials", "implicit"),
        "urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "urn:ietf:params:oauth:grant-type:saml2-bearer",
        "urn:ietf:params:oauth:grant-type:token-exchange",
        "urn:openid:params:grant-type:ciba",
        "invented",
    }
    secret = base64.b64encode(b"web:clear-secret-of-web").decode()
    for grant in every:
        answer = provider.server.request(
            "POST",
            "/as/token.oauth2",
            headers={"Authorization": f"Basic {secret}"},
            form={"grant_type": grant},
        )
        error = answer.json().get("error")
        # The implicit grant uses only the authorization endpoint (RFC 6749, section 4.2).
        is_known = grant in known and grant != "implicit"
        assert (error == "unsupported_grant_type") is not is_known, (grant, error)
        assert GRANT.fullmatch(grant)


def test_exactly_the_listed_authentication_methods_work(provider: Provider) -> None:
    """Every listed method authenticates a client, and no other method does."""
    found = metadata(provider)
    alone: dict[str, Any] = {"grantTypes": ["CLIENT_CREDENTIALS"], "redirectUris": []}
    provider.save_client(**alone)
    provider.save_client("public", clientAuth={"type": "NONE"})
    provider.save_client("mac", **alone, clientAuth={"type": "CLIENT_SECRET_JWT", "secret": SECRET})
    jwks = json.dumps({"keys": [each.as_dict(private=False) for each in KEYS]})
    provider.save_client("signer", **alone, clientAuth={"type": "PRIVATE_KEY_JWT"}, jwksSettings={"jwks": jwks})
    basic = base64.b64encode(b"web:clear-secret-of-web").decode()
    requests: list[tuple[str, str, dict[str, str], dict[str, str]]] = [
        ("client_secret_basic", "", {"Authorization": f"Basic {basic}"}, {}),
        ("client_secret_post", "", {}, {"client_id": "web", "client_secret": "clear-secret-of-web"}),
        ("none", "", {}, {"client_id": "public"}),
    ]
    for algorithm in ("HS256", "HS384", "HS512"):
        secret = OctKey.import_key(SECRET.encode())
        requests.append(("client_secret_jwt", algorithm, {}, assertion(provider, "mac", algorithm, secret)))
    for algorithm in (*jws_signing.ALGORITHMS, "EdDSA", "ES256K"):
        signer = next((each for each in KEYS if fits(each, algorithm)), None)
        if signer is not None:
            requests.append(("private_key_jwt", algorithm, {}, assertion(provider, "signer", algorithm, signer)))
    tried = {method for method, *_ in requests}
    assert set(found["token_endpoint_auth_methods_supported"]) <= tried
    assert set(found["token_endpoint_auth_signing_alg_values_supported"]) <= {each[1] for each in requests}
    for method, algorithm, headers, form in requests:
        answer = provider.server.request(
            "POST", TOKEN, headers=headers, form={"grant_type": "client_credentials", **form}
        )
        accepted = answer.json().get("error") != "invalid_client"
        expected = method in found["token_endpoint_auth_methods_supported"] and (
            not algorithm or algorithm in found["token_endpoint_auth_signing_alg_values_supported"]
        )
        assert accepted is expected, (method, algorithm, answer.text)


def fits(key: Any, algorithm: str) -> bool:
    return bool(
        key.as_dict().get("crv", "RSA")
        == {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521"}.get(
            algorithm, "RSA" if algorithm[:2] in ("RS", "PS") else ""
        )
    )


def assertion(provider: Provider, client: str, algorithm: str, key: Any) -> dict[str, str]:
    now = int(provider.server.clock.now().timestamp())
    claims = {"iss": client, "sub": client, "aud": f"{BASE_URL}{TOKEN}", "iat": now, "exp": now + 60, "jti": algorithm}
    header = {"alg": algorithm, **({"kid": key.kid} if key.kid else {})}
    return {
        "client_assertion": jwt.encode(header, claims, key, algorithms=[algorithm]),
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    }


def test_the_listed_signing_algorithms_work(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    found = metadata(provider)["id_token_signing_alg_values_supported"]
    for number, algorithm in enumerate(found):
        chosen = {"idTokenSigningAlgorithm": algorithm.upper()}
        secret = {"type": "SECRET", "secret": "x" * 64}
        provider.save_client(f"web{number}", clientAuth=secret, oidcPolicy=chosen)
        assert provider.issue(f"web{number}").count(".") == 2


@pytest.mark.parametrize("endpoint", ["authorization", "introspection", "userinfo"])
def test_answers_as_jwt_are_listed_with_their_algorithms(provider: Provider, endpoint: str) -> None:
    """JARM, section 4; RFC 9701, section 7; OpenID Connect Discovery 1.0, section 3."""
    found = metadata(provider)
    signing = found[f"{endpoint}_signing_alg_values_supported"]
    assert {"RS256", "ES256", "HS256"} <= set(signing)
    assert "none" not in signing
    for name in ("alg", "enc"):
        values = found[f"{endpoint}_encryption_{name}_values_supported"]
        assert values == found[f"id_token_encryption_{name}_values_supported"]


def test_subject_types_are_listed(provider: Provider) -> None:
    assert metadata(provider)["subject_types_supported"] == ["public", "pairwise"]


def test_settings_change_the_metadata(provider: Provider) -> None:
    before = metadata(provider)
    assert before["code_challenge_methods_supported"] == ["S256"]
    assert before["authorization_response_iss_parameter_supported"] is True
    provider.server.save(SETTINGS, {"disallowPlainPKCE": False, "includeIssuerInAuthorizationResponse": False})
    create(provider.server.core.configuration, COMMON_SCOPES, {"name": "read", "description": "Reads"})
    create(provider.server.core.configuration, COMMON_SCOPES, {"name": "pay:*", "description": "Pays", "dynamic": True})
    create(provider.server.core.configuration, EXCLUSIVE_SCOPES, {"name": "secret", "description": "Hidden"})
    group = {"name": "all", "description": "All", "scopes": ["read"]}
    create(provider.server.core.configuration, COMMON_GROUPS, group)
    provider.save_policy(policy("name", "groups"))
    after = metadata(provider)
    assert after["code_challenge_methods_supported"] == ["S256", "plain"]
    assert after["authorization_response_iss_parameter_supported"] is False
    assert after["scopes_supported"] == ["openid", "offline_access", "all", "read"]
    assert {"sub", "name", "groups", "auth_time"} <= set(after["claims_supported"])
    assert provider.server.get(DISCOVERY).json()["signed_metadata"] != before["signed_metadata"]


def test_authentication_context_classes_are_those_of_the_adapters(provider: Provider) -> None:
    assert "acr_values_supported" not in metadata(provider)
    configuration = provider.server.core.configuration
    create(configuration, VALIDATORS, validator("used"))
    create(configuration, ADAPTERS, adapter(1))
    create(configuration, ADAPTERS, adapter(2, authnCtxClassRef="urn:example:password"))
    create(configuration, ADAPTERS, adapter(3, authnCtxClassRef="urn:example:code"))
    create(configuration, ADAPTERS, adapter(4, authnCtxClassRef="urn:example:code"))
    provider.server.caught_up()
    assert metadata(provider)["acr_values_supported"] == ["urn:example:code", "urn:example:password"]


def test_unrelated_settings_do_not_change_the_document(provider: Provider) -> None:
    before = provider.server.get(DISCOVERY)
    provider.server.clock.advance(minutes=1)
    provider.save_client()
    assert provider.server.get(DISCOVERY).headers["etag"] == before.headers["etag"]
