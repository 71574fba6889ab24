"""Calls of a plug-in that collect errors."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

T = TypeVar("T")

# Input from strangers: empty, long, in other alphabets, and with characters that are special elsewhere.
HOSTILE_TEXTS: Final = (
    "",
    " ",
    "\x00",
    "a" * 100_000,
    "ü" * 3_000,
    "\N{RIGHT-TO-LEFT OVERRIDE}evil",
    "Zoë\N{COMBINING DIAERESIS}\N{GRINNING FACE}",
    "joe\r\nSet-Cookie: a=b",
    "<script>alert(1)</script>",
    "' OR '1'='1' --",
    "*)(uid=*",
    "${jndi:ldap://example.com/a}",
    "{{ 7 * 7 }}",
    "../../../etc/passwd",
    "true",
    "-1",
    "9" * 400,
    "٣٤٥",
)


class PluginTrial:
    """A plug-in under test: makes calls, and records each finding once."""

    def __init__(self) -> None:
        self._findings: dict[str, None] = {}

    @property
    def findings(self) -> list[str]:
        """Return the findings as sentences, in the order in which they were found."""
        return list(self._findings)

    def finding(self, text: str) -> None:
        """Record a finding."""
        self._findings[text] = None

    def expect(self, holds: bool, text: str) -> bool:
        """Record a finding unless a condition holds; return whether it does."""
        if not holds:
            self.finding(text)
        return holds

    def call(
        self, what: str, function: Callable[..., T], *arguments: Any, documented: tuple[type[Exception], ...] = ()
    ) -> T | None:
        """Return the result of a call, and None if it raises; exceptions outside of the contract are findings."""
        try:
            return function(*arguments)
        except documented:
            return None
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is a finding.
            self.finding(f"{what} raises {type(error).__name__}: {str(error)[:200]}")
            return None


def is_json(value: Any) -> bool:
    """Return whether JSON preserves a value."""
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


def is_plain_line(text: object, longest: int) -> bool:
    """Return whether a value is a text of one line without control characters."""
    return isinstance(text, str) and len(text) <= longest and text.isprintable()
