"""The mapping of one node: in words on the tree, and as a page of its own with the form that all mappings have.

The page contains all posted fields of the policy as hidden fields. Its own fields begin with `NODE`, so that the two
forms do not confuse their fields.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hanse.admin.frames.form.attribute_sources import SOURCES
from hanse.admin.frames.form.mapping import CONDITIONS, CRITERIA, EXPRESSIONS, FULFILLMENT, MappingPart
from hanse.admin.frames.form.mapping_rows import SOURCE, VALUE
from hanse.admin.frames.form.posted_tree import ROOT, node_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.declare.validation import parse
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import FieldError, MalformedRequest, ValidationFailed
from hanse.kit.texts.labels import label_of
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say
from hanse.resources.authentication.policies.branches import FAIL
from hanse.resources.authentication.policies.mappings import (
    FRAGMENT_MAPPING,
    INBOUND,
    MAPPING,
    OUTBOUND,
    USER_ID,
    MappingTarget,
    offer_of,
    sources_of,
    targets_of,
)
from hanse.resources.authentication.policies.node_inputs import NodeInput, found_in, sources_at
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import PolicyAction, action_of
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer

Body = dict[str, Any]
NODE, KEY = "node", "_node"
EDIT_MAPPING, APPLY_MAPPING = "map", "mapped"
INCOMING, AUTHENTICATED = message("Incoming User ID"), "userIdAuthenticated"
_NAMES = {
    MAPPING: message("Contract Mapping"),
    FRAGMENT_MAPPING: message("Fragment Mapping"),
    USER_ID: INCOMING,
    OUTBOUND: message("Outbound Mapping"),
    INBOUND: message("Inbound Mapping"),
}
# Separates the key of a node from the name of its mapping, if it is not the first one.
_SEPARATOR = "~"


def mapping_name(target: MappingTarget) -> str:
    """Return the display name of the mapping of a node."""
    return _NAMES[target.member]


@dataclass(frozen=True)
class MappedAttribute:
    """One line of what is mapped."""

    name: str
    source: str
    value: str


@dataclass(frozen=True)
class NodeMapping:
    """A mapping of a node: the key by which the page names it, its display name, and its rows."""

    key: str
    text: str
    rows: list[MappedAttribute]


def node_mappings(
    action: Body, key: str, targets: Sequence[MappingTarget], sources: Callable[[], tuple[NodeInput, ...]]
) -> Iterator[NodeMapping]:
    """Yield the mappings of a node."""
    for number, target in enumerate(targets):
        name = key if number == 0 else f"{key}{_SEPARATOR}{target.member}"
        yield NodeMapping(name, localized(mapping_name(target)), list(_mapped_rows(action, target, sources)))


def node_key(key: str) -> str:
    """Return the key of the node to which a mapping belongs."""
    return key.partition(_SEPARATOR)[0]


def _mapped_rows(
    action: Body, target: MappingTarget, sources: Callable[[], tuple[NodeInput, ...]]
) -> Iterator[MappedAttribute]:
    """Yield what is mapped, in words."""
    held = _held(action, target)
    if not held:
        return
    known = sources_of(target, sources())

    def source_text(source: Body) -> str:
        type_, id_ = str(source.get("type") or ""), str(source.get("id") or "")
        found = found_in(known, type_, id_)
        if found is not None:
            return localized(found.name)
        label = label_of(SourceType, type_)
        return say("{type}: {name}", type=label, name=id_) if id_ else localized(label)

    for each in held.get(SOURCES) or []:
        query = each.get("searchFilter") or each.get("filter") or ""
        store = (each.get("dataStoreRef") or {}).get("id") or ""
        yield MappedAttribute(
            say("Attribute source {id}", id=each.get("id", "")), f"{each.get('type', '')}: {store}", str(query)
        )
    for name, each in (held.get(FULFILLMENT) or {}).items():
        yield MappedAttribute(name, source_text(each.get(SOURCE) or {}), str(each.get(VALUE) or ""))
    criteria = held.get(CRITERIA) or {}
    for each in criteria.get(CONDITIONS) or []:
        condition = label_of(Condition, each.get("condition"))
        how = say(
            "{attribute} {condition} “{value}”",
            attribute=each.get("attributeName"),
            condition=condition,
            value=each.get(VALUE),
        )
        yield MappedAttribute(say("Issuance criterion"), source_text(each.get(SOURCE) or {}), how)
    for each in criteria.get(EXPRESSIONS) or []:
        yield MappedAttribute(say("Issuance criterion"), say("Expression"), str(each.get("expression") or ""))


def _held(action: Body, target: MappingTarget) -> Body:
    """Return the mapping of a node. The user ID of an authentication source becomes a mapping of one attribute."""
    found = action.get(target.member) or {}
    return {FULFILLMENT: {INCOMING: found}} if found and target.member == USER_ID else dict(found)


class NodeForm:
    """The form of a node's mapping, for what is entered in a policy."""

    def __init__(self, view: TransactionView, body: Body, key: str, *, writes_expressions: bool) -> None:
        """Raises MalformedRequest if the node has no mapping."""
        tree = body.get("rootNode")
        if not isinstance(tree, dict):
            raise MalformedRequest("The form has no tree.")
        documents = Documents(view)
        self._view = view
        self.key = key
        node, _, member = key.partition(_SEPARATOR)
        self.action: Body = node_at(tree, node)["action"]
        targets = targets_of(action_of(self.action), documents)
        target = next((each for each in targets if member in ("", each.member)), None)
        if target is None:
            raise MalformedRequest("This node has nothing to map.")
        sources = tuple(sources_at(_above(tree, node), (body.get("inputs") or {}).get("id"), documents))
        self._is_user_id = target.member == USER_ID
        wanted = replace(target, attributes=(INCOMING,)) if self._is_user_id else target
        self._target = target
        self._offer: MappingOffer = offer_of(wanted, sources, documents)
        self._part = MappingPart(writes_expressions=writes_expressions, is_plain=self._is_user_id)
        # A policy maps the same contract on several branches.
        branch = self.action.get("context")
        self.title = f"{mapping_name(target)} on {branch}" if branch else mapping_name(target)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The form: one group, so that its fields have names of their own."""
        return (node_group(self._part, is_user_id=self._is_user_id),)

    @property
    def stored(self) -> Body:
        """The form values of the mapping in the tree."""
        held = self._part.to_form(_held(self.action, self._target))
        if self._is_user_id:
            held[AUTHENTICATED] = bool(self.action.get(AUTHENTICATED))
        return {NODE: self._part.follow(self._view, self._offer, held)}

    def updated(self, entered: Body) -> Body:
        """Adapt the widgets to what was entered, and return the values that they show."""
        return {NODE: self._part.follow(self._view, self._offer, entered.get(NODE) or {})}

    def apply(self, entered: Body) -> list[FieldError]:
        """Store what was entered in the tree, and return the errors with their paths in the form."""
        held = self._part.to_api(self.updated(entered)[NODE])
        if self._is_user_id:
            self._apply_user_id(held)
            return []
        sent = {name: value for name, value in held.items() if value}
        sent.setdefault(FULFILLMENT, {})
        try:
            mapping = parse(AttributeMapping, json.dumps(sent).encode())
        except ValidationFailed as error:
            return [self._with_form_path(each) for each in error.errors]
        self.action[self._target.member] = sent
        return [self._with_form_path(each) for each in mapping_errors(mapping, self._offer, self._view)]

    def _apply_user_id(self, held: Body) -> None:
        value = held[FULFILLMENT].get(INCOMING)
        for name in (USER_ID, AUTHENTICATED):
            self.action.pop(name, None)
        if value is not None:
            self.action |= {USER_ID: value, AUTHENTICATED: bool(held.get(AUTHENTICATED))}

    def _with_form_path(self, error: FieldError) -> FieldError:
        return replace(error, field_path=f"{NODE}.{self._part.form_path(error.field_path or '')}")


def node_group(part: MappingPart, *, is_user_id: bool = False) -> Widget:
    """Return the widget of a node's form."""
    members = part.widgets
    if is_user_id:
        help_ = "Treat the user with this ID as authenticated, without asking for credentials."
        members = (
            *members,
            Widget(name=AUTHENTICATED, kind=WidgetKind.FLAG, label="User ID Authenticated", help=help_, default=False),
        )
    return Widget(name=NODE, kind=WidgetKind.GROUP, label="", members=members)


def _above(tree: Body, key: str) -> tuple[PolicyAction, ...]:
    """Return the actions whose attributes are known at a node."""
    found: list[PolicyAction] = []
    node = tree
    for step in key.removeprefix(ROOT).split(".")[1:]:
        action, child = action_of(node["action"]), node["children"][int(step)]
        # An action that failed has returned no attributes.
        if action is not None and child["action"].get("context") != FAIL:
            found.append(action)
        node = child
    return tuple(found)


def carried_fields(posted: Mapping[str, Sequence[str]], tree: Body, tree_field: str) -> list[tuple[str, str]]:
    """Return the hidden fields of a node's page: the posted fields of the policy, with the current tree."""
    kept = [
        (name, value)
        for name, values in posted.items()
        for value in values
        if name not in ("_token", "_do", KEY, tree_field)
        and not name.startswith((f"{NODE}.", f"{tree_field}:", "submittedRules", "defaultSuccess", f"_search:{NODE}."))
    ]
    return [*kept, (tree_field, json.dumps(tree, ensure_ascii=False))]
