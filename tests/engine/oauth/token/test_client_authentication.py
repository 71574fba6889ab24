"""Client authentication: RFC 6749, section 2.3; RFC 7523, section 3; OpenID Connect Core 1.0, section 9."""

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus

import pytest

from hanse.crypto.jwk import public_jwk
from hanse.engine.oauth.client_authentication.failed_attempts import LIMIT, LOCK_SECONDS
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
from tests.engine.oauth.token.deployment import ISSUER, Deployment, basic, refused, secret_of, service
from tests.support.key_pairs import ec_key
from tests.support.log_lines import log_lines


class TestBasic:
    def test_the_correct_secret_authenticates(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        assert deployment.token(GRANT, Authorization=authorization).status_code == 200

    @pytest.mark.parametrize("scheme", ["basic", "BASIC"])
    def test_the_scheme_is_case_insensitive(self, deployment: Deployment, scheme: str) -> None:
        authorization = deployment.add_service().replace("Basic", scheme)
        assert deployment.token(GRANT, Authorization=authorization).status_code == 200

    @pytest.mark.parametrize(
        "field",
        [
            "Basic",
            "Basic ",
            "Basic !!!",
            "Basic " + b64encode(b"batch").decode(),
            "Basic " + b64encode(b"batch:\xff").decode(),
            "Basic " + b64encode(b"batch:%ff%fe").decode(),
            "Basic " + b64encode(b":").decode(),
            "Bearer abc",
            "Digest username=batch",
            "Basic " + "A" * 40_000,
        ],
    )
    def test_malformed_credentials_are_refused(self, deployment: Deployment, field: str) -> None:
        deployment.add_service()
        answer = deployment.token(GRANT, Authorization=field)
        refused(answer, 401, "invalid_client")
        assert answer.headers["www-authenticate"].startswith("Basic ")

    def test_a_wrong_secret_and_an_unknown_client_get_the_same_answer(self, deployment: Deployment) -> None:
        deployment.add_service()
        wrong = deployment.token(GRANT, Authorization=basic("batch", "wrong"))
        unknown = deployment.token(GRANT, Authorization=basic("nobody", "wrong"))
        assert refused(wrong, 401, "invalid_client") == refused(unknown, 401, "invalid_client")

    def test_a_disabled_client_is_refused(self, deployment: Deployment) -> None:
        authorization = deployment.add_service(enabled=False)
        refused(deployment.token(GRANT, Authorization=authorization), 401, "invalid_client")

    def test_both_parts_are_form_encoded(self, deployment: Deployment) -> None:
        secret = "a+b c%2F:ü"
        deployment.add_service(clientAuth={"type": "SECRET", "secret": secret})
        encoded = f"{quote_plus('batch')}:{quote_plus(secret)}"
        field = "Basic " + b64encode(encoded.encode()).decode()
        assert deployment.token(GRANT, Authorization=field).status_code == 200

    def test_a_secret_that_was_not_encoded_is_accepted(self, deployment: Deployment) -> None:
        secret = "a+b c%2F:ü"
        deployment.add_service(clientAuth={"type": "SECRET", "secret": secret})
        assert deployment.token(GRANT, Authorization=basic("batch", secret)).status_code == 200


class TestPost:
    def test_the_correct_secret_authenticates(self, deployment: Deployment) -> None:
        deployment.add_service()
        answer = deployment.token({**GRANT, "client_id": "batch", "client_secret": secret_of("batch")})
        assert answer.status_code == 200

    def test_a_wrong_secret_is_refused(self, deployment: Deployment) -> None:
        deployment.add_service()
        answer = deployment.token({**GRANT, "client_id": "batch", "client_secret": "wrong"})
        refused(answer, 401, "invalid_client")

    def test_a_secret_without_a_client_is_refused(self, deployment: Deployment) -> None:
        deployment.add_service()
        refused(deployment.token({**GRANT, "client_secret": secret_of("batch")}), 401, "invalid_client")

    def test_a_secret_in_the_query_string_is_ignored(self, deployment: Deployment) -> None:
        deployment.add_service()
        answer = deployment.engine.post(
            f"/as/token.oauth2?client_id=batch&client_secret={secret_of('batch')}", {**GRANT}
        )
        refused(answer, 401, "invalid_client")


class TestSecondarySecrets:
    def test_a_previous_secret_is_accepted_until_it_expires(self, deployment: Deployment) -> None:
        old = {"secret": "the-old-secret", "expiryTime": "2026-11-21T09:30:00.000Z"}
        auth = {"type": "SECRET", "secret": "the-new-secret", "secondarySecrets": [old]}
        deployment.add_service(clientAuth=auth)
        for secret in ("the-old-secret", "the-new-secret"):
            assert deployment.token(GRANT, Authorization=basic("batch", secret)).status_code == 200
        deployment.engine.clock.advance(hours=1)
        refused(deployment.token(GRANT, Authorization=basic("batch", "the-old-secret")), 401, "invalid_client")
        assert deployment.token(GRANT, Authorization=basic("batch", "the-new-secret")).status_code == 200


class TestOneMethod:
    def test_two_methods_in_one_request_are_refused(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        form = {**GRANT, "client_id": "batch", "client_secret": secret_of("batch")}
        refused(deployment.token(form, Authorization=authorization), 400, "invalid_request")

    def test_a_secret_and_an_assertion_are_two_methods(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        form = GRANT | asserted(mac(claims(deployment)))
        refused(deployment.token(form, Authorization=authorization), 400, "invalid_request")

    def test_the_body_may_repeat_the_identifier(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        assert deployment.token({**GRANT, "client_id": "batch"}, Authorization=authorization).status_code == 200

    def test_the_body_must_not_name_another_client(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        refused(deployment.token({**GRANT, "client_id": "other"}, Authorization=authorization), 400, "invalid_request")

    def test_a_request_without_credentials_is_refused(self, deployment: Deployment) -> None:
        refused(deployment.token(GRANT), 401, "invalid_client")

    def test_a_client_with_a_secret_must_authenticate(self, deployment: Deployment) -> None:
        deployment.add_service()
        refused(deployment.token({**GRANT, "client_id": "batch"}), 401, "invalid_client")

    def test_the_method_must_be_that_of_the_client(self, deployment: Deployment) -> None:
        deployment.add_service(clientAuth={"type": "CLIENT_SECRET_JWT", "secret": secret_of("batch")})
        refused(deployment.token(GRANT, Authorization=basic("batch", secret_of("batch"))), 401, "invalid_client")
        deployment.add_service("other")
        made = mac(claims(deployment, "other"), secret=secret_of("other"))
        refused(deployment.token(GRANT | asserted(made)), 401, "invalid_client")


class TestGuessing:
    def test_too_many_wrong_secrets_lock_the_client_temporarily(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        for _ in range(LIMIT):
            refused(deployment.token(GRANT, Authorization=basic("batch", "wrong")), 401, "invalid_client")
        answer = deployment.token(GRANT, Authorization=authorization)
        refused(answer, 401, "invalid_client")
        assert int(answer.headers["retry-after"]) > 0
        deployment.engine.clock.advance(seconds=LOCK_SECONDS + 1)
        assert deployment.token(GRANT, Authorization=authorization).status_code == 200

    def test_other_clients_are_not_locked(self, deployment: Deployment) -> None:
        deployment.add_service()
        other = deployment.add_service("other")
        for _ in range(LIMIT):
            deployment.token(GRANT, Authorization=basic("batch", "wrong"))
        assert deployment.token(GRANT, Authorization=other).status_code == 200

    def test_no_secret_is_logged(self, deployment: Deployment) -> None:
        deployment.add_service()
        with log_lines() as logged:
            deployment.token(GRANT, Authorization=basic("batch", "a-wrong-secret"))
            deployment.token({**GRANT, "client_id": "a-secret-as-name", "client_secret": "another"})
        assert logged.getvalue()
        assert not any(word in logged.getvalue() for word in ("a-wrong-secret", "another", "a-secret-as-name"))


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
