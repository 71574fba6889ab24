"""The syntax tree of an expression, with its macros expanded: what `cost` reads, whichever engine parsed the text."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Constant:
    """A literal; numbers, booleans and null have an empty text."""

    text: str | None = None


@dataclass(frozen=True)
class Identifier:
    """A variable."""

    name: str


@dataclass(frozen=True)
class FieldSelection:
    """`operand.field`, or the test `has(operand.field)`."""

    operand: "Node"


@dataclass(frozen=True)
class FunctionCall:
    """A call; operators have names such as `_+_`, and the object of a member call is the first argument."""

    name: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True)
class CollectionLiteral:
    """A list or a map: its elements, or its keys and values."""

    elements: tuple["Node", ...]


@dataclass(frozen=True)
class MessageLiteral:
    """A message of a protocol, which this language does not have."""

    name: str


@dataclass(frozen=True)
class Comprehension:
    """The expansion of `all`, `exists`, `exists_one`, `filter` and `map`: `step` once for each element of `items`."""

    item: str
    items: "Node"
    total: str
    start: "Node"
    goes_on: "Node"
    step: "Node"
    result: "Node"


Node: TypeAlias = (
    Constant | Identifier | FieldSelection | FunctionCall | CollectionLiteral | MessageLiteral | Comprehension
)
