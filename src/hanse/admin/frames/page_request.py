"""One request for a page, read: who asks, about what, and what was posted."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from urllib.parse import parse_qsl, quote, urlencode

from hanse.admin.frames.form.posted_body import Posted
from hanse.admin.frames.frame import Frame
from hanse.config.declare.access import Principal
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.http.operation import Caller
from hanse.kit.errors import MalformedRequest

BASE = "/pf-admin-ui/frame"
# Of `OVER`, the revision that somebody wants to save over, who has seen both sides of a conflict.
REVISION, OVER, ACTION, SEARCH = "_revision", "_over", "_do", "_search:"
# Of the query: which plug-in a new instance is to be of; which file is asked for.
TYPE, WHICH = "type", "which"
# The page of an item to go on to after a save, below `BASE`: what was missing there was added here.
RETURN = "return"
_PAGE_OF_ITEM = re.compile(r"[A-Za-z0-9]+/edit/[^/?#\s\\]{1,1000}")
# And of the question what there is to choose: which item it is for.
OF = "of"
MOST_FIELDS = 100_000


class PageAddress(StrEnum):
    """The pages of a frame."""

    # The list; of a singleton its form.
    TOP = ""
    ADD = "add"
    EDIT = "edit"
    DELETE = "delete"
    # Not a page: a file that an item has for who may read it.
    FILE = "file"
    # Not a page: what a picker offers, for the script.
    CHOICES = "choices"


@dataclass(frozen=True)
class PageNotice:
    """The message of the previous page: the result of an action, or its error."""

    text: str
    failed: bool = False

    def __bool__(self) -> bool:
        """Return whether it says anything."""
        return bool(self.text)


_NOTHING = PageNotice("")


@dataclass(frozen=True)
class PageRequest:
    """A request for a page of a frame."""

    frame: Frame
    place: PageAddress
    # Of the item, on pages that are about one.
    id: str
    caller: Caller
    query: Mapping[str, str]
    # The posted form; None if nothing was posted.
    posted: Posted | None
    # The token that forms of this session must contain.
    token: str
    may_change: bool
    # What the console shows of itself to this caller by now (`UiSettings.digest`).
    settings: str
    # The message of the previous page.
    notice: PageNotice = _NOTHING

    @property
    def principal(self) -> Principal:
        """The caller."""
        if self.caller.principal is None:
            raise TypeError("strangers see no frame")
        return self.caller.principal

    @cached_property
    def action(self) -> tuple[str, str]:
        """Which button was pressed, and the place in the form that it is about."""
        what, _, place = self.field(ACTION).partition(":")
        return what, place

    @cached_property
    def adding(self) -> CreationForm | None:
        """How a new item comes to be, where that is not by sending it."""
        ways = self.frame.form.adding
        return next((each for each in ways if each.id == self.query.get(TYPE, "")), ways[0]) if ways else None

    @cached_property
    def searches(self) -> dict[str, str]:
        """The search words of pickers, by path."""
        posted = self.posted or {}
        return {name.removeprefix(SEARCH): values[-1] for name, values in posted.items() if name.startswith(SEARCH)}

    @cached_property
    def revision(self) -> frozenset[int] | None:
        """Which revision the form was made of; raises MalformedRequest."""
        text = self.field(OVER) or self.field(REVISION)
        if not text:
            return None
        if not (text.isascii() and text.isdigit()) or len(text) > len("999999999999999999"):
            raise MalformedRequest("The form does not contain a revision.")
        return frozenset({int(text)})

    @property
    def here(self) -> str:
        """The address of this page, with the type of a new item and the page to return to."""
        address = self.address(self.place, self.id if self.place is PageAddress.EDIT else "")
        return self._with_query(address, self.query.get(TYPE, "") if self.place is PageAddress.ADD else "")

    def adding_of(self, type_: str) -> str:
        """Return the address of the form of a new item of a type."""
        return self._with_query(self.address(PageAddress.ADD), type_)

    def _with_query(self, address: str, type_: str) -> str:
        query = {name: value for name, value in ((TYPE, type_), (RETURN, self._return)) if value}
        return f"{address}?{urlencode(query)}" if query else address

    @property
    def back(self) -> str:
        """The address after a save: the page that led here, or the top of this frame."""
        return f"{BASE}/{self._return}" if self._return else self.address()

    @property
    def _return(self) -> str:
        asked = self.query.get(RETURN, "")
        return asked if _PAGE_OF_ITEM.fullmatch(asked) else ""

    def field(self, name: str) -> str:
        """Return a posted field; nothing when there is none."""
        return ((self.posted or {}).get(name) or ("",))[-1]

    def address(self, place: PageAddress = PageAddress.TOP, id_: str = "") -> str:
        """Return where another page of this frame is."""
        return "/".join([BASE, self.frame.node, *([place] if place else []), *([quote(id_, safe="")] if id_ else [])])


def parse_form(data: bytes) -> Posted:
    """Return a form's fields; raises MalformedRequest."""
    try:
        pairs = parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise MalformedRequest("The form cannot be read.") from error
    posted: dict[str, list[str]] = {}
    for name, value in pairs:
        posted.setdefault(name, []).append(value)
    return posted


def place_of(rest: str) -> tuple[PageAddress, str]:
    """Return the page that the path behind a node's id names, and the id in it; raises ValueError."""
    place, _, id_ = rest.partition("/")
    found = PageAddress(place)
    if (found in (PageAddress.EDIT, PageAddress.DELETE, PageAddress.FILE)) != bool(id_):
        raise ValueError(rest)
    return found, id_
