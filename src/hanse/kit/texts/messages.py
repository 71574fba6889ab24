"""English texts with values in them, stored in a form that can be translated later."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Self

from hanse.kit.clock import shown


class Message(str):
    """An English text with its template and values.

    It can be used like any text, for example in an exception or a log line, and is then English. Values that are
    messages themselves are translated with it; times and numbers are formatted for the language; all other values, such
    as names, stay unchanged.
    """

    __slots__ = ("number", "plural", "template", "values")

    template: str
    # For texts that depend on a number: the template for all numbers but one, and the number.
    plural: str
    number: int
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """Return the message itself, so that `str` of an error with a message can still be translated."""
        return self

    def __new__(cls, template: str, values: Mapping[str, Any], plural: str = "", number: int = 1) -> Self:
        """Return the text; raises KeyError if the template names a value that is not given."""
        chosen = plural if plural and number != 1 else template
        made = super().__new__(cls, chosen.format_map({name: _plain(each) for name, each in values.items()}))
        made.template, made.values, made.plural, made.number = template, values, plural, number
        return made


def _plain(value: Any) -> Any:
    return shown(value) if isinstance(value, datetime) else value


def message(template: str, /, **values: Any) -> Message:
    """Return a text from an English template with names of values in braces."""
    return Message(template, values)


def counted(singular: str, plural: str, count: int, /, **values: Any) -> Message:
    """Return a text with a singular and a plural form. The templates can contain the number as `{count}`."""
    return Message(singular, {"count": count, **values}, plural, count)


def message_of(text: str) -> Message:
    """Return a text of the server as a message, so that it is translated within another message."""
    return text if isinstance(text, Message) else Message(text.replace("{", "{{").replace("}", "}}"), {})


def verbatim(name: str) -> Message:
    """Return a name as a text that is the same in every language, even if it equals a text of the server."""
    return message("{name}", name=name)


def enumerated(parts: Iterable[str], separator: str = ", ") -> Message:
    """Return a list of several texts or names as one text."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in values), values)
