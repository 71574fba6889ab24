"""Introspection (RFC 7662) by clients and resource servers, of JWTs, with signed answers (RFC 9701)."""

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.engine.oauth.paths import INTROSPECTION_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.token.deployment import (
    ISSUER,
    Application,
    Deployment,
    basic,
    central_manager,
    reference_manager,
    refused,
    secret_of,
    service,
)
from tests.engine.oauth.token.introspecting import INACTIVE, add_references, introspect, introspected, token_of
from tests.support.access_tokens import signing_manager
from tests.support.mappings import token_mapping


class TestCaller:
    def test_an_anonymous_caller_is_refused(self, deployment: Deployment) -> None:
        refused(deployment.engine.post(INTROSPECTION_PATH, {"token": "x"}), 401, "invalid_client")

    def test_a_public_client_is_refused(self, deployment: Deployment) -> None:
        Application(deployment, "native", clientAuth={"type": "NONE"})
        answer = deployment.engine.post(INTROSPECTION_PATH, {"token": "x", "client_id": "native"})
        refused(answer, 401, "invalid_client")

    def test_the_token_is_required(self, deployment: Deployment, api: str) -> None:
        refused(deployment.engine.post(INTROSPECTION_PATH, {"x": "y"}, Authorization=api), 400, "invalid_request")

    def test_a_client_may_introspect_its_own_tokens(self, deployment: Deployment) -> None:
        batch, other = deployment.add_service(), deployment.add_service("other")
        token = token_of(deployment, batch)
        assert introspected(deployment, batch, token)["active"] is True
        assert introspected(deployment, other, token) == INACTIVE

    def test_a_resource_server_may_introspect_the_tokens_of_its_manager(self, deployment: Deployment) -> None:
        add_references(deployment)
        narrow = deployment.add_service("narrow", "ACCESS_TOKEN_VALIDATION")
        batch = deployment.add_service()
        own = token_of(deployment, batch)
        other = token_of(deployment, batch, access_token_manager_id="manager-1")
        assert introspected(deployment, narrow, own)["active"] is True
        assert introspected(deployment, narrow, other) == INACTIVE
        assert introspected(deployment, narrow, other, access_token_manager_id="manager-1")["active"] is True

    def test_tokens_of_other_managers_are_inactive(self, deployment: Deployment, api: str) -> None:
        deployment.add_service("friend")
        add_references(deployment)
        access = {"restrictClients": True, "allowedClients": [{"id": "friend"}]}
        deployment.change(MANAGERS, "manager-1", {**reference_manager(1), "accessControlSettings": access})
        token = token_of(deployment, basic("friend", secret_of("friend")), access_token_manager_id="manager-1")
        assert introspected(deployment, api, token) == INACTIVE


