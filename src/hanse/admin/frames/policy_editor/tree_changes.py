"""The actions of the tree's buttons, on the tree of the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from hanse.admin.frames.form.posted_tree import ROOT, clear, node_at
from hanse.admin.frames.policy_editor.collapsed_nodes import set_collapsed, show_more
from hanse.admin.frames.policy_editor.completed_tree import complete_tree
from hanse.admin.frames.policy_editor.rules_dialog import submitted, with_rules
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import MalformedRequest
from hanse.resources.authentication.policies.referenced_documents import Documents

Body = dict[str, Any]
# The member of policies and fragments that is a tree.
TREE = "rootNode"
CHOOSE, CLEAR, RULES = "choose", "clear", "rules"
# They change which nodes are shown, and not the policy.
COLLAPSE, UNFOLD, MORE = "fold", "unfold", "more"
FOLDS = frozenset({COLLAPSE, UNFOLD, MORE})
TREE_ACTIONS = frozenset({CHOOSE, CLEAR, RULES, *FOLDS})


def change_tree(body: Body, what: str, key: str, posted: Mapping[str, Sequence[str]]) -> str:
    """Apply the action of a button, and return the path that gets the focus. Raises MalformedRequest."""
    tree = body.get(TREE)
    if not isinstance(tree, dict):
        raise MalformedRequest("The form has no tree.")
    if what == MORE:
        return path_of_node(f"{key}.{show_more(node_at(tree, key))}")
    if what in FOLDS:
        set_collapsed(tree, key, collapsed=what == COLLAPSE)
        return f"{COLLAPSE}:{path_of_node(key)}"
    if what == CLEAR:
        clear(tree, key)
    if what == RULES:
        key = (posted.get("submittedRulesId") or ("",))[-1]
        rules = submitted((posted.get("submittedRules") or ("",))[-1])
        default = (posted.get("defaultSuccess") or ("",))[-1] == "true"
        with_rules(node_at(tree, key), rules, default_success=default)
    if what != CLEAR:
        # The effect of a choice is visible.
        set_collapsed(tree, key, collapsed=False)
    return path_of_node(key)


def path_of_node(key: str) -> str:
    """Return the path of a node in the form."""
    return TREE + "".join(f".children[{step}]" for step in key.removeprefix(ROOT).split(".")[1:])


def complete_trees(body: Body, view: TransactionView) -> None:
    """Give the tree of a form the branches that it needs."""
    tree = body.get(TREE)
    if isinstance(tree, dict):
        complete_tree(tree, Documents(view), (body.get("inputs") or {}).get("id"))
