"""English texts with values in them, kept in a way that lets them be translated later."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Self

from hanse.kit.clock import shown


class Message(str):
    """An English text that knows the template and the values it was made from.

    It can be used wherever a text can, such as in an exception or a log line, and is then English. Values that are
    messages themselves are translated with it; moments and numbers are written as the language writes them; all other
    values, such as names, stay as they are.
    """

    __slots__ = ("number", "plural", "template", "values")

    template: str
    # For texts that depend on a number: the template for all numbers but one, and the number.
    plural: str
    number: int
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """Return the message itself, so that `str` of an error that was raised with it can still be translated."""
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
    """Return a text from an English template, in which values are named in braces."""
    return Message(template, values)


def counted(singular: str, plural: str, count: int, /, **values: Any) -> Message:
    """Return a text that has another form for one than for several. The templates can name the number `{count}`."""
    return Message(singular, {"count": count, **values}, plural, count)


def message_of(text: str) -> Message:
    """Return a text of ours as a message, so that it is translated where it is a value in another one."""
    return text if isinstance(text, Message) else Message(text.replace("{", "{{").replace("}", "}}"), {})


def verbatim(name: str) -> Message:
    """Return a name as a text that is the same in every language, even if a text of ours has the same letters."""
    return message("{name}", name=name)


def enumerated(parts: Iterable[str], separator: str = ", ") -> Message:
    """Return several texts or names in one."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in values), values)
