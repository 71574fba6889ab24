"""The interface of adapters that support the authentication API: their pages as states, and their forms as actions.

An adapter has the attribute `api` then. Its own code stays the same: an action becomes the form that the page would
send, so that all checks are made once, for browsers and for applications.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol

from hanse.plugins.contracts.adapters import ShowPage

LONGEST_INPUT: Final = 4_096
# The largest number of items of an array.
MOST_ITEMS: Final = 200
# The value that browsers send for a button or a selected check box.
ON: Final = "on"


class InputType(StrEnum):
    """The JSON type of an input."""

    STRING = "string"
    BOOLEAN = "boolean"
    OBJECT = "object"
    # An array of strings.
    ARRAY = "array"


# Converts a value to parameters of the form; the second argument has the values of the state.
ConvertInput = Callable[[Any, Mapping[str, Any]], Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class ApiInput:
    """A member of an action's JSON object."""

    name: str
    description: str
    # The parameters of the form that receive the value, such as a new password and its repetition.
    parameters: tuple[str, ...] = ()
    type: InputType = InputType.STRING
    required: bool = True
    maximum_length: int = LONGEST_INPUT
    # For objects, instead of `parameters`.
    convert: ConvertInput | None = None

    def schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of the value."""
        text: Mapping[str, Any] = {"type": InputType.STRING.value, "maxLength": self.maximum_length}
        if self.type is InputType.ARRAY:
            items = {"type": self.type.value, "items": text, "maxItems": MOST_ITEMS}
        else:
            items = dict(text) if self.type is InputType.STRING else {"type": self.type.value}
        return {**items, "description": self.description}

    def form(self, value: Any, state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """Return the parameters for a value of the right type. A check box that is not selected has none."""
        if self.convert is not None:
            return tuple(self.convert(value, state).items())
        if isinstance(value, list):
            return [(parameter, each) for parameter in self.parameters for each in value]
        if isinstance(value, bool):
            return [(parameter, ON) for parameter in self.parameters if value]
        return [(parameter, value) for parameter in self.parameters]


@dataclass(frozen=True, kw_only=True)
class ApiAction:
    """An action of an authentication application. Its name is unique within the adapter."""

    name: str
    description: str
    inputs: tuple[ApiInput, ...] = ()
    # The button of the page and its value, if the form has several.
    button: str = ""
    pressed: str = ON

    def schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of the request body."""
        return {
            "type": "object",
            "properties": {each.name: each.schema() for each in self.inputs},
            "required": [each.name for each in self.inputs if each.required],
            "additionalProperties": False,
        }

    def form(self, body: Mapping[str, Any], state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """Return the form that the page would send; `body` fits the schema."""
        given = [(self.button, self.pressed)] if self.button else []
        return [
            *given,
            *(pair for each in self.inputs if each.name in body for pair in each.form(body[each.name], state)),
        ]


@dataclass(frozen=True, kw_only=True)
class ApiError:
    """An error in the last input: a key of the page texts, its values, and the input that it belongs to."""

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    target: str = ""


@dataclass(frozen=True, kw_only=True)
class ApiState:
    """A page as a state: its values, the available actions, and the errors in the last input.

    `message` is the key of a text that the user should see, such as the confirmation of a change.
    """

    status: str
    actions: tuple[ApiAction, ...]
    values: Mapping[str, Any] = field(default_factory=dict)
    message: str = ""
    message_values: Mapping[str, Any] = field(default_factory=dict)
    errors: tuple[ApiError, ...] = ()


class AdapterApi(Protocol):
    """The states and actions of an adapter."""

    @property
    def actions(self) -> Sequence[ApiAction]:
        """Return all actions of the adapter."""
        ...

    def state(self, page: ShowPage) -> ApiState | None:
        """Return a page as a state; None for a page that only browsers can show."""
        ...


def page_errors(page: ShowPage, targets: Mapping[str, str] | None = None) -> tuple[ApiError, ...]:
    """Return the error of a page that has one. `targets` has the input that a message key belongs to."""
    message = page.values.get("error", "")
    if not message:
        return ()
    values = {**page.values.get("error_values", {})}
    if detail := page.values.get("detail"):
        values["detail"] = detail
    return (ApiError(message=message, values=values, target=(targets or {}).get(message, "")),)
