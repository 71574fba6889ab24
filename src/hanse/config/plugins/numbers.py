"""Whole numbers in the fields of plug-ins, which are texts."""

from hanse.config.plugins.fields import Check
from hanse.config.plugins.plugin import Settings


def number_check(least: int, most: int) -> Check:
    """Return the check of a field that takes a number in these bounds."""

    def check(text: str) -> str | None:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if is_number and least <= int(text) <= most:
            return None
        return f"This must be a whole number from {least:,} to {most:,}."

    return check


def number(settings: Settings, name: str) -> int:
    """Return the number in a field; raises ValueError where there is none."""
    text = settings.text(name)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{name} must be a whole number.")
    return int(text)
