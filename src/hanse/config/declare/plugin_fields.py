"""The fields and tables of a plug-in's instances."""

import binascii
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.kit.texts.messages import message

# Returns the error in a value, or None.
Check = Callable[[str], str | None]
CheckRow = Callable[[Mapping[str, str]], Iterable[tuple[str, str]]]
TRUE, FALSE = "true", "false"
MOST_NAMED = 12
NOT_OFFERED = "Choose one of the offered values."


class FieldType(StrEnum):
    """The types of fields in the API contract."""

    RADIO_GROUP = "RADIO_GROUP"
    SELECT = "SELECT"
    FILTERABLE_SELECT = "FILTERABLE_SELECT"
    CHECK_BOX = "CHECK_BOX"
    TEXT_AREA = "TEXT_AREA"
    TEXT = "TEXT"
    UPLOAD_FILE = "UPLOAD_FILE"
    HASHED_TEXT = "HASHED_TEXT"


class ExpressionKind(StrEnum):
    """The kinds of expressions, which only expression administrators may add or change."""

    CONDITION = "CONDITION"
    VALUE = "VALUE"


CHOOSING = frozenset({FieldType.RADIO_GROUP, FieldType.SELECT, FieldType.FILTERABLE_SELECT})
# A base64-encoded file has to fit into a field's value (`model.ConfigField`).
MOST_BYTES = 700_000


@dataclass(frozen=True)
class Option:
    """A value to choose, and its label."""

    name: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field. Its name identifies it in configurations and never changes; the label is for people."""

    name: str
    description: str
    type: FieldType = FieldType.TEXT
    label: str = ""
    default: str | None = None
    required: bool = False
    advanced: bool = False
    # The options. Without any, a field with a reference offers the items of that resource.
    options: tuple[Option, ...] = ()
    # A secret: stored encrypted and never returned.
    encrypted: bool = False
    # The resource to whose items the value refers, such as `handles.DATA_STORES`.
    reference: Handle[Any] | None = None
    # Further resources, which share one set of ids with the first.
    others: tuple[Handle[Any], ...] = ()
    size: int | None = None
    rows: int | None = None
    columns: int | None = None
    maximum_length: int = 65_536
    # For an uploaded file, whose value is its content in base64 (RFC 4648, section 4).
    maximum_bytes: int = 262_144
    check: Check = lambda _text: None
    # The name of the field's feature if this server does not support it. Existing configurations contain such fields:
    # only an empty value, `false` or the default is accepted, and forms do not show them.
    lacks: str = ""
    # Other fields of the form, each with the values for which this field applies (`*` for any); forms show it only
    # then.
    only_with: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # True if the API contract lacks this field. Its clients do not expect it, so it is returned only if it is set.
    own: bool = False
    # The value is an expression (`hanse.expressions`).
    expression: ExpressionKind | None = None
    # For a column: the message for a value that occurs in a preceding row; empty if values may repeat.
    unique: str = ""

    def __post_init__(self) -> None:
        """Refuse a declaration that no value could meet; raises ValueError."""
        if self.maximum_bytes > MOST_BYTES:
            raise ValueError(f"{self.name}: a file can have at most {MOST_BYTES:,} bytes")

    @property
    def is_secret(self) -> bool:
        """Return whether the value is stored encrypted."""
        return self.encrypted or self.type is FieldType.HASHED_TEXT

    @property
    def offers_reference(self) -> bool:
        """Return whether the options are the items of a resource."""
        return self.type in CHOOSING and self.reference is not None and not self.options

    def errors(self, text: str) -> str | None:
        """Return the error in a value that is set, or None."""
        if self.lacks and text not in (FALSE, self.default or ""):
            return self._lack()
        if self.type is FieldType.UPLOAD_FILE:
            return self._file_error(text) or self.check(text)
        if len(text) > self.maximum_length:
            return message("This text can have at most {limit:,} characters.", limit=self.maximum_length)
        if self.type is FieldType.CHECK_BOX and text not in (TRUE, FALSE):
            return "This field must be true or false."
        if self.type in CHOOSING and not self.offers_reference and text not in (each.value for each in self.options):
            return self._choice_error()
        return self.check(text)

    def _lack(self) -> str:
        lacks = message(self.lacks)
        if self.default and self.default != FALSE:
            return message(
                "This server does not support {lacks}. Leave this at {usual}.", lacks=lacks, usual=self.default
            )
        return message("This server does not support {lacks}. Leave this empty or off.", lacks=lacks)

    def _choice_error(self) -> str:
        values = [option.value for option in self.options]
        # A message with a thousand options would be unreadable.
        return (
            message("This field must be one of {values}.", values=", ".join(values))
            if len(values) <= MOST_NAMED
            else NOT_OFFERED
        )

    def _file_error(self, text: str) -> str | None:
        # Checked before decoding: four characters encode three bytes.
        too_large = message("This file can have at most {limit:,} bytes.", limit=self.maximum_bytes)
        if len(text) > (self.maximum_bytes + 2) // 3 * 4:
            return too_large
        try:
            content = file_of(text)
        except ValueError:
            return "This field must be the content of a file in base64."
        return too_large if len(content) > self.maximum_bytes else None


def file_of(text: str) -> bytes:
    """Return the content of an uploaded file; raises ValueError."""
    try:
        return b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("not base64") from error


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table whose rows have the same fields."""

    name: str
    description: str
    columns: tuple[Field, ...]
    label: str = ""
    require_default_row: bool = False
    # True if an instance needs at least one row. Forms mark such a table as required and show it before the fields.
    required: bool = False
    # Returns the errors of a row as a whole, each with its column. It receives plain values; of secrets only new ones.
    check: CheckRow = lambda _row: ()
    # The columns that determine where the secrets of a row are sent; empty if they are not sent to any server. None is
    # for tables without secrets.
    secret_target: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Form:
    """All settings of an instance."""

    description: str = ""
    fields: tuple[Field, ...] = ()
    tables: tuple[Table, ...] = ()
    # The fields that determine where the secrets of an instance are sent; empty if they are not sent to any server.
    # When one changes, the secrets must be entered again. None is for forms without secrets.
    secret_target: tuple[str, ...] | None = None

    def field(self, name: str, table: str | None = None) -> Field | None:
        """Return the field of this name, or the column of this name in a table."""
        columns = self.fields if table is None else next((t.columns for t in self.tables if t.name == table), ())
        return next((each for each in columns if each.name == name), None)
