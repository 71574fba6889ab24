"""Revocation (RFC 7009)."""

from typing import Any

import httpx
import pytest

from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH
from hanse.kit.errors import ValidationFailed
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
from tests.support.mappings import token_mapping


def revoke(deployment: Deployment, authorization: str, token: str, **form: str) -> httpx.Response:
    return deployment.engine.post(REVOCATION_PATH, {"token": token, **form}, Authorization=authorization)


def is_active(deployment: Deployment, authorization: str, token: str) -> bool:
    answer = deployment.engine.post(INTROSPECTION_PATH, {"token": token}, Authorization=authorization)
    return bool(answer.json()["active"])


def revocable(deployment: Deployment, **more: str) -> dict[str, Any]:
    settings = {"Enable Token Revocation": "true", "Access Grant GUID Claim Name": "grant", **more}
    return central_manager(0, "ES256", **settings)


class TestCaller:
    def test_an_anonymous_caller_is_refused(self, deployment: Deployment) -> None:
        refused(deployment.engine.post(REVOCATION_PATH, {"token": "x"}), 401, "invalid_client")

    def test_the_token_is_required(self, deployment: Deployment) -> None:
        answer = deployment.engine.post(REVOCATION_PATH, {"x": "y"}, Authorization=deployment.add_service())
        refused(answer, 400, "invalid_request")

    @pytest.mark.parametrize("token", ["unknown", "a.b.c", "x" * 40_000, "\x00"])
    def test_an_unknown_token_is_accepted(self, deployment: Deployment, token: str) -> None:
        answer = revoke(deployment, deployment.add_service(), token)
        assert (answer.status_code, answer.content) == (200, b"")

    def test_a_public_client_cannot_revoke_the_token_of_another_client(self, deployment: Deployment) -> None:
        web = Application(deployment)
        token = web.tokens()["refresh_token"]
        Application(deployment, "native", clientAuth={"type": "NONE"})
        answer = deployment.engine.post(REVOCATION_PATH, {"token": token, "client_id": "native"})
        assert answer.status_code == 200
        assert web.refresh(token).status_code == 200


class TestLockout:
    """Lock-out of clients that repeatedly send unknown tokens."""

    def test_too_many_attempts_lock_the_client_out_for_a_minute(self, deployment: Deployment) -> None:
        own: dict[str, Any] = {
            "lockoutMaxMaliciousActionsType": "OVERRIDE_SERVER_DEFAULT",
            "lockoutMaxMaliciousActions": 3,
        }
        batch, other = deployment.add_service(**own), deployment.add_service("other")
        answers = [revoke(deployment, batch, f"guess-{number}").status_code for number in range(4)]
        assert answers == [200, 200, 200, 401]
        assert revoke(deployment, other, "guess").status_code == 200
        deployment.engine.clock.advance(seconds=61)
        assert revoke(deployment, batch, "guess").status_code == 200

    def test_revoking_own_tokens_does_not_lock_the_client_out(self, deployment: Deployment) -> None:
        own: dict[str, Any] = {
            "lockoutMaxMaliciousActionsType": "OVERRIDE_SERVER_DEFAULT",
            "lockoutMaxMaliciousActions": 1,
        }
        web = Application(deployment, **own)
        tokens = [web.tokens()["refresh_token"] for _ in range(3)]
        assert [revoke(deployment, web.authorization, token).status_code for token in tokens] == [200] * 3

    def test_a_client_can_be_exempt_from_the_lockout(self, deployment: Deployment) -> None:
        batch = deployment.add_service(lockoutMaxMaliciousActionsType="DO_NOT_LOCKOUT")
        assert {revoke(deployment, batch, f"guess-{number}").status_code for number in range(25)} == {200}


class TestRefreshToken:
    @pytest.mark.parametrize("hint", ["refresh_token", "access_token", "unknown"])
    def test_revoking_it_revokes_its_grant(self, deployment: Deployment, hint: str) -> None:
        web = Application(deployment)
        tokens = web.tokens()
        assert revoke(deployment, web.authorization, tokens["refresh_token"], token_type_hint=hint).status_code == 200
        refused(web.refresh(tokens["refresh_token"]), 400, "invalid_grant")
        assert not web.grants()
        assert revoke(deployment, web.authorization, tokens["refresh_token"]).status_code == 200

    def test_another_client_cannot_revoke_it(self, deployment: Deployment) -> None:
        web, other = Application(deployment), Application(deployment, "other")
        token = web.tokens()["refresh_token"]
        assert revoke(deployment, other.authorization, token).status_code == 200
        assert web.refresh(token).status_code == 200

    def test_its_reference_tokens_end(self, deployment: Deployment) -> None:
        deployment.add(MANAGERS, reference_manager(1))
        web = Application(deployment)
        deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(0, 1))
        tokens = web.tokens(context=context(manager_id="manager-1"))
        assert is_active(deployment, web.authorization, tokens["access_token"])
        revoke(deployment, web.authorization, tokens["refresh_token"])
        assert not is_active(deployment, web.authorization, tokens["access_token"])

    def test_its_jwts_end_if_their_manager_checks_revocation(self, deployment: Deployment) -> None:
        deployment.change(MANAGERS, "manager-0", revocable(deployment))
        web = Application(deployment)
        tokens = web.tokens()
        assert is_active(deployment, web.authorization, tokens["access_token"])
        revoke(deployment, web.authorization, tokens["refresh_token"])
        assert not is_active(deployment, web.authorization, tokens["access_token"])


class TestReferenceToken:
    @pytest.fixture(autouse=True)
    def _manager(self, deployment: Deployment) -> None:
        deployment.add(MANAGERS, reference_manager(1))
        deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(1))

    def test_a_revoked_token_is_inactive(self, deployment: Deployment) -> None:
        batch, token = token_of(deployment, "manager-1")
        revoke(deployment, batch, token)
        assert not is_active(deployment, batch, token)

    def test_another_client_cannot_revoke_it(self, deployment: Deployment) -> None:
        batch, token = token_of(deployment, "manager-1")
        assert revoke(deployment, deployment.add_service("other"), token).status_code == 200
        assert is_active(deployment, batch, token)


class TestJwt:
    def test_it_ends_if_its_manager_checks_revocation(self, deployment: Deployment) -> None:
        deployment.change(MANAGERS, "manager-0", revocable(deployment))
        batch, token = token_of(deployment)
        _, other = token_of(deployment, authorization=batch)
        revoke(deployment, batch, token)
        assert not is_active(deployment, batch, token)
        assert is_active(deployment, batch, other)

    def test_another_client_cannot_revoke_it(self, deployment: Deployment) -> None:
        deployment.change(MANAGERS, "manager-0", revocable(deployment))
        batch, token = token_of(deployment)
        assert revoke(deployment, deployment.add_service("other"), token).status_code == 200
        assert is_active(deployment, batch, token)

    def test_without_revocation_an_unsupported_token_type_is_reported(self, deployment: Deployment) -> None:
        batch, token = token_of(deployment)
        refused(revoke(deployment, batch, token), 400, "unsupported_token_type")
        assert is_active(deployment, batch, token)

    def test_a_manager_without_token_ids_cannot_revoke(self, deployment: Deployment) -> None:
        with pytest.raises(ValidationFailed):
            deployment.change(MANAGERS, "manager-0", revocable(deployment, **{"JWT ID Claim Length": "0"}))


def token_of(deployment: Deployment, manager: str = "", authorization: str = "") -> tuple[str, str]:
    batch = authorization or deployment.add_service()
    form = {"access_token_manager_id": manager} if manager else {}
    return batch, deployment.client_credentials(batch, **form).json()["access_token"]
