"""Introspection (RFC 7662), with signed answers (RFC 9701)."""

import asyncio
from typing import Any

import httpx
import jwt as pyjwt
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH
from hanse.engine.state.contracts import RevocationKind, SsoSession, digest
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.token.deployment import (
    ISSUER,
    Application,
    Deployment,
    basic,
    central_manager,
    context,
    reference_manager,
    refused,
    secret_of,
    service,
    user_mapping,
)
from tests.support.access_tokens import signing_manager
from tests.support.mappings import token_mapping

INACTIVE = {"active": False}


@pytest.fixture
def api(deployment: Deployment) -> str:
    """Return the Authorization header value of a resource server."""
    return deployment.add_service("api", "ACCESS_TOKEN_VALIDATION", validateUsingAllEligibleAtms=True)


def introspect(deployment: Deployment, authorization: str, token: str, **form: str) -> httpx.Response:
    return deployment.engine.post(INTROSPECTION_PATH, {"token": token, **form}, Authorization=authorization)


def introspected(deployment: Deployment, authorization: str, token: str, **form: str) -> dict[str, Any]:
    answer = introspect(deployment, authorization, token, **form)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), answer.text
    content: dict[str, Any] = answer.json()
    return content


def token_of(deployment: Deployment, authorization: str, **form: str) -> str:
    return str(deployment.client_credentials(authorization, **form).json()["access_token"])


def add_references(deployment: Deployment, number: int = 1, **settings: str) -> None:
    deployment.add(MANAGERS, reference_manager(number, **settings))
    deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(number))


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


class TestReference:
    @pytest.fixture(autouse=True)
    def _manager(self, deployment: Deployment) -> None:
        add_references(deployment)

    def test_its_stored_attributes_are_returned(self, deployment: Deployment, api: str) -> None:
        batch = deployment.add_service()
        token = token_of(deployment, batch, access_token_manager_id="manager-1", scope="read")
        assert introspected(deployment, api, token) == {
            "active": True,
            "token_type": "Bearer",
            "client_id": "batch",
            "scope": "read",
            "sub": "batch",
            "mail": "none",
            "exp": int(deployment.engine.now()) + 1800,
        }

    def test_it_expires(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service(), access_token_manager_id="manager-1")
        deployment.engine.clock.advance(minutes=30)
        assert introspected(deployment, api, token) == INACTIVE

    def test_a_token_of_another_issuer_is_inactive(self, deployment: Deployment, api: str) -> None:
        token = token_of(deployment, deployment.add_service(), access_token_manager_id="manager-1")
        deployment.engine.set_hosts("login.example.com")
        answer = deployment.engine.post(
            INTROSPECTION_PATH, {"token": token}, host="login.example.com:9031", Authorization=api
        )
        assert answer.json() == INACTIVE

    @pytest.mark.parametrize("policy", ["NONE", "TRANSIENT", "ALL"])
    @pytest.mark.parametrize("persistent", [True, False])
    def test_use_can_extend_its_lifetime(self, deployment: Deployment, api: str, policy: str, persistent: bool) -> None:
        settings = {"Lifetime Extension Policy": policy, "Lifetime Extension Threshold Percentage": "100"}
        deployment.change(MANAGERS, "manager-1", reference_manager(1, **settings))
        web = Application(deployment)
        deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(0, 1))
        tokens = web.tokens(context=context(manager_id="manager-1"), refresh_token=persistent)
        deployment.engine.clock.advance(minutes=20)
        now = int(deployment.engine.now())
        is_extended = policy == "ALL" or (policy == "TRANSIENT" and not persistent)
        content = introspected(deployment, api, tokens["access_token"])
        assert content["exp"] == now + (1800 if is_extended else 600)


REVOCABLE = {"Enable Token Revocation": "true", "JWT ID Claim Length": "22"}


