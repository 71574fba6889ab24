"""Closed lists of values in which each value has a label for people."""

from enum import StrEnum
from typing import Self

from hanse.kit.texts.messages import Message, message, verbatim


class Labeled(StrEnum):
    """A list of values that people choose from. Each member has its value and an English label: `NO = "NO", "No"`.

    A member without a label is refused when the class is made. `python -m lint.texts` collects the labels for the
    catalogs of translations.
    """

    _value_: str
    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """Return a member; raises TypeError if it has no label."""
        if not label:
            raise TypeError(f"{value} has no label")
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member


def label_of(values: type[Labeled], value: object) -> Message:
    """Return the label of a value, or the value itself if the list does not have it."""
    known = values.__members__.values()
    label = next((each.label for each in known if each == value), None)
    return verbatim(str(value or "")) if label is None else message(label)


def labels_of(values: type[Labeled]) -> dict[str, str]:
    """Return the English labels of all values."""
    return {each.value: each.label for each in values}
