"""Texts to copy from the page of an item, such as settings for the software that uses it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hanse.config.declare.view import View


@dataclass(frozen=True)
class Snippet:
    """A text to copy, and the name of the software that it is for."""

    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Snippets:
    """The panel with the texts of an item. It is absent if there are none."""

    heading: str
    help: str
    # Returns the texts from the stored item.
    find: Callable[[View, Mapping[str, Any]], Iterable[Snippet]]
