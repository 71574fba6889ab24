"""The choices of reference pickers, searched in SQL."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form.widget_values import PickerChoices
from hanse.config.change.bodies import name_of
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.widgets import ReferenceInput, Widget, WidgetOption
from hanse.config.http.implied_documents import implied_of
from hanse.config.list_query import MAXIMUM_FILTER_LENGTH, ListQuery, MemberCondition, StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.translation import localized, say
from hanse.resources.system.authorization_server import COMMON_GROUPS, EXCLUSIVE_GROUPS

OFFERED = 20
# No more names than this are looked up; the console shows fewer of them in a form.
_MOST_LOOKED_UP = 1000
# The scope groups beside each type of scopes that the console's dialog knows.
_GROUPS = {"commonScope": COMMON_GROUPS, "other": EXCLUSIVE_GROUPS}


class ReferenceChoices:
    """Finds the choices of pickers in one transaction. Only documents that the caller may read are offered."""

    def __init__(self, view: TransactionView, principal: Principal) -> None:
        self._view = view
        self._principal = principal
        self._found: dict[tuple[str, str, ListQuery], tuple[tuple[WidgetOption, ...], bool]] = {}

    def __call__(self, widget: Widget, search: str, current: str) -> PickerChoices | None:
        """Return the choices of a picker. The current choice is always among them."""
        registry = self._view.registry
        known = [registry.by_path(each.path) for each in widget.reference.targets if registry.has_path(each.path)]
        if not known:
            # A planned resource (`Ref.planned`) has nothing to choose from, and the form omits the picker.
            return None
        readable = [each for each in known if is_allowed(self._principal, each.area, Intent.READ)]
        found = [self._search(each, search, widget.reference) for each in readable]
        options = tuple(option for each, _ in found for option in each)
        has_more = any(more for _, more in found) or len(options) > OFFERED
        options = options[:OFFERED]
        label = self._name(widget.reference, current)
        if current and current not in {option.value for option in options}:
            options = (WidgetOption(current, label), *options)
        made = PickerChoices(options, label, search, has_more)
        is_empty = not options and not search and widget.reference.among == ListQuery()
        return self._with_way_to_add(made, known) if is_empty else made

    def _with_way_to_add(self, choices: PickerChoices, known: Sequence[Resource[Any]]) -> PickerChoices:
        """Add the page on which the first item can be added, if the caller may add it there."""
        for resource in known:
            ui = resource.ui
            if ui is None or ui.items is None or ui.form is None:
                continue
            if is_allowed(self._principal, resource.area, Intent.WRITE):
                return replace(
                    choices,
                    add_page=f"{ui.page.path}/add",
                    add_text=say("Add {item}", item=localized(ui.items.singular)),
                )
        return choices

    def named(self, widget: Widget, _search: str, current: str) -> PickerChoices:
        """Return the name of the current choice without other choices, for lists."""
        return PickerChoices((), self._name(widget.reference, current))

    def scope_groups(self, widget: Widget, names: Sequence[str]) -> tuple[str, ...]:
        """Return which of the names in a list of scopes are scope groups."""
        groups = _GROUPS[widget.lines.scope_type]
        if not names or not is_allowed(self._principal, groups.area, Intent.READ):
            return ()
        found = self._view.find_many(groups, names[:_MOST_LOOKED_UP])
        return tuple(name for name in names if name in found)

    def _name(self, reference: ReferenceInput, value: str) -> str:
        found = (self._named(each, reference.stored_member, value) for each in reference.targets)
        return next((name for name in found if name != value), value)

    def _named(self, target: Handle[Any], member: str, value: str) -> str:
        """Return the display name of the document with a value in a member, by default with an ID."""
        if not member:
            return self.name(target, value)
        if not value or not self._view.registry.has_path(target.path):
            return value
        resource = self._view.registry.by_path(target.path)
        if not is_allowed(self._principal, resource.area, Intent.READ):
            return value
        query = ListQuery(conditions=(MemberCondition(member, value),), number_per_page=1)
        return next((_label(resource, each, member) for each in self._view.list(resource, query).items), value)

    def name(self, target: Handle[Any], id_: str) -> str:
        """Return the display name of a document, or its ID if it was deleted or the caller may not read it."""
        if not id_ or not self._view.registry.has_path(target.path):
            return id_
        resource = self._view.registry.by_path(target.path)
        if not is_allowed(self._principal, resource.area, Intent.READ):
            return id_
        stored = self._view.find(resource, id_)
        return id_ if stored is None else name_of(resource, stored.id, stored.body)

    def _search(
        self, resource: Resource[Any], search: str, reference: ReferenceInput
    ) -> tuple[tuple[WidgetOption, ...], bool]:
        text = search.replace("\0", "")[:MAXIMUM_FILTER_LENGTH]
        if resource.is_singleton:
            return self._parts(resource, text)
        query = replace(reference.among, filter=text, number_per_page=OFFERED)
        member = reference.stored_member
        key = resource.path, member, query
        if key not in self._found:
            page = self._view.list(resource, query)
            implied = implied_of(resource, self._view, query)
            found = [StoredDocument(str(implied[resource.ids.member]), implied, 0)] if implied is not None else []
            found += page.items
            options = tuple(
                WidgetOption(str(each.body.get(member, "")) if member else each.id, _label(resource, each, member))
                for each in found[:OFFERED]
            )
            self._found[key] = options, page.next_key is not None or len(found) > OFFERED
        return self._found[key]

    def _parts(self, resource: Resource[Any], text: str) -> tuple[tuple[WidgetOption, ...], bool]:
        """Return the parts of a singleton to which references refer by name, such as the extended properties."""
        names = [each.name for each in self._view.singleton(resource).items]
        found = [name for name in names if text.casefold() in name.casefold()]
        return tuple(WidgetOption(name, name) for name in found[:OFFERED]), len(found) > OFFERED


def _label(resource: Resource[Any], stored: StoredDocument, member: str) -> str:
    """Return the name of a document, with the stored value if that is not the ID."""
    name = name_of(resource, stored.id, stored.body)
    value = str(stored.body.get(member, "")) if member else ""
    return f"{name} ({value})" if value and value != name else name