class TestJwt:
    def test_its_claims_are_returned(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service(), scope="read")
        content = introspected(deployment, api, token)
        now = int(deployment.engine.now())
        assert {name: value for name, value in content.items() if name != "jti"} == {
            "active": True,
            "token_type": "Bearer",
            "client_id": "batch",
            "scope": "read",
            "sub": "batch",
            "mail": "none",
            "iss": ISSUER,
            "iat": now,
            "exp": now + 7200,
        }

    def test_it_expires(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service())
        deployment.engine.clock.advance(hours=2)
        assert introspected(deployment, api, token) == INACTIVE

    @pytest.mark.parametrize("text", ["x", "a.b.c", "a.b.c.d.e", "." * 10_000, "é", "\x00"])
    def test_text_that_is_not_a_token_is_inactive(self, deployment: Deployment, api: str, text: str) -> None:
        assert introspected(deployment, api, text) == INACTIVE

    def test_a_changed_token_is_inactive(self, deployment: Deployment, api: str) -> None:
        head, payload, signature = token_of(deployment, deployment.add_service()).split(".")
        for changed in (f"{head}.{payload}.{'A' * len(signature)}", f"{head}.{payload[:-4]}AAAA.{signature}"):
            assert introspected(deployment, api, changed) == INACTIVE

    def test_an_id_token_is_inactive(self, deployment: Deployment, api: str) -> None:
        """The same key signs ID tokens and access tokens, which differ in their type (RFC 9068, section 5)."""
        issuer = deployment.engine.follower.snapshot.issuer(ISSUER)
        assert issuer is not None
        now = int(deployment.engine.now())
        claims = {"iss": ISSUER, "client_id": "batch", "sub": "batch", "exp": now + 60}
        assert introspected(deployment, api, issuer.sign("RS256", claims)) == INACTIVE
        assert introspected(deployment, api, issuer.sign("RS256", claims, {"typ": "at+jwt"}))["active"] is True
        for audience in ("batch", ["batch"], [7], {"x": 1}):
            wrong = issuer.sign("RS256", {**claims, "aud": audience}, {"typ": "at+jwt"})
            assert introspected(deployment, api, wrong) == INACTIVE

    def test_a_token_of_another_issuer_is_inactive(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service())
        deployment.engine.set_hosts("login.example.com")
        answer = deployment.engine.post(
            INTROSPECTION_PATH, {"token": token}, host="login.example.com:9031", Authorization=api
        )
        assert answer.json() == INACTIVE

    def test_the_database_is_not_read(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service())
        statements = deployment.engine.statements()
        assert introspected(deployment, api, token)["active"] is True
        assert statements == []

    @pytest.mark.parametrize("algorithm", ["ES256", "PS384", "ES512"])
    def test_every_signing_key_is_accepted(self, deployment: Deployment, api: str, algorithm: str) -> None:
        deployment.change(MANAGERS, "manager-0", central_manager(0, algorithm))
        assert introspected(deployment, api, token_of(deployment, deployment.add_service()))["active"] is True

    def test_a_replaced_key_still_verifies(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service())
        deployment.change(MANAGERS, "manager-0", central_manager(0, "ES256"))
        assert introspected(deployment, api, token)["active"] is True

    def test_a_token_with_a_symmetric_signature_is_accepted(self, deployment: Deployment, api: str) -> None:
        deployment.add(MANAGERS, signing_manager(1))
        deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(1))
        token = token_of(deployment, deployment.add_service(), access_token_manager_id="manager-1")
        assert introspected(deployment, api, token)["active"] is True
        assert introspected(deployment, api, token[:-6] + "AAAAAA") == INACTIVE

    def test_an_encrypted_token_is_accepted(self, deployment: Deployment, api: str) -> None:
        encryption = {
            "JWE Algorithm": "dir",
            "JWE Content Encryption Algorithm": "A256GCM",
            "Active Symmetric Encryption Key ID": "k1",
        }
        deployment.add(MANAGERS, signing_manager(1, **encryption))
        deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(1))
        token = token_of(deployment, deployment.add_service(), access_token_manager_id="manager-1")
        assert token.count(".") == 4
        assert introspected(deployment, api, token)["active"] is True
        assert introspected(deployment, api, token[:-6] + "AAAAAA") == INACTIVE


class TestSignedAnswer:
    def test_the_client_may_request_a_jwt(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service())
        media_type = "application/token-introspection+jwt"
        answer = deployment.engine.post(INTROSPECTION_PATH, {"token": token}, Authorization=api, Accept=media_type)
        assert answer.headers["content-type"] == media_type
        keys = KeySet.import_key_set(deployment.engine.get("/pf/JWKS").json())
        read = jwt.decode(answer.text, keys, algorithms=["RS256"])
        assert read.header["typ"] == "token-introspection+jwt"
        assert (read.claims["iss"], read.claims["aud"]) == (ISSUER, "api")
        assert read.claims["token_introspection"]["active"] is True
        assert "sub" not in read.claims
        assert "exp" not in read.claims

    def test_a_client_configured_for_jwts_gets_one(self, deployment: Deployment) -> None:
        body = service("api", "ACCESS_TOKEN_VALIDATION", tokenIntrospectionSigningAlgorithm="ES256")
        deployment.add(OAUTH_CLIENTS, body)
        answer = introspect(deployment, basic("api", secret_of("api")), "x")
        keys = KeySet.import_key_set(deployment.engine.get("/pf/JWKS").json())
        assert jwt.decode(answer.text, keys, algorithms=["ES256"]).claims["token_introspection"] == INACTIVE
        plain = deployment.engine.post(
            INTROSPECTION_PATH,
            {"token": "x"},
            Authorization=basic("api", secret_of("api")),
            Accept="application/json",
        )
        assert plain.json() == INACTIVE
