"""Traces are found by user, client, reference number, outcome and time, page by page."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from hanse.engine.state.contracts import TracePart
from hanse.engine.state.store import StoredState
from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TraceFilter, TraceOutcome
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW

STEP = TracedStep(kind=StepKind.ADAPTER, id="form", result="Fail", after={"mail": "joe@example.com"})
PART = TracePart(
    trace_id="t-1",
    request_id="r-1",
    time=NOW,
    expires=NOW + 60,
    client_id="shop",
    user="Joe",
    outcome=TraceOutcome.FAILED,
    reason=FailureReason.ADAPTER_REFUSED,
    detail="secret detail",
    client_address="192.0.2.1",
    steps=(STEP,),
)


def part(number: int, **changed: Any) -> TracePart:
    """Return the only part of a trace that began some seconds later."""
    return replace(PART, **{"trace_id": f"t-{number}", "request_id": f"r-{number}", "time": NOW + number, **changed})


def moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def add(state: StoredState, *parts: TracePart) -> None:
    asyncio.run(state.traces.add(parts))


def ids(state: StoredState, wanted: TraceFilter, after: str = "", most: int = 50) -> tuple[list[str], str | None]:
    page = asyncio.run(state.traces.page(wanted, NOW + 1, after=after, most=most))
    return [each.id for each in page.items], page.next_after


def test_a_trace_has_the_parts_of_all_its_requests_and_the_state_of_the_last_one(store: Store) -> None:
    state = store.open()
    waiting = replace(PART, outcome=TraceOutcome.WAITING, reason=None, detail="", user="", steps=(STEP, STEP))
    later = replace(PART, request_id="r-2", time=NOW + 5, client_id="")
    add(state, later, waiting)
    add(state, later)
    found = asyncio.run(state.traces.get("t-1", NOW + 1))
    assert found is not None
    assert [(each.id, len(each.steps), each.client_address) for each in found.requests] == [
        ("r-1", 2, "192.0.2.1"),
        ("r-2", 1, "192.0.2.1"),
    ]
    assert found.requests[1].steps == [STEP]
    summary = found.summary
    assert (summary.user, summary.client_id, summary.outcome) == ("Joe", "shop", TraceOutcome.FAILED)
    assert (summary.reason, summary.detail) == (FailureReason.ADAPTER_REFUSED, "secret detail")
    assert summary.updated == moment(NOW + 5)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (TraceFilter(), ["t-3", "t-2", "t-1"]),
        (TraceFilter(user="AMY"), ["t-2"]),
        (TraceFilter(client_id="bank"), ["t-3"]),
        (TraceFilter(reference="r-2"), ["t-2"]),
        (TraceFilter(reference="t-3"), ["t-3"]),
        (TraceFilter(outcome=TraceOutcome.SUCCEEDED), ["t-3"]),
        (TraceFilter(begins=moment(NOW + 2)), ["t-3", "t-2"]),
        (TraceFilter(ends=moment(NOW + 2)), ["t-2", "t-1"]),
        (TraceFilter(user="joe", client_id="bank"), ["t-3"]),
        (TraceFilter(user="nobody"), []),
        (TraceFilter(connection_id="partner"), ["t-2"]),
        (TraceFilter(connection_id="other"), []),
        (TraceFilter(connection_id="partner", user="joe"), []),
    ],
)
def test_traces_are_found_the_newest_first(store: Store, wanted: TraceFilter, found: list[str]) -> None:
    state = store.open()
    add(
        state,
        part(1),
        part(2, user="Amy", connection_id="partner"),
        part(3, client_id="bank", outcome=TraceOutcome.SUCCEEDED, reason=None),
    )
    assert ids(state, wanted) == (found, None)


def test_pages_follow_one_another_even_if_traces_began_at_the_same_time(store: Store) -> None:
    state = store.open()
    add(state, *(part(number, time=NOW + number // 2) for number in range(7)))
    seen, after = [], ""
    for _ in range(4):
        found, following = ids(state, TraceFilter(user="joe"), after, 2)
        seen += found
        after = following or ""
    assert seen == ["t-6", "t-5", "t-4", "t-3", "t-2", "t-1", "t-0"]
    assert after == ""


def test_an_unknown_page_is_an_error(store: Store) -> None:
    with pytest.raises(ValueError, match="float"):
        ids(store.open(), TraceFilter(), "yesterday_t-1")


def test_expired_traces_are_not_found_and_the_oldest_ones_beyond_a_number_are_deleted(store: Store) -> None:
    state = store.open()
    add(state, *(part(number) for number in range(5)), part(9, expires=NOW + 1))
    assert asyncio.run(state.traces.get("t-9", NOW + 1)) is None
    assert [asyncio.run(state.traces.trim(2)), asyncio.run(state.traces.trim(2))] == [4, 0]
    assert ids(state, TraceFilter()) == (["t-4"], None)
    assert store.execute("SELECT COUNT(*) FROM state_trace_part") == [(2,)]


def test_steps_and_details_are_sealed(store: Store) -> None:
    add(store.open(), PART)
    stored = store.everything()
    assert b"joe@example.com" not in stored
    assert b"secret detail" not in stored
    assert b"192.0.2.1" not in stored


def test_a_trace_keeps_its_connection_if_a_later_request_has_none_and_has_the_newest_one(store: Store) -> None:
    state = store.open()
    for number, connection in enumerate(("first", "second", "")):
        add(state, replace(PART, request_id=f"r-{number}", connection_id=connection))
    assert ids(state, TraceFilter(connection_id="second")) == (["t-1"], None)
    assert ids(state, TraceFilter(connection_id="first")) == ([], None)


def test_traces_of_a_connection_are_found_by_an_index(store: Store) -> None:
    add(store.open(), part(1, connection_id="partner"))
    if not store.url.startswith("sqlite"):
        pytest.skip("PostgreSQL reads a table with a few rows as a whole")
    plan = str(
        store.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM state_trace WHERE connection_id = ? AND connection_id <> ''"
            " AND expires > ? ORDER BY started DESC, id DESC",
            "partner",
            NOW,
        )
    )
    assert "state_trace_connection" in plan
    assert "TEMP B-TREE" not in plan
