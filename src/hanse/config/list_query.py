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
    """A condition on a member at the top of a document: its value, or its presence or absence.

    For a value, the member may belong to an object: `plugin.id`.
    """

    member: str
    value: str | int | None = None
    is_present: bool = True
    # True if the value is a key of `bodies.unique_key`, so that an index finds the only document that has it.
    is_unique: bool = False
    # True if documents are found by an index of the values of this member (`Filterable.is_indexed`).
    is_indexed: bool = False


@dataclass(frozen=True)
class UnusedCondition:
    """No document of this kind may refer to an item, except for the one with this id."""

    by_kind: str
    but_for: str | None = None


@dataclass(frozen=True)
class NotBelowCondition:
    """Excludes the item with this id and its descendants; `member` refers to the parent."""

    member: str
    id: str


@dataclass(frozen=True)
class ExpiryCondition:
    """A condition on the certificate of a document that expires first (`StorageOptions.expirations`).

    The period includes its beginning and excludes its end, both in the format of `kit.clock`; empty for no limit.
    """

    begins: str = ""
    ends: str = ""
    # False for documents without a certificate.
    is_present: bool = True


@dataclass(frozen=True)
class ListQuery:
    """One page of a list; raises ValidationFailed for a filter that is too long and for an unknown `after`.

    `page` starts at 1 and is for people, who read the first few; `after` is the key of the last item before, and is
    equally fast anywhere in the list. `number_per_page` of None requests everything.
    """

    filter: str = ""
    number_per_page: int | None = None
    page: int = 1
    after: tuple[str, str] | None = None
    descending: bool = False
    conditions: tuple[MemberCondition, ...] = ()
    unused: UnusedCondition | None = None
    not_below: NotBelowCondition | None = None
    expiry: ExpiryCondition | None = None
    # True for the order in which certificates expire; documents without a certificate are last. `after` then begins
    # with the end of validity instead of the sort key.
    by_expiry: bool = False
    # Only existing documents among these.
    ids: tuple[str, ...] | None = None
    # Limit for counting: counting all of 100,000 items takes longer than finding the twenty that are shown.
    count_up_to: int | None = None

    @property
    def narrows(self) -> bool:
        """Return whether the query has filters, so that the list does not contain all items."""
        filters = (self.filter.strip(), self.conditions, self.unused, self.not_below, self.expiry)
        return any(filters) or self.ids is not None

    def __post_init__(self) -> None:
        if len(self.filter) > MAXIMUM_FILTER_LENGTH:
            # SQLite refuses a pattern of 50,000 characters or 1,000 words.
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
        """Return whether this is the first page of the list."""
        return self.after is None and self.page == 1


@dataclass(frozen=True)
class StoredDocument:
    """A document as it is stored: its id, its public body and the revision that last changed it."""

    id: str
    body: dict[str, Any]
    revision: int


@dataclass(frozen=True)
class Page:
    """Some documents of a list, their total number, and the key to continue from, if there are more.

    If counting was limited (`ListQuery.count_up_to`), the total is one more than the limit, which means at least so
    many.
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
    """Return text in its form for comparisons: Unicode's compatibility form, case-folded, on every database."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
