"""Inheritance of instances from their parents.

An instance may name a parent of the same plug-in (`parentRef`). A field or a whole table that the instance omits or
marks `inherited` has the parent's value, which may come from a parent of its own. A blank value is set, and the field's
default then applies; a blank secret is treated as omitted, because answers never show secrets.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import Form
from hanse.config.declare.view import View
from hanse.config.plugins.model import ConfigField, PluginConfiguration, PluginInstance
from hanse.config.plugins.plugin import Plugin
from hanse.kit.errors import FieldError

I = TypeVar("I", bound=PluginInstance)  # noqa: E741 - an instance.


def ancestors(view: View, resource: Handle[I], instance: PluginInstance) -> Iterator[I]:
    """Yield the parent of an instance, the parent's parent and so on; none twice, and no missing ones."""
    seen: set[str] = set()
    link = instance.parent_ref
    while link is not None and link.id not in seen and view.find(resource, link.id) is not None:
        seen.add(link.id)
        parent = view.model(resource, link.id)
        yield parent
        link = parent.parent_ref


def check_parents(new: PluginInstance, parents: Sequence[PluginInstance]) -> Iterator[FieldError]:
    """Find errors in the parent of an instance."""
    if new.parent_ref is None:
        return
    if new.id == new.parent_ref.id or any(parent.id == new.id for parent in parents):
        yield FieldError("An instance cannot be its own parent.", "parentRef", "circular_parent")
    elif parents and parents[0].plugin_descriptor_ref != new.plugin_descriptor_ref:
        yield FieldError("The parent must be of the same type.", "parentRef", "invalid_parent")


def merged(generations: Sequence[PluginConfiguration], form: Form) -> PluginConfiguration:
    """Return the effective configuration of an instance, from its own configuration, its parent's and so on."""
    fields = {f.name: f for each in reversed(generations) for f in each.fields if is_set(f, form)}
    tables = {t.name: t for each in reversed(generations) for t in each.tables if not t.inherited}
    return PluginConfiguration(
        fields=[fields[known.name] for known in form.fields if known.name in fields],
        tables=[tables[known.name] for known in form.tables if known.name in tables],
    )


def is_set(field: ConfigField, form: Form) -> bool:
    """Return whether an instance overrides a field."""
    declared = form.field(field.name)
    is_blank_secret = declared is not None and declared.is_secret and not (field.value or field.encrypted_value)
    return not field.inherited and not is_blank_secret


def without_values(configuration: PluginConfiguration) -> PluginConfiguration:
    """Return a configuration in which inherited fields and tables have no values of their own."""
    return configuration.model_copy(
        update={
            "fields": [
                ConfigField(name=field.name, inherited=True) if field.inherited else field
                for field in configuration.fields
            ],
            "tables": [
                table.model_copy(update={"rows": []}) if table.inherited else table for table in configuration.tables
            ],
        }
    )


def resolved(instance: I, parents: Sequence[I], plugin: Plugin[Any], members: Sequence[str] = ()) -> I:
    """Return an instance with all inherited values, including members of its kind that it omits."""
    update: dict[str, Any] = {
        "configuration": merged([each.configuration for each in (instance, *parents)], plugin.form)
    }
    for member in members:
        values = (getattr(each, member) for each in (instance, *parents))
        update[member] = next((value for value in values if value is not None), None)
    return instance.model_copy(update=update)
