"""The password grant (RFC 6749, section 4.3), which has to be configured."""

import asyncio
from threading import Event
from typing import Any

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.oauth.token.grants.password import LOCK_SECONDS, USER_LIMIT
from hanse.engine.services import Purpose
from hanse.engine.thread_pools import SIZES
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.grant_mappings import CREDENTIALS_GRANT_MAPPINGS
from hanse.resources.system.authorization_server import EXCLUSIVE_SCOPES
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.oauth.token.deployment import Deployment, basic, refused, secret_of, service
from tests.support.instances import user, validator
from tests.support.log_lines import log_lines
from tests.support.mappings import from_source, password_granted

PASSWORD = "Schiffer12"
GRANTS = ("RESOURCE_OWNER_CREDENTIALS", "REFRESH_TOKEN")


@pytest.fixture
def legacy(deployment: Deployment) -> Deployment:
    """A server with a validator, its grant mapping, and a client that may use the grant."""
    deployment.add(VALIDATORS, validator(0, user("joe", PASSWORD), user("ann", "Kogge-1358")))
    deployment.add(CREDENTIALS_GRANT_MAPPINGS, password_granted("validator-0"))
    deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping())
    deployment.add(OAUTH_CLIENTS, service("legacy", *GRANTS))
    return deployment


