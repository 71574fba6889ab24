"""The fallback if no policy leads to an authentication source."""

from collections.abc import Sequence

import structlog

from hanse.engine.signin.contracts import Origin
from hanse.engine.signin.policies.outcomes import (
    BROKEN,
    LOGIN_REQUIRED,
    NO_POLICY,
    Authenticated,
    ChooseAdapter,
    Outcome,
)
from hanse.engine.signin.policies.policy_plan import PolicyPlan, adapters_in_turn
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.position import PolicyPosition, TreePosition
from hanse.engine.snapshot.authentication_sources import find_source, mapping_source
from hanse.engine.snapshot.configuration_parts import ADAPTERS
from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep

LOG = structlog.stdlib.get_logger("hanse.signin")


def last_adapter(turn: PolicyRequest) -> Authenticated | None:
    """Return the result of the adapter that authenticated the user last; None if there is none.

    An adapter at which users only enter a name authenticates nobody.
    """
    last = next((each for each in reversed(turn.position.passed) if each.proves), None)
    if last is None:
        return None
    return Authenticated(Origin(*mapping_source(last.adapter)), last.attributes)


def without_policy(turn: PolicyRequest, plan: PolicyPlan) -> Outcome | None:
    """Continue if no policy applies: with the default adapters, the only one, or the user's choice."""
    if plan.is_switched_off:
        LOG.warning("authentication policies are off, adapters are used without them")
    instances = turn.request.snapshot.part(ADAPTERS)
    usable = [id_ for id_ in instances if _is_usable(turn, id_)]
    turn.position.frames.clear()
    if plan.policies and plan.fail_if_no_selection:
        return NO_POLICY
    defaults = [key for key in plan.default_adapters if _is_usable(turn, key)] if plan.policies else []
    if defaults:
        try_sources(turn.position, defaults)
        return None
    candidates = [id_ for id_ in usable if not turn.wanted.adapters or id_ in turn.wanted.adapters]
    known = [id_ for id_ in candidates if turn.session(turn.key_of(id_)) is not None]
    if len(candidates) == 1 or known:
        try_sources(turn.position, (known or candidates)[:1])
        return None
    if not candidates:
        LOG.error("no adapter can authenticate users")
        turn.request.trace.append(TracedStep(kind=StepKind.FAILURE, reason=FailureReason.NO_ADAPTER))
        return BROKEN
    if turn.wanted.passive:
        return LOGIN_REQUIRED
    turn.position.choice = candidates
    return ChooseAdapter(tuple((id_, instances[id_].settings.name) for id_ in candidates))


def use_named_source(turn: PolicyRequest) -> Outcome | None:
    """Continue with the source that the request names."""
    if not _is_usable(turn, turn.wanted.source):
        LOG.error("source of a request not usable", source=turn.wanted.source)
        turn.request.trace.append(TracedStep(kind=StepKind.FAILURE, reason=FailureReason.NO_ADAPTER))
        return BROKEN
    try_sources(turn.position, [turn.wanted.source])
    return None


def _is_usable(turn: PolicyRequest, key: str) -> bool:
    instance = find_source(turn.request.snapshot, turn.key_of(key))
    plugin = None if instance is None else instance.plugin
    return plugin is not None and not getattr(plugin, "identifies_only", False)


def try_sources(position: PolicyPosition, keys: Sequence[str]) -> None:
    """Continue with sources in their order, until one of them succeeds."""
    tree = adapters_in_turn(keys)
    position.frames.append(TreePosition(tree.id, tree.digest, adapters=list(keys)))


def choose(turn: PolicyRequest) -> None:
    """Continue with the adapter that the user has chosen."""
    chosen = (turn.form or {}).get("pf.adapterId", "")
    if chosen in turn.position.choice:
        try_sources(turn.position, [chosen])
        turn.position.choice = []
        turn.form = None


def track(turn: PolicyRequest, plan: PolicyPlan) -> None:
    """Store the parameters of the request that policies use later."""
    for name in plan.tracked_parameters:
        if name not in turn.position.tracked and (values := turn.wanted.parameters.get(name)):
            turn.position.tracked[name] = values[0] if len(values) == 1 else list(values)
