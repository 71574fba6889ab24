"""Tokens that are bound to a key (RFC 9449)."""

from typing import Any
from unittest.mock import ANY

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import INTROSPECTION_PATH, TOKEN_PATH
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.oauth.token.deployment import (
    CALLBACK,
    CHALLENGE,
    ISSUER,
    VERIFIER,
    Application,
    Deployment,
    reference_manager,
    refused,
    user_mapping,
)
from tests.support.dpop import ProvingKey
from tests.support.mappings import oidc_policy

TOKEN_URL = f"{ISSUER}{TOKEN_PATH}"
USERINFO_URL = f"{ISSUER}{USERINFO_PATH}"
OTHER = ProvingKey()


@pytest.fixture(scope="module")
def key() -> ProvingKey:
    return ProvingKey()


class Prover:
    """A public client with a DPoP key."""

    def __init__(self, deployment: Deployment, key: ProvingKey, **more: Any) -> None:
        self.deployment, self.key = deployment, key
        public = {"clientAuth": {"type": "NONE"}, "requireDpop": True}
        self.application = Application(deployment, "native", **{**public, **more})

    def proof(self, url: str = TOKEN_URL, method: str = "POST", token: str = "", **claims: Any) -> str:
        return self.key.proof(method, url, self.deployment.engine.now(), token, **claims)

    def send(self, form: dict[str, str], proof: str | None = None) -> httpx.Response:
        return self.deployment.token({"client_id": "native", **form}, DPoP=proof or self.proof())

    def redeem(self, code: str, proof: str | None = None) -> httpx.Response:
        form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER, "code": code}
        return self.send(form, proof)

    def refresh(self, token: str, proof: str | None = None) -> httpx.Response:
        return self.send({"grant_type": "refresh_token", "refresh_token": token}, proof)

    def tokens(self, **changes: Any) -> dict[str, Any]:
        answer = self.redeem(self.application.code(**changes))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def user_info(self, token: str, proof: str | None, scheme: str = "DPoP") -> httpx.Response:
        headers = {"Authorization": f"{scheme} {token}"} | ({"DPoP": proof} if proof else {})
        return self.deployment.engine.get(USERINFO_PATH, **headers)


@pytest.fixture
def native(deployment: Deployment, key: ProvingKey) -> Prover:
    return Prover(deployment, key)


@pytest.fixture
def openid(deployment: Deployment) -> None:
    """An OpenID Connect policy, so that UserInfo answers."""
    deployment.add(OIDC_POLICIES, oidc_policy())
    deployment.add(OIDC_SETTINGS, {"defaultPolicyRef": {"id": oidc_policy()["id"]}})


def test_a_token_is_bound_to_the_key_of_the_proof(native: Prover, key: ProvingKey) -> None:
    tokens = native.tokens()
    assert tokens["token_type"] == "DPoP"
    assert read_compact(tokens["access_token"]).claims()["cnf"] == {"jkt": key.thumbprint}


def test_introspection_returns_the_binding_of_a_reference_token(deployment: Deployment, key: ProvingKey) -> None:
    deployment.add(MANAGERS, reference_manager(1))
    deployment.add(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-1"}})
    native = Prover(deployment, key)
    deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(0, 1))
    authorization = deployment.add_service("api", "ACCESS_TOKEN_VALIDATION")
    token = native.tokens()["access_token"]
    answer = deployment.engine.post(INTROSPECTION_PATH, {"token": token}, Authorization=authorization).json()
    assert (answer["active"], answer["token_type"], answer["cnf"]) == (True, "DPoP", {"jkt": key.thumbprint})


def test_a_confidential_client_can_request_bound_tokens(deployment: Deployment, key: ProvingKey) -> None:
    authorization = deployment.add_service("batch", requireDpop=True)
    form = {"grant_type": "client_credentials"}
    refused(deployment.token(form, Authorization=authorization), 400, "invalid_dpop_proof")
    proof = key.proof("POST", TOKEN_URL, deployment.engine.now())
    assert deployment.token(form, Authorization=authorization, DPoP=proof).json()["token_type"] == "DPoP"


@pytest.mark.parametrize(
    "claims",
    [
        {"htm": "GET"},
        {"htm": "post"},
        {"htu": "https://sso.example.com:9031/as/introspect.oauth2"},
        {"htu": "https://other.example.com:9031/as/token.oauth2"},
        {"htu": "https://sso.example.com/as/token.oauth2"},
        {"htu": "http://sso.example.com:9031/as/token.oauth2"},
        {"htu": "no address"},
        {"htu": "https://[sso/as/token.oauth2"},
        {"ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"},
    ],
)
def test_a_proof_is_valid_for_one_request(native: Prover, claims: dict[str, str]) -> None:
    refused(native.redeem(native.application.code(), native.proof(**claims)), 400, "invalid_dpop_proof")


