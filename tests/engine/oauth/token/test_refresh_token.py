"""The refresh token grant (RFC 6749, section 6; RFC 9700, section 4.14.2)."""

import asyncio
from pathlib import Path

import jwt
import pytest

from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.oauth.token.refresh_tokens import FAMILY_CHARACTERS
from hanse.engine.state.contracts import digest
from tests.engine.oauth.token.deployment import Application, Deployment, context, refused


@pytest.fixture
def web(deployment: Deployment) -> Application:
    return Application(deployment)


def advance(web: Application, **span: float) -> None:
    web.deployment.engine.clock.advance(**span)


class TestToken:
    def test_a_missing_token_is_reported(self, web: Application) -> None:
        answer = web.deployment.token({"grant_type": "refresh_token"}, Authorization=web.authorization)
        refused(answer, 400, "invalid_request")

    @pytest.mark.parametrize("token", ["unknown", "x" * 10_000, "\x00"])
    def test_an_unknown_token_is_invalid(self, web: Application, token: str) -> None:
        refused(web.refresh(token), 400, "invalid_grant")

    def test_an_access_token_is_refused(self, web: Application) -> None:
        refused(web.refresh(web.tokens()["access_token"]), 400, "invalid_grant")

    def test_it_is_bound_to_its_client(self, web: Application) -> None:
        token = web.tokens()["refresh_token"]
        refused(Application(web.deployment, "other").refresh(token), 400, "invalid_grant")
        assert web.refresh(token).status_code == 200

    def test_it_is_bound_to_its_issuer(self, web: Application) -> None:
        token = web.tokens()["refresh_token"]
        web.deployment.engine.set_hosts("login.example.com")
        form = {"grant_type": "refresh_token", "refresh_token": token}
        answer = web.deployment.engine.post(
            TOKEN_PATH, form, host="login.example.com:9031", Authorization=web.authorization
        )
        refused(answer, 400, "invalid_grant")

    def test_a_client_that_may_no_longer_refresh_is_refused(self, web: Application) -> None:
        token = web.tokens()["refresh_token"]
        web.save(grantTypes=["AUTHORIZATION_CODE"])
        refused(web.refresh(token), 400, "unauthorized_client")

    def test_it_has_the_configured_length(self, web: Application) -> None:
        web.deployment.settings(refreshTokenLength=99)
        token = web.tokens()["refresh_token"]
        assert len(token) == 99
        assert token.isalnum()


class TestRotation:
    def test_it_is_replaced_when_it_is_used(self, web: Application) -> None:
        first = web.tokens()["refresh_token"]
        second = web.refresh(first).json()["refresh_token"]
        assert second != first
        assert web.refresh(second).status_code == 200

    def test_using_a_replaced_token_revokes_its_grant(self, web: Application) -> None:
        web.deployment.settings(refreshTokenRollingGracePeriod=0)
        first = web.tokens()["refresh_token"]
        second = web.refresh(first).json()["refresh_token"]
        refused(web.refresh(first), 400, "invalid_grant")
        refused(web.refresh(second), 400, "invalid_grant")
        assert not web.grants()

    def test_using_a_token_replaced_long_ago_revokes_its_grant(self, web: Application) -> None:
        idle = {"persistentGrantIdleTimeout": 90, "persistentGrantIdleTimeoutTimeUnit": "DAYS"}
        web.deployment.settings(refreshTokenRollingGracePeriod=0, **idle)
        first = web.tokens(grant_expires=web.deployment.engine.now() + 90 * 86_400)["refresh_token"]
        newest = web.refresh(web.refresh(first).json()["refresh_token"]).json()["refresh_token"]
        advance(web, days=31)
        state, now = web.deployment.engine.state, web.deployment.engine.now()
        asyncio.run(state.sweep(now))
        assert asyncio.run(state.grants.by_refresh_token(digest(first), now)) is None
        # The use by another client does not revoke the grant.
        refused(Application(web.deployment, "other").refresh(first), 400, "invalid_grant")
        assert web.grants()
        refused(web.refresh(first), 400, "invalid_grant")
        assert not web.grants()
        refused(web.refresh(newest), 400, "invalid_grant")

    def test_tokens_of_different_grants_have_different_families(self, web: Application) -> None:
        first, second = web.tokens()["refresh_token"], web.tokens()["refresh_token"]
        assert first[:FAMILY_CHARACTERS] != second[:FAMILY_CHARACTERS]
        replaced = web.refresh(first).json()["refresh_token"]
        assert replaced[:FAMILY_CHARACTERS] == first[:FAMILY_CHARACTERS]
        assert replaced[FAMILY_CHARACTERS:] != first[FAMILY_CHARACTERS:]
        assert len(replaced) == len(first)

    def test_within_the_grace_period_it_is_replaced_again(self, web: Application) -> None:
        web.deployment.settings(refreshTokenRollingGracePeriod=30)
        first = web.tokens()["refresh_token"]
        second = web.refresh(first).json()["refresh_token"]
        advance(web, seconds=29)
        third = web.refresh(first).json()["refresh_token"]
        assert len({first, second, third}) == 3
        assert web.refresh(second).status_code == 200
        assert web.refresh(third).status_code == 200

    def test_after_the_grace_period_it_is_a_reuse(self, web: Application) -> None:
        web.save(refreshTokenRollingGracePeriodType="OVERRIDE_SERVER_DEFAULT", refreshTokenRollingGracePeriod=10)
        first = web.tokens()["refresh_token"]
        second = web.refresh(first).json()["refresh_token"]
        advance(web, seconds=10)
        refused(web.refresh(first), 400, "invalid_grant")
        refused(web.refresh(second), 400, "invalid_grant")

    def test_another_client_cannot_end_a_grant_with_a_replaced_token(self, web: Application) -> None:
        web.deployment.settings(refreshTokenRollingGracePeriod=0)
        first = web.tokens()["refresh_token"]
        second = web.refresh(first).json()["refresh_token"]
        refused(Application(web.deployment, "other").refresh(first), 400, "invalid_grant")
        assert web.refresh(second).status_code == 200

    @pytest.mark.parametrize("rolls", [True, False])
    def test_client_and_server_settings_decide_whether_it_is_replaced(self, web: Application, rolls: bool) -> None:
        web.deployment.settings(rollRefreshTokenValues=not rolls)
        web.save(refreshRolling="ROLL" if rolls else "DONT_ROLL")
        first = web.tokens()["refresh_token"]
        assert ("refresh_token" in web.refresh(first).json()) is rolls

    def test_a_token_without_rotation_can_be_used_again(self, web: Application) -> None:
        web.save(refreshRolling="DONT_ROLL")
        token = web.tokens()["refresh_token"]
        assert [web.refresh(token).status_code for _ in range(3)] == [200] * 3

    def test_it_is_not_replaced_before_its_interval(self, web: Application) -> None:
        web.deployment.settings(refreshRollingInterval=2, refreshRollingIntervalTimeUnit="MINUTES")
        token = web.tokens()["refresh_token"]
        advance(web, seconds=119)
        assert "refresh_token" not in web.refresh(token).json()
        advance(web, seconds=1)
        assert "refresh_token" in web.refresh(token).json()

    def test_without_a_grace_period_one_of_parallel_requests_succeeds(self, web: Application) -> None:
        web.deployment.settings(refreshTokenRollingGracePeriod=0)
        statuses = parallel(web, web.tokens()["refresh_token"])
        assert statuses.count(200) == 1
        assert set(statuses) <= {200, 400}
        assert not web.grants()

    def test_with_a_grace_period_all_parallel_requests_succeed(self, web: Application) -> None:
        assert parallel(web, web.tokens()["refresh_token"]) == [200] * 8


