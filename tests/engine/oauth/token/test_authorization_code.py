"""The authorization code grant (RFC 6749, section 4.1.3; RFC 7636, section 4.6; RFC 9700, sections 2.1 and 4.5)."""

import asyncio

import pytest

from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from tests.engine.oauth.token.deployment import (
    CALLBACK,
    CHALLENGE,
    VERIFIER,
    Application,
    Deployment,
    context,
    reference_manager,
    refused,
    user_mapping,
)


@pytest.fixture
def web(deployment: Deployment) -> Application:
    return Application(deployment)


class TestCode:
    def test_a_missing_code_is_reported(self, web: Application) -> None:
        refused(web.redeem(None), 400, "invalid_request")

    @pytest.mark.parametrize("code", ["unknown", "x" * 10_000, "\x00", "ü"])
    def test_an_unknown_code_is_invalid(self, web: Application, code: str) -> None:
        refused(web.redeem(code), 400, "invalid_grant")

    def test_it_expires(self, web: Application) -> None:
        code = web.code()
        web.deployment.engine.clock.advance(seconds=60)
        refused(web.redeem(code), 400, "invalid_grant")

    def test_it_is_bound_to_its_client(self, web: Application) -> None:
        other = Application(web.deployment, "other")
        code = web.code()
        refused(other.redeem(code), 400, "invalid_grant")
        assert web.redeem(code).status_code == 200

    def test_it_is_bound_to_its_issuer(self, web: Application) -> None:
        refused(web.redeem(web.code(issuer="https://other.example")), 400, "invalid_grant")

    def test_a_second_use_revokes_its_grant(self, web: Application) -> None:
        code = web.code()
        tokens = web.redeem(code).json()
        refused(web.redeem(code), 400, "invalid_grant")
        assert not web.grants()
        refused(web.refresh(tokens["refresh_token"]), 400, "invalid_grant")

    def test_one_of_parallel_requests_succeeds(self, web: Application) -> None:
        code = web.code()
        engine = web.deployment.engine
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
        }

        async def all_at_once() -> list[int]:
            headers = {"Authorization": web.authorization}
            sent = (engine.send("POST", TOKEN_PATH, headers=headers, form=form) for _ in range(8))
            return [each.status_code for each in await asyncio.gather(*sent)]

        statuses = asyncio.run(all_at_once())
        assert statuses.count(200) == 1
        assert set(statuses) <= {200, 400}

    def test_a_client_that_may_no_longer_use_codes_is_refused(self, web: Application) -> None:
        code = web.code()
        web.save(grantTypes=["REFRESH_TOKEN"])
        refused(web.redeem(code), 400, "unauthorized_client")

    def test_scopes_that_the_client_may_no_longer_have_are_omitted(self, web: Application) -> None:
        code = web.code()
        web.save(restrictScopes=True, restrictedScopes=["read"])
        assert web.redeem(code).json()["scope"] == "read"

    def test_without_any_remaining_scope_no_token_is_issued(self, web: Application) -> None:
        code = web.code(scopes=("write",))
        web.save(restrictScopes=True, restrictedScopes=["read"])
        refused(web.redeem(code), 400, "invalid_scope")


class TestRedirectUri:
    @pytest.mark.parametrize(
        "sent", [None, f"{CALLBACK}/", f"{CALLBACK}?x=y", "https://evil.example", CALLBACK.upper()]
    )
    def test_it_must_equal_that_of_the_authorization_request(self, web: Application, sent: str | None) -> None:
        code = web.code()
        refused(web.redeem(code, redirect_uri=sent), 400, "invalid_grant")
        refused(web.redeem(code), 400, "invalid_grant")

    @pytest.mark.parametrize("sent", [None, CALLBACK])
    def test_it_may_be_omitted_where_the_request_had_none(self, web: Application, sent: str | None) -> None:
        assert web.redeem(web.code(redirect_uri=""), redirect_uri=sent).status_code == 200

    def test_where_the_request_had_none_any_uri_is_refused(self, web: Application) -> None:
        answer = web.redeem(web.code(redirect_uri=""), redirect_uri="https://evil.example")
        refused(answer, 400, "invalid_grant")


class TestProofKey:
    @pytest.mark.parametrize("verifier", [None, "wrong", "x" * 43, CHALLENGE, VERIFIER + "=", VERIFIER[:-1], "ü" * 43])
    def test_a_wrong_verifier_is_refused_and_the_code_becomes_invalid(
        self, web: Application, verifier: str | None
    ) -> None:
        code = web.code()
        refused(web.redeem(code, code_verifier=verifier), 400, "invalid_grant")
        refused(web.redeem(code), 400, "invalid_grant")

    def test_a_verifier_without_a_challenge_is_refused(self, web: Application) -> None:
        """An attacker may have removed the challenge from the request (RFC 9700, section 4.8.2)."""
        code = web.code(code_challenge="", code_challenge_method="")
        refused(web.redeem(code), 400, "invalid_grant")

    def test_pkce_may_be_absent_where_the_authorization_endpoint_accepted_it(self, web: Application) -> None:
        code = web.code(code_challenge="", code_challenge_method="")
        assert web.redeem(code, code_verifier=None).status_code == 200

    @pytest.mark.parametrize("method", ["", "plain"])
    def test_plain_is_refused_unless_the_settings_allow_it(self, web: Application, method: str) -> None:
        refused(web.redeem(web.code(code_challenge=VERIFIER, code_challenge_method=method)), 400, "invalid_grant")
        web.deployment.settings(disallowPlainPKCE=False)
        answer = web.redeem(web.code(code_challenge=VERIFIER, code_challenge_method=method))
        assert answer.status_code == 200

    def test_an_unknown_method_is_refused(self, web: Application) -> None:
        web.deployment.settings(disallowPlainPKCE=False)
        code = web.code(code_challenge=VERIFIER, code_challenge_method="S512")
        refused(web.redeem(code), 400, "invalid_grant")

    def test_a_request_of_another_client_does_not_consume_the_code(self, web: Application) -> None:
        other = Application(web.deployment, "other")
        code = web.code()
        refused(other.redeem(code, code_verifier="x" * 43), 400, "invalid_grant")
        assert web.redeem(code).status_code == 200


