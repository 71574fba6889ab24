"""Fuzzing of the endpoints for clients: never a 5xx, always an OAuth error, and no secret in an answer or the log."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanse.engine.oauth.client_authentication.assertion import ASSERTION_TYPE
from hanse.engine.oauth.paths import (
    DEVICE_AUTHORIZATION_PATH,
    INTROSPECTION_PATH,
    PUSHED_REQUEST_PATH,
    REVOCATION_PATH,
    TOKEN_PATH,
)
from hanse.engine.oauth.token.grants.polled_grant import DEVICE_CODE
from tests.engine.oauth.token.deployment import CALLBACK, CHALLENGE, Application, Deployment, basic, secret_of
from tests.engine.server import HOST, engine_server
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database
from tests.support.log_lines import log_lines

FORM = (b"content-type", b"application/x-www-form-urlencoded")
PATHS = (TOKEN_PATH, INTROSPECTION_PATH, REVOCATION_PATH, PUSHED_REQUEST_PATH, DEVICE_AUTHORIZATION_PATH)
NAMES = (
    "grant_type",
    "client_id",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
    "scope",
    "resource",
    "aud",
    "access_token_manager_id",
    "code",
    "code_verifier",
    "redirect_uri",
    "refresh_token",
    "device_code",
    "username",
    "password",
    "validator_id",
    "token",
    "token_type_hint",
    "response_type",
    "response_mode",
    "code_challenge",
    "request",
    "request_uri",
    "authorization_details",
    "claims",
    "max_age",
    "dpop_jkt",
)
GRANTS = ("ACCESS_TOKEN_VALIDATION", "RESOURCE_OWNER_CREDENTIALS", "DEVICE_CODE")
# Secrets that must not appear in answers or the log: the fuzzed client's own, and those it sends.
SECRET = "S3cret-that-nobody-may-log"
# The codes of RFC 6749, sections 4.1.2.1 and 5.2; RFC 7009, section 2.2.1; RFC 8707, section 2; RFC 9101, section 7;
# RFC 9396, section 5.
CODES = {
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
    "invalid_target",
    "unsupported_token_type",
    "access_denied",
    "unsupported_response_type",
    "invalid_request_object",
    "invalid_authorization_details",
}
values = st.one_of(
    st.text(max_size=40),
    st.binary(max_size=40),
    st.sampled_from(
        ["batch", "web", SECRET, "read", "read write", "openid", ASSERTION_TYPE, "manager-0", "a.b.c", "e30.e30.e30"]
    ),
    st.integers(1, 20_000).map(lambda count: "x" * count),
)
anything = st.lists(st.tuples(st.one_of(st.sampled_from(NAMES), st.text(max_size=10)), values), max_size=12)
authorizations = st.one_of(
    st.none(),
    st.sampled_from([basic("batch", secret_of("batch")), basic("web", secret_of("web")), basic("batch", SECRET)]),
    st.binary(max_size=60),
    st.sampled_from([b"Basic ", b"Bearer x", b"Basic !", b"basic Og==", b"DPoP x"]),
)
content_types = st.one_of(
    st.just(b"application/x-www-form-urlencoded"),
    st.just(b"application/x-www-form-urlencoded; charset=utf-16"),
    st.just(b"application/json"),
    st.just(b"multipart/form-data; boundary=x"),
    st.none(),
)


@pytest.fixture(scope="module")
def deployment(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("fuzzing")
    with engine_server(sqlite_database(folder, sqlite_template), folder, ManualClock()) as engine:
        made = Deployment(engine)
        made.add_service("batch", "CLIENT_CREDENTIALS", *GRANTS)
        Application(made)
        yield made


def send(
    deployment: Deployment, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes
) -> httpx.Response:
    async def sent() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(deployment.engine.app)) as client:
            fields = [(b"host", HOST.encode()), *headers]
            return await client.request(method, f"https://engine.invalid{path}", headers=fields, content=body)

    return asyncio.run(sent())


def check(answer: httpx.Response, logged: str) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code not in (200, 201):
        assert answer.json()["error"] in CODES
        assert answer.headers["cache-control"] == "no-store"
        assert (answer.status_code == 401) == ("www-authenticate" in answer.headers)
    for secret in (SECRET, secret_of("batch"), secret_of("web")):
        assert secret not in answer.text
        assert secret not in logged


slow = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


# Valid requests, which the tests alter at random.
VALID_REQUESTS = (
    (TOKEN_PATH, "batch", {"grant_type": "client_credentials", "scope": "read"}),
    (TOKEN_PATH, "batch", {"grant_type": "password", "username": "joe", "password": "x"}),
    (TOKEN_PATH, "web", {"grant_type": "authorization_code", "code": "x", "redirect_uri": "https://web.example.com"}),
    (TOKEN_PATH, "web", {"grant_type": "refresh_token", "refresh_token": "x"}),
    (
        PUSHED_REQUEST_PATH,
        "web",
        {
            "response_type": "code",
            "redirect_uri": CALLBACK,
            "scope": "read",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        },
    ),
    (TOKEN_PATH, "batch", {"grant_type": DEVICE_CODE, "device_code": "x"}),
    (DEVICE_AUTHORIZATION_PATH, "batch", {"scope": "read"}),
    (INTROSPECTION_PATH, "batch", {"token": "a.b.c", "token_type_hint": "access_token"}),
    (REVOCATION_PATH, "web", {"token": "a.b.c", "token_type_hint": "refresh_token"}),
)
changes = st.lists(
    st.one_of(
        st.tuples(st.just("drop"), st.sampled_from(NAMES), st.just("")),
        st.tuples(st.just("set"), st.sampled_from(NAMES), values),
        st.tuples(st.just("repeat"), st.sampled_from(NAMES), values),
    ),
    max_size=3,
)


def changed(form: dict[str, str], alterations: list[tuple[str, str, str | bytes]]) -> list[tuple[str, str | bytes]]:
    made: list[tuple[str, str | bytes]] = list(form.items())
    for what, name, value in alterations:
        if what != "repeat":
            made = [each for each in made if each[0] != name]
        if what != "drop":
            made.append((name, value))
    return made


@slow
@given(valid_request=st.sampled_from(VALID_REQUESTS), alterations=changes)
def test_altered_requests_get_a_defined_answer(
    deployment: Deployment,
    valid_request: tuple[str, str, dict[str, str]],
    alterations: list[tuple[str, str, str | bytes]],
) -> None:
    path, client, form = valid_request
    authorization = basic(client, secret_of(client)).encode()
    with log_lines() as logged:
        answer = send(
            deployment, "POST", path, [FORM, (b"authorization", authorization)], encoded(changed(form, alterations))
        )
    check(answer, logged.getvalue())


@slow
@given(path=st.sampled_from(PATHS), form=anything, authorization=authorizations, content_type=content_types)
def test_arbitrary_requests_get_a_defined_answer(
    deployment: Deployment,
    path: str,
    form: list[tuple[str, str | bytes]],
    authorization: str | bytes | None,
    content_type: bytes | None,
) -> None:
    headers = [] if content_type is None else [(b"content-type", content_type)]
    if authorization is not None:
        field = authorization.encode() if isinstance(authorization, str) else authorization
        headers.append((b"authorization", field))
    with log_lines() as logged:
        answer = send(deployment, "POST", path, headers, encoded(form))
    check(answer, logged.getvalue())


def encoded(form: list[tuple[str, str | bytes]]) -> bytes:
    return urlencode([(name.encode("utf-8", "replace"), value) for name, value in form], errors="replace").encode()


@slow
@given(path=st.sampled_from(PATHS), body=st.binary(max_size=2_000))
def test_arbitrary_bodies_get_a_defined_answer(deployment: Deployment, path: str, body: bytes) -> None:
    headers = [
        FORM,
        (b"authorization", basic("batch", secret_of("batch")).encode()),
    ]
    with log_lines() as logged:
        answer = send(deployment, "POST", path, headers, body)
    check(answer, logged.getvalue())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "X"])
def test_other_methods_are_refused(deployment: Deployment, path: str, method: str) -> None:
    answer = send(deployment, method, f"{path}?grant_type=client_credentials&client_secret={SECRET}", [], b"")
    assert answer.status_code in (400, 405)
    assert SECRET not in answer.text
