"""Client authentication with secrets (RFC 6749, section 2.3), and the choice of the method."""

from base64 import b64encode
from urllib.parse import quote_plus

import pytest

from hanse.engine.failed_attempts import LIMIT, LOCK_SECONDS
from tests.engine.oauth.token.client_assertions import GRANT, asserted, claims, mac
from tests.engine.oauth.token.deployment import Deployment, basic, refused, secret_of
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