class TestPublicClients:
    @pytest.fixture
    def native(self, deployment: Deployment) -> Application:
        return Application(deployment, "native", clientAuth={"type": "NONE"})

    def test_a_public_client_sends_its_client_id(self, native: Application) -> None:
        form = {
            "grant_type": "authorization_code",
            "code": native.code(),
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
        }
        assert native.deployment.token({**form, "client_id": "native"}).status_code == 200

    def test_a_public_client_must_send_its_client_id(self, native: Application) -> None:
        form = {"grant_type": "authorization_code", "code": native.code(), "code_verifier": VERIFIER}
        refused(native.deployment.token(form), 401, "invalid_client")

    def test_a_public_client_with_a_secret_is_refused(self, native: Application) -> None:
        refused(native.redeem(native.code()), 401, "invalid_client")


class TestTokens:
    def test_the_response_has_the_tokens_and_the_scopes(self, web: Application) -> None:
        tokens = web.tokens()
        assert set(tokens) == {"access_token", "token_type", "expires_in", "scope", "refresh_token"}
        assert tokens["scope"] == "read write"

    def test_without_permission_no_refresh_token_is_issued(self, web: Application) -> None:
        assert "refresh_token" not in web.tokens(refresh_token=False)

    def test_a_client_that_may_no_longer_refresh_gets_no_refresh_token(self, web: Application) -> None:
        code = web.code()
        web.save(grantTypes=["AUTHORIZATION_CODE"])
        assert "refresh_token" not in web.redeem(code).json()

    def test_a_grant_without_refresh_token_lives_as_long_as_its_access_token(self, web: Application) -> None:
        web.tokens(refresh_token=False)
        (grant,) = web.grants()
        assert grant.expires == web.deployment.engine.now() + 7200

    def test_a_grant_has_the_scopes_of_the_code_and_the_clients_idle_time(self, web: Application) -> None:
        web.save(
            persistentGrantIdleTimeoutType="OVERRIDE_SERVER_DEFAULT",
            persistentGrantIdleTimeout=2,
            persistentGrantIdleTimeoutTimeUnit="HOURS",
        )
        expires = web.deployment.engine.now() + 86_400
        web.tokens(grant_expires=expires)
        (grant,) = web.grants()
        assert (grant.scopes, grant.idle_seconds, grant.expires) == (("read", "write"), 7200, expires)
        assert (grant.user_key, grant.session_id, grant.grant_type) == ("joe", "session-1", "AUTHORIZATION_CODE")

    def test_a_persistent_grant_is_used_again(self, web: Application) -> None:
        first = web.tokens()
        (grant,) = web.grants()
        second = web.tokens(grant_id=grant.id, scopes=("read",))
        (reused,) = web.grants()
        assert (reused.id, reused.scopes) == (grant.id, ("read",))
        for tokens in (first, second):
            assert web.refresh(tokens["refresh_token"]).status_code == 200


class TestTarget:
    @pytest.fixture(autouse=True)
    def _manager(self, web: Application) -> None:
        uris = {"resourceUris": ["https://api.example.com"]}
        web.deployment.add(MANAGERS, {**reference_manager(1), "selectionSettings": uris})
        web.deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(0, 1))

    def test_the_manager_of_the_authorization_request_issues_the_token(self, web: Application) -> None:
        assert web.tokens(context=context(manager_id="manager-1"))["expires_in"] == 1800

    def test_the_resource_of_the_authorization_request_decides(self, web: Application) -> None:
        assert web.tokens(context=context(resources=("https://api.example.com/v1",)))["expires_in"] == 1800

    def test_the_request_may_narrow_the_resource(self, web: Application) -> None:
        code = web.code(context=context(resources=("https://api.example.com/v1",)))
        answer = web.redeem(code, resource="https://api.example.com/v1/orders")
        assert answer.json()["expires_in"] == 1800

    def test_another_resource_is_refused(self, web: Application) -> None:
        code = web.code(context=context(resources=("https://api.example.com/v1",)))
        refused(web.redeem(code, resource="https://api.example.com/v2"), 400, "invalid_target")

    def test_another_manager_is_refused(self, web: Application) -> None:
        code = web.code(context=context(manager_id="manager-1"))
        refused(web.redeem(code, access_token_manager_id="manager-0"), 400, "invalid_target")

    def test_a_refused_request_does_not_consume_the_code(self, web: Application) -> None:
        code = web.code(context=context(manager_id="manager-1"))
        refused(web.redeem(code, access_token_manager_id="manager-0"), 400, "invalid_target")
        assert web.redeem(code).status_code == 200
