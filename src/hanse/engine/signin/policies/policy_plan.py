"""Policies compiled into flat lists of nodes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from hanse.config.declare.validation import parse_stored, to_body
from hanse.config.list_query import ListQuery
from hanse.config.transaction_view import TransactionView
from hanse.engine.signin.policies.position import TreePosition
from hanse.engine.snapshot.authentication_sources import source_key, source_of
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import UNREADABLE, not_usable
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE, AuthenticationPolicyFragment
from hanse.resources.authentication.policies.resource import (
    POLICIES,
    POLICY_DEFAULTS,
    POLICY_SETTINGS,
    AuthenticationPolicyTree,
)
from hanse.resources.authentication.policies.tree import (
    AuthnSelectorPolicyAction,
    AuthnSourcePolicyAction,
    DonePolicyAction,
    PolicyAction,
)
from hanse.resources.authentication.policies.tree import Node as TreeNode


@dataclass(frozen=True, slots=True)
class PlanNode:
    """A node: its action, and the index of the node that follows each result."""

    action: PolicyAction
    branches: Mapping[str, int]
    # True if the authentication above has failed, so that Done ends in a failure.
    after_failure: bool = False
    # True below a selector, which authenticates nobody.
    after_selector: bool = False


@dataclass(frozen=True)
class PlanTree:
    """A policy or a fragment.

    `digest` changes with its content, so that a stored position in an older version is detected.
    """

    id: str
    name: str
    digest: str
    nodes: tuple[PlanNode, ...]
    handle_failures_locally: bool = False
    # The authentication application whose pages users see; empty for the pages of this server.
    application: str = ""


@dataclass(frozen=True)
class PolicyPlan:
    """All enabled policies, in their order."""

    policies: tuple[PlanTree, ...] = ()
    fragments: Mapping[str, PlanTree] = field(default_factory=dict)
    # The input contract of each fragment that has one.
    inputs: Mapping[str, str] = field(default_factory=dict)
    fail_if_no_selection: bool = False
    # The keys of the sources to try if no policy leads to one.
    default_adapters: tuple[str, ...] = ()
    tracked_parameters: tuple[str, ...] = ()
    # True if there are policies that do not apply because policies are disabled globally.
    is_switched_off: bool = False

    def policy(self, id_: str) -> PlanTree | None:
        """Return a policy."""
        return next((each for each in self.policies if each.id == id_), None)


def flatten(root: TreeNode) -> tuple[PlanNode, ...]:
    """Return the nodes of a tree, the root first."""
    found: list[tuple[TreeNode, TreeNode | None]] = [(root, None)]
    branches: list[dict[str, int]] = [{}]
    # The list grows during the iteration.
    for index, (node, _) in enumerate(found):
        for child in node.children:
            branches[index].setdefault(child.action.context or "", len(found))
            found.append((child, node))
            branches.append({})
    return tuple(
        PlanNode(
            node.action,
            branches[index],
            after_failure=_is_selector(parent) is False and node.action.context == FAIL,
            after_selector=_is_selector(parent) is True,
        )
        for index, (node, parent) in enumerate(found)
    )


def _is_selector(parent: TreeNode | None) -> bool | None:
    return None if parent is None else isinstance(parent.action, AuthnSelectorPolicyAction)


def adapters_in_turn(ids: Iterable[str]) -> PlanTree:
    """Return a policy that tries sources, given by their keys, in their order until one succeeds."""
    sources, nodes = tuple(ids), list[PlanNode]()
    for number, id_ in enumerate(sources):
        at, is_last = 2 * number, number == len(sources) - 1
        action = AuthnSourcePolicyAction(
            type="AUTHN_SOURCE",
            authentication_source=source_of(id_),
        )
        nodes.append(PlanNode(action, {SUCCESS: at + 1, FAIL: 2 * len(sources) if is_last else at + 2}))
        nodes.append(PlanNode(DonePolicyAction(type="DONE", context=SUCCESS), {}))
    nodes.append(PlanNode(DonePolicyAction(type="DONE", context=FAIL), {}, after_failure=True))
    return PlanTree("", "", "", tuple(nodes))


def tree_of(frame: TreePosition, plan: PolicyPlan) -> PlanTree | None:
    """Return the tree of a position; None if it does not exist any more."""
    if frame.adapters:
        return adapters_in_turn(frame.adapters)
    return plan.fragments.get(frame.id) if frame.is_fragment else plan.policy(frame.id)


def compile_tree(id_: str, model: AuthenticationPolicyTree | AuthenticationPolicyFragment) -> PlanTree:
    """Compile a policy or a fragment."""
    digest = sha256(msgspec.json.encode(to_body(model.root_node), order="deterministic")).hexdigest()[:16]
    if not isinstance(model, AuthenticationPolicyTree):
        return PlanTree(id_, model.name, digest, flatten(model.root_node))
    application = model.authentication_api_application_ref
    return PlanTree(
        id_,
        model.name,
        digest,
        flatten(model.root_node),
        model.handle_failures_locally,
        "" if application is None else application.id,
    )


def _compile(given: CompilerInput[PolicyPlan]) -> PolicyPlan:
    """Compile all policies. A plan is compiled as a whole or not at all: without one policy others might apply."""
    try:
        return _compiled(given.view)
    except UNREADABLE as error:
        if given.previous is None:
            raise
        not_usable(POLICIES, "", error)
        return given.previous


def _compiled(view: TransactionView) -> PolicyPlan:
    stored_fragments = view.list(FRAGMENT_RESOURCE, ListQuery()).items
    fragments = {each.id: parse_stored(FRAGMENT_RESOURCE.model, each.body) for each in stored_fragments}
    defaults = view.singleton(POLICY_DEFAULTS)
    policies, is_on = _policies(view), view.singleton(POLICY_SETTINGS).enable_idp_authn_selection
    return PolicyPlan(
        policies=policies if is_on else (),
        is_switched_off=bool(policies) and not is_on,
        fragments={each.id: compile_tree(each.id, fragments[each.id]) for each in stored_fragments},
        inputs={id_: each.inputs.id for id_, each in fragments.items() if each.inputs is not None},
        fail_if_no_selection=defaults.fail_if_no_selection,
        default_adapters=tuple(source_key(each) for each in defaults.default_authentication_sources),
        tracked_parameters=tuple(defaults.tracked_http_parameters),
    )


def _policies(view: TransactionView) -> tuple[PlanTree, ...]:
    found = ((stored, parse_stored(POLICIES.model, stored.body)) for stored in view.list(POLICIES, ListQuery()).items)
    return tuple(compile_tree(stored.id, model) for stored, model in found if model.enabled)


POLICY_PLAN: Compiler[PolicyPlan] = Compiler(
    "policy plan",
    frozenset({POLICIES.kind, FRAGMENT_RESOURCE.kind, POLICY_DEFAULTS.kind, POLICY_SETTINGS.kind}),
    _compile,
)
