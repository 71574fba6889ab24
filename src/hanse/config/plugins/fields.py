"""The fields, tables and actions of a plug-in's instances, and their descriptions on the wire."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field as ModelField

from hanse.config.fields import ConfigModel

# Returns what is wrong with a value, if anything.
Check = Callable[[str], str | None]
TRUE, FALSE = "true", "false"


class FieldType(StrEnum):
    """The contract's types of fields."""

    RADIO_GROUP = "RADIO_GROUP"
    SELECT = "SELECT"
    FILTERABLE_SELECT = "FILTERABLE_SELECT"
    CHECK_BOX = "CHECK_BOX"
    TEXT_AREA = "TEXT_AREA"
    TEXT = "TEXT"
    UPLOAD_FILE = "UPLOAD_FILE"
    HASHED_TEXT = "HASHED_TEXT"


CHOOSING = frozenset({FieldType.RADIO_GROUP, FieldType.SELECT})


@dataclass(frozen=True)
class Option:
    """One value to choose, and what people read for it."""

    name: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field. Its name is what configurations call it and stays; the label is for people."""

    name: str
    description: str
    type: FieldType = FieldType.TEXT
    label: str = ""
    default: str | None = None
    required: bool = False
    advanced: bool = False
    options: tuple[Option, ...] = ()
    # A secret: sealed at rest and never answered.
    encrypted: bool = False
    # The path of a resource of which the value is an id, such as `/dataStores`.
    reference: str | None = None
    size: int | None = None
    rows: int | None = None
    columns: int | None = None
    maximum_length: int = 65_536
    check: Check = lambda _text: None

    @property
    def is_secret(self) -> bool:
        """Whether the value is kept sealed."""
        return self.encrypted or self.type is FieldType.HASHED_TEXT

    def errors(self, text: str) -> str | None:
        """Return what is wrong with a value that is there."""
        if len(text) > self.maximum_length:
            return f"This text can have at most {self.maximum_length:,} characters."
        if self.type is FieldType.CHECK_BOX and text not in (TRUE, FALSE):
            return "This field must be true or false."
        if self.type in CHOOSING and text not in (option.value for option in self.options):
            return f"This field must be one of {', '.join(option.value for option in self.options)}."
        return self.check(text)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table whose rows have the same fields."""

    name: str
    description: str
    columns: tuple[Field, ...]
    label: str = ""
    require_default_row: bool = False


@dataclass(frozen=True, kw_only=True)
class Form:
    """Everything that can be set at an instance."""

    description: str = ""
    fields: tuple[Field, ...] = ()
    tables: tuple[Table, ...] = ()

    def field(self, name: str, table: str | None = None) -> Field | None:
        """Return the field of this name, or the column of this name in a table."""
        columns = self.fields if table is None else next((t.columns for t in self.tables if t.name == table), ())
        return next((each for each in columns if each.name == name), None)


class OptionValue(ConfigModel):
    """A value to choose."""

    name: str
    value: str


class FieldDescriptor(ConfigModel):
    """A field as the API describes it. Members beyond the first ones belong to some types only."""

    type: FieldType
    name: str
    label: str
    description: str
    default_value: str | None = None
    advanced: bool
    required: bool
    option_values: list[OptionValue] | None = None
    encrypted: bool | None = None
    size: int | None = None
    rows: int | None = None
    columns: int | None = None


class TableDescriptor(ConfigModel):
    """A table as the API describes it."""

    name: str
    label: str
    description: str
    columns: list[FieldDescriptor]
    require_default_row: bool


class ActionDescriptor(ConfigModel):
    """Something that an instance can be asked to do."""

    name: str
    description: str
    download: bool
    parameters: Annotated[list[FieldDescriptor], ModelField(default_factory=list)]


class PluginConfigDescriptor(ConfigModel):
    """What can be set at an instance."""

    description: str
    fields: list[FieldDescriptor]
    tables: list[TableDescriptor]
    action_descriptors: list[ActionDescriptor] = ModelField(default_factory=list)


def describe_form(form: Form) -> PluginConfigDescriptor:
    """Return a form as the API describes it."""
    tables = [
        TableDescriptor(
            name=table.name,
            label=table.label or table.name,
            description=table.description,
            columns=[describe_field(column) for column in table.columns],
            require_default_row=table.require_default_row,
        )
        for table in form.tables
    ]
    fields = [describe_field(each) for each in form.fields]
    return PluginConfigDescriptor(description=form.description, fields=fields, tables=tables)


def describe_field(declared: Field) -> FieldDescriptor:
    """Return a field as the API describes it."""
    extra: dict[str, Any] = {}
    if declared.type in CHOOSING:
        extra["option_values"] = [OptionValue(name=each.name, value=each.value) for each in declared.options]
    if declared.type is FieldType.TEXT:
        extra["encrypted"] = declared.encrypted
    return FieldDescriptor(
        type=declared.type,
        name=declared.name,
        label=declared.label or declared.name,
        description=declared.description,
        default_value=declared.default,
        advanced=declared.advanced,
        required=declared.required,
        size=declared.size,
        rows=declared.rows,
        columns=declared.columns,
        **extra,
    )
