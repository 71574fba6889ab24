"""What a plug-in's form says about an instance: findings by path, which fields are secrets, what they refer to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from hanse.config.fields import ConfigModel
from hanse.config.plugins.fields import Field, Form, Table
from hanse.config.plugins.model import ConfigField, ConfigTable, PluginConfiguration, PluginInstance
from hanse.config.plugins.plugin import Plugin, PluginSet, Settings
from hanse.config.resource import Proposal
from hanse.kit.errors import FieldError

I = TypeVar("I", bound=PluginInstance)  # noqa: E741 - an instance.
UNKNOWN_PLUGIN = "There is no such plug-in on this server."
NO_PARENTS = "Instances cannot take over settings from a parent here. Leave this out."


def check_instance(proposal: Proposal[I], plugins: PluginSet[Any]) -> Iterator[FieldError]:
    """Find everything that the plug-in's form says against an instance, and then what the plug-in itself says."""
    new = proposal.new
    if new.parent_ref is not None:
        yield FieldError(NO_PARENTS, "parentRef", "not_supported")
    if proposal.old is not None and proposal.old.plugin_descriptor_ref != new.plugin_descriptor_ref:
        yield FieldError("The type of an instance cannot be changed.", "pluginDescriptorRef", "immutable_field")
        return
    plugin = plugins.get(new.plugin_descriptor_ref.id)
    if plugin is None:
        yield FieldError(UNKNOWN_PLUGIN, "pluginDescriptorRef", "reference_not_found")
        return
    old = proposal.old.configuration if proposal.old is not None else PluginConfiguration(fields=[], tables=[])
    found = list(_check_form(new.configuration, old, plugin.form))
    yield from found
    if not found:
        yield from _check_whole(new, plugin)


def _check_form(new: PluginConfiguration, old: PluginConfiguration, form: Form) -> Iterator[FieldError]:
    yield from _check_fields(new.fields, old.fields, form.fields, "configuration.fields")
    for index, table in enumerate(new.tables):
        declared = next((each for each in form.tables if each.name == table.name), None)
        path = f"configuration.tables[{index}]"
        if declared is None:
            yield FieldError("This plug-in has no such table.", f"{path}.name", "unknown_field")
        elif [each.name for each in new.tables].index(table.name) != index:
            yield FieldError("This table is there twice.", f"{path}.name", "value_in_use")
        else:
            yield from _check_rows(table, old, declared, path)
    there = {table.name for table in new.tables}
    for declared in form.tables:
        if declared.require_default_row and declared.name not in there:
            message = f"{declared.label or declared.name} needs a row."
            yield FieldError(message, "configuration.tables", "required_field")


def _check_rows(table: ConfigTable, old: PluginConfiguration, declared: Table, path: str) -> Iterator[FieldError]:
    before = next((each.rows for each in old.tables if each.name == table.name), [])
    for index, row in enumerate(table.rows):
        kept = before[index].fields if len(before) == len(table.rows) else []
        yield from _check_fields(row.fields, kept, declared.columns, f"{path}.rows[{index}].fields")
    defaults = sum(bool(row.default_row) for row in table.rows)
    if declared.require_default_row and defaults != 1:
        yield FieldError("One row has to be the default.", f"{path}.rows", "required_field")


def _check_fields(
    new: Sequence[ConfigField], old: Sequence[ConfigField], declared: Sequence[Field], path: str
) -> Iterator[FieldError]:
    by_name = {field.name: field for field in declared}
    names = Counter(field.name for field in new)
    kept = {field.name for field in old if field.encrypted_value}
    for index, field in enumerate(new):
        known = by_name.get(field.name)
        if known is None:
            yield FieldError("This plug-in has no such field.", f"{path}[{index}].name", "unknown_field")
        elif names[field.name] > 1:
            yield FieldError("This field is there twice.", f"{path}[{index}].name", "value_in_use")
        elif field.encrypted_value and not known.is_secret:
            yield FieldError("This field is not a secret.", f"{path}[{index}].encryptedValue", "unknown_field")
        elif field.value:
            if (wrong := known.errors(field.value)) is not None:
                yield FieldError(wrong, f"{path}[{index}].value")
        elif known.required and not field.encrypted_value and field.name not in kept:
            yield FieldError("This field is required.", f"{path}[{index}].value", "required_field")
    for known in declared:
        if known.required and known.default is None and known.name not in names:
            yield FieldError(f"{known.label or known.name} is required.", path, "required_field")


def _check_whole(instance: PluginInstance, plugin: Plugin[Any]) -> Iterator[FieldError]:
    """Make what the settings are for, where that needs no secret that is sealed already."""
    if any(field.encrypted_value for field in _all_fields(instance.configuration)):
        return
    try:
        plugin.make(settings_of(instance, plugin.form))
    except ValueError as error:
        yield FieldError(str(error), "configuration", "invalid_configuration")


def settings_of(instance: PluginInstance, form: Form) -> Settings:
    """Return what an instance's object works with; its secrets have to be in clear."""
    tables = {
        table.name: [_values(row.fields, form, table.name) for row in table.rows]
        for table in instance.configuration.tables
    }
    return Settings(instance.id or "", _values(instance.configuration.fields, form, None), tables)


def _values(fields: Sequence[ConfigField], form: Form, table: str | None) -> dict[str, str]:
    declared = form.fields if table is None else next((t.columns for t in form.tables if t.name == table), ())
    defaults = {field.name: field.default for field in declared if field.default is not None}
    return defaults | {field.name: field.value for field in fields if field.value}


def _all_fields(configuration: PluginConfiguration) -> Iterator[ConfigField]:
    yield from configuration.fields
    for table in configuration.tables:
        for row in table.rows:
            yield from row.fields


def is_secret(body: dict[str, Any], holder: dict[str, Any], plugins: PluginSet[Any]) -> bool:
    """Tell whether a field of an instance's body is kept sealed; one that nobody knows is, to be safe."""
    plugin = plugins.get(body["pluginDescriptorRef"]["id"])
    if plugin is None:
        return True
    for declared, _, field in _walk(body, plugin.form):
        if field is holder:
            return declared is None or declared.is_secret
    return True


def references(body: dict[str, Any], plugins: PluginSet[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what an instance refers to by its fields: where, the path of a resource, and an id of it."""
    plugin = plugins.get(body.get("pluginDescriptorRef", {}).get("id", ""))
    if plugin is None:
        return
    for declared, path, field in _walk(body, plugin.form):
        if declared is not None and declared.reference is not None and field.get("value"):
            yield f"{path}.value", declared.reference, field["value"]


def _walk(body: dict[str, Any], form: Form) -> Iterator[tuple[Field | None, str, dict[str, Any]]]:
    configuration = body.get("configuration", {})
    for index, field in enumerate(configuration.get("fields", [])):
        yield form.field(field["name"]), f"configuration.fields[{index}]", field
    for at, table in enumerate(configuration.get("tables", [])):
        for number, row in enumerate(table.get("rows", [])):
            for index, field in enumerate(row["fields"]):
                path = f"configuration.tables[{at}].rows[{number}].fields[{index}]"
                yield form.field(field["name"], table["name"]), path, field


def unchanged(new: ConfigModel, old: ConfigModel) -> bool:
    """Tell whether two instances say the same, but for when they were changed."""
    left, right = (each.model_dump(exclude={"last_modified"}, exclude_none=True) for each in (new, old))
    return left == right
