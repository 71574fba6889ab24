"""Traces of sign-ins over the admin API: found, paged, and explained with links to the settings."""

from typing import Any

import pytest

from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TraceOutcome
from tests.flows.server import API, Client, FlowServer
from tests.flows.trace_calls import TRACES, add_trace
from tests.support.clients import client
from tests.support.instances import adapter, validator

FAILED = TracedStep(
    kind=StepKind.ADAPTER,
    id="adapter-0",
    tree="p",
    depth=1,
    result="Fail",
    reason=FailureReason.ADAPTER_REFUSED,
    detail="no_such_user",
    after={"mail": ["joe@example.com", "j@example.com"], "hidden": ""},
)


def found(admin: Client, query: str = "") -> list[str]:
    answer = admin.get(f"{TRACES}?{query}")
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["items"]]


def test_without_sign_ins_the_list_is_empty(admin: Client) -> None:
    assert admin.get(TRACES).json() == {"items": []}
    assert admin.get(f"{TRACES}/t-1").status_code == 404


def test_a_trace_names_the_setting_that_caused_the_failure(server: FlowServer, admin: Client) -> None:
    for path, body in (
        ("/passwordCredentialValidators", validator("used")),
        ("/idp/adapters", adapter(0)),
        ("/oauth/clients", client("shop")),
    ):
        assert admin.post(f"{API}{path}", body).status_code == 201
    add_trace(server, steps=(FAILED,), detail="no_such_user")
    trace = admin.get(f"{TRACES}/t-1").json()
    (request,) = trace.pop("requests")
    text = "The adapter did not authenticate the user: no_such_user."
    page = "/authentication/integration/idp-adapters/edit/adapter-0"
    assert trace == {
        "id": "t-1",
        "started": "2026-11-21T08:30:00.000Z",
        "updated": "2026-11-21T08:30:00.000Z",
        "client": {"id": "shop", "name": "Name of shop", "page": "/applications/oauth/clients/edit/shop"},
        "user": "Joe",
        "outcome": "FAILED",
        "reason": "ADAPTER_REFUSED",
        "message": text,
    }
    assert (request["reference"], request["clientAddress"]) == ("r-1", "192.0.2.1")
    (step,) = request["steps"]
    assert step == {
        "kind": "ADAPTER",
        "target": {"id": "adapter-0", "name": "Adapter 0", "page": page},
        # The policy was deleted.
        "policy": {"id": "p", "name": "p"},
        "depth": 1,
        "result": "Fail",
        "reason": "ADAPTER_REFUSED",
        "message": text,
        "cause": {"id": "adapter-0", "name": "Adapter 0", "page": page},
        "before": [],
        "after": [
            {"name": "mail", "values": ["joe@example.com", "j@example.com"]},
            {"name": "hidden", "values": []},
        ],
    }


def test_a_session_quota_leads_to_its_settings(server: FlowServer, admin: Client) -> None:
    step = TracedStep(kind=StepKind.FAILURE, reason=FailureReason.SESSION_QUOTA)
    add_trace(server, steps=(step,), reason=FailureReason.SESSION_QUOTA)
    cause = admin.get(f"{TRACES}/t-1").json()["requests"][0]["steps"][0]["cause"]
    assert cause["page"] == "/authentication/policies/session-quotas"


def test_traces_are_found_by_each_filter(server: FlowServer, admin: Client) -> None:
    add_trace(server)
    now = server.core.environment.clock.now().timestamp()
    more: dict[str, Any] = {"client_id": "bank", "outcome": TraceOutcome.SUCCEEDED, "reason": None}
    add_trace(server, trace_id="t-2", request_id="r-2", user="Amy", time=now + 60, **more)
    assert found(admin) == ["t-2", "t-1"]
    assert found(admin, "user=JOE") == ["t-1"]
    assert found(admin, "clientId=bank") == ["t-2"]
    assert found(admin, "reference=r-1") == ["t-1"]
    assert found(admin, "outcome=SUCCEEDED") == ["t-2"]
    assert found(admin, "from=2026-11-21T08:30:30Z") == ["t-2"]
    assert found(admin, "to=2026-11-21T08:30:30Z") == ["t-1"]


def test_each_page_leads_to_the_next_one(server: FlowServer, admin: Client) -> None:
    for number in range(3):
        add_trace(server, trace_id=f"t-{number}", request_id=f"r-{number}")
    first = admin.get(f"{TRACES}?limit=2").json()
    assert [each["id"] for each in first["items"]] == ["t-2", "t-1"]
    last = admin.get(f"{TRACES}?limit=2&after={first['nextAfter']}").json()
    assert [each["id"] for each in last["items"]] == ["t-0"]
    assert "nextAfter" not in last


@pytest.mark.parametrize(
    ("query", "field"), [("from=yesterday", "from"), ("to=2026-11-21T08:30:00", "to"), ("after=x", "after")]
)
def test_an_invalid_value_is_reported_at_its_parameter(admin: Client, query: str, field: str) -> None:
    answer = admin.get(f"{TRACES}?{query}")
    assert answer.status_code == 422
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [field]


def test_an_unknown_outcome_is_refused(admin: Client) -> None:
    assert admin.get(f"{TRACES}?outcome=ODD").status_code in (400, 422)
