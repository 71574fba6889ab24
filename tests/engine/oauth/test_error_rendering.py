"""Error responses (RFC 6749, section 5.2) and bearer challenges (RFC 6750, section 3)."""

import json
from typing import Any

import pytest
import structlog

from hanse.engine import errors
from hanse.engine.http.answers import Answer
from hanse.engine.oauth.error_rendering import render_bearer_error, render_oauth_error
from hanse.kit.errors import Unavailable
from tests.engine.signin.calls import call


def content(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.body)
    return found


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.InvalidRequest("x"), 400, "invalid_request"),
        (errors.InvalidClient("x"), 401, "invalid_client"),
        (errors.InvalidGrant("x"), 400, "invalid_grant"),
        (errors.UnauthorizedClient("x"), 400, "unauthorized_client"),
        (errors.UnsupportedGrantType("x"), 400, "unsupported_grant_type"),
        (errors.InvalidScope("x"), 400, "invalid_scope"),
        (errors.InvalidTarget("x"), 400, "invalid_target"),
        (errors.ServerError("x"), 500, "server_error"),
        (errors.TemporarilyUnavailable("x"), 503, "temporarily_unavailable"),
        (Unavailable("the database is away"), 503, "temporarily_unavailable"),
        (RuntimeError("s3cret"), 500, "server_error"),
    ],
)
def test_each_error_has_its_status_and_its_code(error: Exception, status: int, code: str) -> None:
    answer = render_oauth_error(call(), error)
    headers = dict(answer.headers)
    assert (answer.status, content(answer)["error"]) == (status, code)
    assert (headers[b"content-type"], headers[b"cache-control"]) == (b"application/json", b"no-store")
    assert (b"www-authenticate" in headers) == (status == 401)
    assert (b"retry-after" in headers) == (status == 503)


def test_a_failed_client_authentication_is_challenged_with_basic() -> None:
    answer = render_oauth_error(call(), errors.InvalidClient("Client authentication failed."))
    assert dict(answer.headers)[b"www-authenticate"].startswith(b'Basic realm="')


def test_a_defect_returns_only_its_request_id_and_is_logged_with_its_traceback() -> None:
    with structlog.testing.capture_logs() as logged:
        answer = render_oauth_error(call(), RuntimeError("s3cret"))
    assert "request-1" in content(answer)["error_description"]
    assert b"s3cret" not in answer.body
    (entry,) = logged
    assert str(entry["exc_info"]) == "s3cret"


def test_the_retry_delay_is_that_of_the_database() -> None:
    answer = render_oauth_error(call(), Unavailable("away", retry_after=17))
    assert dict(answer.headers)[b"retry-after"] == b"17"


def test_a_description_has_only_allowed_characters() -> None:
    answer = render_oauth_error(call(), errors.InvalidScope('Übel "und" \\ \n schlecht'))
    assert content(answer)["error_description"] == "?bel ?und? ? ? schlecht"


def test_an_invalid_bearer_token_is_reported_in_the_challenge() -> None:
    answer = render_bearer_error(
        call(headers={"Authorization": "Bearer x"}), errors.InvalidToken("The token has expired.")
    )
    challenge = dict(answer.headers)[b"www-authenticate"]
    assert answer.status == 401
    assert challenge.startswith(b"Bearer realm=")
    assert b'error="invalid_token"' in challenge
    assert b'error_description="The token has expired."' in challenge


def test_a_request_without_a_token_is_challenged_without_details() -> None:
    answer = render_bearer_error(call(), errors.InvalidToken())
    assert (answer.status, answer.body) == (401, b"")
    assert b"error" not in dict(answer.headers)[b"www-authenticate"]


def test_a_missing_scope_is_403_with_a_challenge() -> None:
    answer = render_bearer_error(call(headers={"Authorization": "Bearer x"}), errors.InsufficientScope("x"))
    assert answer.status == 403
    assert b'error="insufficient_scope"' in dict(answer.headers)[b"www-authenticate"]
