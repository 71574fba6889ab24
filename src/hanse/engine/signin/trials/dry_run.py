"""A dry run of a policy: the engine's own runner evaluates it, with results that an administrator has chosen.

The policy is taken from the request, so it need not be saved. Adapters and selectors are not called: each is replaced
by the next of the chosen results. Rules, mappings and issuance criteria are real, and attribute sources are looked up
in the real data stores. Nothing is written, no session is created, and no message is sent.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import structlog

from hanse.config.change.expressions import expression_errors
from hanse.config.declare.ports import Ports
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import to_body
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.transaction_view import TransactionView
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.request import Request
from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.services import Purpose
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.policies.local_identities import DryRunLocalIdentities
from hanse.engine.signin.policies.outcomes import Outcome
from hanse.engine.signin.policies.policy_plan import POLICY_PLAN, compile_tree
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.policy_runner import PolicyRunner
from hanse.engine.signin.policies.position import PolicyPosition
from hanse.engine.signin.policies.trace import RecordedTrace
from hanse.engine.signin.trials.chosen_results import ChosenAdapters, ChosenSelector, Results, ResultWanted
from hanse.engine.signin.trials.report import TrialReport
from hanse.engine.snapshot.compiler import ALL_CHANGES, Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import ADAPTERS, SELECTORS, Instance
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS
from hanse.engine.snapshot.issuer_names import IssuerAddress, IssuerName
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.engine.snapshot.public_document import Document
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, Unavailable, ValidationFailed
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.policies.trial import (
    PATH,
    PolicyTrial,
    PolicyTrialResult,
    TrialOutcome,
    choose_result,
)

LOG = structlog.stdlib.get_logger("hanse.policies")
T = TypeVar("T")


@dataclass(frozen=True)
class InlineWork:
    """Runs look-ups directly: a dry run already runs on a thread for calls to other systems."""

    async def run(self, _purpose: Purpose, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:  # noqa: ARG002 - the data stores' own timeouts end a look-up.
        """Return the result of a function."""
        return function(*arguments)


@dataclass(frozen=True)
class TrialServices:
    """The services of a dry run, without state and without any way to send messages."""

    clock: Clock
    ports: Ports
    work: InlineWork = InlineWork()


@dataclass(frozen=True)
class PolicyTrials:
    """The operation."""

    clock: Clock

    def operation(self) -> Operation:
        """Return the operation. Data stores may be slow, so the call has no transaction."""
        return Operation(
            method="POST",
            path=f"{API}{PATH}",
            area=POLICIES.area,
            tag=POLICIES.text.title,
            summary="Try a policy with chosen results",
            run=self._run,
            body=PolicyTrial,
            answer=PolicyTrialResult,
            body_limit=POLICIES.api.body_limit,
            in_transaction=False,
            calls_out=True,
        )

    def _run(self, call: Call) -> OperationResult:
        trial: PolicyTrial = call.body
        results, trace = Results(trial.results), RecordedTrace()
        with call.configuration.reading() as view:
            if errors := list(_errors(call, view, trial)):
                raise ValidationFailed(errors)
            snapshot = _snapshot(view, call.ports, trial, results)
            turn = PolicyRequest(
                request=_request(snapshot),
                wanted=_wanted(view, trial),
                position=PolicyPosition(),
                form=None,
                session=lambda _adapter: None,
                trace=trace,
            )
        services = TrialServices(self.clock, call.ports)
        adapters, fulfillment = ChosenAdapters(results, self.clock), AttributeFulfillment(services)
        runner = PolicyRunner(adapters, fulfillment, DryRunLocalIdentities(), self.clock)
        outcome: Outcome | ResultWanted | Unavailable
        with structlog.contextvars.bound_contextvars(dry_run=True):
            try:
                outcome = asyncio.run(runner.run(turn))
            except (ResultWanted, Unavailable) as ended:
                outcome = ended
            LOG.info("policy tried", administrator=call.principal.username, policy=trial.policy.id or "")
        with call.configuration.reading() as view:
            return OperationResult(_result(TrialReport(view, trial.policy), turn, trace, outcome))


def _errors(call: Call, view: TransactionView, trial: PolicyTrial) -> Iterator[FieldError]:
    """Find what a save would refuse: an invalid tree, and expressions that the caller may not write."""
    stored = view.find(POLICIES, trial.policy.id) if trial.policy.id else None
    proposal = Proposal(trial.policy, None if stored is None else view.model(POLICIES, stored.id), view, call.ports)
    found = [error for rule in POLICIES.saving.rules for error in rule(proposal)]
    old = None if stored is None else stored.body
    found += expression_errors(POLICIES, to_body(trial.policy), old, call.principal)
    yield from (error.below("policy") for error in found)


def _snapshot(view: TransactionView, ports: Ports, trial: PolicyTrial, results: Results) -> Snapshot:
    """Return the engine's snapshot with only this policy, and with selectors that return the chosen results."""

    def compiled(compiler: Compiler[T]) -> T:
        return compiler.compile(CompilerInput(view, ports, None, ALL_CHANGES))

    selectors = {
        id_: Instance(each.settings, None if each.plugin is None else ChosenSelector(id_, results))
        for id_, each in compiled(SELECTORS).items()
    }
    plan = replace(
        compiled(POLICY_PLAN),
        policies=(compile_tree(trial.policy.id or "", trial.policy),),
        # If this policy does not apply, no other one is tried.
        fail_if_no_selection=True,
        is_switched_off=False,
    )
    parts: Mapping[str, Any] = {
        POLICY_PLAN.name: plan,
        SELECTORS.name: selectors,
        ADAPTERS.name: compiled(ADAPTERS),
        CONNECTION_SOURCES.name: compiled(CONNECTION_SOURCES),
        DATA_STORE_SETTINGS.name: compiled(DATA_STORE_SETTINGS),
        LOCAL_PROFILES.name: compiled(LOCAL_PROFILES),
    }
    return Snapshot(parts=parts)


def _wanted(view: TransactionView, trial: PolicyTrial) -> SignInRequest:
    client = view.find(OAUTH_CLIENTS, trial.client_id) if trial.client_id else None
    properties = {} if client is None else client.body.get("extendedParameters") or {}
    return SignInRequest(
        purpose="dry run",
        body=b"",
        client_id=trial.client_id,
        scopes=tuple(trial.scopes),
        login_hint=trial.login_hint,
        client_properties={name: tuple(each.get("values") or ()) for name, each in properties.items()},
    )


def _request(snapshot: Snapshot) -> Request:
    """Return an authorization request without a client, for rules that use the request."""
    nothing = Document.of(b"")
    issuer = PublishedIssuer(IssuerName("", IssuerAddress("")), KeyMaterial((), ()), nothing, nothing)
    scope = {"type": "http", "method": "GET", "path": "/as/authorization.oauth2", "headers": [], "query_string": b""}

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    return Request(scope, receive, issuer, snapshot, {})


def _result(
    report: TrialReport, turn: PolicyRequest, trace: RecordedTrace, outcome: Outcome | ResultWanted | Unavailable
) -> PolicyTrialResult:
    steps = list(report.steps(trace.steps))
    if isinstance(outcome, ResultWanted):
        question = report.question(outcome.type, outcome.id)
        text = choose_result(question.name)
        return PolicyTrialResult(
            outcome=TrialOutcome.RESULT_NEEDED, message=text, steps=steps, attributes=[], next=question
        )
    if isinstance(outcome, Unavailable):
        return PolicyTrialResult(outcome=TrialOutcome.FAILED, message=outcome.message, steps=steps, attributes=[])
    return report.ended(turn, trace.steps, steps, outcome)