@pytest.mark.parametrize("url", [f"{TOKEN_URL}?a=1#b", TOKEN_URL.replace("https://sso", "HTTPS://SSO")])
def test_addresses_are_compared_in_their_normal_form(native: Prover, url: str) -> None:
    assert native.redeem(native.application.code(), native.proof(url)).status_code == 200


@pytest.mark.parametrize("seconds", [-121, 61])
def test_a_proof_must_be_recent(native: Prover, seconds: int) -> None:
    issued = int(native.deployment.engine.now()) + seconds
    refused(native.redeem(native.application.code(), native.proof(iat=issued)), 400, "invalid_dpop_proof")


def test_a_second_proof_in_one_request_is_refused(native: Prover) -> None:
    form = {"grant_type": "refresh_token", "refresh_token": "x", "client_id": "native"}
    twice = f"{native.proof()}, {native.proof()}"
    refused(native.deployment.token(form, DPoP=twice), 400, "invalid_dpop_proof")


class TestReplay:
    def test_a_proof_works_once_where_replay_prevention_is_on(self, native: Prover) -> None:
        native.deployment.settings(dpopProofEnforceReplayPrevention=True)
        proof = native.proof()
        assert native.redeem(native.application.code(), proof).status_code == 200
        assert "before" in refused(native.redeem(native.application.code(), proof), 400, "invalid_dpop_proof")
        assert native.redeem(native.application.code()).status_code == 200

    def test_a_proof_can_be_reused_where_replay_prevention_is_off(self, native: Prover) -> None:
        proof = native.proof()
        assert native.redeem(native.application.code(), proof).status_code == 200
        assert native.redeem(native.application.code(), proof).status_code == 200

    def test_refused_requests_record_nothing(self, native: Prover) -> None:
        native.deployment.settings(dpopProofEnforceReplayPrevention=True)
        proof = native.proof()
        form = {"grant_type": "refresh_token", "refresh_token": "x", "client_id": "nobody"}
        refused(native.deployment.token(form, DPoP=proof), 401, "invalid_client")
        assert native.redeem(native.application.code(), proof).status_code == 200


class TestNonce:
    @pytest.fixture(autouse=True)
    def required(self, native: Prover) -> None:
        native.deployment.settings(dpopProofRequireNonce=True)

    def test_the_first_answer_contains_a_nonce(self, native: Prover) -> None:
        code = native.application.code()
        answer = native.redeem(code)
        refused(answer, 400, "use_dpop_nonce")
        assert native.redeem(code, native.proof(nonce=answer.headers["dpop-nonce"])).status_code == 200

    @pytest.mark.parametrize("nonce", ["", "x", "ü", "A" * 82, "A" * 5_000])
    def test_no_other_nonce_is_accepted(self, native: Prover, nonce: str) -> None:
        refused(native.redeem(native.application.code(), native.proof(nonce=nonce or None)), 400, "use_dpop_nonce")

    def test_an_old_nonce_is_renewed_and_then_refused(self, native: Prover) -> None:
        nonce = native.redeem(native.application.code()).headers["dpop-nonce"]
        fresh = native.redeem(native.application.code(), native.proof(nonce=nonce))
        assert "dpop-nonce" not in fresh.headers
        native.deployment.engine.clock.advance(minutes=3)
        later = native.redeem(native.application.code(), native.proof(nonce=nonce))
        assert (later.status_code, later.headers["dpop-nonce"]) == (200, ANY)
        native.deployment.engine.clock.advance(minutes=3)
        refused(native.redeem(native.application.code(), native.proof(nonce=nonce)), 400, "use_dpop_nonce")
        newer = native.redeem(native.application.code(), native.proof(nonce=later.headers["dpop-nonce"]))
        assert newer.status_code == 200

    @pytest.mark.usefixtures("openid")
    def test_resources_require_a_nonce_in_their_challenge(self, native: Prover) -> None:
        nonce = native.redeem(native.application.code()).headers["dpop-nonce"]
        code = native.application.code(scopes=("openid",))
        token = native.redeem(code, native.proof(nonce=nonce)).json()["access_token"]
        answer = native.user_info(token, native.proof(USERINFO_URL, "GET", token))
        assert (answer.status_code, answer.json()["error"]) == (401, "use_dpop_nonce")
        assert answer.headers["dpop-nonce"]
        assert 'DPoP algs="' in answer.headers["www-authenticate"]
        assert 'error="use_dpop_nonce"' in answer.headers["www-authenticate"]


