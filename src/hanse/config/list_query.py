"""Queries of lists, and their results."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

MAXIMUM_PAGE_SIZE = 1000
MAXIMUM_FILTER_LENGTH = 500
MAXIMUM_IDS = 500


@dataclass(frozen=True)
class MemberCondition:
    """What a member at a document's top has to be: of this value; or, without one, there or not there.

    Where a value is asked for, the member may be one of an object's: `plugin.id`.
    """

    member: str
    value: str | int | None = None
    is_present: bool = True


@dataclass(frozen=True)
class UnusedCondition:
    """No document of this kind may refer to an item, but for the one with this id."""

    by_kind: str
    but_for: str | None = None


@dataclass(frozen=True)
class NotBelowCondition:
    """An item may neither be the one of this id nor descend from it by this member, which refers to what is above."""

    member: str
    id: str


@dataclass(frozen=True)
class ListQuery:
    """One page of a list; raises ValidationFailed for a filter that is too long or a key that no page ended at.

    `page` counts from 1 and is for people, who read the first few; `after` is the key at which the page before ended,
    which costs the same however far down the list it is. `number_per_page` of None asks for everything.
    """

    filter: str = ""
    number_per_page: int | None = None
    page: int = 1
    after: tuple[str, str] | None = None
    descending: bool = False
    conditions: tuple[MemberCondition, ...] = ()
    unused: UnusedCondition | None = None
    not_below: NotBelowCondition | None = None
    # Only those that are there of these.
    ids: tuple[str, ...] | None = None
    # Where more than so many meet what is asked, it is enough to know that: counting all of 100,000 takes longer than
    # finding the twenty that are shown.
    count_up_to: int | None = None

    @property
    def narrows(self) -> bool:
        """Whether something is asked of the items, so that not all of them are in the list."""
        return bool(self.filter.strip() or self.conditions or self.unused or self.not_below) or self.ids is not None

    def __post_init__(self) -> None:
        if len(self.filter) > MAXIMUM_FILTER_LENGTH:
            # SQLite gives up on a pattern of 50,000 characters or on 1,000 words.
            text = message("The filter can have at most {limit} characters.", limit=MAXIMUM_FILTER_LENGTH)
            raise ValidationFailed([FieldError(text, "filter", "string_too_long")])
        if "\0" in self.filter:
            raise ValidationFailed([FieldError("The filter must not contain the NUL character.", "filter")])
        if self.after is not None and "\0" in "".join(self.after):
            raise ValidationFailed([FieldError("The value must be `next` of an earlier page.", "after")])
        if self.not_below is not None and "\0" in self.not_below.id:
            raise ValidationFailed([FieldError("An ID must not contain the NUL character.", "notBelow")])
        if len(self.ids or ()) > MAXIMUM_IDS:
            text = message("Enter at most {limit} IDs at a time.", limit=MAXIMUM_IDS)
            raise ValidationFailed([FieldError(text, "ids", "too_many_values")])
        if any("\0" in id_ for id_ in self.ids or ()):
            raise ValidationFailed([FieldError("An ID must not contain the NUL character.", "ids")])

    @property
    def is_first(self) -> bool:
        """Whether the page that is asked for is the list's first."""
        return self.after is None and self.page == 1


@dataclass(frozen=True)
class StoredDocument:
    """A document as it is stored: its id, its public body and the revision that last changed it."""

    id: str
    body: dict[str, Any]
    revision: int


@dataclass(frozen=True)
class Page:
    """Some documents of a list, how many there are in all, and the key to go on from, if there is more.

    Where not all were counted (`ListQuery.count_up_to`), the total is one more than were: at least so many there are.
    """

    items: tuple[StoredDocument, ...]
    total: int
    next_key: tuple[str, str] | None
    is_counted: bool = True


@dataclass(frozen=True)
class SearchHits:
    """The first documents of a kind, in the order of its list, and whether there are more."""

    kind: str
    items: tuple[StoredDocument, ...]
    has_more: bool


def normal_form(text: str) -> str:
    """Return text as lists compare it: Unicode's compatibility form with case folded, the same on every database."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