def user_mapping() -> dict[str, Any]:
    return {
        "id": "passwords",
        "context": {"type": "PCV", "contextRef": {"id": "validator-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {
            "sub": from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY"),
            "mail": from_source("PASSWORD_CREDENTIAL_VALIDATOR", "username", "validator-0"),
        },
    }


def request_token(deployment: Deployment, client: str = "legacy", **form: str) -> httpx.Response:
    return deployment.token({**PASSWORD_FORM, **form}, Authorization=basic(client, secret_of(client)))


class TestConfiguration:
    def test_a_client_without_the_grant_type_is_refused(self, legacy: Deployment) -> None:
        legacy.add_service("other")
        refused(request_token(legacy, "other"), 400, "unauthorized_client")

    def test_without_a_grant_mapping_no_password_is_checked(self, deployment: Deployment) -> None:
        deployment.add(VALIDATORS, validator(0, user("joe", PASSWORD)))
        deployment.add(OAUTH_CLIENTS, service("legacy", *GRANTS))
        refused(request_token(deployment), 400, "unauthorized_client")

    def test_a_validator_without_a_mapping_cannot_be_chosen(self, legacy: Deployment) -> None:
        legacy.add(VALIDATORS, validator(1, user("eve", PASSWORD)))
        refused(request_token(legacy, username="eve", validator_id="validator-1"), 400, "unauthorized_client")
        refused(request_token(legacy, username="eve"), 400, "invalid_grant")
        assert request_token(legacy, validator_id="validator-0").status_code == 200


class TestBusyServer:
    def test_passwords_are_checked_while_other_calls_are_blocked(self, legacy: Deployment) -> None:
        assert self.request_while_blocked(legacy, Purpose.LOOKUPS).status_code == 200
        assert self.request_while_blocked(legacy, Purpose.ADAPTERS).status_code == 200

    def test_with_a_full_queue_the_client_must_retry(self, legacy: Deployment) -> None:
        answer = self.request_while_blocked(legacy, Purpose.PASSWORDS)
        refused(answer, 503, "temporarily_unavailable")
        assert answer.headers["retry-after"] == "1"

    def request_while_blocked(self, legacy: Deployment, purpose: Purpose) -> httpx.Response:
        """Return the answer to a request while all threads of a purpose are busy and its queue is full."""
        work, released, size = legacy.engine.services.work, Event(), SIZES[purpose]
        headers = {"Authorization": basic("legacy", secret_of("legacy"))}

        async def answer_under_load() -> httpx.Response:
            every = range(size.threads + size.waiting)
            blocked = [asyncio.create_task(work.run(purpose, released.wait)) for _ in every]
            await asyncio.sleep(0)
            answer = await legacy.engine.send("POST", TOKEN_PATH, form=PASSWORD_FORM, headers=headers)
            released.set()
            await asyncio.gather(*blocked)
            return answer

        return asyncio.run(answer_under_load())


class TestPassword:
    @pytest.mark.parametrize("name", ["username", "password"])
    def test_user_name_and_password_are_required(self, legacy: Deployment, name: str) -> None:
        refused(request_token(legacy, **{name: ""}), 400, "invalid_request")

    @pytest.mark.parametrize(
        "wrong",
        [{"password": "wrong"}, {"username": "nobody"}, {"username": "x" * 600}, {"password": "x" * 5000}],
    )
    def test_the_answer_does_not_reveal_what_was_wrong(self, legacy: Deployment, wrong: dict[str, str]) -> None:
        description = refused(request_token(legacy, **wrong), 400, "invalid_grant")
        assert description == "The username or password is incorrect."

    def test_too_many_wrong_passwords_lock_the_user(self, legacy: Deployment) -> None:
        for _ in range(USER_LIMIT):
            refused(request_token(legacy, password="wrong"), 400, "invalid_grant")
        answer = request_token(legacy)
        refused(answer, 400, "invalid_grant")
        assert int(answer.headers["retry-after"]) > 0
        assert request_token(legacy, username="ann", password="Kogge-1358").status_code == 200
        legacy.engine.clock.advance(seconds=LOCK_SECONDS + 1)
        assert request_token(legacy).status_code == 200

    def test_a_correct_password_resets_the_failures(self, legacy: Deployment) -> None:
        for _ in range(2):
            for _ in range(USER_LIMIT - 1):
                request_token(legacy, password="wrong")
            assert request_token(legacy).status_code == 200

    def test_no_password_is_logged(self, legacy: Deployment) -> None:
        with log_lines() as logged:
            request_token(legacy)
            request_token(legacy, password="A-wrong-one")
        assert PASSWORD not in logged.getvalue()
        assert "A-wrong-one" not in logged.getvalue()


class TestTokens:
    def test_they_can_be_refreshed(self, legacy: Deployment) -> None:
        tokens = request_token(legacy, scope="read").json()
        assert tokens["scope"] == "read"
        form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        answer = legacy.token(form, Authorization=basic("legacy", secret_of("legacy")))
        assert answer.json()["scope"] == "read"

    def test_offline_access_is_required_if_the_settings_require_it(self, legacy: Deployment) -> None:
        legacy.settings(requireOfflineAccessScopeToIssueRefreshTokens=True)
        assert "refresh_token" not in request_token(legacy, scope="read").json()
        assert "refresh_token" in request_token(legacy, scope="read offline_access").json()

    def test_a_client_without_refresh_tokens_gets_none(self, legacy: Deployment) -> None:
        legacy.change(OAUTH_CLIENTS, "legacy", service("legacy", "RESOURCE_OWNER_CREDENTIALS"))
        assert "refresh_token" not in request_token(legacy).json()

    def test_an_unknown_scope_is_refused(self, legacy: Deployment) -> None:
        refused(request_token(legacy, scope="delete"), 400, "invalid_scope")


class TestWithoutClient:
    """The setting `allowUnidentifiedClientROCreds`."""

    def test_it_is_refused_unless_the_setting_is_enabled(self, legacy: Deployment) -> None:
        refused(unidentified(legacy), 401, "invalid_client")
        legacy.settings(allowUnidentifiedClientExtensionGrants=True)
        refused(unidentified(legacy), 401, "invalid_client")

    def test_the_setting_applies_to_the_password_grant_only(self, legacy: Deployment) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        for grant in ("client_credentials", "refresh_token", "authorization_code"):
            refused(unidentified(legacy, grant_type=grant), 401, "invalid_client")

    @pytest.mark.parametrize("form", [{"client_id": "legacy"}, {"client_id": "unknown"}, {"client_secret": "x"}])
    def test_a_client_that_sends_its_id_must_authenticate(self, legacy: Deployment, form: dict[str, str]) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        refused(unidentified(legacy, **form), 401, "invalid_client")
        refused(legacy.token(PASSWORD_FORM, Authorization=basic("legacy", "a-wrong-secret")), 401, "invalid_client")

    def test_the_token_belongs_to_no_client_and_has_no_refresh_token(self, legacy: Deployment) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        answer = unidentified(legacy, scope="read offline_access")
        assert answer.status_code == 200, answer.text
        assert answer.json().keys() == {"access_token", "token_type", "expires_in", "scope"}
        keys = KeySet.import_key_set(legacy.engine.get("/pf/JWKS").json())
        claims = jwt.decode(answer.json()["access_token"], keys, algorithms=["RS256"]).claims
        assert claims["sub"] == "joe"
        assert "client_id" not in claims
        grants = asyncio.run(legacy.engine.state.grants.page(legacy.engine.now(), user_key="joe"))
        assert list(grants.items) == []

    def test_without_a_client_no_id_token_is_issued(self, legacy: Deployment) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        answer = unidentified(legacy, scope="openid")
        assert answer.status_code == 200
        assert "id_token" not in answer.json()

    def test_exclusive_scopes_are_refused(self, legacy: Deployment) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        legacy.add(EXCLUSIVE_SCOPES, {"name": "secret", "description": "secret"})
        refused(unidentified(legacy, scope="secret"), 400, "invalid_scope")

    def test_wrong_passwords_lock_the_user(self, legacy: Deployment) -> None:
        legacy.settings(allowUnidentifiedClientROCreds=True)
        for _ in range(USER_LIMIT):
            refused(unidentified(legacy, password="wrong"), 400, "invalid_grant")
        assert "retry-after" in unidentified(legacy).headers


PASSWORD_FORM = {"grant_type": "password", "username": "joe", "password": PASSWORD}


def unidentified(deployment: Deployment, **form: str) -> httpx.Response:
    return deployment.token({**PASSWORD_FORM, **form})
