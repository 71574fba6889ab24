"""The choices for the next step at a node of a tree, and the words for each kind of step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hanse import handles
from hanse.admin.frames.form.posted_tree import ADAPTER
from hanse.config.change.bodies import name_of
from hanse.config.declare.ui.widgets import WidgetOption
from hanse.config.list_query import MAXIMUM_FILTER_LENGTH, ListQuery
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, say
from hanse.resources.authentication.policies.node_inputs import can_authenticate
from hanse.resources.authentication.policies.referenced_documents import Documents

Body = Mapping[str, Any]
OFFERED = 100
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


@dataclass(frozen=True)
class NodeChoices:
    """The choices that documents and a search offer, read once for all nodes of a tree."""

    view: TransactionView
    documents: Documents
    search: str

    @property
    def number(self) -> int:
        """Return the number of choices of a node."""
        return sum(len(group.options) for group in self._groups)

    @property
    def are_more(self) -> bool:
        """Return whether a kind has more choices than are offered."""
        return self._found[1]

    def for_node(self, choice: str, *, is_root: bool) -> tuple[ChoiceGroup, ...]:
        """Return the choices of a node. The current choice is one of them, even if it was deleted."""
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
        body = self.documents.body(target, id_) if target is not None else None
        name = say("{id} (deleted)", id=id_) if body is None else str(body.get("name", id_))
        return (ChoiceGroup(message("Chosen"), (WidgetOption(choice, name),)), *groups)

    @property
    def _groups(self) -> tuple[ChoiceGroup, ...]:
        return self._found[0]

    @cached_property
    def _found(self) -> tuple[tuple[ChoiceGroup, ...], bool]:
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


def kind_of(action: Body) -> Message | str:
    """Return the type of a node, in words."""
    if (action.get("authenticationSource") or {}).get("type") == _CONNECTION:
        return message("IdP Connection")
    return _WORDS.get(action.get("type", ""), "")
