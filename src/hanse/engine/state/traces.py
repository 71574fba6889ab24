"""Traces of sign-ins and of requests for tokens."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec

from hanse.engine.state.contracts import TracePart
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner, Step
from hanse.kit.sign_in_traces import (
    FailureReason,
    SignInTrace,
    TracedRequest,
    TracedStep,
    TraceFilter,
    TraceOutcome,
    TracePage,
    TraceSummary,
)
from hanse.kit.texts.messages import Message

# A later request knows more about the user, and not always the client.
_PUT_TRACE: Final = Statement(
    """INSERT INTO state_trace (id, started, updated, expires, client_id, user_name, user_search, outcome, reason,
                                detail, connection_id)
       VALUES (:id, :time, :time, :expires, :client_id, :user, :user_search, :outcome, :reason, :detail, :connection_id)
       ON CONFLICT (id) DO UPDATE SET
         updated = excluded.updated, expires = excluded.expires, outcome = excluded.outcome,
         reason = excluded.reason, detail = excluded.detail,
         connection_id = CASE excluded.connection_id WHEN '' THEN state_trace.connection_id
                         ELSE excluded.connection_id END,
         client_id = CASE excluded.client_id WHEN '' THEN state_trace.client_id ELSE excluded.client_id END,
         user_name = CASE excluded.user_name WHEN '' THEN state_trace.user_name ELSE excluded.user_name END,
         user_search = CASE excluded.user_search WHEN '' THEN state_trace.user_search ELSE excluded.user_search END"""
)
_PUT_PART: Final = Statement(
    """INSERT INTO state_trace_part (trace_id, request_id, time, body) VALUES (:id, :request_id, :time, :body)
       ON CONFLICT (trace_id, request_id) DO NOTHING"""
)
_SUMMARY: Final = "id, started, updated, client_id, user_name, outcome, reason, detail"
_GET: Final = Statement(f"SELECT {_SUMMARY} FROM state_trace WHERE id = :id AND expires > :now")
_GET_PARTS: Final = Statement(
    "SELECT request_id, time, body FROM state_trace_part WHERE trace_id = :id ORDER BY time, request_id"
)
_TRIM: Final = Statement(
    """DELETE FROM state_trace WHERE id IN
       (SELECT id FROM state_trace ORDER BY started DESC, id DESC LIMIT :most OFFSET :kept) RETURNING 1"""
)
_CONDITIONS: Final[Mapping[str, str]] = {
    "user_search": "user_search = :user_search",
    "client_id": "client_id = :client_id",
    # The second condition lets the database use the index, which has only traces with a connection.
    "connection_id": "connection_id = :connection_id AND connection_id <> ''",
    "outcome": "outcome = :outcome",
    "begins": "started >= :begins",
    "ends": "started <= :ends",
    "reference": "id IN (SELECT trace_id FROM state_trace_part WHERE request_id = :reference OR trace_id = :reference)",
    "after_id": "(started, id) < (:after_started, :after_id)",
}


class _Body(msgspec.Struct, omit_defaults=True):
    client_address: str = ""
    steps: Sequence[TracedStep] = ()


def _plain_text(value: Any) -> str:
    """Return a message of the server as its English text. The library encodes no subclasses of texts."""
    if isinstance(value, Message):
        return "".join(value)
    raise TypeError(f"A trace cannot contain {type(value).__name__}.")


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_plain_text)
_DECODER: Final = msgspec.msgpack.Decoder(_Body)


@cache
def _page(given: AbstractSet[str]) -> Statement:
    conditions = "".join(f"{_CONDITIONS[name]} AND " for name in _CONDITIONS if name in given)
    return Statement(
        f"""SELECT {_SUMMARY} FROM state_trace WHERE {conditions}expires > :now
            ORDER BY started DESC, id DESC LIMIT :most"""
    )


class StoredTraces:
    """Traces in a database; implements `contracts.Traces`. Steps and details are sealed, because they name people."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def add(self, parts: Sequence[TracePart]) -> None:
        """Store parts, and update the traces that they belong to."""
        steps: list[Step] = []
        # Two processes that write the same traces lock them in the same order.
        for part in sorted(parts, key=lambda each: each.trace_id):
            steps += [(_PUT_TRACE, self._trace_values(part)), (_PUT_PART, self._part_values(part))]
        if steps:
            await self._runner.write(*steps, durable=False)

    async def page(self, wanted: TraceFilter, now: float, *, after: str = "", most: int = 50) -> TracePage:
        """Return traces, the newest first."""
        given = {name: value for name, value in _filter_values(wanted).items() if value is not None}
        if after:
            given |= _after_values(after)
        statement = _page(frozenset(given))
        rows = await self._runner.read(statement, {**given, "now": now, "most": most + 1})
        items = [self._summary(row) for row in rows[:most]]
        return TracePage(items, _after(rows[most - 1]) if len(rows) > most else None)

    async def get(self, trace_id: str, now: float) -> SignInTrace | None:
        """Return a trace with its parts."""
        found = await self._runner.read(_GET, {"id": trace_id, "now": now})
        if not found:
            return None
        parts = await self._runner.read(_GET_PARTS, {"id": trace_id})
        return SignInTrace(summary=self._summary(found[0]), requests=[self._request(trace_id, *part) for part in parts])

    async def trim(self, kept: int, *, most: int = 1000) -> int:
        """Delete the oldest traces beyond a number."""
        (deleted,) = await self._runner.write((_TRIM, {"kept": kept, "most": most}), durable=False)
        return len(deleted)

    def _trace_values(self, part: TracePart) -> Mapping[str, Any]:
        return {
            "id": part.trace_id,
            "time": part.time,
            "expires": part.expires,
            "client_id": part.client_id,
            "user": part.user,
            "user_search": part.user.casefold(),
            "outcome": part.outcome.value,
            "reason": "" if part.reason is None else part.reason.value,
            "connection_id": part.connection_id,
            "detail": self._sealer.seal(part.detail.encode(), _row(part.trace_id)),
        }

    def _part_values(self, part: TracePart) -> Mapping[str, Any]:
        body = _ENCODER.encode(_Body(part.client_address, part.steps))
        return {
            "id": part.trace_id,
            "request_id": part.request_id,
            "time": part.time,
            "body": self._sealer.seal(body, _row(part.trace_id, part.request_id)),
        }

    def _summary(self, row: Row) -> TraceSummary:
        id_, started, updated, client_id, user, outcome, reason, detail = row
        return TraceSummary(
            id=id_,
            started=_moment(started),
            updated=_moment(updated),
            client_id=client_id,
            user=user,
            outcome=TraceOutcome(outcome),
            reason=FailureReason(reason) if reason else None,
            detail=self._sealer.open(detail, _row(id_)).decode(),
        )

    def _request(self, trace_id: str, request_id: str, time: float, body: bytes) -> TracedRequest:
        opened = _DECODER.decode(self._sealer.open(body, _row(trace_id, request_id)))
        return TracedRequest(
            id=request_id, time=_moment(time), client_address=opened.client_address, steps=opened.steps
        )


def _filter_values(wanted: TraceFilter) -> dict[str, Any]:
    """Return the values of the conditions by their names, and None for those that do not apply."""
    return {
        "user_search": wanted.user.casefold() or None,
        "client_id": wanted.client_id or None,
        "connection_id": wanted.connection_id or None,
        "outcome": None if wanted.outcome is None else wanted.outcome.value,
        "begins": None if wanted.begins is None else wanted.begins.timestamp(),
        "ends": None if wanted.ends is None else wanted.ends.timestamp(),
        "reference": wanted.reference or None,
    }


def _after(row: Row) -> str:
    id_, started, *_ = row
    return f"{started!r}_{id_}"


def _after_values(after: str) -> Mapping[str, Any]:
    started, _, id_ = after.partition("_")
    return {"after_started": float(started), "after_id": id_}


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _row(*ids: str) -> bytes:
    return b"\0".join(each.encode() for each in ("trace", *ids))
