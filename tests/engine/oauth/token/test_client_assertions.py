"""Client authentication with JWTs: RFC 7523, section 3; OpenID Connect Core 1.0, section 9."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from hanse.crypto.jwk import public_jwk
from hanse.engine.oauth.jose.claim_checks import LONGEST_SECONDS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.token.client_assertions import (
    GRANT,
    TOKEN_ENDPOINT,
    Claims,
    assert_with,
    asserted,
    claims,
    encoded,
    jwk,
    mac,
    signed,
    with_keys,
)
from tests.engine.oauth.token.deployment import ISSUER, Deployment, refused, secret_of, service
from tests.support.key_pairs import ec_key


class TestClientSecretJwt:
    @pytest.fixture(autouse=True)
    def _client(self, deployment: Deployment) -> None:
        deployment.add_service(clientAuth={"type": "CLIENT_SECRET_JWT", "secret": secret_of("batch")})

    @pytest.mark.parametrize("audience", [ISSUER, TOKEN_ENDPOINT, [ISSUER], [ISSUER, TOKEN_ENDPOINT]])
    def test_a_valid_assertion_authenticates(self, deployment: Deployment, audience: object) -> None:
        assert assert_with(deployment, mac(claims(deployment, aud=audience))).status_code == 200

    @pytest.mark.parametrize(
        "wrong",
        [
            {"iss": "other"},
            {"sub": "other"},
            {"iss": None},
            {"sub": None},
            {"sub": 7},
            {"aud": None},
            {"aud": "https://evil.example"},
            {"aud": [ISSUER, "https://evil.example"]},
            {"aud": []},
            {"aud": [7]},
            {"aud": {"x": 1}},
            {"exp": None},
            {"exp": "soon"},
            {"exp": True},
            {"exp": -1},
            {"exp": 1e300},
            {"exp": 0},
            {"exp": 4_000_000_000},
            {"nbf": 4_000_000_000},
            {"iat": 4_000_000_000},
        ],
    )
    def test_wrong_claims_are_refused(self, deployment: Deployment, wrong: Claims) -> None:
        refused(assert_with(deployment, mac(claims(deployment, **wrong))), 401, "invalid_client")

    def test_a_lifetime_of_more_than_an_hour_is_refused(self, deployment: Deployment) -> None:
        too_long = claims(deployment, exp=deployment.engine.now() + LONGEST_SECONDS + 120)
        refused(assert_with(deployment, mac(too_long)), 401, "invalid_client")

    def test_it_expires(self, deployment: Deployment) -> None:
        made = mac(claims(deployment))
        deployment.engine.clock.advance(minutes=10)
        refused(assert_with(deployment, made), 401, "invalid_client")

    def test_a_wrong_secret_is_refused(self, deployment: Deployment) -> None:
        made = mac(claims(deployment), secret="x" * 40)
        refused(assert_with(deployment, made), 401, "invalid_client")

    @pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "", "HS1", "RS256", "ES256"])
    def test_other_algorithms_are_refused(self, deployment: Deployment, algorithm: str) -> None:
        head, payload, signature = mac(claims(deployment)).split(".")
        assert head
        for kept in (signature, ""):
            made = f"{encoded({'alg': algorithm})}.{payload}.{kept}"
            refused(assert_with(deployment, made), 401, "invalid_client")

    @pytest.mark.parametrize("header", [{"crit": ["b64"], "b64": False}, {"typ": "at+jwt"}, {"typ": "logout+jwt"}])
    def test_other_types_of_jwts_are_refused(self, deployment: Deployment, header: Mapping[str, Any]) -> None:
        refused(assert_with(deployment, mac(claims(deployment), header)), 401, "invalid_client")

    @pytest.mark.parametrize("text", ["", "a", "a.b", "a.b.c", "..", "é.é.é", "e30.e30.", "W10.W10.W10", "a" * 40_000])
    def test_text_that_is_not_a_jwt_is_refused(self, deployment: Deployment, text: str) -> None:
        answer = assert_with(deployment, text)
        assert (answer.status_code, answer.json()["error"]) in ((401, "invalid_client"), (400, "invalid_request"))

    def test_an_unknown_assertion_type_is_refused(self, deployment: Deployment) -> None:
        form = asserted(mac(claims(deployment))) | {
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"
        }
        refused(deployment.token(GRANT | form), 401, "invalid_client")

    def test_without_replay_prevention_it_can_be_used_again(self, deployment: Deployment) -> None:
        made = mac(claims(deployment))
        assert [assert_with(deployment, made).status_code for _ in range(2)] == [200, 200]


class TestReplayPrevention:
    @pytest.fixture(autouse=True)
    def _client(self, deployment: Deployment) -> None:
        auth = {"type": "CLIENT_SECRET_JWT", "secret": secret_of("batch"), "enforceReplayPrevention": True}
        deployment.add_service(clientAuth=auth)

    def test_an_assertion_is_accepted_once(self, deployment: Deployment) -> None:
        made = mac(claims(deployment))
        assert assert_with(deployment, made).status_code == 200
        refused(assert_with(deployment, made), 401, "invalid_client")

    def test_its_identifier_is_stored_for_the_allowed_clock_skew(self, deployment: Deployment) -> None:
        made = mac(claims(deployment))
        assert assert_with(deployment, made).status_code == 200
        # 30 seconds after its expiry the assertion is still within the allowed clock skew.
        deployment.engine.clock.advance(seconds=330)
        refused(assert_with(deployment, made), 401, "invalid_client")

    @pytest.mark.parametrize("id_", [None, "", 7, "x" * 513])
    def test_it_must_have_an_identifier(self, deployment: Deployment, id_: object) -> None:
        refused(assert_with(deployment, mac(claims(deployment, jti=id_))), 401, "invalid_client")

    def test_a_wrong_assertion_does_not_consume_its_identifier(self, deployment: Deployment) -> None:
        refused(assert_with(deployment, mac(claims(deployment), secret="y" * 40)), 401, "invalid_client")
        assert assert_with(deployment, mac(claims(deployment))).status_code == 200


class TestPrivateKeyJwt:
    def test_a_valid_assertion_authenticates(self, deployment: Deployment) -> None:
        with_keys(deployment, ec_key(1))
        assert assert_with(deployment, signed(claims(deployment), ec_key(1))).status_code == 200

    def test_another_key_is_refused(self, deployment: Deployment) -> None:
        with_keys(deployment, ec_key(1))
        refused(assert_with(deployment, signed(claims(deployment), ec_key(2))), 401, "invalid_client")

    def test_a_public_key_is_not_accepted_as_a_secret(self, deployment: Deployment) -> None:
        """Algorithm confusion: the public key is used as an HMAC secret (RFC 8725, section 2.1)."""
        with_keys(deployment, ec_key(1))
        public = json.dumps(public_jwk(ec_key(1).public_key()))
        refused(assert_with(deployment, mac(claims(deployment), secret=public)), 401, "invalid_client")

    def test_a_key_in_the_header_is_ignored(self, deployment: Deployment) -> None:
        with_keys(deployment, ec_key(1))
        made = signed(claims(deployment), ec_key(2), jwk=public_jwk(ec_key(2).public_key()))
        refused(assert_with(deployment, made), 401, "invalid_client")

    def test_the_algorithm_must_be_that_of_the_client(self, deployment: Deployment) -> None:
        with_keys(deployment, ec_key(1), tokenEndpointAuthSigningAlgorithm="ES384")
        refused(assert_with(deployment, signed(claims(deployment), ec_key(1))), 401, "invalid_client")

    def test_an_encryption_key_does_not_verify_signatures(self, deployment: Deployment) -> None:
        with_keys(deployment, ec_key(1), use="enc")
        refused(assert_with(deployment, signed(claims(deployment), ec_key(1))), 401, "invalid_client")

    def test_the_key_named_in_the_header_is_used(self, deployment: Deployment) -> None:
        jwks = json.dumps({"keys": [jwk(ec_key(number), f"k{number}") for number in (1, 2)]})
        auth = {"type": "PRIVATE_KEY_JWT"}
        deployment.add(OAUTH_CLIENTS, service(clientAuth=auth, jwksSettings={"jwks": jwks}))
        assert assert_with(deployment, signed(claims(deployment), ec_key(2), kid="k2")).status_code == 200
        assert assert_with(deployment, signed(claims(deployment), ec_key(2))).status_code == 200
        refused(assert_with(deployment, signed(claims(deployment), ec_key(2), kid="k1")), 401, "invalid_client")
        refused(assert_with(deployment, signed(claims(deployment), ec_key(2), kid="k3")), 401, "invalid_client")

    @pytest.mark.parametrize("cut", [1, 2, 40])
    def test_a_truncated_signature_is_refused(self, deployment: Deployment, cut: int) -> None:
        with_keys(deployment, ec_key(1))
        refused(assert_with(deployment, signed(claims(deployment), ec_key(1))[:-cut]), 401, "invalid_client")
