"""Messages of the engine, translated into terms for authors of expressions: texts and lists, not overloads.

Unknown messages are passed on unchanged, so that nothing is hidden.
"""

import re
from collections.abc import Callable, Iterator

from hanse.kit.texts.messages import Message, enumerated, message

_TYPES = {
    "string": message("text"),
    "int": message("integer"),
    "int64": message("integer"),
    "uint": message("integer"),
    "uint64": message("integer"),
    "double": message("number"),
    "bool": message("Boolean"),
    "bytes": message("bytes"),
    "list": message("list"),
    "map": message("map"),
    "timestamp": message("time"),
    "google.protobuf.Timestamp": message("time"),
    "duration": message("duration"),
    "google.protobuf.Duration": message("duration"),
    "null": message("null"),
    "null_type": message("null"),
    "dyn": message("attribute"),
}
_TOO_DEEP = "The expression is nested too deeply."
_NO_NUMBER = "The number is too large."
_MEMBER = "has() requires a member, as in has(attributes.mail)."
_BEHIND = "The position is after the end of the text."


def _type(name: str) -> str:
    return _TYPES.get(name.partition("(")[0].strip(), name)


def _call(name: str, given: str) -> Message:
    """Return the message that an operator or function cannot be used with values of these types."""
    types = [_type(each) for each in _split(given)]
    operator = name.strip("_@")
    if name == "_[_]":
        return message(
            "A value of the type {index} cannot select an item of the type {container}.",
            index=types[-1],
            container=types[0],
        )
    if name == "_?_:_":
        return message("The condition before the question mark must be true or false.")
    if re.fullmatch(r"\w+", operator) and name != "@in":
        if not types:
            return message("{function}() needs a value.", function=operator)
        return message("{function}() cannot be used with: {types}.", function=operator, types=enumerated(types))
    if not types:
        return message("{operator} needs true or false.", operator=operator)
    return message("{operator} cannot be used with: {types}.", operator=operator, types=enumerated(types))


def _split(given: str) -> Iterator[str]:
    """Yield the types in a list of them, which may themselves have parameters."""
    depth, begun = 0, 0
    for at, character in enumerate(f"{given},"):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            if given[begun:at].strip():
                yield given[begun:at]
            begun = at + 1


def _absent(found: re.Match[str]) -> Message:
    return message(
        "There is no attribute “{name}”. If it can be absent, check it first: '{name}' in attributes.",
        name=found[1].strip('"'),
    )


def _unexpected(found: re.Match[str]) -> str:
    if found[1] == "<EOF>":
        return "The expression ends too early."
    return message("“{text}” is not expected here.", text=found[1].strip())


_REPLACEMENTS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"Key not found in map : (.*)", _absent),
    (
        r"Index error: index=(-?\d+) size=(\d+)",
        lambda found: message(
            "There is no item {index} in a list of {size} items; the first is item 0.", index=found[1], size=found[2]
        ),
    ),
    (r"(?:divide|modulus) by zero", "Division by zero."),
    (r"No matching overloads found : <jump_condition>", "A condition must be true or false."),
    (
        r"No matching overloads found : \(([^)]*)\)\.(\w+)\((.*)\)",
        lambda found: _call(found[2], f"{found[1]},{found[3]}"),
    ),
    (r"No matching overloads found : ([^(]+?)(?:\((.*)\))?", lambda found: _call(found[1], found[2] or "")),
    (
        r"found no matching overload for '([^']+)' applied to '([^']*)\((.*)\)'",
        lambda found: _call(found[1], f"{found[2].rstrip('.')},{found[3]}"),
    ),
    (
        r"undeclared reference to '([^']+)'",
        lambda found: message(
            "“{name}” is not known. To use an attribute, write attributes.{attribute}.",
            name=found[1],
            attribute=found[1].split(".")[-1],
        ),
    ),
    (r"Applying SELECT to non-message type", "The value before the dot has no members."),
    (
        r"(?:mismatched|extraneous) input '(.*?)' expecting .*|no viable alternative at input '(?:.*)'",
        lambda found: _unexpected(found) if found[1] is not None else "Something is missing before this position.",
    ),
    (r"token recognition error at: '[\"'].*'", "The closing quotation mark is missing."),
    (r"token recognition error at: '(.*)'", _unexpected),
    (r"String to Timestamp conversion failed", "The text is not a time such as 2026-11-21T09:30:00Z."),
    (r"String to Duration conversion failed", "The text is not a duration such as 90s or 30m."),
    (r"cannot convert string to \w+", "The text is not a number."),
    (
        r"Type conversion error from '(\w+)' to '(\w+)'",
        lambda found: message(
            "A value of the type {given} cannot be converted to the type {wanted}.",
            given=_type(found[1]),
            wanted=_type(found[2]),
        ),
    ),
    (r".*(?:overflow|out of \w+ range)", _NO_NUMBER),
    (
        r"invalid regular expression: (.*)",
        lambda found: message("The regular expression is not valid: {reason}.", reason=found[1]),
    ),
    (r"<string>\.\w+\(.*\): .*(?:greater than|larger than|out of range).*", _BEHIND),
    (
        r"'(.*)' does not appear to be an IPv4 or IPv6 network",
        lambda found: message("“{text}” is not a network such as 10.0.0.0/8.", text=found[1]),
    ),
    (
        r"'(.*)' does not appear to be an IPv4 or IPv6 address",
        lambda found: message("“{text}” is not an IP address.", text=found[1]),
    ),
    (r"Invalid timezone.*", "There is no such time zone."),
    (
        r"\w+ clause can only be used on numbers, was given (\w+)",
        lambda found: message("The format needs a number, but the value has the type {type}.", type=_type(found[1])),
    ),
    (r"duplicate key in map", "A map has the same key twice."),
    (r"has\(\) argument must be a field selection", _MEMBER),
    (
        r"(\w+)\(\) variable name must be a simple identifier",
        lambda found: message("{function}() begins with a name, as in {function}(x, …).", function=found[1]),
    ),
    (r"Iteration budget exceeded", "The expression processes more than 10,000 elements."),
    (r"Expression recursion limit exceeded\. limit: 32|Exceeded max recursion depth of 32 when parsing\.", _TOO_DEEP),
)
_PLAIN = tuple((re.compile(pattern, re.DOTALL), replacement) for pattern, replacement in _REPLACEMENTS)


def plain(status: str) -> str:
    """Return the engine's message in plain words."""
    for pattern, replacement in _PLAIN:
        if (found := pattern.fullmatch(status)) is not None:
            return replacement(found) if callable(replacement) else replacement
    return status
