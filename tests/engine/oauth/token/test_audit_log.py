"""Requests while the log cannot be written (audit log settings)."""

from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.server import DISCOVERY


def test_requests_are_refused_until_the_log_can_be_written_again(deployment: Deployment) -> None:
    authorization, log = deployment.add_service(), deployment.engine.core.environment.log_health
    deployment.add(AUDIT_LOG_SETTINGS, {"failureMode": "BLOCK"})
    assert deployment.client_credentials(authorization).status_code == 200
    log.failed(1)
    refused = deployment.client_credentials(authorization)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
    assert "access_token" not in refused.json()
    page = deployment.engine.get("/as/authorization.oauth2?client_id=batch&response_type=code")
    assert page.status_code == 503
    # Published documents are no transactions.
    assert deployment.engine.get(DISCOVERY).status_code == 200
    log.written()
    assert deployment.client_credentials(authorization).status_code == 200


def test_requests_continue_by_default(deployment: Deployment) -> None:
    authorization = deployment.add_service()
    deployment.engine.core.environment.log_health.failed(1)
    assert deployment.client_credentials(authorization).status_code == 200
