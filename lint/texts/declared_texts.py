"""The texts in declarations: pages, tiles, lists, forms and plug-ins, each with its place."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hanse.admin.frames.form.mapping import OWN
from hanse.admin.frames.form.plugin_fields import widgets_of
from hanse.admin.frames.frame import Frame, frames_of
from hanse.admin.shell.navigation import navigation
from hanse.admin.shell.navigation_nodes import TreeNode
from hanse.app.admin_services import OTHER_PAGES
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.plugin_fields import Field, Form
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import Widget
from hanse.resources.all_resources import PLUGIN_KINDS as KINDS
from hanse.resources.all_resources import RESOURCES

# A text and its place.
Found = Iterator[tuple[str, str]]


def declared_texts() -> Found:
    """Yield every declared text that the navigation and the frame pages show."""
    for node in navigation(RESOURCES, OTHER_PAGES):
        yield from _of_node(node)
    for resource in RESOURCES:
        yield resource.text.title, f"{resource.kind}.title"
        if resource.text.singular:
            yield resource.text.singular, f"{resource.kind}.singular"
        for ui in resource.pages:
            yield from _of_ui(ui, resource.kind)
    for frame in frames_of(RESOURCES, KINDS):
        yield frame.description, f"{frame.resource.kind}.description"
        for widget in (*_forms(frame), *(frame.list_widgets if not frame.resource.is_singleton else ())):
            yield from _of_widget(widget, frame.resource.kind)


def _of_node(node: TreeNode) -> Found:
    yield node.label, f"navigation.{node.id}"
    if node.tile is not None:
        yield node.tile.label or node.label, f"tile.{node.id}"
        yield node.tile.description, f"tile.{node.id}.description"
    for child in node.children:
        yield from _of_node(child)


def _of_ui(ui: Ui, place: str) -> Found:
    if ui.items is not None:
        yield ui.items.singular, f"{place}.item"
        yield ui.items.plural, f"{place}.items"
        yield ui.items.empty, f"{place}.empty"
        yield ui.items.search_hint, f"{place}.search"
        yield from ((heading, f"{place}.column.{heading}") for heading in ui.items.computed)
        for each in ui.items.filters:
            yield from ((text, f"{place}.filter.{each.parameter}") for text in (each.label, *each.choices.values()))
    if (switch := ui.switch) is not None:
        texts = (("warning", switch.warning), ("action", switch.action), ("done", switch.done))
        yield from ((text, f"{place}.switch.{name}") for name, text in texts)
    for action in ui.item.actions:
        yield from _of_action(action, f"{place}.{action.id}")
        yield action.done, f"{place}.{action.id}.done"
    if (form := ui.form) is not None:
        for number, section in enumerate((*form.layout.sections, *(s for each in form.adding for s in each.sections))):
            yield section.title, f"{place}.section.{number}"
            yield section.help, f"{place}.section.{number}.help"
        if (source := form.source) is not None:
            yield from ((text, f"{place}.source") for text in (source.label, source.help, source.button, source.done))
            for widget in source.widgets:
                yield from _of_widget(widget, f"{place}.source")
        for mapping in (form.mapping, *form.further_mappings) if form.mapping is not None else ():
            named = f"{place}.mapping" if mapping is form.mapping else f"{place}.{mapping.holder}"
            yield mapping.label, named
            yield mapping.help, f"{named}.help"
            yield from ((text, f"{named}.{name}") for name, texts in mapping.maps.items() for text in texts)


def _of_action(action: Any, place: str) -> Found:
    yield action.name, place
    yield action.description, f"{place}.description"
    for field in action.parameters:
        yield from _of_field(field, place)


def _of_field(field: Field, place: str) -> Found:
    yield field.label or field.name, f"{place}.{field.name}"
    yield field.description, f"{place}.{field.name}.help"
    yield from ((each.name, f"{place}.{field.name}.{each.value}") for each in field.options if each.name != each.value)


def _of_plugin(form: Form, place: str) -> Found:
    yield form.description, f"{place}.description"
    for widget in widgets_of(form, has_parent=False):
        yield from _of_widget(widget, place)


def _forms(frame: Frame) -> Iterable[Widget]:
    form, layout = frame.form, frame.form.layout
    for variant in frame.own_variants:
        yield from layout.applied(variant.widgets(frame.resource.model))
    for adding in form.adding:
        yield from adding.widgets({})
        yield from frame.widgets_of_stored
    if form.mapping is not None and form.mapping.item_model is not None:
        yield from form_of(form.mapping.item_model, left_out=OWN)
    if frame.kind is None and not form.variants and not form.adding:
        yield from frame.widgets
        yield from frame.widgets_of_stored
    if frame.kind is not None:
        left_out = frozenset({"configuration", "pluginDescriptorRef"}) | layout.left_out_members
        model: type[ConfigModel] = frame.resource.model
        of_kind = frame.variant(frame.kind.variant)
        made = form_of(model, left_out)
        yield from layout.applied(each for each in made if of_kind is None or each.name in of_kind.members)


def _of_widget(widget: Widget, place: str) -> Found:
    own_place = f"{place}.{widget.name}"
    yield widget.label, own_place
    yield widget.help, f"{own_place}.help"
    yield widget.rows.nothing, f"{own_place}.nothing"
    # A label that equals its value is a name, such as that of an algorithm, and the same in every language.
    yield from ((each.label, f"{own_place}.{each.value}") for each in widget.choice.options if each.label != each.value)
    for each in (*widget.members, *((widget.rows.item,) if widget.rows.item is not None else ())):
        yield from _of_widget(each, own_place)


def plugin_texts() -> Found:
    """Yield the texts of the included plug-ins, and of the item types that administrators can choose."""
    for kind in KINDS:
        for plugin in kind.plugins:
            place = f"{kind.resource.kind}.{plugin.id}"
            yield plugin.name, place
            yield from _of_plugin(plugin.form, place)
            for action in plugin.actions:
                yield from _of_action(action, f"{place}.{action.id}")
            # Attribute sources show the filter fields of data stores.
            for field in getattr(plugin.make, "filter_fields", ()):
                yield from _of_field(field, f"{place}.filter")
    for frame in frames_of(RESOURCES, KINDS):
        types: Mapping[str, tuple[str, str]] = frame.types
        for id_, (name, description) in types.items():
            yield name, f"{frame.resource.kind}.type.{id_}"
            yield description, f"{frame.resource.kind}.type.{id_}.description"
