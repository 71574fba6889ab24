"""Introspection of tokens with a stored state: reference and refresh tokens, and tokens of grants and sessions."""

import asyncio

import jwt as pyjwt
import pytest

from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH
from hanse.engine.state.contracts import RevocationKind, SsoSession, digest
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from tests.engine.oauth.token.deployment import (
    Application,
    Deployment,
    central_manager,
    context,
    reference_manager,
    refused,
    user_mapping,
)
from tests.engine.oauth.token.introspecting import INACTIVE, add_references, introspected, token_of


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
