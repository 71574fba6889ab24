"""Traces of sign-ins and of requests for tokens, and the port through which administrators read them.

The engine writes a trace in parts, one for each HTTP request. A part consists of steps, which contain neither passwords
nor tokens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeAlias

import msgspec

# One text or several.
TracedValue: TypeAlias = str | list[str]


class TraceOutcome(StrEnum):
    """The state of a sign-in."""

    # A page was shown, or the user was sent to another server.
    WAITING = "WAITING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


class StepKind(StrEnum):
    """The kinds of steps."""

    # An application requests a sign-in or a token; `id` is the client.
    REQUEST = "REQUEST"
    # The nodes of a policy; `id` is the source, selector, fragment, policy contract or profile, `result` the branch.
    ADAPTER = "ADAPTER"
    CONNECTION = "CONNECTION"
    SELECTOR = "SELECTOR"
    FRAGMENT = "FRAGMENT"
    CONTRACT = "CONTRACT"
    LOCAL_IDENTITY = "LOCAL_IDENTITY"
    DONE = "DONE"
    CONTINUE = "CONTINUE"
    RESTART = "RESTART"
    # A page is shown (`result` is its template), or the browser is redirected to a host (`result`).
    PAGE = "PAGE"
    REDIRECT = "REDIRECT"
    # The user is known; `after` has the attributes.
    SIGNED_IN = "SIGNED_IN"
    # The attributes of the grant; `id` is the policy contract or adapter that they are mapped from.
    GRANT_MAPPING = "GRANT_MAPPING"
    # The attributes of an access token (`id` is its manager), and the claims of an ID token (`id` is its policy).
    ACCESS_TOKEN = "ACCESS_TOKEN"  # noqa: S105 - the name of a step.
    ID_TOKEN = "ID_TOKEN"  # noqa: S105 - the name of a step.
    # `result` is empty while the user decides, and then `approved`.
    CONSENT = "CONSENT"
    # The application gets a code or tokens; `result` names their types.
    ANSWER = "ANSWER"
    FAILURE = "FAILURE"


class FailureReason(StrEnum):
    """The reasons why a step failed."""

    ADAPTER_REFUSED = "ADAPTER_REFUSED"
    ADAPTER_NOT_USABLE = "ADAPTER_NOT_USABLE"
    CANCELLED = "CANCELLED"
    LOCKED_OUT = "LOCKED_OUT"
    PROVIDER_FAILED = "PROVIDER_FAILED"
    PROVIDER_UNREACHABLE = "PROVIDER_UNREACHABLE"
    PROVIDER_DENIED = "PROVIDER_DENIED"
    PROVIDER_RESPONSE_INVALID = "PROVIDER_RESPONSE_INVALID"
    PROVIDER_SIGNATURE_INVALID = "PROVIDER_SIGNATURE_INVALID"
    PROVIDER_RESPONSE_NOT_DECRYPTED = "PROVIDER_RESPONSE_NOT_DECRYPTED"
    AUTHENTICATION_TOO_OLD = "AUTHENTICATION_TOO_OLD"
    PASSWORD_EXPIRED = "PASSWORD_EXPIRED"  # noqa: S105 - the name of a reason.
    CRITERIA_NOT_MET = "CRITERIA_NOT_MET"
    NOT_FULFILLED = "NOT_FULFILLED"
    NO_GRANT_MAPPING = "NO_GRANT_MAPPING"
    CONNECTION_NOT_USABLE = "CONNECTION_NOT_USABLE"
    NO_BRANCH = "NO_BRANCH"
    NOBODY_AUTHENTICATED = "NOBODY_AUTHENTICATED"
    NO_LOCAL_USER = "NO_LOCAL_USER"
    USER_NOT_PROVISIONED = "USER_NOT_PROVISIONED"
    ACCOUNT_NOT_LINKED = "ACCOUNT_NOT_LINKED"
    SELECTOR_NOT_USABLE = "SELECTOR_NOT_USABLE"
    FRAGMENT_NOT_USABLE = "FRAGMENT_NOT_USABLE"
    NO_POLICY = "NO_POLICY"
    NO_ADAPTER = "NO_ADAPTER"
    TOO_MANY_RESTARTS = "TOO_MANY_RESTARTS"
    POLICY_CYCLE = "POLICY_CYCLE"
    DENIED = "DENIED"
    SIGN_IN_REQUIRED = "SIGN_IN_REQUIRED"
    OTHER_USER = "OTHER_USER"
    SESSION_QUOTA = "SESSION_QUOTA"
    REQUEST_REFUSED = "REQUEST_REFUSED"
    UNAVAILABLE = "UNAVAILABLE"
    DEFECT = "DEFECT"


class TracedStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step. What `id` and `result` mean depends on the kind."""

    kind: StepKind
    id: str = ""
    # The policy or fragment of a node, and its nesting: 1 in a policy, 2 in a fragment of it.
    tree: str = ""
    depth: int = 0
    result: str = ""
    reason: FailureReason | None = None
    # The text for the reason, from the adapter, the mapping or the protocol.
    detail: str = ""
    before: Mapping[str, TracedValue] = {}
    after: Mapping[str, TracedValue] = {}


@dataclass(frozen=True, kw_only=True)
class TraceSummary:
    """A sign-in, or a request for a token, without its steps."""

    id: str
    started: datetime
    updated: datetime
    client_id: str
    # The user's key, or the name that was entered; empty if neither is known.
    user: str
    outcome: TraceOutcome
    reason: FailureReason | None
    detail: str


@dataclass(frozen=True, kw_only=True)
class TracedRequest:
    """One HTTP request of a sign-in, with the id that error pages and the log contain."""

    id: str
    time: datetime
    client_address: str
    steps: Sequence[TracedStep]


@dataclass(frozen=True, kw_only=True)
class SignInTrace:
    """A sign-in with its requests, in the order of their times."""

    summary: TraceSummary
    requests: Sequence[TracedRequest]


@dataclass(frozen=True, kw_only=True)
class TraceFilter:
    """A filter for traces; an empty text or None is any value."""

    # The exact user, in any letter case.
    user: str = ""
    client_id: str = ""
    # The ID of the IdP connection through which users signed in.
    connection_id: str = ""
    # A request id, or the id of a trace.
    reference: str = ""
    outcome: TraceOutcome | None = None
    begins: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True)
class TracePage:
    """Some traces, the newest first, and the value of `after` for the next page; None on the last page."""

    items: Sequence[TraceSummary]
    next_after: str | None


class SignInTraces(Protocol):
    """The traces in the run-time state. The methods block, and raise `kit.errors.Unavailable`."""

    def page(self, wanted: TraceFilter, *, after: str, most: int) -> TracePage:
        """Return traces; raises ValueError for an `after` that no page has returned."""
        ...

    def get(self, trace_id: str) -> SignInTrace | None:
        """Return a trace with its steps."""
        ...
