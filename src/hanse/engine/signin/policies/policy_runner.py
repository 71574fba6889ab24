"""The policy runner: a loop over nodes that ends if a page has to be shown or the sign-in has ended."""

from typing import Final

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.signin.contracts import Origin, SignInFailed
from hanse.engine.signin.policies.contract_ends import ContractEnd, ContractEnds
from hanse.engine.signin.policies.fallback import choose, last_adapter, track, use_named_source, without_policy
from hanse.engine.signin.policies.local_identities import LocalIdentities, LocalUserRefused
from hanse.engine.signin.policies.outcomes import BROKEN, DENIED, LOGIN_REQUIRED, Authenticated, Outcome, with_message
from hanse.engine.signin.policies.policy_plan import POLICY_PLAN, PlanNode, PolicyPlan, tree_of
from hanse.engine.signin.policies.policy_request import AdapterCaller, PoliciesChanged, PolicyRequest, UserId
from hanse.engine.signin.policies.position import Attributes, KnownSource, PassedAdapter, TreePosition, WaitingAdapter
from hanse.engine.signin.policies.trace import adapter_reason, mapping_reason
from hanse.engine.signin.policies.values import Sources, facts_of, result_of, values_at
from hanse.engine.snapshot.authentication_sources import mapping_source, source_key
from hanse.engine.snapshot.configuration_parts import SELECTORS
from hanse.kit.clock import Clock
from hanse.kit.sign_in_traces import FailureReason
from hanse.plugins.contracts.adapters import NEEDS_USER, Failure, Redirect
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    AttributeRules,
    AuthnSelectorPolicyAction,
    AuthnSourcePolicyAction,
    ContinuePolicyAction,
    DonePolicyAction,
    FragmentPolicyAction,
    LocalIdentityMappingPolicyAction,
    RestartPolicyAction,
)
from hanse.resources.mapping.fulfillment import FulfillmentFailed, fulfill
from hanse.resources.mapping.model import AttributeFulfillmentValue, AttributeMapping, SourceType

LOG = structlog.stdlib.get_logger("hanse.signin")
MOST_RESTARTS: Final = 10
# More than a thousand policies with long paths; a configuration that needs more steps has a cycle.
MOST_STEPS: Final = 5_000
MOST_FRAMES: Final = 50
CONTRACT: Final = "AUTHENTICATION_POLICY_CONTRACT"