class TestGrant:
    @pytest.mark.parametrize("claim", ["", "agid"])
    def test_a_jwt_ends_with_its_grant(self, deployment: Deployment, api: str, claim: str) -> None:
        settings = {**REVOCABLE, "Access Grant GUID Claim Name": claim}
        deployment.change(MANAGERS, "manager-0", central_manager(0, "RS256", **settings))
        web = Application(deployment)
        kept, tokens = web.tokens()["access_token"], web.tokens()
        refreshed = web.refresh(tokens["refresh_token"]).json()
        texts = [tokens["access_token"], refreshed["access_token"]]
        assert [introspected(deployment, api, each)["active"] for each in texts] == [True, True]
        form = {"token": refreshed["refresh_token"]}
        deployment.engine.post(REVOCATION_PATH, form, Authorization=web.authorization)
        assert [introspected(deployment, api, each) for each in texts] == [INACTIVE, INACTIVE]
        assert introspected(deployment, api, kept)["active"] is True
        # The token contains the ID of its grant only if a claim is configured for it.
        assert ("agid" in pyjwt.decode(kept, options={"verify_signature": False})) is bool(claim)

    def test_a_jwt_without_revocation_checks_is_valid_until_it_expires(self, deployment: Deployment, api: str) -> None:
        web = Application(deployment)
        tokens = web.tokens()
        form = {"token": tokens["refresh_token"]}
        deployment.engine.post(REVOCATION_PATH, form, Authorization=web.authorization)
        assert introspected(deployment, api, tokens["access_token"])["active"] is True

    def test_the_jwt_of_a_client_has_no_grant(self, deployment: Deployment, api: str) -> None:
        deployment.change(MANAGERS, "manager-0", central_manager(0, "RS256", **REVOCABLE))
        token = token_of(deployment, deployment.add_service())
        assert introspected(deployment, api, token)["active"] is True


class TestRefreshToken:
    def test_its_client_may_introspect_it(self, deployment: Deployment, api: str) -> None:
        web = Application(deployment)
        token = web.tokens()["refresh_token"]
        for form in ({}, {"token_type_hint": "refresh_token"}, {"token_type_hint": "access_token"}):
            content = introspected(deployment, web.authorization, token, **form)
            assert (content["active"], content["scope"], content["username"]) == (True, "read write", "Joe")
        assert introspected(deployment, api, token) == INACTIVE

    def test_a_replaced_token_is_inactive(self, deployment: Deployment) -> None:
        web = Application(deployment)
        token = web.tokens()["refresh_token"]
        web.refresh(token)
        assert introspected(deployment, web.authorization, token) == INACTIVE


class TestSession:
    @pytest.mark.parametrize("setting", ["checkValidAuthnSession", "checkSessionRevocationStatus"])
    def test_a_token_ends_with_its_session_if_the_manager_is_configured_for_it(
        self, deployment: Deployment, api: str, setting: str
    ) -> None:
        session = {"includeSessionId": True, setting: True}
        deployment.change(MANAGERS, "manager-0", {**central_manager(), "sessionValidationSettings": session})
        web = Application(deployment)
        live = sign_in(deployment)
        tokens = web.tokens(context=context(session_id=live))
        content = introspected(deployment, api, tokens["access_token"])
        assert content["pi.sri"] == live
        sign_out(deployment, live)
        assert introspected(deployment, api, tokens["access_token"]) == INACTIVE
        refused(web.refresh(tokens["refresh_token"]), 400, "invalid_grant")

    def test_by_default_a_token_survives_its_session(self, deployment: Deployment, api: str) -> None:
        web = Application(deployment)
        live = sign_in(deployment)
        tokens = web.tokens(context=context(session_id=live))
        sign_out(deployment, live)
        assert introspected(deployment, api, tokens["access_token"])["active"] is True
        assert web.refresh(tokens["refresh_token"]).status_code == 200


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


def sign_in(deployment: Deployment) -> str:
    """Create a session of Joe and return its ID."""
    now = deployment.engine.now()
    session = SsoSession(
        key=digest("cookie"), id="live", user_key="joe", created=now, updated=now, expires=now + 3600, persistent=False
    )
    asyncio.run(deployment.engine.state.sessions.create(session))
    return session.id


def sign_out(deployment: Deployment, session_id: str) -> None:
    state, now = deployment.engine.state, deployment.engine.now()
    ended = asyncio.run(state.sessions.by_id(session_id, now))
    assert ended is not None
    assert asyncio.run(state.sessions.delete(ended))
    asyncio.run(state.access_tokens.revoke(RevocationKind.SESSION, session_id, now + 3600))
