"""Errors in a policy's tree: in its shape and size, and in its nodes' rules and mappings."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.authentication.policies.attribute_rules import check_attribute_rules
from hanse.resources.authentication.policies.branches import TreeStep, branches_of, rules_of, steps
from hanse.resources.authentication.policies.mappings import check_mappings
from hanse.resources.authentication.policies.node_inputs import SOURCES, can_authenticate, sources_at
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import (
    MOST_NODES,
    ApcMappingPolicyAction,
    AuthnSourcePolicyAction,
    LocalIdentityMappingPolicyAction,
    Node,
    RestartPolicyAction,
)

MOST_DEPTH = 50
# Limit for all nodes together: each needs a query for its source, within the transaction of the save.
MOST_RULES = 2_000


def check_tree(root: Node, documents: Documents, inputs: str | None = None) -> Iterator[FieldError]:
    """Find errors in a tree. `inputs` is the input contract if the tree is a fragment."""
    found = tuple(islice(steps(root), MOST_NODES + 1))
    if problems := tuple(_too_much(found)):
        yield from problems
        return
    if isinstance(root.action, (RestartPolicyAction, ApcMappingPolicyAction, LocalIdentityMappingPolicyAction)):
        # A restart there would never end, and a contract mapping would accept a user whom nobody has authenticated.
        yield FieldError("A policy must begin with an adapter, a selector or a fragment.", "rootNode.action")
    for step in found:
        yield from _check_source(step, documents)
        yield from _check_branches(step, documents)
        sources = tuple(sources_at(step.known, inputs, documents))
        if (rules := rules_of(step.node.action)) is not None:
            path = f"{step.path}.action.attributeRules"
            yield from (error.below(path) for error in check_attribute_rules(rules, sources))
        yield from check_mappings(step, tuple(sources_at(step.above, inputs, documents)), documents)


def _too_much(found: tuple[TreeStep, ...]) -> Iterator[FieldError]:
    if len(found) > MOST_NODES:
        yield FieldError(
            message("A policy has at most {limit:,} nodes.", limit=MOST_NODES), "rootNode", "too_many_values"
        )
    deepest = max(found, key=lambda step: step.depth)
    if deepest.depth > MOST_DEPTH:
        yield FieldError(message("A policy is at most {limit} nodes deep.", limit=MOST_DEPTH), deepest.path, "too_deep")
    rules = (rules_of(step.node.action) for step in found)
    if sum(len(each.items) for each in rules if each is not None) > MOST_RULES:
        yield FieldError(
            message("A policy has at most {limit:,} rules.", limit=MOST_RULES), "rootNode", "too_many_values"
        )


def _check_source(step: TreeStep, documents: Documents) -> Iterator[FieldError]:
    action = step.node.action
    if not isinstance(action, AuthnSourcePolicyAction):
        return
    source = action.authentication_source
    body = documents.body(SOURCES[source.type], source.source_ref.id)
    # A source that does not exist is found with all references.
    if body is not None and not can_authenticate(source.type, body):
        text = message("The connection {name} has no settings for Browser SSO.", name=str(body.get("name")))
        yield FieldError(text, f"{step.path}.action.authenticationSource.sourceRef", "unfit_source")


def _check_branches(step: TreeStep, documents: Documents) -> Iterator[FieldError]:
    needed = branches_of(step.node.action, documents)
    if needed is None:
        return
    children = [child.action.context or "" for child in step.node.children]
    counted = Counter(children)
    for index, name in enumerate(children):
        path = f"{step.path}.children[{index}].action.context"
        if name not in needed and not (name == "Success" and rules_of(step.node.action) is not None):
            yield FieldError(
                message("There is no result '{name}' of the node above.", name=name), path, "unknown_result"
            )
        elif counted[name] > 1:
            yield FieldError(message("The result '{name}' has more than one branch.", name=name), path, "value_in_use")
    for name in needed:
        if name and name not in counted:
            yield FieldError(
                message("The branch '{name}' is missing.", name=name), f"{step.path}.children", "missing_branch"
            )
