"""What a list can be asked for, and what it answers."""

import unicodedata
from dataclasses import dataclass
from typing import Any

DEFAULT_PAGE_SIZE = 20
MAXIMUM_PAGE_SIZE = 1000


@dataclass(frozen=True)
class ListQuery:
    """One page of a list.

    `page` counts from 1 and is for people, who read the first few; `after` is the key at which the page before ended,
    which costs the same however far down the list it is. `number_per_page` of None asks for everything.
    """

    filter: str = ""
    number_per_page: int | None = None
    page: int = 1
    after: tuple[str, str] | None = None
    descending: bool = False


@dataclass(frozen=True)
class Stored:
    """A document as it is stored: its id, its public body and the revision that last changed it."""

    id: str
    body: dict[str, Any]
    revision: int


@dataclass(frozen=True)
class Page:
    """Some documents of a list, how many there are in all, and the key to go on from, if there is more."""

    items: tuple[Stored, ...]
    total: int
    next_key: tuple[str, str] | None


def normal_form(text: str) -> str:
    """Return text as lists compare it: Unicode's compatibility form with case folded, the same on every database."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
