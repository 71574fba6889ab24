"""The form of a plug-in's instance: what all instances have, what the plug-in declares, and what its kind adds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hanse.admin.frames.form import plugin_fields
from hanse.admin.frames.form.plugin_fields import CONFIGURATION, FIELD, INHERITED, TABLE
from hanse.admin.frames.frame import Frame
from hanse.config.declare.fields import ConfigModel, sealed_name
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import Dependence, ReferenceInput, Widget, WidgetKind
from hanse.config.list_query import ListQuery, MemberCondition, NotBelowCondition
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.plugin import Plugin
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.translation import localized

Body = dict[str, Any]
NAME, ID, PARENT, CONTRACT = "name", "id", "parentRef", "attributeContract"
CORE, EXTENDED = "coreAttributes", "extendedAttributes"
# Shown and never sent: names of fields that only the form has begin with an underscore.
TYPE_NAME, PSEUDONYM = "_type", "pseudonym"
_COMMON = frozenset({NAME, ID, PARENT, CONFIGURATION, "pluginDescriptorRef", "lastModified"})
_FIELD = re.compile(r"configuration\.fields\[(\d+)\](?:\.\w+)?")
_COLUMN = re.compile(r"configuration\.tables\[(\d+)\]\.rows\[(\d+)\]\.fields\[(\d+)\](?:\.\w+)?")
_TABLE = re.compile(r"configuration\.tables\[(\d+)\](?:\.rows)?(\[\d+\])?(?:\.\w+)?")


def parent_of(body: Mapping[str, Any]) -> str:
    """Return the id of the parent that an instance names."""
    link = body.get(PARENT)
    return str(link["id"]) if link else ""


def parent_settings(view: TransactionView, kind: PluginKind[Any], parent: str, type_: str) -> Body | None:
    """Return the settings of a parent, with those that it inherits itself; None if it cannot be the parent."""
    plugin = kind.plugins.get(type_)
    if plugin is None or view.find(kind.resource, parent) is None:
        return None
    instance = view.model(kind.resource, parent)
    if instance.plugin_descriptor_ref.id != type_:
        return None
    generations = (instance, *ancestors(view, kind.resource, instance))
    found = merged([each.configuration for each in generations], plugin.form)
    shown: Body = found.model_dump(mode="json", by_alias=True, exclude_none=True)
    return shown


def parents_for(type_: str, id_: str) -> ListQuery:
    """Return which instances can be the parent of one of this type and id; a new one has no id yet."""
    below = NotBelowCondition(PARENT, id_) if id_ and "\0" not in id_ else None
    return ListQuery(conditions=(MemberCondition("pluginDescriptorRef.id", type_),), not_below=below)


@dataclass(frozen=True)
class InstanceForm:
    """The form of one instance."""

    frame: Frame
    type: str
    # None if the plug-in is not installed: then only the name can be set.
    plugin: Plugin[Any] | None
    # The parent's configuration; None without a parent.
    above: Body | None
    # The parent for which the posted form was made.
    parent_of_form: str
    # The instances that can be its parent: those of its type that do not inherit from it.
    parents: ListQuery
    offers_parents: bool
    is_new: bool

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        model: type[ConfigModel] = self.frame.resource.model
        of_model = {
            each.name: each
            for each in form_of(
                model, frozenset({CONFIGURATION, "pluginDescriptorRef"}) | self.frame.form.layout.left_out_members
            )
        }
        id_ = replace(
            of_model[ID], label="Instance ID", fixed=True, is_identifier=True, help=_ABOUT_IDS if self.is_new else ""
        )
        found = [replace(of_model[NAME], label="Instance name", required=True), id_]
        found.append(Widget(name=TYPE_NAME, kind=WidgetKind.FACT, label="Type"))
        if self.offers_parents:
            found.append(self._parent)
        if self.plugin is not None:
            found.append(self._configuration(self.plugin))
        kind = self.frame.kind
        variant = self.frame.variant(kind.variant) if kind is not None else None
        left_out = _COMMON | self.frame.form.layout.left_out_members
        if variant is not None:
            left_out |= of_model.keys() - set(variant.members)
        more = (each for name, each in of_model.items() if name not in left_out)
        found.extend(shown for each in more if (shown := self._of_kind(each)) is not None)
        return self.frame.form.layout.applied(found)

    @property
    def _parent(self) -> Widget:
        return Widget(
            name=PARENT,
            kind=WidgetKind.REFERENCE,
            label="Parent instance",
            help="Instance of the same type from which settings can be inherited.",
            reference=ReferenceInput(target=self.frame.resource, among=self.parents, is_link=True),
            nullable=True,
            dependence=Dependence(refreshes=True),
        )

    def _configuration(self, plugin: Plugin[Any]) -> Widget:
        members = tuple(plugin_fields.widgets_of(plugin.form, has_parent=self.above is not None))
        return Widget(
            name=CONFIGURATION,
            kind=WidgetKind.GROUP,
            label="Configuration" if members else "",
            help=plugin.form.description,
            members=members,
        )

    def _of_kind(self, widget: Widget) -> Widget | None:
        """Return the widget of a member of the kind's own model. A contract has the members that the plug-in allows."""
        if widget.name != CONTRACT:
            return widget
        members = tuple(shown for each in widget.members if (shown := self._of_contract(each)) is not None)
        return replace(widget, label="Attribute contract", members=members) if members else None

    def _of_contract(self, widget: Widget) -> Widget | None:
        plugin = self.plugin
        if widget.name == CORE and widget.rows.item is not None:
            members = tuple(
                replace(each, kind=WidgetKind.FACT) if each.name == NAME else each for each in widget.rows.item.members
            )
            item = replace(widget.rows.item, members=members)
            core = self._core({})
            return (
                replace(widget, rows=replace(widget.rows, item=item, is_settled=True), default=core) if core else None
            )
        if widget.name == EXTENDED and (plugin is None or not plugin.supports_extended_contract):
            return None
        return widget

    def to_form(self, body: Body) -> Body:
        """Return the form values of a body of the API."""
        if self.plugin is None:
            return self.completed(body)
        configuration = plugin_fields.to_form(self.plugin.form, body.get(CONFIGURATION) or {})
        return self.completed({**body, CONFIGURATION: configuration})

    def completed(self, body: Body) -> Body:
        """Return the form values, with the type, the core attributes, and inherited values of the parent."""
        made = {**body, TYPE_NAME: self.type if self.plugin is None else localized(self.plugin.name)}
        if self._has_core:
            contract = body.get(CONTRACT) or {}
            made[CONTRACT] = {**contract, CORE: self._core(contract)}
        if self.above is not None and self.plugin is not None:
            made[CONFIGURATION] = self._with_parents({**(body.get(CONFIGURATION) or {})})
        return made

    def to_api(self, body: Body) -> Body:
        """Return the body of the API for what was entered."""
        made = {name: value for name, value in body.items() if not name.startswith("_")}
        made["pluginDescriptorRef"] = {"id": self.type}
        if self.frame.kind is not None and self.frame.kind.variant:
            made[self.frame.form.variant_member] = self.frame.kind.variant
        if self.plugin is not None:
            entered = dict(body.get(CONFIGURATION) or {})
            if self.above is None:
                entered = {name: value for name, value in entered.items() if not name.endswith(INHERITED)}
            made[CONFIGURATION] = plugin_fields.to_api(self.plugin.form, entered)
        return made

    def form_path(self, path: str) -> str:
        """Return the path of the form field that shows a path of a body of the API."""
        if found := _FIELD.fullmatch(path):
            return f"{CONFIGURATION}.{FIELD}{found[1]}"
        if found := _COLUMN.fullmatch(path):
            return f"{CONFIGURATION}.{TABLE}{found[1]}[{found[2]}].c{found[3]}"
        if found := _TABLE.fullmatch(path):
            return f"{CONFIGURATION}.{TABLE}{found[1]}{found[2] or ''}"
        return TYPE_NAME if path.startswith("pluginDescriptorRef") else path

    def needs_other_fields(self, body: Body) -> bool:
        """Return whether another parent was chosen. Marks fields without an own value as inherited, in the body."""
        if parent_of(body) == self.parent_of_form:
            return False
        if self.above is not None and not self.parent_of_form and self.plugin is not None:
            entered = body[CONFIGURATION]
            for widget in self.widgets_of_plugin:
                if entered.get(widget.name) in (None, widget.default, []):
                    entered[widget.name + INHERITED] = True
            body[CONFIGURATION] = self._with_parents(entered)
        return True

    def updated(self, _view: TransactionView, body: Body) -> Body:
        """Return the body: the widgets were made from what was posted."""
        return body

    @property
    def widgets_of_plugin(self) -> tuple[Widget, ...]:
        """The fields that the plug-in declares."""
        return tuple(plugin_fields.widgets_of(self.plugin.form, has_parent=False)) if self.plugin is not None else ()

    @property
    def _has_core(self) -> bool:
        return any(member.rows.is_settled for each in self.widgets if each.name == CONTRACT for member in each.members)

    def _core(self, contract: Mapping[str, Any]) -> list[Body]:
        """Return the core attributes, whose names are the plug-in's and whose marks people set."""
        names = self.plugin.attribute_contract if self.plugin is not None else ()
        rows = contract.get(CORE) or []
        named = {row.get(NAME): row for row in rows}
        if names and not (named.keys() & set(names)) and len(rows) == len(names):
            # A posted form has no names, but the order of the attributes.
            return [{**row, NAME: name} for row, name in zip(rows, names, strict=True)]
        made = [{**named.get(name, {}), NAME: name} for name in names]
        if self.is_new and not rows and self.plugin is not None and self.plugin.pseudonym in names:
            # One of them must be the pseudonym, and nearly always it is this one.
            made[names.index(self.plugin.pseudonym)][PSEUDONYM] = True
        return made

    def _with_parents(self, entered: Body) -> Body:
        """Return what was entered, with the parent's values in inherited fields. Its secrets are not shown."""
        above = plugin_fields.to_form(self.plugin.form, self.above or {}) if self.plugin is not None else {}
        for widget in self.widgets_of_plugin:
            if entered.get(widget.name + INHERITED):
                entered[widget.name] = above.get(widget.name)
                entered.pop(sealed_name(widget.name), None)
        return entered


_ABOUT_IDS = "Cannot be changed later. If empty, the server creates one."
