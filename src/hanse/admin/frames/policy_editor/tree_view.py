"""The view of a tree: each node with its branch, its choices, its rules and its mapping."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hanse.admin.frames.form.posted_tree import ROOT, blank_node, choice_of, size
from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.admin.frames.policy_editor.collapsed_nodes import (
    FURTHER,
    PAGE,
    apply_toggles,
    collapse,
    is_collapsed,
    shown_of,
    with_step,
)
from hanse.admin.frames.policy_editor.completed_tree import complete_tree
from hanse.admin.frames.policy_editor.node_choices import ChoiceGroup, NodeChoices, kind_of
from hanse.admin.frames.policy_editor.node_mappings import NodeMapping, node_mappings
from hanse.admin.frames.policy_editor.rules_dialog import rules_message
from hanse.config.declare.ui.widgets import Widget, WidgetKind, WidgetOption
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.labels import label_of
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS, rules_of
from hanse.resources.authentication.policies.mappings import targets_of
from hanse.resources.authentication.policies.node_inputs import NodeInput, found_in, sources_at
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import PolicyAction, action_of
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import EXPRESSION

Body = dict[str, Any]
# Maximum number of choices on one page. In a larger tree, nodes offer only the current choice until they are opened.
MOST_CHOICES = 20_000
UNCHOSEN = message("Choose the next step.")
UNREACHABLE = message("Not reached, because Default to Success is off.")
_NODE = Widget(name="node", kind=WidgetKind.NODE, label="Node")


@dataclass
class ShownNode(ShownWidget):
    """A node of the tree."""

    key: str = ROOT
    branch: str = ""
    tone: str = "result"
    choice: str = ""
    groups: tuple[ChoiceGroup, ...] = ()
    # The action in words: its kind, and what it is.
    kind_text: str = ""
    name_text: str = ""
    # True if an action is chosen below this node. Another choice here would remove it.
    has_subtree: bool = False
    # The number of nodes below, whether they are hidden, and the query parameter that changes this.
    following: int = 0
    is_collapsed: bool = False
    steps: str = ""
    # The number of branches that are not shown, how many of them are shown next, and the query parameter for that.
    rest: int = 0
    next_rest: int = 0
    further: str = ""
    # True if the current choice is the only option.
    offers_only_chosen: bool = False
    rules: list[tuple[str, str, str]] | None = None
    falls_back: bool = True
    # True for a success branch that the rules of the node above can no longer reach.
    is_unreachable: bool = False
    message: str = ""
    mappings: list[NodeMapping] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The action of the node, in words."""
        rules = [f"{where} {how}: {result}" for where, how, result in self.rules or ()]
        lines = [f"{each.name}: {each.source} {each.value}" for mapping in self.mappings for each in mapping.rows]
        last = [say("else Success" if self.falls_back else "else Fail")] if rules else []
        unreachable = [localized(UNREACHABLE)] if self.is_unreachable else []
        return "; ".join((self.name_text or localized(UNCHOSEN), *unreachable, *rules, *last, *lines))

    def error_text(self, text: str) -> str:
        """Return the text of an error. A node without an action always has the same text."""
        return text if self.choice else localized(UNCHOSEN)


@dataclass
class ShownTree(ShownWidget):
    """The tree as a whole; its value is what the page carries along."""

    search: str = ""
    has_more: bool = False


