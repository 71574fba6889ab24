"""Whole numbers in the fields of plug-ins, whose values are strings."""

from dataclasses import dataclass

from hanse.config.plugins.plugin import Settings
from hanse.kit.texts.messages import message


@dataclass(frozen=True)
class NumberCheck:
    """The check of a field for a number within these bounds, or for a value that means no number."""

    least: int
    most: int
    none: int | None = None

    def __call__(self, text: str) -> str | None:
        """Return the error in a text, or None."""
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        if is_number and (self.least <= int(text) <= self.most or int(text) == self.none):
            return None
        return message("This must be a whole number from {least:,} to {most:,}.", least=self.least, most=self.most)


def number(settings: Settings, name: str) -> int:
    """Return the number in a field; raises ValueError if it is not a number."""
    text = settings.text(name)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(message("{name} must be a whole number.", name=name))
    return int(text)