class PolicyRunner:
    """Evaluates policies. It has no state of its own: everything is in the position."""

    def __init__(
        self, adapters: AdapterCaller, fulfillment: AttributeFulfillment, identities: LocalIdentities, clock: Clock
    ) -> None:
        self._adapters = adapters
        self._fulfillment = fulfillment
        self._ends = ContractEnds(fulfillment, identities)
        self._clock = clock

    async def run(self, turn: PolicyRequest) -> Outcome:
        """Continue from the position as far as possible without the user."""
        plan = turn.request.snapshot.part(POLICY_PLAN)
        track(turn, plan)
        if turn.position.choice:
            choose(turn)
        for _ in range(MOST_STEPS):
            try:
                outcome = await self._step(turn, plan)
            except PoliciesChanged:
                outcome = self._restart(turn)
            if outcome is not None:
                return with_message(outcome, turn.provider_message)
            # The user's input was for the node at which the last request ended.
            turn.form = None
        LOG.error("sign-in policy has a cycle")
        turn.trace.explain(FailureReason.POLICY_CYCLE)
        return BROKEN

    async def _step(self, turn: PolicyRequest, plan: PolicyPlan) -> Outcome | None:
        if not turn.position.frames:
            return self._next_policy(turn, plan)
        frame = turn.position.frames[-1]
        tree = tree_of(frame, plan)
        if tree is None or tree.digest != frame.digest or frame.node >= len(tree.nodes):
            turn.position.waiting = None
            raise PoliciesChanged
        node = tree.nodes[frame.node]
        turn.trace.reach(turn.position.frames, node.action)
        outcome: Outcome | None = None
        match node.action:
            case AuthnSourcePolicyAction() as action:
                outcome = await self._authenticate(turn, plan, node, action)
            case AuthnSelectorPolicyAction() as action:
                outcome = self._select(turn, plan, node, action)
            case FragmentPolicyAction() as action:
                outcome = await self._enter(turn, plan, node, action)
            case ApcMappingPolicyAction() | LocalIdentityMappingPolicyAction() as action:
                outcome = await self._map_contract(turn, plan, action)
            case DonePolicyAction():
                outcome = self._done(turn, plan, node)
            case ContinuePolicyAction():
                turn.position.leave_policy()
            case RestartPolicyAction():
                raise PoliciesChanged
        return outcome

    # Authentication

    async def _authenticate(
        self, turn: PolicyRequest, plan: PolicyPlan, node: PlanNode, action: AuthnSourcePolicyAction
    ) -> Outcome | None:
        frame = turn.position.frames[-1]
        adapter = turn.key_of(source_key(action.authentication_source))
        passed = next((each for each in turn.position.passed if each.adapter == adapter), None)
        user = self._user_id(turn, frame, action)
        if passed is None and turn.position.waiting is None:
            passed = turn.session(adapter)
            if passed is not None and user.is_mapped and not user.is_same(passed):
                passed = None
        if passed is None:
            result = await self._adapters.call(turn, adapter, user, frame)
            turn.position.waiting = None
            if isinstance(result, Failure):
                LOG.info(
                    "adapter did not authenticate the user", adapter=adapter, reason=result.code, detail=result.detail
                )
                turn.trace.explain(adapter_reason(result.code), result.detail or result.code)
                turn.provider_message = result.shown
                if turn.wanted.passive and result.code == NEEDS_USER:
                    return LOGIN_REQUIRED
                return self._branch(turn, plan, node, FAIL)
            if not isinstance(result, PassedAdapter):
                if turn.wanted.passive and not (isinstance(result, Redirect) and result.is_silent):
                    return LOGIN_REQUIRED
                turn.position.waiting = WaitingAdapter(adapter, dict(result.state))
                return result
            passed = result
        turn.provider_message = ""
        if all(each.adapter != adapter for each in turn.position.passed):
            turn.position.passed.append(passed)
        frame.known.insert(0, KnownSource(*mapping_source(adapter), passed.attributes))
        return self._branch(turn, plan, node, self._result(turn, action.attribute_rules))

    def _user_id(self, turn: PolicyRequest, frame: TreePosition, action: AuthnSourcePolicyAction) -> UserId:
        mapping = action.input_user_id_mapping
        if mapping is None or mapping.source.type is SourceType.NO_MAPPING:
            return UserId(turn.wanted.login_hint)
        value = self._one_value(turn, frame, mapping)
        return UserId(value, bool(value) and action.user_id_authenticated is True, is_mapped=bool(value))

    def _one_value(self, turn: PolicyRequest, frame: TreePosition, mapping: AttributeFulfillmentValue) -> str:
        whole = AttributeMapping(attribute_sources=[], attribute_contract_fulfillment={"user": mapping})
        try:
            found = fulfill(whole, self._values(turn, frame), self._clock.now()).get("user", "")
        except FulfillmentFailed as error:
            LOG.error("user id not mapped", reason=str(error))  # noqa: TRY400 - the reason says all.
            return ""
        return found if isinstance(found, str) else next(iter(found), "")

    # Choosing a branch

    def _select(
        self, turn: PolicyRequest, plan: PolicyPlan, node: PlanNode, action: AuthnSelectorPolicyAction
    ) -> Outcome | None:
        id_ = action.authentication_selector_ref.id
        instance = turn.request.snapshot.part(SELECTORS).get(id_)
        if instance is None or instance.plugin is None:
            LOG.error("selector not usable", selector=id_)
            turn.trace.explain(FailureReason.SELECTOR_NOT_USABLE)
            return BROKEN
        contract = instance.settings.attribute_contract
        values = [each.name for each in contract.extended_attributes] if contract is not None else []
        selected = instance.plugin.select(facts_of(turn.request, turn.wanted), values)
        turn.position.tracked.update(selected.attributes)
        LOG.debug("selector", selector=id_, result=selected.result)
        if selected.result is None or selected.result not in node.branches:
            # The policy does not apply to this request.
            turn.position.leave_policy()
            return None
        if selected.context:
            turn.position.context, turn.position.overrides_context = selected.context, selected.overrides_context
        return self._branch(turn, plan, node, selected.result)

    def _result(self, turn: PolicyRequest, rules: AttributeRules | None) -> str:
        return result_of(rules, self._values(turn, turn.position.frames[-1]), self._clock)

    def _branch(self, turn: PolicyRequest, plan: PolicyPlan, node: PlanNode, result: str) -> Outcome | None:
        following = node.branches.get(result)
        turn.trace.leave(turn.position.frames, result)
        if following is None:
            LOG.error("policy has no branch for a result", policy=turn.position.frames[0].id, result=result)
            if result != FAIL:
                turn.trace.explain(FailureReason.NO_BRANCH, result)
            return self._failed(turn, plan, DENIED if result == FAIL else BROKEN)
        turn.position.frames[-1].node = following
        return None

    # Fragments

    async def _enter(
        self, turn: PolicyRequest, plan: PolicyPlan, node: PlanNode, action: FragmentPolicyAction
    ) -> Outcome | None:
        fragment = plan.fragments.get(action.fragment.id)
        if fragment is None or len(turn.position.frames) >= MOST_FRAMES:
            LOG.error("fragment not usable", fragment=action.fragment.id)
            turn.trace.explain(FailureReason.FRAGMENT_NOT_USABLE)
            return self._branch(turn, plan, node, FAIL)
        inputs: Attributes = {}
        if isinstance(action.fragment_mapping, AttributeMapping):
            values = self._values(turn, turn.position.frames[-1])
            try:
                inputs = await self._fulfillment.fulfill(turn.request.snapshot, action.fragment_mapping, values)
            except (IssuanceRefused, FulfillmentFailed) as error:
                LOG.info("inputs of a fragment not fulfilled", fragment=fragment.id, reason=str(error))
                turn.trace.explain(mapping_reason(error), str(error))
                return self._branch(turn, plan, node, FAIL)
        turn.position.frames.append(TreePosition(fragment.id, fragment.digest, is_fragment=True, inputs=inputs))
        return None

    def _return(self, turn: PolicyRequest, plan: PolicyPlan, result: str, outputs: Attributes) -> Outcome | None:
        """End a fragment and continue in the tree that contains it."""
        fragment = turn.position.frames.pop()
        frame = turn.position.frames[-1]
        tree = tree_of(frame, plan)
        if tree is None or tree.digest != frame.digest:
            raise PoliciesChanged
        node = tree.nodes[frame.node]
        if result == SUCCESS and isinstance(node.action, FragmentPolicyAction):
            frame.known.insert(0, KnownSource("FRAGMENT", fragment.id, outputs))
            result = self._result(turn, node.action.attribute_rules)
        return self._branch(turn, plan, node, result)

    # Ends

    async def _map_contract(self, turn: PolicyRequest, plan: PolicyPlan, action: ContractEnd) -> Outcome | None:
        frame = turn.position.frames[-1]
        if not frame.is_fragment and not any(each.proves for each in turn.position.passed):
            LOG.error("policy ends with a contract although nobody was authenticated", policy=frame.id)
            turn.trace.explain(FailureReason.NOBODY_AUTHENTICATED)
            return self._failed(turn, plan, BROKEN)
        failed: SignInFailed
        try:
            contract, attributes = await self._ends.fulfill(turn, action, self._values(turn, frame))
        except LocalUserRefused as error:
            LOG.info("policy ends without a local user", policy=frame.id, reason=str(error))
            turn.trace.explain(FailureReason.NO_LOCAL_USER, str(error))
            failed = DENIED
        except IssuanceRefused as error:
            LOG.info("issuance criteria of a policy not met", reason=str(error))
            turn.trace.explain(mapping_reason(error), str(error))
            if frame.is_fragment:
                return self._return(turn, plan, FAIL, {})
            failed = SignInFailed(code="access_denied", description=str(error))
        except FulfillmentFailed as error:
            LOG.error("policy contract not fulfilled", reason=str(error))  # noqa: TRY400 - the reason says all.
            turn.trace.explain(mapping_reason(error), str(error))
            failed = BROKEN
        else:
            if frame.is_fragment:
                return self._return(turn, plan, SUCCESS, attributes)
            return Authenticated(Origin(CONTRACT, contract), attributes)
        return self._failed(turn, plan, failed)

    def _done(self, turn: PolicyRequest, plan: PolicyPlan, node: PlanNode) -> Outcome | None:
        if turn.position.frames[-1].is_fragment:
            return self._return(turn, plan, FAIL if node.after_failure else SUCCESS, {})
        if node.after_failure:
            return self._failed(turn, plan, DENIED)
        return last_adapter(turn) or without_policy(turn, plan)

    def _failed(self, turn: PolicyRequest, plan: PolicyPlan, failed: SignInFailed) -> SignInFailed:
        policy = plan.policy(turn.position.frames[0].id) if turn.position.frames else None
        if policy is None or not policy.handle_failures_locally:
            return failed
        return SignInFailed(code=failed.code, description=failed.description, handle_locally=True)

    def _restart(self, turn: PolicyRequest) -> SignInFailed | None:
        before = turn.position
        if before.restarts >= MOST_RESTARTS:
            LOG.info("sign-in restarted too often")
            turn.trace.explain(FailureReason.TOO_MANY_RESTARTS)
            return DENIED
        before.restart()
        return None

    def _next_policy(self, turn: PolicyRequest, plan: PolicyPlan) -> Outcome | None:
        if turn.wanted.source:
            return use_named_source(turn)
        policy = next((each for each in plan.policies if each.id not in turn.position.left), None)
        if policy is None:
            return last_adapter(turn) or without_policy(turn, plan)
        turn.position.frames.append(TreePosition(policy.id, policy.digest))
        return None

    def _values(self, turn: PolicyRequest, frame: TreePosition) -> Sources:
        return values_at(turn.request, turn.wanted, turn.position, frame)