@dataclass
class TreeFiller:
    """Makes what is shown of a tree, in one transaction."""

    view: TransactionView
    search: str = ""
    # The path of the node that offers all choices, in a large tree.
    expanded_path: str = ""
    # Paths that must be shown, the opened and closed nodes of the address, and whether the whole tree is shown.
    revealed: tuple[str, ...] = ()
    toggles: str = ""
    is_whole: bool = False

    def __post_init__(self) -> None:
        self._documents = Documents(self.view)
        self._is_large = False
        self._choices = NodeChoices(self.view, self._documents, self.search)

    def fill(self, widget: Widget, tree: Body | None, path: str, holder: Mapping[str, Any]) -> ShownWidget:
        """Return the tree."""
        tree = tree or blank_node()
        inputs = (holder.get("inputs") or {}).get("id")
        # The stored tree may need another branch by now, for example because a selector was changed.
        complete_tree(tree, self._documents, inputs)
        if not self.is_whole:
            apply_toggles(tree, path, self.toggles)
            collapse(tree, path, self.revealed)
        self._is_large = self._seen(tree) * self._choices.number > MOST_CHOICES
        root = self._node(tree, path, ROOT, (), inputs)
        text = json.dumps(tree, ensure_ascii=False)
        return ShownTree(
            widget, path, text, widget.label, inner=[root], search=self.search, has_more=self._choices.are_more
        )

    def _seen(self, node: Body) -> int:
        return 1 + (0 if self._is_collapsed(node) else sum(map(self._seen, self._branches(node))))

    def _is_collapsed(self, node: Body) -> bool:
        return not self.is_whole and is_collapsed(node)

    def _branches(self, node: Body) -> list[Body]:
        """Return the branches that are shown of a node."""
        if self._is_collapsed(node):
            return []
        children: list[Body] = node["children"]
        return children if self.is_whole else shown_of(node)

    def _node(self, node: Body, path: str, key: str, above: tuple[PolicyAction, ...], inputs: str | None) -> ShownNode:
        body = node["action"]
        action, branch, choice = action_of(body), str(body.get("context") or ""), choice_of(body)
        shown = ShownNode(
            _NODE,
            path,
            body,
            say("Branch {branch}", branch=branch) if key != ROOT else say("Policy"),
            key=key,
            branch=branch,
        )
        shown.tone = {FAIL: "fail", SUCCESS: "success"}.get(branch, "result")
        shown.choice, shown.kind_text = choice, kind_of(body)
        shown.groups = self._choices.for_node(choice, is_root=key == ROOT)
        label = (each.label for group in shown.groups for each in group.options if each.value == choice)
        shown.name_text = next(label, choice)
        if self._is_large and choice and path != self.expanded_path:
            shown.offers_only_chosen, shown.groups = (
                True,
                (ChoiceGroup(message("Chosen"), (WidgetOption(choice, shown.name_text),)),),
            )
        known = above if action is None else (*above, action)
        if action is not None and body["type"] in ("AUTHN_SOURCE", "FRAGMENT"):
            sources = tuple(sources_at(known, inputs, self._documents))
            shown.message = rules_message(key, body, sources)
            rules = rules_of(action)
            shown.rules = list(_rows(body.get("attributeRules") or {}, sources))
            shown.falls_back = rules is None or rules.fallback_to_success
        shown.mappings = list(
            node_mappings(
                body,
                key,
                targets_of(action, self._documents),
                lambda: tuple(sources_at(above, inputs, self._documents)),
            )
        )
        branches = [
            self._node(
                child,
                f"{path}.children[{index}]",
                f"{key}.{index}",
                above if child["action"].get("context") == FAIL else known,
                inputs,
            )
            for index, child in enumerate(self._branches(node))
        ]
        for each in branches:
            each.is_unreachable = bool(shown.rules) and not shown.falls_back and each.branch == SUCCESS
        shown.inner = [*branches]
        shown.following, shown.is_collapsed = size(node) - 1, self._is_collapsed(node)
        shown.steps = with_step(self.toggles, key)
        shown.rest = 0 if shown.is_collapsed else len(node["children"]) - len(shown.inner)
        shown.next_rest, shown.further = min(shown.rest, PAGE), with_step(self.toggles, key + FURTHER)
        shown.has_subtree = any(choice_of(child["action"]) for child in node["children"])
        return shown


def _rows(rules: Body, sources: tuple[NodeInput, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield each rule in words: the attribute, the condition, and the result."""
    for rule in rules.get("items") or []:
        source = rule.get("attributeSource") or {}
        if source.get("type", EXPRESSION) == EXPRESSION:
            yield say("Expression"), rule.get("expression", ""), rule.get("result", "")
            continue
        id_ = source.get("id", "")
        found = found_in(sources, source["type"], id_)
        where = f"{id_ if found is None else localized(found.name)}: {rule.get('attributeName', '')}"
        condition = label_of(Condition, rule.get("condition"))
        how = say("{condition} “{value}”", condition=condition, value=rule.get("expectedValue", ""))
        yield where, how, rule.get("result", "")