class TestCode:
    def test_a_code_can_be_bound_to_a_key(self, native: Prover) -> None:
        assert native.redeem(native.application.code(dpop_key=native.key.thumbprint)).status_code == 200

    def test_no_other_key_can_redeem_it(self, native: Prover) -> None:
        code = native.application.code(dpop_key=OTHER.thumbprint)
        refused(native.redeem(code), 400, "invalid_grant")
        stolen = Prover(native.deployment, OTHER)
        # After a use with a wrong key, the code is invalid for all callers.
        refused(stolen.redeem(code), 400, "invalid_grant")


class TestRefreshToken:
    def test_the_refresh_token_of_a_public_client_needs_its_key(self, native: Prover) -> None:
        token = native.tokens()["refresh_token"]
        thief = Prover(native.deployment, OTHER)
        refused(thief.refresh(token), 400, "invalid_grant")
        # A holder of only the token cannot revoke the grant either.
        assert native.refresh(token).status_code == 200

    def test_the_rotated_token_needs_the_key_as_well(self, native: Prover) -> None:
        native.deployment.settings(rollRefreshTokenValues=True, refreshRollingInterval=0)
        first = native.tokens()["refresh_token"]
        second = native.refresh(first).json()["refresh_token"]
        assert second != first
        refused(Prover(native.deployment, OTHER).refresh(second), 400, "invalid_grant")
        assert native.refresh(second).json()["token_type"] == "DPoP"

    def test_it_cannot_become_a_bearer_token(self, native: Prover) -> None:
        token = native.tokens()["refresh_token"]
        native.application.save(clientAuth={"type": "NONE"}, requireDpop=False)
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": "native"}
        refused(native.deployment.token(form), 400, "invalid_grant")

    def test_the_refresh_token_of_a_confidential_client_is_bound_to_the_client(self, deployment: Deployment) -> None:
        web = Application(deployment, "web")
        now = deployment.engine.now()
        form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        given = {**form, "code": web.code(code_challenge=CHALLENGE)}
        proof = OTHER.proof("POST", TOKEN_URL, now)
        tokens = deployment.token(given, Authorization=web.authorization, DPoP=proof).json()
        newer = deployment.token(
            {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]},
            Authorization=web.authorization,
            DPoP=ProvingKey().proof("POST", TOKEN_URL, now),
        )
        assert newer.json()["token_type"] == "DPoP"


@pytest.mark.usefixtures("openid")
class TestResource:
    @pytest.fixture
    def token(self, native: Prover) -> str:
        text: str = native.tokens(scopes=("openid",))["access_token"]
        return text

    def test_a_bound_token_with_its_proof_is_accepted(self, native: Prover, token: str) -> None:
        answer = native.user_info(token, native.proof(USERINFO_URL, "GET", token))
        assert (answer.status_code, answer.json()["sub"]) == (200, ANY)

    def test_it_is_not_accepted_as_a_bearer_token(self, native: Prover, token: str) -> None:
        answer = native.user_info(token, None, "Bearer")
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_token")
        assert native.user_info(token, native.proof(USERINFO_URL, "GET", token), "Bearer").status_code == 401

    def test_a_proof_is_required(self, native: Prover, token: str) -> None:
        answer = native.user_info(token, None)
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_dpop_proof")
        assert answer.headers["www-authenticate"].startswith("DPoP ")

    def test_the_proof_must_be_for_the_token(self, native: Prover, token: str) -> None:
        for other in ("", "another token"):
            answer = native.user_info(token, native.proof(USERINFO_URL, "GET", other))
            assert (answer.status_code, answer.json()["error"]) == (401, "invalid_dpop_proof")

    def test_the_proof_must_be_signed_with_the_tokens_key(self, native: Prover, token: str) -> None:
        proof = OTHER.proof("GET", USERINFO_URL, native.deployment.engine.now(), token)
        answer = native.user_info(token, proof)
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_token")

    def test_a_bearer_token_is_not_accepted_as_a_bound_token(self, deployment: Deployment, key: ProvingKey) -> None:
        bearer = Application(deployment, "web").tokens(scopes=("openid",))["access_token"]
        proof = key.proof("GET", USERINFO_URL, deployment.engine.now(), bearer)
        answer = deployment.engine.get(USERINFO_PATH, Authorization=f"DPoP {bearer}", DPoP=proof)
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_token")

    def test_a_request_without_a_token_is_challenged_for_both_schemes(self, deployment: Deployment) -> None:
        challenges = deployment.engine.get(USERINFO_PATH).headers.get_list("www-authenticate")
        assert [each.split(" ")[0] for each in challenges] == ["Bearer", "DPoP"]


def test_metadata_lists_the_algorithms(deployment: Deployment) -> None:
    metadata = deployment.engine.get("/.well-known/openid-configuration").json()
    assert "ES256" in metadata["dpop_signing_alg_values_supported"]
    assert not {"none", "HS256"} & set(metadata["dpop_signing_alg_values_supported"])
