"""The widgets of which forms consist, as values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hanse.config.declare.fields import sealed_name
from hanse.config.declare.handles import Handle
from hanse.config.list_query import ListQuery
from hanse.kit.texts.messages import message

_ALL = ListQuery()


class WidgetKind(StrEnum):
    """The kind of a widget, which determines its appearance and how its input is read."""

    TEXT = "text"
    AREA = "area"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    CHOICES = "choices"
    SECRET = "secret"  # noqa: S105 - the name of a kind.
    REFERENCE = "reference"
    GROUP = "group"
    ROWS = "rows"
    FILE = "file"
    # A list of texts, each on a line of its own.
    LINES = "lines"
    # The nodes of a policy, and one of them (`policies`).
    TREE = "tree"
    NODE = "node"
    # Read-only: the server determines the value.
    FACT = "fact"
    # Read-only; it is sent along with the other input.
    CARRIED = "carried"


@dataclass(frozen=True)
class WidgetOption:
    """One value to choose, and its label: a text of the server or, if the value is a name, the value itself."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class TextInput:
    """Options of a text input: a text, a number or lines of text."""

    # The height in lines.
    height: int | None = None
    # True if it is an expression, which the console's dialog can test.
    is_expression: bool = False
    # True if white space around the text is part of it.
    is_literal: bool = False
    # True if the text is a number, for which a short field is enough.
    is_number: bool = False
    # True if a number has no fraction.
    is_whole: bool = True


@dataclass(frozen=True, kw_only=True)
class ChoiceInput:
    """The values to choose from."""

    options: tuple[WidgetOption, ...] = ()
    # True if all options are visible at once, as radio buttons.
    is_radio: bool = False


@dataclass(frozen=True, kw_only=True)
class ReferenceInput:
    """The documents to choose from."""

    # The resource, and others that the reference can also lead to.
    target: Handle[Any] | None = None
    others: tuple[Handle[Any], ...] = ()
    # A filter for the documents that can be chosen; by default all.
    among: ListQuery = _ALL
    # True if the value is an object with an `id`, and not the id itself.
    is_link: bool = False
    # The member at the top of a document that is stored instead of its ID, such as the entity ID of a connection.
    stored_member: str = ""

    @property
    def targets(self) -> tuple[Handle[Any], ...]:
        """Return all resources to which the reference can lead."""
        return self.others if self.target is None else (self.target, *self.others)


@dataclass(frozen=True, kw_only=True)
class RowsInput:
    """The rows of a list."""

    item: "Widget | None" = None
    # Returns the widget of a row by its value, if rows differ. The item widget then has the fields of all rows.
    shaped: Callable[[Any], "Widget"] | None = None
    # True if people can reorder the rows.
    is_ordered: bool = False
    # True if rows can be neither added nor removed.
    is_settled: bool = False
    # True if the rows are a section of the form.
    is_part: bool = False
    # The text shown while there are no rows.
    nothing: str = ""


@dataclass(frozen=True, kw_only=True)
class SecretInput:
    """Actions on a secret besides entering it."""

    # True if the server can generate it.
    is_made: bool = False
    # True if it can be removed.
    clearable: bool = False


@dataclass(frozen=True, kw_only=True)
class LinesInput:
    """A list of texts that is entered as lines."""

    # For a list of scopes: the kind of scopes that the console's dialog offers.
    scope_type: str = ""
    # The member that holds the list, if the value is an object.
    wrapped: str = ""
    # For a map: the member of its objects that each line has after the key, as in `key=value`.
    member: str = ""

    def lines_of(self, value: Any) -> list[str]:
        """Return a stored value as lines."""
        if self.member:
            held = value if isinstance(value, dict) else {}
            return [
                f"{key}={each.get(self.member, '') if isinstance(each, dict) else ''}" for key, each in held.items()
            ]
        found = value.get(self.wrapped) if self.wrapped and isinstance(value, dict) else value
        return [str(line) for line in found] if isinstance(found, list) else []

    def value_of(self, lines: list[str], stored: Any) -> Any:
        """Return lines as a value; None for an object or a map without any. Objects keep their other members."""
        if self.member:
            held = stored if isinstance(stored, dict) else {}
            parts = [(key.strip(), value.strip()) for key, _, value in (line.partition("=") for line in lines)]
            return {key: {**held.get(key, {}), self.member: value} for key, value in parts} or None
        if not self.wrapped:
            return lines
        return {self.wrapped: lines} if lines else None


@dataclass(frozen=True, kw_only=True)
class Dependence:
    """Dependencies between a widget and others."""

    # The fields, by their paths, and the values that they must have for this one to apply; the script hides it
    # otherwise.
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    # True if a change of the value reloads the form from the server.
    refreshes: bool = False
    # The members beside this one that are reset when the value changes.
    resets: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Widget:
    """One field of a form."""

    name: str
    kind: WidgetKind
    label: str
    help: str = ""
    required: bool = False
    # True if the member is optional.
    nullable: bool = False
    default: Any = None
    # True if the value cannot change once the document exists.
    fixed: bool = False
    # True if a value that cannot be edited has a button that copies it.
    is_identifier: bool = False
    # True if it belongs to the advanced fields, which few people need.
    advanced: bool = False
    # The fields of a group, and whether they are shown side by side if there is space, instead of in a table's row.
    members: tuple["Widget", ...] = ()
    is_spread: bool = False
    text: TextInput = field(default_factory=TextInput)
    choice: ChoiceInput = field(default_factory=ChoiceInput)
    reference: ReferenceInput = field(default_factory=ReferenceInput)
    rows: RowsInput = field(default_factory=RowsInput)
    secret: SecretInput = field(default_factory=SecretInput)
    lines: LinesInput = field(default_factory=LinesInput)
    dependence: Dependence = field(default_factory=Dependence)

    @property
    def none(self) -> str:
        """Return the text of the empty option."""
        if self.required:
            return message("Choose…")
        return message("None" if self.kind is WidgetKind.REFERENCE else "Not set")

    @property
    def sealed(self) -> str:
        """Return the name of the member in which an encrypted secret is returned."""
        return sealed_name(self.name)

    @property
    def is_tabular(self) -> bool:
        """Return whether a row fits into the row of a table."""
        simple = {
            WidgetKind.TEXT,
            WidgetKind.NUMBER,
            WidgetKind.FLAG,
            WidgetKind.CHOICE,
            WidgetKind.SECRET,
            WidgetKind.AREA,
            WidgetKind.FACT,
            WidgetKind.REFERENCE,
        }
        simple |= {WidgetKind.CARRIED}
        return (
            self.kind is WidgetKind.GROUP and not self.is_spread and all(each.kind in simple for each in self.members)
        )

    @property
    def is_name(self) -> bool:
        """Return whether a row has only a name, which the server determines."""
        return [each.kind for each in self.members] == [WidgetKind.FACT]

    def member(self, name: str) -> "Widget | None":
        """Return the member of this name."""
        return next((each for each in self.members if each.name == name), None)
