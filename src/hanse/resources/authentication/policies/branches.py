"""The branches that each node of a policy needs, and the sources whose attributes are known on each branch."""

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
    """Return the rules of a node; None if its type has no rules."""
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
    """A node with its position: its path in the body, its depth, and the earlier nodes whose attributes are known."""

    node: Node
    path: str
    depth: int
    above: tuple[PolicyAction, ...]

    @property
    def known(self) -> tuple[PolicyAction, ...]:
        """Return the sources that the rules of this node can use: earlier nodes, and the node itself."""
        return (*self.above, self.node.action)


def steps(
    node: Node, path: str = "rootNode", depth: int = 1, above: tuple[PolicyAction, ...] = ()
) -> Iterator[TreeStep]:
    """Yield every node of a tree, each before its children."""
    yield TreeStep(node, path, depth, above)
    for index, child in enumerate(node.children):
        # A node that failed provides no attributes.
        known = above if child.action.context == FAIL else (*above, node.action)
        yield from steps(child, f"{path}.children[{index}]", depth + 1, known)
