"""Paths in a body, as error messages and the names of inputs write them: `accounts[2].name`."""

import re
from typing import Any

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d{1,6})\]")
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9_-]")
Steps = tuple[str | int, ...]


def steps_of(path: str) -> Steps:
    """Return the steps of a path."""
    return tuple(name or int(index) for name, index in _STEP.findall(path))


def above(path: str) -> str:
    """Return the path of the enclosing value; empty at the top."""
    return re.sub(r"(\.?[^.\[\]]+|\[\d+\])$", "", path)


def find(body: Any, path: str) -> Any:
    """Return the value at a path, or None."""
    for step in steps_of(path):
        if isinstance(step, int):
            body = body[step] if isinstance(body, list) and step < len(body) else None
        else:
            body = body.get(step) if isinstance(body, dict) else None
    return body


def element_id(path: str) -> str:
    """Return the ID of the element that shows a path."""
    return f"f-{_NOT_IN_IDS.sub('-', path)}"


def merged(body: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return a body with the members of another one, group by group."""
    made = dict(body)
    for name, value in other.items():
        before = made.get(name)
        made[name] = merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return made


def nested(path: str, value: Any) -> dict[str, Any]:
    """Return a body with only the value at a path of member names."""
    first, _, rest = path.partition(".")
    return {first: nested(rest, value) if rest else value}
