"""Traces as the admin API shows them: steps in sentences, with links to the settings that they are about."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.configuration import Configuration
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.view import View
from hanse.kit.clock import to_text
from hanse.kit.sign_in_traces import (
    FailureReason,
    SignInTrace,
    StepKind,
    TracedRequest,
    TracedStep,
    TracedValue,
    TraceOutcome,
    TraceSummary,
)
from hanse.kit.texts.translation import localized_message
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text

_Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
# The resources that steps refer to by their ids.
_TARGETS: Final[Mapping[StepKind, tuple[Handle[Any], ...]]] = {
    StepKind.REQUEST: (handles.CLIENTS,),
    StepKind.CONSENT: (handles.CLIENTS,),
    StepKind.ADAPTER: (handles.ADAPTERS,),
    StepKind.CONNECTION: (handles.IDP_CONNECTIONS,),
    StepKind.SELECTOR: (handles.SELECTORS,),
    StepKind.FRAGMENT: (handles.POLICY_FRAGMENTS,),
    StepKind.CONTRACT: (handles.POLICY_CONTRACTS,),
    StepKind.LOCAL_IDENTITY: (handles.LOCAL_IDENTITY_PROFILES,),
    StepKind.GRANT_MAPPING: (handles.POLICY_CONTRACTS, handles.ADAPTERS),
    StepKind.ACCESS_TOKEN: (handles.ACCESS_TOKEN_MANAGERS,),
    StepKind.ID_TOKEN: (handles.OIDC_POLICIES,),
}
_TREES: Final = (handles.POLICIES, handles.POLICY_FRAGMENTS)
# The settings that cause failures of a reason, other than the policy or the target of the step.
_SETTINGS: Final[Mapping[FailureReason, Handle[Any]]] = {
    FailureReason.NO_POLICY: handles.POLICY_SETTINGS,
    FailureReason.SESSION_QUOTA: handles.SESSION_QUOTAS,
}
_OF_TREE: Final = frozenset(
    {
        FailureReason.CRITERIA_NOT_MET,
        FailureReason.NOT_FULFILLED,
        FailureReason.NO_BRANCH,
        FailureReason.NOBODY_AUTHENTICATED,
        FailureReason.POLICY_CYCLE,
        FailureReason.TOO_MANY_RESTARTS,
        FailureReason.CONNECTION_NOT_USABLE,
    }
)


class SettingLink(ConfigModel):
    """A document of the configuration."""

    id: str
    name: Annotated[str, Field(description="Name of the document, or its ID if it was deleted.")]
    page: Annotated[str | None, Field(description="Address of its page in the console.")] = None


class TracedAttribute(ConfigModel):
    """An attribute of a user. Values are left out if they are not recorded."""

    name: str
    values: list[str]


class TraceStepView(ConfigModel):
    """A step of a sign-in."""

    kind: StepKind
    target: Annotated[
        SettingLink | None, Field(description="Client, adapter, selector, fragment or contract of the step.")
    ] = None
    policy: Annotated[SettingLink | None, Field(description="Policy or fragment that the step belongs to.")] = None
    depth: Annotated[int, Field(description="Nesting of the step: 1 in a policy, 2 in a fragment of a policy.")]
    result: Annotated[
        str,
        Field(description="Branch taken, page shown, host redirected to, types of tokens, or error code."),
    ]
    reason: FailureReason | None = None
    message: Annotated[str, Field(description="Reason of the failure, or the error on the page.")]
    cause: Annotated[SettingLink | None, Field(description="Setting that caused the failure.")] = None
    before: list[TracedAttribute]
    after: list[TracedAttribute]


class TracedRequestView(ConfigModel):
    """An HTTP request of a sign-in."""

    reference: Annotated[str, Field(description="Reference number on error pages, and request ID in the log.")]
    time: _Moment
    client_address: str
    steps: list[TraceStepView]


class TraceSummaryView(ConfigModel):
    """A sign-in, or a request for a token."""

    id: str
    started: _Moment
    updated: _Moment
    client: SettingLink | None = None
    user: Annotated[str, Field(description="User key, or the name that was entered. Empty if neither is known.")]
    outcome: TraceOutcome
    reason: FailureReason | None = None
    message: Annotated[str, Field(description="Reason of the failure, or the error on the page that is shown.")]


class SignInTraceView(TraceSummaryView):
    """A sign-in with its steps."""

    requests: list[TracedRequestView]


class TraceViews:
    """Makes views in one read of the configuration; each document is read once."""

    def __init__(self, configuration: Configuration, view: View) -> None:
        self._registry = configuration.registry
        self._view = view
        self._links: dict[tuple[str, str], SettingLink | None] = {}

    def summaries(self, traces: Iterable[TraceSummary]) -> list[TraceSummaryView]:
        """Return the views of traces for a list."""
        return [TraceSummaryView(**self._summary(each)) for each in traces]

    def whole(self, trace: SignInTrace) -> SignInTraceView:
        """Return the view of a trace with its steps."""
        return SignInTraceView(
            **self._summary(trace.summary), requests=[self._request(each) for each in trace.requests]
        )

    def _summary(self, trace: TraceSummary) -> dict[str, Any]:
        return {
            "id": trace.id,
            "started": to_text(trace.started),
            "updated": to_text(trace.updated),
            "client": self._link(handles.CLIENTS, trace.client_id),
            "user": trace.user,
            "outcome": trace.outcome,
            "reason": trace.reason,
            "message": _message(trace.reason, trace.detail),
        }

    def _request(self, request: TracedRequest) -> TracedRequestView:
        return TracedRequestView(
            reference=request.id,
            time=to_text(request.time),
            client_address=request.client_address,
            steps=[self._step(each) for each in request.steps],
        )

    def _step(self, step: TracedStep) -> TraceStepView:
        target = self._first(_TARGETS.get(step.kind, ()), step.id)
        policy = self._first(_TREES, step.tree)
        return TraceStepView(
            kind=step.kind,
            target=target,
            policy=policy,
            depth=step.depth,
            result=step.result,
            reason=step.reason,
            message=_message(step.reason, step.detail),
            cause=None if step.reason is None else self._cause(step.reason, target, policy),
            before=_attributes(step.before),
            after=_attributes(step.after),
        )

    def _cause(
        self, reason: FailureReason, target: SettingLink | None, policy: SettingLink | None
    ) -> SettingLink | None:
        if (setting := _SETTINGS.get(reason)) is not None:
            resource = self._registry.by_path(setting.path)
            return SettingLink(id="", name=localized_message(resource.called), page=resource.page_of(""))
        return policy if reason in _OF_TREE and policy is not None else target

    def _first(self, resources: Iterable[Handle[Any]], id_: str) -> SettingLink | None:
        """Return the document with an id among several resources; its id alone if it was deleted."""
        found = [self._link(resource, id_) for resource in resources] if id_ else []
        return next((each for each in found if each is not None and each.page), found[0] if found else None)

    def _link(self, resource: Handle[Any], id_: str) -> SettingLink | None:
        if not id_:
            return None
        key = resource.path, id_
        if key not in self._links:
            declared = self._registry.by_path(resource.path)
            stored = self._view.find(resource, id_)
            body = {} if stored is None else stored.body
            page = None if stored is None else declared.page_of(id_)
            self._links[key] = SettingLink(id=id_, name=str(body.get("name") or id_), page=page)
        return self._links[key]


def _message(reason: FailureReason | None, detail: str) -> str:
    return detail if reason is None else localized_message(failure_text(reason, detail))


def _attributes(attributes: Mapping[str, TracedValue]) -> list[TracedAttribute]:
    return [
        TracedAttribute(name=name, values=[each for each in ([value] if isinstance(value, str) else value) if each])
        for name, value in attributes.items()
    ]
