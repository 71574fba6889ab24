"""Which ways lead on from a node, and along which ways its attributes are known."""

from collections.abc import Iterator
from dataclasses import dataclass

from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.selector_results import results_of
from hanse.resources.authentication.policies.tree import (
    AttributeRules,
    AuthnSelectorPolicyAction,
    AuthnSourcePolicyAction,
    FragmentPolicyAction,
    Node,
    PolicyAction,
)

FAIL, SUCCESS = "Fail", "Success"


def rules_of(action: PolicyAction) -> AttributeRules | None:
    """Return the rules of a node, if its kind has some."""
    return action.attribute_rules if isinstance(action, (AuthnSourcePolicyAction, FragmentPolicyAction)) else None


def branches_of(action: PolicyAction, documents: Documents) -> tuple[str, ...] | None:
    """Return the branches that a node needs; None if they are unknown, as for a selector that does not exist."""
    match action:
        case AuthnSourcePolicyAction() | FragmentPolicyAction():
            rules = action.attribute_rules
            results = dict.fromkeys(rule.result for rule in rules.items) if rules is not None else {}
            falls_back = rules is None or not rules.items or rules.fallback_to_success
            return (FAIL, *results, *((SUCCESS,) if falls_back else ()))
        case AuthnSelectorPolicyAction():
            return results_of(action.authentication_selector_ref.id, documents)
        case _:
            return ()


@dataclass(frozen=True)
class TreeStep:
    """A node where it stands: its path in the body, how deep, and the nodes whose attributes are known there."""

    node: Node
    path: str
    depth: int
    above: tuple[PolicyAction, ...]

    @property
    def known(self) -> tuple[PolicyAction, ...]:
        """What rules of this node can look at: what came before, and what just happened."""
        return (*self.above, self.node.action)


def steps(
    node: Node, path: str = "rootNode", depth: int = 1, above: tuple[PolicyAction, ...] = ()
) -> Iterator[TreeStep]:
    """Yield every node of a tree, each before those below it."""
    yield TreeStep(node, path, depth, above)
    for index, child in enumerate(node.children):
        # What has failed has told nothing of the user.
        known = above if child.action.context == FAIL else (*above, node.action)
        yield from steps(child, f"{path}.children[{index}]", depth + 1, known)