class TestLifetime:
    def test_a_grant_expires(self, web: Application) -> None:
        token = web.tokens(grant_expires=web.deployment.engine.now() + 3600)["refresh_token"]
        advance(web, minutes=59)
        token = web.refresh(token).json()["refresh_token"]
        advance(web, minutes=1)
        refused(web.refresh(token), 400, "invalid_grant")

    def test_an_unused_grant_expires(self, web: Application) -> None:
        idle = {"persistentGrantIdleTimeout": 1, "persistentGrantIdleTimeoutTimeUnit": "HOURS"}
        web.deployment.settings(**idle)
        token = web.tokens()["refresh_token"]
        for _ in range(3):
            advance(web, minutes=59)
            token = web.refresh(token).json()["refresh_token"]
        advance(web, minutes=60)
        refused(web.refresh(token), 400, "invalid_grant")

    def test_a_use_without_rotation_extends_the_idle_timeout_too(self, web: Application) -> None:
        idle = {"persistentGrantIdleTimeout": 1, "persistentGrantIdleTimeoutTimeUnit": "HOURS"}
        web.deployment.settings(rollRefreshTokenValues=False, **idle)
        token = web.tokens()["refresh_token"]
        for _ in range(3):
            advance(web, minutes=59)
            assert web.refresh(token).status_code == 200


class TestScopes:
    def test_without_the_parameter_all_scopes_are_granted(self, web: Application) -> None:
        assert web.refresh(web.tokens()["refresh_token"]).json()["scope"] == "read write"

    def test_fewer_scopes_can_be_requested_and_the_grant_stays(self, web: Application) -> None:
        narrow = web.refresh(web.tokens()["refresh_token"], scope="read").json()
        assert narrow["scope"] == "read"
        assert web.refresh(narrow["refresh_token"]).json()["scope"] == "read write"

    @pytest.mark.parametrize("scope", ["read delete", "openid", "write read x", '"'])
    def test_more_scopes_are_refused(self, web: Application, scope: str) -> None:
        token = web.tokens()["refresh_token"]
        refused(web.refresh(token, scope=scope), 400, "invalid_scope")
        assert web.refresh(token).status_code == 200

    def test_scopes_that_the_client_may_no_longer_have_are_omitted(self, web: Application) -> None:
        token = web.tokens()["refresh_token"]
        web.save(restrictScopes=True, restrictedScopes=["read"])
        assert web.refresh(token).json()["scope"] == "read"


class TestContext:
    def test_tokens_contain_the_attributes_of_the_sign_in(self, web: Application) -> None:
        changed = context(origin_attributes={"mail": "joe@elsewhere.example"})
        first = web.tokens(context=changed)
        refreshed = web.refresh(first["refresh_token"]).json()
        for text in (first["access_token"], refreshed["access_token"]):
            assert jwt.decode(text, options={"verify_signature": False})["mail"] == "joe@elsewhere.example"

    def test_the_database_has_no_readable_data_about_the_user(self, web: Application) -> None:
        web.tokens(context=context(attributes={"ssn": "078-05-1120"}))
        (grant,) = web.grants()
        assert b"078-05-1120" in grant.body
        folder = web.deployment.engine.core.configuration.database.engine.url.database
        assert folder
        for path in Path(folder).parent.rglob("*.db*"):
            assert b"078-05-1120" not in path.read_bytes()


def parallel(web: Application, token: str) -> list[int]:
    engine = web.deployment.engine
    form = {"grant_type": "refresh_token", "refresh_token": token}
    headers = {"Authorization": web.authorization}

    async def all_at_once() -> list[int]:
        sent = (engine.send("POST", TOKEN_PATH, headers=headers, form=form) for _ in range(8))
        return [each.status_code for each in await asyncio.gather(*sent)]

    return asyncio.run(all_at_once())
