"""Secrets are removed from every log line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.ops.logging.redaction import REDACTED, redact

TOKEN = "eyJhbGciOiJFZERTQSJ9.eyJvcmciOiJFeGFtcGxlIn0.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "newPassword",
        "current_password",
        "access_token",
        "Authorization",
        "Proxy-Authorization",
        "Cookie",
        "Set-Cookie",
        "credential",
        "pingOneCredential",
        "client_secret",
        "X-Api-Key",
        "private_key",
        "fileData",
        "setup_link",
        "database_url",
    ],
)
def test_fields_with_secret_names_are_redacted(name: str) -> None:
    assert redact(None, "info", {"event": "x", name: "hunter2"}) == {"event": "x", name: REDACTED}
    assert redact(None, "info", {"body": {"items": [{name: "hunter2"}]}}) == {"body": {"items": [{name: REDACTED}]}}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"sent {TOKEN} to the service", f"sent {REDACTED} to the service"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {REDACTED}"),
        ("basic dXNlcjpwYXNz", f"basic {REDACTED}"),
        ("postgresql://hanse:hunter2@db.example/hanse", f"postgresql://{REDACTED}@db.example/hanse"),
        ("-----BEGIN PRIVATE KEY-----\nMIGHAg\n-----END PRIVATE KEY-----\n", f"{REDACTED}\n"),
        ("-----BEGIN EC PRIVATE KEY-----\ncut off", REDACTED),
        ("https://localhost:9999/system/server/license", "https://localhost:9999/system/server/license"),
        ("GET /pf-admin-api/v1/serverSettings 200", "GET /pf-admin-api/v1/serverSettings 200"),
    ],
)
def test_secrets_within_texts_are_redacted(text: str, kept: str) -> None:
    assert redact(None, "error", {"event": text})["event"] == kept
    assert redact(None, "error", {"exception": f"Traceback\n{text}"})["exception"] == f"Traceback\n{kept}"


def test_ordinary_values_are_kept() -> None:
    event: dict[str, Any] = {"event": "saved", "revision": 7, "milliseconds": 1.5, "actor": None, "tls": True}
    assert redact(None, "info", dict(event)) == event


def test_circular_structures_are_cut() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    assert REDACTED in str(redact(None, "info", {"event": endless}))


@given(st.recursive(st.just("hunter2"), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner)))
def test_everything_below_a_secret_name_is_redacted(value: Any) -> None:
    assert "hunter2" not in str(redact(None, "info", {"password": value}))
