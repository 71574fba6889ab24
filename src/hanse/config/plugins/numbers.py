"""Whole numbers in the fields of plug-ins, which are texts."""

from dataclasses import dataclass

from hanse.config.plugins.plugin import Settings
from hanse.kit.texts.messages import message


@dataclass(frozen=True)
class NumberCheck:
    """The check of a field that takes a number in these bounds, or one that stands for none at all."""

    least: int
    most: int
    none: int | None = None

    def __call__(self, text: str) -> str | None:
        """Return what is wrong with a text, if anything."""
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        if is_number and (self.least <= int(text) <= self.most or int(text) == self.none):
            return None
        return message("This must be a whole number from {least:,} to {most:,}.", least=self.least, most=self.most)


def number(settings: Settings, name: str) -> int:
    """Return the number in a field; raises ValueError where there is none."""
    text = settings.text(name)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(message("{name} must be a whole number.", name=name))
    return int(text)
