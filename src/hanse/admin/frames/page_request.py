"""One request for a frame page: the caller, the page, the item and the posted form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from urllib.parse import parse_qsl, quote, urlencode

from hanse.admin.frames.form.posted_body import Posted
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.read_only_reason import read_only_reason
from hanse.config.declare.access import Principal
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.http.operation import Caller
from hanse.kit.errors import MalformedRequest

BASE = "/pf-admin-ui/frame"
# `OVER` has the revision that the administrator overwrites after a conflict was shown.
REVISION, OVER, ACTION, SEARCH = "_revision", "_over", "_do", "_search:"
# Query parameters: the plug-in or type of a new item, and the file to download.
TYPE, WHICH = "type", "which"
# Query parameter: the section at which the form of an item with a summary opens.
SECTION = "section"
# Query parameter: the page of an item, below `BASE`, to which a save returns.
RETURN = "return"
_SECTION = re.compile(r"section-[0-9]{1,3}")
_PAGE_OF_ITEM = re.compile(r"[A-Za-z0-9]+/edit/[^/?#\s\\]{1,1000}")
# Query parameter of a picker's search: the item that the picker belongs to.
OF = "of"
MOST_FIELDS = 100_000


class PageAddress(StrEnum):
    """The pages of a frame."""

    # The list; of a singleton its form.
    TOP = ""
    ADD = "add"
    EDIT = "edit"
    DELETE = "delete"
    # The guided creation of an item with what it needs.
    START = "start"
    # Not a page: a file of an item, to download.
    FILE = "file"
    # Not a page: the choices of a picker as JSON, for the script.
    CHOICES = "choices"


@dataclass(frozen=True)
class PageNotice:
    """The message of the previous page: the result of an action, or its error."""

    text: str
    failed: bool = False

    def __bool__(self) -> bool:
        """Return whether there is a message."""
        return bool(self.text)


_NOTHING = PageNotice("")


@dataclass(frozen=True)
class PageRequest:
    """A request for a page of a frame."""

    frame: Frame
    page: PageAddress
    # The ID of the item, on the pages of an item.
    id: str
    caller: Caller
    query: Mapping[str, str]
    # The posted form; None if nothing was posted.
    posted: Posted | None
    # The token that forms of this session must contain.
    token: str
    may_change: bool
    # Digest of the console settings of this caller (`UiSettings.digest`).
    settings: str
    # The message of the previous page.
    notice: PageNotice = _NOTHING

    @property
    def principal(self) -> Principal:
        """The caller."""
        if self.caller.principal is None:
            raise TypeError("strangers see no frame")
        return self.caller.principal

    @property
    def read_only_reason(self) -> str:
        """The reason why the caller cannot change anything on this page."""
        return read_only_reason(self.principal, self.frame.resource.area)

    @cached_property
    def action(self) -> tuple[str, str]:
        """The button that was pressed, and its target, such as a path in the form."""
        what, _, target = self.field(ACTION).partition(":")
        return what, target

    @cached_property
    def creation_form(self) -> CreationForm | None:
        """The form of the call that creates a new item, if items are not created by a plain POST of the item."""
        ways = self.frame.form.adding
        return next((each for each in ways if each.id == self.query.get(TYPE, "")), ways[0]) if ways else None

    @cached_property
    def searches(self) -> dict[str, str]:
        """The search words of pickers, by path."""
        posted = self.posted or {}
        return {name.removeprefix(SEARCH): values[-1] for name, values in posted.items() if name.startswith(SEARCH)}

    @cached_property
    def revision(self) -> frozenset[int] | None:
        """The revision that the form was made of. Raises MalformedRequest."""
        text = self.field(OVER) or self.field(REVISION)
        if not text:
            return None
        if not (text.isascii() and text.isdigit()) or len(text) > len("999999999999999999"):
            raise MalformedRequest("The form does not contain a revision.")
        return frozenset({int(text)})

    @property
    def section(self) -> str:
        """The section at which the form opens; empty for its start."""
        requested = self.query.get(SECTION, "")
        return requested if _SECTION.fullmatch(requested) else ""

    @property
    def shows_summary(self) -> bool:
        """Return whether the page is the summary of an item, and not its form."""
        return self.frame.form.has_summary and self.page is PageAddress.EDIT and not self.section

    @property
    def own_address(self) -> str:
        """The address of this page, with the type of a new item, the section and the page to return to."""
        if self.page is PageAddress.ADD:
            return self.add_address(self.query.get(TYPE, ""))
        return self.section_address(self.section) if self.page is PageAddress.EDIT else self.address(self.page)

    def add_address(self, type_: str) -> str:
        """Return the address of the form of a new item of a type."""
        return self._with_query(self.address(PageAddress.ADD), {TYPE: type_})

    def section_address(self, section: str) -> str:
        """Return the address of the item's form, opened at a section."""
        return self._with_query(self.address(PageAddress.EDIT, self.id), {SECTION: section})

    def _with_query(self, address: str, query: Mapping[str, str]) -> str:
        given = {name: value for name, value in {**query, RETURN: self._return}.items() if value}
        return f"{address}?{urlencode(given)}" if given else address

    @property
    def return_address(self) -> str:
        """The address after a save: the page that led here, the summary of the item, or the top of this frame."""
        if self._return:
            return f"{BASE}/{self._return}"
        return self.section_address("") if self.section and self.frame.form.has_summary else self.address()

    @property
    def _return(self) -> str:
        requested = self.query.get(RETURN, "")
        return requested if _PAGE_OF_ITEM.fullmatch(requested) else ""

    def field(self, name: str) -> str:
        """Return a posted field; empty if it was not posted."""
        return ((self.posted or {}).get(name) or ("",))[-1]

    def address(self, page: PageAddress = PageAddress.TOP, id_: str = "") -> str:
        """Return the address of a page of this frame."""
        return "/".join([BASE, self.frame.node, *([page] if page else []), *([quote(id_, safe="")] if id_ else [])])


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


def page_of(rest: str) -> tuple[PageAddress, str]:
    """Return the page that the path behind a node's id names, and the id in it; raises ValueError."""
    name, _, id_ = rest.partition("/")
    found = PageAddress(name)
    if (found in (PageAddress.EDIT, PageAddress.DELETE, PageAddress.FILE)) != bool(id_):
        raise ValueError(rest)
    return found, id_
