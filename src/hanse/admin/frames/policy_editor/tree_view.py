"""The view of a tree: each node with its branch, its choices, its rules and its mapping."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hanse import handles
from hanse.admin.frames.form.posted_tree import ADAPTER, ROOT, blank_node, choice_of, size
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
from hanse.admin.frames.policy_editor.node_mappings import NodeMapping, node_mappings
from hanse.admin.frames.policy_editor.rules_dialog import rules_message
from hanse.config.change.bodies import name_of
from hanse.config.declare.ui.widgets import Widget, WidgetKind, WidgetOption
from hanse.config.list_query import MAXIMUM_FILTER_LENGTH, ListQuery
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.labels import label_of
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, say
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS, rules_of
from hanse.resources.authentication.policies.mappings import targets_of
from hanse.resources.authentication.policies.node_inputs import NodeInput, can_authenticate, found_in, sources_at
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import PolicyAction, action_of
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import EXPRESSION

Body = dict[str, Any]
OFFERED = 100
# Maximum number of choices on one page. In a larger tree, nodes offer only the current choice until they are opened.
MOST_CHOICES = 20_000
UNCHOSEN = message("Choose the next step.")
UNREACHABLE = message("Not reached, because Default to Success is off.")
_NODE = Widget(name="node", kind=WidgetKind.NODE, label="Node")
_CONNECTION = "IDP_CONNECTION"
# The choices of each kind: the heading, the resource, and what the choice begins with.
_KINDS = (
    (message("IdP Adapters"), handles.ADAPTERS, f"AUTHN_SOURCE {ADAPTER} "),
    (message("IdP Connections"), handles.IDP_CONNECTIONS, f"AUTHN_SOURCE {_CONNECTION} "),
    (message("Selectors"), handles.SELECTORS, "AUTHN_SELECTOR "),
    (message("Fragments"), handles.POLICY_FRAGMENTS, "FRAGMENT "),
    (message("Policy Contracts"), handles.POLICY_CONTRACTS, "APC_MAPPING "),
    (message("Local Identity Profiles"), handles.LOCAL_IDENTITY_PROFILES, "LOCAL_IDENTITY_MAPPING "),
)
_ENDS = (
    WidgetOption("DONE", message("Done")),
    WidgetOption("CONTINUE", message("Continue")),
    WidgetOption("RESTART", message("Restart")),
)
# The type of a node, in words; the ends are named by what is chosen.
_WORDS = {
    "AUTHN_SOURCE": message("IdP Adapter"),
    "AUTHN_SELECTOR": message("Selector"),
    "FRAGMENT": message("Fragment"),
    "APC_MAPPING": message("Policy Contract"),
    "LOCAL_IDENTITY_MAPPING": message("Local Identity Profile"),
}
KINDS = {
    **_WORDS,
    "DONE": message("Done"),
    "CONTINUE": message("Continue"),
    "RESTART": message("Restart"),
}


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices under one heading."""

    label: str
    options: tuple[WidgetOption, ...]


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

    def fill(self, widget: Widget, tree: Body | None, path: str, holder: Mapping[str, Any]) -> ShownWidget:
        """Return the tree."""
        tree = tree or blank_node()
        inputs = (holder.get("inputs") or {}).get("id")
        # The stored tree may need another branch by now, for example because a selector was changed.
        complete_tree(tree, self._documents, inputs)
        if not self.is_whole:
            apply_toggles(tree, path, self.toggles)
            collapse(tree, path, self.revealed)
        offered = sum(len(group.options) for group in self._groups)
        self._is_large = self._seen(tree) * offered > MOST_CHOICES
        root = self._node(tree, path, ROOT, (), inputs)
        text = json.dumps(tree, ensure_ascii=False)
        return ShownTree(widget, path, text, widget.label, inner=[root], search=self.search, has_more=self._more)

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

    @cached_property
    def _found(self) -> tuple[tuple[ChoiceGroup, ...], bool]:
        return self._offered()

    @property
    def _groups(self) -> tuple[ChoiceGroup, ...]:
        return self._found[0]

    @property
    def _more(self) -> bool:
        return self._found[1]

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
        shown.choice, shown.kind_text = choice, _kind_of(body)
        shown.groups = self._with_current(choice, is_root=key == ROOT)
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

    def _offered(self) -> tuple[tuple[ChoiceGroup, ...], bool]:
        groups, more = [], False
        for label, target, prefix in _KINDS:
            if not self.view.knows(target):
                continue
            resource = self.view.registry.by_path(target.path)
            text = self.search.replace("\0", "")[:MAXIMUM_FILTER_LENGTH]
            page = self.view.list(resource, ListQuery(filter=text, number_per_page=OFFERED))
            more = more or page.next_key is not None
            type_ = prefix.split()[-1]
            found = [each for each in page.items if can_authenticate(type_, each.body)]
            if found:
                options = (WidgetOption(prefix + each.id, name_of(resource, each.id, each.body)) for each in found)
                groups.append(ChoiceGroup(label, tuple(options)))
        return tuple(groups), more

    def _with_current(self, choice: str, *, is_root: bool) -> tuple[ChoiceGroup, ...]:
        ends = ChoiceGroup(
            message("End"), tuple(replace(each, label=localized(each.label)) for each in _ENDS[: 2 if is_root else 3])
        )
        offered = [each for each in self._groups if not (is_root and each.label == "Policy Contracts")]
        groups = (*offered, ends)
        if not choice or any(each.value == choice for group in groups for each in group.options):
            return groups
        prefix = next((prefix for _, _, prefix in _KINDS if choice.startswith(prefix)), "")
        target = next((target for _, target, each in _KINDS if each == prefix), None)
        id_ = choice.removeprefix(prefix)
        body = self._documents.body(target, id_) if target is not None else None
        name = say("{id} (deleted)", id=id_) if body is None else str(body.get("name", id_))
        return (ChoiceGroup(message("Chosen"), (WidgetOption(choice, name),)), *groups)


def _kind_of(action: Body) -> Message | str:
    """Return the type of a node, in words."""
    if (action.get("authenticationSource") or {}).get("type") == _CONNECTION:
        return message("IdP Connection")
    return _WORDS.get(action.get("type", ""), "")


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
