"""The text for consent: the administrator's sentence, with members of the detail in braces.

`Pay {instructedAmount.amount} {instructedAmount.currency} to {creditorName}`. A doubled brace represents itself. The
template has no logic and nothing to execute, so neither administrators nor clients can do harm with it: inserted values
are shortened and have no line breaks or control characters.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hanse.kit.texts.messages import message

MAXIMUM_TEMPLATE = 2000
MAXIMUM_VALUE = 200
MAXIMUM_TEXT = 4000
MOST_ITEMS = 20
ABSENT = "—"
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_PATH = re.compile(r"[^.\s{}]+(\.[^.\s{}]+)*")


class ConsentTemplate:
    """A valid template. Raises ValueError, whose text is for the administrator."""

    def __init__(self, text: str) -> None:
        if len(text) > MAXIMUM_TEMPLATE:
            raise ValueError(message("A description can have at most {limit:,} characters.", limit=MAXIMUM_TEMPLATE))
        for found in _PART.finditer(text):
            if found.group() in ("{", "}"):
                raise ValueError("Write a literal brace twice. Enclose the name of a member in one pair of braces.")
            if found.group(1) is not None and not _PATH.fullmatch(found.group(1)):
                raise ValueError(
                    message(
                        "{value} does not name a member, such as {{amount}} or {{creditor.name}}.", value=found.group()
                    )
                )
        self._text = text

    def fill(self, detail: Mapping[str, Any]) -> str:
        """Return the text for a detail; a missing member becomes a dash."""
        text = _PART.sub(lambda found: _filled(found, detail), self._text)
        return text[:MAXIMUM_TEXT]


def _filled(found: re.Match[str], detail: Mapping[str, Any]) -> str:
    if found.group(1) is None:
        return found.group()[0]
    return shown(_at(detail, found.group(1).split("."))) or ABSENT


def _at(value: Any, steps: list[str]) -> Any:
    for step in steps:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) <= len(str(MOST_ITEMS)):
            value = value[int(step)] if int(step) < len(value) else None
        else:
            return None
    return value


def shown(value: Any) -> str:
    """Return a value in its form for people."""
    if isinstance(value, Mapping):
        return _cut(", ".join(f"{_clean(str(name))}: {shown(each)}" for name, each in _some(value.items())))
    if isinstance(value, list):
        return _cut(", ".join(shown(each) for each in _some(value)))
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _cut(_clean(str(value)))


def _some(items: Any) -> Iterator[Any]:
    for number, item in enumerate(items):
        if number == MOST_ITEMS:
            return
        yield item


def _clean(text: str) -> str:
    spaced = " ".join(text[: 4 * MAXIMUM_VALUE].split())
    # Neither control characters nor characters that change the direction of text, which could disguise a sentence.
    return "".join(character for character in spaced if character.isprintable())


def _cut(text: str) -> str:
    return text if len(text) <= MAXIMUM_VALUE else f"{text[: MAXIMUM_VALUE - 1]}…"
