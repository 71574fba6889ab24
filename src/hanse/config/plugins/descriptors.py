"""Descriptors of plug-ins in the API: the settings of an instance, and its actions."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import Field as ModelField

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import CHOOSING, Field, FieldType, Form, Option
from hanse.config.plugins.actions import Action
from hanse.config.plugins.plugin import Plugin

# Returns the items of a resource that can be chosen.
Offered = Callable[[Handle[Any]], Sequence[Option]]


class OptionValue(ConfigModel):
    """A value to choose."""

    name: str
    value: str


class FieldDescriptor(ConfigModel):
    """A field as the API describes it. The members from `optionValues` on exist for some types of fields only."""

    type: FieldType
    name: str
    label: str
    description: str
    default_value: str | None = None
    # The value for instances that were saved before the field existed: here always the default.
    default_for_legacy_config: str | None = None
    advanced: bool
    required: bool
    option_values: list[OptionValue] | None = None
    encrypted: bool | None = None
    size: int | None = None
    rows: int | None = None
    columns: int | None = None
    maximum_bytes: Annotated[int | None, ModelField(description="Maximum size of an uploaded file, in bytes.")] = None


class TableDescriptor(ConfigModel):
    """A table as the API describes it."""

    name: str
    label: str
    description: str
    columns: list[FieldDescriptor]
    require_default_row: bool


class ActionDescriptor(ConfigModel):
    """An action of an instance as the API describes it."""

    name: str
    description: str
    download: bool
    download_content_type: str | None = None
    download_file_name: str | None = None
    parameters: Annotated[list[FieldDescriptor], ModelField(default_factory=list)]


class PluginConfigDescriptor(ConfigModel):
    """The settings of an instance."""

    description: str
    fields: list[FieldDescriptor]
    tables: list[TableDescriptor]
    action_descriptors: list[ActionDescriptor] = ModelField(default_factory=list)


class PluginDescriptor(ConfigModel):
    """A plug-in as the API describes it; a kind can derive its own model with further members."""

    id: str
    name: str
    class_name: str
    attribute_contract: list[str]
    supports_extended_contract: bool
    config_descriptor: PluginConfigDescriptor


def describe_plugin(plugin: Plugin[Any], model: type[PluginDescriptor], offered: Offered) -> PluginDescriptor:
    """Return a plug-in as the API describes it."""
    described = describe_form(plugin.form, offered)
    actions = [describe_action(action, offered) for action in plugin.actions]
    return model(
        id=plugin.id,
        name=plugin.name,
        class_name=plugin.class_name,
        attribute_contract=list(plugin.attribute_contract),
        supports_extended_contract=plugin.supports_extended_contract,
        config_descriptor=described.model_copy(update={"action_descriptors": actions}),
        **(plugin.facts or {}),
    )


def describe_form(form: Form, offered: Offered = lambda _resource: ()) -> PluginConfigDescriptor:
    """Return a form as the API describes it."""
    tables = [
        TableDescriptor(
            name=table.name,
            label=table.label or table.name,
            description=table.description,
            columns=[describe_field(column, offered) for column in table.columns],
            require_default_row=table.require_default_row,
        )
        for table in form.tables
    ]
    fields = [describe_field(each, offered) for each in form.fields]
    return PluginConfigDescriptor(description=form.description, fields=fields, tables=tables)


def describe_action(action: Action, offered: Offered) -> ActionDescriptor:
    """Return an action as the API describes it."""
    return ActionDescriptor(
        name=action.name,
        description=action.description,
        download=action.download,
        download_content_type=action.content_type,
        download_file_name=action.file_name,
        parameters=[describe_field(each, offered) for each in action.parameters],
    )


def describe_field(declared: Field, offered: Offered) -> FieldDescriptor:
    """Return a field as the API describes it."""
    extra: dict[str, Any] = {}
    if declared.type in CHOOSING:
        options = (
            offered(declared.reference)
            if declared.reference is not None and declared.offers_reference
            else declared.options
        )
        extra["option_values"] = [OptionValue(name=each.name, value=each.value) for each in options]
    if declared.type is FieldType.TEXT:
        extra["encrypted"] = declared.encrypted
    if declared.type is FieldType.UPLOAD_FILE:
        extra["maximum_bytes"] = declared.maximum_bytes
    return FieldDescriptor(
        type=declared.type,
        name=declared.name,
        label=declared.label or declared.name,
        description=declared.description,
        default_value=declared.default,
        default_for_legacy_config=declared.default,
        advanced=declared.advanced,
        required=declared.required,
        size=declared.size,
        rows=declared.rows,
        columns=declared.columns,
        **extra,
    )
