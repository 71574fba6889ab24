"""What the engine says of an expression, in the words of who writes it: texts and lists, not overloads and maps.

What is not known here is passed on as it is, so that nothing is hidden.
"""

import re
from collections.abc import Callable, Iterator

_TYPES = {
    "string": "a text",
    "int": "a whole number",
    "int64": "a whole number",
    "uint": "a whole number",
    "uint64": "a whole number",
    "double": "a number",
    "bool": "true or false",
    "bytes": "bytes",
    "list": "a list",
    "map": "a map",
    "timestamp": "a time",
    "google.protobuf.Timestamp": "a time",
    "duration": "a duration",
    "google.protobuf.Duration": "a duration",
    "null": "nothing",
    "null_type": "nothing",
    "dyn": "an attribute",
}
_TOO_DEEP = "The expression is nested too deeply."
_NO_NUMBER = "The number is too large."
_MEMBER = "has() requires a member, as in has(attributes.mail)."
_BEHIND = "The position is after the end of the text."


def _type(name: str) -> str:
    return _TYPES.get(name.partition("(")[0].strip(), name)


def _call(name: str, given: str) -> str:
    """Say of an operator or function that it does not take what it was given."""
    types = [_type(each) for each in _split(given)]
    operator = name.strip("_@")
    if name == "_[_]":
        return f"{types[-1].capitalize()} cannot select an item of {types[0]}."
    if name == "_?_:_":
        return "The condition before the question mark is neither true nor false."
    if re.fullmatch(r"\w+", operator) and name != "@in":
        return f"{operator}() cannot be used with {' and '.join(types)}." if types else f"{operator}() needs a value."
    return f"{operator} cannot be used with {' and '.join(types)}." if types else f"{operator} needs true or false."


def _split(given: str) -> Iterator[str]:
    """Yield the types of a list of them, which may themselves be of several."""
    depth, begun = 0, 0
    for at, character in enumerate(f"{given},"):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            if given[begun:at].strip():
                yield given[begun:at]
            begun = at + 1


def _absent(found: re.Match[str]) -> str:
    name = found[1].strip('"')
    return f"There is no “{name}”. If it can be absent, check first: '{name}' in attributes."


def _unexpected(found: re.Match[str]) -> str:
    return "The expression ends too early." if found[1] == "<EOF>" else f"“{found[1].strip()}” is not expected here."


_SAID: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"Key not found in map : (.*)", _absent),
    (r"Index error: index=(-?\d+) size=(\d+)", r"There is no item \1 in a list of \2; the first is item 0."),
    (r"(?:divide|modulus) by zero", "A number is divided by zero."),
    (r"No matching overloads found : <jump_condition>", "A condition is neither true nor false."),
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
        lambda found: f"“{found[1]}” is unknown. Write an attribute as attributes.{found[1].split('.')[-1]}.",
    ),
    (r"Applying SELECT to non-message type", "The value before a dot has no members."),
    (
        r"(?:mismatched|extraneous) input '(.*?)' expecting .*|no viable alternative at input '(?:.*)'",
        lambda found: _unexpected(found) if found[1] is not None else "Something is missing before this position.",
    ),
    (r"token recognition error at: '[\"'].*'", "A text has no end: the closing quotation mark is missing."),
    (r"token recognition error at: '(.*)'", _unexpected),
    (r"String to Timestamp conversion failed", "The text is not a time such as 2026-11-21T09:30:00Z."),
    (r"String to Duration conversion failed", "The text is not a duration such as 90s or 30m."),
    (r"cannot convert string to \w+", "The text is not a number."),
    (
        r"Type conversion error from '(\w+)' to '(\w+)'",
        lambda found: f"{_type(found[1]).capitalize()} cannot be read as {_type(found[2])}.",
    ),
    (r".*(?:overflow|out of \w+ range)", _NO_NUMBER),
    (r"invalid regular expression: (.*)", r"The regular expression is not valid: \1."),
    (r"<string>\.\w+\(.*\): .*(?:greater than|larger than|out of range).*", _BEHIND),
    (r"'(.*)' does not appear to be an IPv4 or IPv6 network", "“\\1” is not a network such as 10.0.0.0/8."),
    (r"'(.*)' does not appear to be an IPv4 or IPv6 address", "“\\1” is not an IP address."),
    (r"Invalid timezone.*", "There is no such time zone."),
    (
        r"\w+ clause can only be used on numbers, was given (\w+)",
        lambda found: f"The format requires a number instead of {_type(found[1])}.",
    ),
    (r"duplicate key in map", "A map has the same key twice."),
    (r"has\(\) argument must be a field selection", _MEMBER),
    (r"(\w+)\(\) variable name must be a simple identifier", r"\1() begins with a name, as in \1(x, …)."),
    (r"Iteration budget exceeded", "The expression goes through more than 10,000 elements."),
    (r"Expression recursion limit exceeded\. limit: 32|Exceeded max recursion depth of 32 when parsing\.", _TOO_DEEP),
)
_PLAIN = tuple((re.compile(pattern, re.DOTALL), said) for pattern, said in _SAID)


def plain(message: str) -> str:
    """Return what the engine says in plain words."""
    for pattern, said in _PLAIN:
        if (found := pattern.fullmatch(message)) is not None:
            return said(found) if callable(said) else found.expand(said)
    return message
