"""Fuzzing: every operation gets requests that its description allows and requests that it does not, from every role.

`Contract` checks that each answer has a declared status and a valid body. These tests also check that no answer is a
5xx, that no answer and no log line contains a secret of the server, and that callers without the right get 401 or 403,
whatever they send.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.flows.calls import CONNECTION, ISSUER, add_targets, operations
from tests.flows.key_calls import KEY_PAIR, KEY_SET
from tests.flows.server import ALL_ROLES, API, PASSWORD, UI, Client, FlowServer, account, flow_server
from tests.flows.test_roles import SETUP, STRANGER, WHO, add_caller
from tests.flows.valid_call import VICTIM, Key
from tests.support import databases
from tests.tools.cloud.serving import RunningCloud

KINDS = ("stranger", "auditor", *ALL_ROLES, "all")
# Signing in or out would change the caller for all following requests, so these calls use a new client.
ANONYMOUS = {("GET", f"{UI}/logout"), ("POST", f"{UI}/login")}
PLANTED = ("planted-mail-password", "planted-captcha-secret")
# There are hundreds of operations, so `make test` sends each of them only a few requests.
QUICK, LONG = 2, 120


@dataclass(frozen=True)
class Prepared:
    """A server with a caller of each kind, and the secrets that no answer may contain."""

    server: FlowServer
    callers: dict[str, Client]
    secrets: tuple[str, ...]


@pytest.fixture
def log(every_line: StringIO) -> StringIO:
    """The log lines of one test."""
    every_line.seek(0)
    every_line.truncate()
    return every_line


@pytest.fixture(scope="module")
def prepared(shared_server: FlowServer, cloud: RunningCloud) -> Prepared:
    add_targets(shared_server, cloud)
    admin = shared_server.basic("Administrator")
    mail = {"sourceAddr": "a@b.example", "emailServer": "b.example", "password": PLANTED[0]}
    saved = admin.put(f"{API}/serverSettings", {"emailServer": mail, "captchaSettings": {"secretKey": PLANTED[1]}})
    assert saved.status_code == 200, saved.text
    callers = {kind: _caller(shared_server, kind) for kind in KINDS}
    issued = [each for client in callers.values() for each in _issued(client)]
    return Prepared(shared_server, callers, (*PLANTED, PASSWORD, cloud.credential, "$argon2id$", *issued))


@pytest.fixture(scope="module")
def unprepared(
    tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path, anchor_file: Path, cloud: RunningCloud
) -> Iterator[Prepared]:
    """A server before its setup, with the client that carries out the setup and an anonymous one."""
    folder = tmp_path_factory.mktemp("unprepared")
    url = databases.sqlite_database(folder, sqlite_template)
    with flow_server(url, folder, licence_trust_anchors=(anchor_file,), cloud_regions=f"NA={cloud.url}") as server:
        yield Prepared(server, {SETUP: server.local(), STRANGER: server.client()}, (str(server.setup_key),))


def _caller(server: FlowServer, kind: str) -> Client:
    return server.client() if kind == STRANGER else server.client().sign_in(add_caller(server, kind))


def _issued(client: Client) -> Iterator[str]:
    yield from (str(cookie.value) for cookie in client.cookies.jar)
    if client.authorization is not None:
        yield client.authorization.partition(" ")[2]


@cache
def _description() -> Any:
    return schemathesis.openapi.from_dict(_DESCRIPTIONS[0])


_DESCRIPTIONS: list[dict[str, Any]] = []


def cases(server: FlowServer, key: Key, mode: GenerationMode) -> st.SearchStrategy[Any]:
    """Return a strategy for requests of an operation, valid or invalid by its description."""
    if not _DESCRIPTIONS:
        _DESCRIPTIONS.append(server.contract.description)
    method, path = key
    strategy: st.SearchStrategy[Any] = _description()[path][method].as_strategy(generation_mode=mode)
    return strategy


def as_request(client: Client, case: Any) -> httpx.Request:
    """Return a case as a request of this client, encoded by the library that schemathesis itself uses."""
    sent = case.as_transport_kwargs(base_url=f"https://{client.host}")
    known = {"method", "url", "headers", "params", "data", "json", "cookies", "files"}
    made = requests.Request(**{name: value for name, value in sent.items() if name in known}).prepare()
    headers = {**made.headers, "Host": client.host, "X-XSRF-Header": made.headers.get("X-XSRF-Header", "hanse")}
    headers.pop("Authorization", None)
    headers.pop("Cookie", None)
    if client.authorization is not None and case.path.startswith("/pf-admin-api"):
        headers["Authorization"] = client.authorization
    pairs = [(as_bytes(name), as_bytes(value)) for name, value in headers.items()]
    body: Any = made.body
    content = as_bytes(body) if isinstance(body, str) else body
    return httpx.Request(str(made.method), str(made.url), headers=pairs, content=content)


def as_bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


def attack(prepared: Prepared, key: Key, mode: GenerationMode, examples: int) -> None:
    """Send generated requests as every kind of caller, and check each answer."""
    operation = operations(prepared.server)[key]
    targets = st.sampled_from([None, CONNECTION, ISSUER, KEY_PAIR, KEY_SET, VICTIM]) if "{" in key[1] else st.none()

    # The rights of each role are tested in `test_roles`. In the quick run each example is sent with another role, and
    # each operation starts with another role.
    first = list(WHO).index(key) % len(ALL_ROLES)
    in_turn = [[role] for role in (*ALL_ROLES[first:], *ALL_ROLES[:first])]
    roles = itertools.cycle(in_turn if examples == QUICK else [ALL_ROLES])

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples == QUICK,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(prepared.server, key, mode), target=targets)
    def send(case: Any, target: str | None) -> None:
        if target is not None and key[0] != "DELETE":
            case.path_parameters = dict.fromkeys(case.path_parameters, target)
        left_out = set(ALL_ROLES) - set(next(roles))
        for kind, client in prepared.callers.items():
            if kind in left_out:
                continue
            acting = prepared.server.client() if key in ANONYMOUS else client
            answer = prepared.server.send(acting, as_request(acting, case))
            assert answer.status_code < 500, answer.text
            check_refused(key, kind, answer.status_code, operation.area.value)
            leaked = [each for each in prepared.secrets if each in answer.text]
            assert not leaked, (key, kind, answer.text)

    send()


def check_refused(key: Key, kind: str, status: int, area: str) -> None:
    may = set(ALL_ROLES) if kind == "all" else {kind}
    if area != "public" and not WHO[key] & may:
        # An unusual name in the path may match no operation (404), and a body may be too large (413). Both are checked
        # before the caller.
        assert status in (401 if kind == STRANGER else 403, 404, 413), (key, kind, status)


MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
# Operations with only a path are one function for all resources (`config.operations`, `config.reporting`). The quick
# run tests them for resources with unusual, encrypted or case-insensitive names; the long run tests all.
UNUSUAL = (
    "/pingOneConnections/",
    "/scopes/commonScopes/",
    "/administrativeAccounts/",
    "/keyPairs/signing/",
    "/internal/user/",
)


def is_like_others(key: Key) -> bool:
    """Return true for operations with only a path that all resources have."""
    made = key[1].startswith((f"{API}/internal/history/", f"{API}/internal/usedBy/")) or key[1].endswith("}")
    return made and key[0] in ("GET", "DELETE") and not any(each in key[1] for each in UNUSUAL)


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.slow) if is_like_others(key) else key for key in WHO],
    ids=lambda key: re.sub(r"[^A-Za-z]+", "-", " ".join(key)),
)
def test_every_operation_quickly(prepared: Prepared, key: Key, log: StringIO, caplog: pytest.LogCaptureFixture) -> None:
    # Half of the operations get valid requests, and the others invalid ones if there are any; the long run sends both.
    mode = MODES[list(WHO).index(key) % len(MODES)]
    attack(prepared, key, mode if has_mode(prepared, key, mode) else GenerationMode.POSITIVE, QUICK)
    lines = log.getvalue() + caplog.text
    assert key[1].partition("{")[0] in lines
    assert not [each for each in prepared.secrets if each in lines]


# Operations that are not allowed during the setup refuse every caller first; `test_roles` calls each of them once.
@pytest.mark.parametrize(
    "key",
    [key if SETUP in WHO[key] else pytest.param(key, marks=pytest.mark.slow) for key in WHO],
    ids=lambda key: re.sub(r"[^A-Za-z]+", "-", " ".join(key)),
)
def test_every_operation_before_the_set_up(unprepared: Prepared, key: Key) -> None:
    for mode in MODES:
        attack_if_possible(unprepared, key, mode, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("key", WHO, ids=lambda key: re.sub(r"[^A-Za-z]+", "-", " ".join(key)))
def test_every_operation_at_length(prepared: Prepared, key: Key, mode: GenerationMode) -> None:
    attack_if_possible(prepared, key, mode, LONG)


def attack_if_possible(prepared: Prepared, key: Key, mode: GenerationMode, examples: int) -> None:
    if has_mode(prepared, key, mode):
        attack(prepared, key, mode, examples)


def has_mode(prepared: Prepared, key: Key, mode: GenerationMode) -> bool:
    """Return false for invalid requests of an operation without parameters and body, which has none."""
    described = prepared.server.contract.description["paths"][key[1]][key[0].lower()]
    return mode is GenerationMode.POSITIVE or bool(described["parameters"]) or "requestBody" in described


SECRET = "Planted-Secret-4711"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("administrativeAccounts", account("new", ["ADMINISTRATOR"], password=SECRET, surprise=1)),
        ("administrativeAccounts", account("new", ["ADMINISTRATOR"], password=[SECRET])),
        ("administrativeAccounts", account("new", ["ADMINISTRATOR"], password=SECRET * 50)),
        (f"administrativeAccounts/{VICTIM}/resetPassword", {"newPassword": SECRET.lower()}),
        ("administrativeAccounts/changePassword", {"currentPassword": SECRET, "newPassword": SECRET}),
        ("pingOneConnections", {"name": "new", "credential": SECRET}),
        ("pingOneConnections", {"name": "new", "credential": f"{SECRET}.{SECRET}.{SECRET}"}),
        ("pingOneConnections", {"name": "new", "encryptedCredential": SECRET}),
        ("license", {"fileData": SECRET}),
    ],
)
def test_an_error_message_does_not_contain_a_secret(
    prepared: Prepared, path: str, body: Any, log: StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    answer = prepared.callers["all"].request("PUT" if path == "license" else "POST", f"{API}/{path}", body)
    assert answer.status_code == 422, answer.text
    assert SECRET.lower() not in answer.text.lower()
    lines = log.getvalue() + caplog.text
    assert path in lines
    assert SECRET.lower() not in lines.lower()


def test_an_error_message_of_the_log_in_does_not_contain_the_input(
    prepared: Prepared, log: StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    # Users sometimes enter their password in the field for the user name.
    client = prepared.server.client(address="198.51.100.1")
    answer = client.post(f"{UI}/login", {"username": SECRET, "password": SECRET})
    assert answer.status_code == 401
    assert SECRET not in answer.text + log.getvalue() + caplog.text
