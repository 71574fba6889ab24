"""The adapter of Google's C++ engine for CEL (cel-expr-python), the only file that uses it.

The engine has no time limit and holds the interpreter's lock while it works; it stops after 10,000 loop iterations.
Besides values it returns the checked syntax tree, as a message of `cel/expr/checked.proto`, of which the code here
reads the parts that `tree` has: so no protobuf library is needed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_strings

from hanse.expressions import tree
from hanse.expressions.engine_messages import plain
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.network import in_network

MOST_ROUNDS = 10_000
# `ERROR: <input>:1:5: message`; the rest repeats the text and marks the position.
_FINDING = re.compile(
    r"ERROR: <input>:(-?\d+):(-?\d+): (?:Syntax error: )?([^\n]*?)(?: \(in container ''\))?(?: \[[A-Z_]+\])?(?:\n|$)"
)
# A status is `CODE: message`, perhaps with the code again at its end.
_STATUS = re.compile(r"^[A-Z_]+: (.*?)(?: \[[A-Z_]+\])?$", re.DOTALL)
# Exceptions of the library: its own statuses are RuntimeError, and values that it cannot convert raise the others.
_FAILURES = (RuntimeError, TypeError, ValueError, SystemError, OverflowError, KeyError)

Evaluate = Callable[[Mapping[str, Any], datetime], Any]


class CompiledExpression:
    """A text that the engine accepted: its tree, the name of its type, and its evaluation."""

    def __init__(self, expression: Any) -> None:
        self._expression = expression
        self.type_name: str = expression.return_type().name()
        self.tree = _tree(expression.serialize())

    def evaluate(self, attributes: Mapping[str, Any], now: datetime) -> Any:
        """Return the value as a plain Python value. Raises EvaluationFailed."""
        try:
            value = self._expression.eval(data={"attributes": attributes, "now": now})
            plain = value.plain_value()
        except _FAILURES as error:
            raise EvaluationFailed(_plain(str(error))) from None
        if value.type() == cel.Type.ERROR:
            raise EvaluationFailed(_plain(str(plain)))
        return plain


def compiled(text: str) -> CompiledExpression:
    """Parse a text and check its types. Raises ExpressionRefused."""
    try:
        return CompiledExpression(_environment().compile(text))
    except _FAILURES as error:
        raise _refusal(str(error)) from None


def is_pattern(text: str) -> bool:
    """Return whether the engine accepts a regular expression (RE2 syntax)."""
    try:
        return bool(_pattern_probe().eval(data={"attributes": {"pattern": text}}).type() == cel.Type.BOOL)
    except _FAILURES:
        return False


@cache
def _environment() -> Any:
    network = cel.Overload(
        "string_in_network_string",
        return_type=cel.Type.BOOL,
        parameters=[cel.Type.STRING, cel.Type.STRING],
        is_member=True,
        impl=in_network,
    )
    # Without the optional types of `ext_optional`: the library crashes if one is in a list or a map, and their macros
    # duplicate an operand, so that a chain of thirty fills any memory during parsing.
    return cel.NewEnv(
        variables={"attributes": cel.Type.Map(cel.Type.STRING, cel.Type.DYN), "now": cel.Type.TIMESTAMP},
        extensions=[ext_strings.ExtStrings()],
        functions=[cel.FunctionDecl("inNetwork", [network])],
    )


@cache
def _pattern_probe() -> Any:
    return _environment().compile('"".matches(attributes.pattern)')


def _refusal(status: str) -> ExpressionRefused:
    if finding := _FINDING.search(status):
        line, column, message = int(finding[1]), int(finding[2]), plain(finding[3])
        return ExpressionRefused(message, *((line, column) if line > 0 else ()))
    return ExpressionRefused(_plain(status))


def _plain(status: str) -> str:
    match = _STATUS.match(status)
    message = match[1] if match else "This is not a value of the expression language."
    return plain(message)


# Reading the tree. Field numbers are those of cel/expr/checked.proto and cel/expr/syntax.proto.

_Fields = dict[int, list[bytes]]


def _tree(serialized: bytes) -> tree.Node:
    # google.protobuf.Any: its value is the CheckedExpr, whose fourth field is the expression.
    return _node(_fields(_fields(serialized)[2][0])[4][0])


def _node(data: bytes) -> tree.Node:
    fields = _fields(data)
    number, read = next((number, read) for number, read in _KINDS.items() if number in fields)
    return read(_fields(fields[number][0]))


def _constant(fields: _Fields) -> tree.Node:
    texts = fields.get(6) or fields.get(7)
    return tree.Constant(texts[0].decode("utf-8", "replace") if texts else None)


def _name(fields: _Fields) -> tree.Node:
    return tree.Identifier(_text(fields, 1))


def _field(fields: _Fields) -> tree.Node:
    return tree.FieldSelection(_node(fields[1][0]))


def _function(fields: _Fields) -> tree.Node:
    return tree.FunctionCall(_text(fields, 2), tuple(map(_node, [*fields.get(1, ()), *fields.get(3, ())])))


def _list(fields: _Fields) -> tree.Node:
    return tree.CollectionLiteral(tuple(map(_node, fields.get(1, ()))))


def _map(fields: _Fields) -> tree.Node:
    if name := _text(fields, 1):
        return tree.MessageLiteral(name)
    entries = [_fields(entry) for entry in fields.get(2, ())]
    return tree.CollectionLiteral(tuple(_node(entry[part][0]) for entry in entries for part in (3, 4)))


def _loop(fields: _Fields) -> tree.Node:
    items, start, goes_on, step, result = (_node(fields[number][0]) for number in (2, 4, 5, 6, 7))
    return tree.Comprehension(_text(fields, 1), items, _text(fields, 3), start, goes_on, step, result)


_KINDS: dict[int, Callable[[_Fields], tree.Node]] = {
    3: _constant,
    4: _name,
    5: _field,
    6: _function,
    7: _list,
    8: _map,
    9: _loop,
}


def _text(fields: _Fields, number: int) -> str:
    return fields.get(number, [b""])[0].decode()


def _fields(data: bytes) -> _Fields:
    fields: _Fields = {}
    for number, value in _parts(data):
        fields.setdefault(number, []).append(value)
    return fields


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the fields of a message (protobuf.dev/programming-guides/encoding); numbers have no bytes here."""
    at = 0
    while at < len(data):
        tag, at = _number(data, at)
        kind = tag & 7
        if kind == 0:
            at, value = _number(data, at)[1], b""
        else:
            size, at = _number(data, at) if kind == 2 else (8 if kind == 1 else 4, at)  # noqa: PLR2004 - wire types.
            value, at = data[at : at + size], at + size
        yield tag >> 3, value


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:  # noqa: PLR2004 - the bit that says that another byte follows.
            return value, at
