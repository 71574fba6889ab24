"""Renders Markdown (CommonMark, with tables) as pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from hanse.admin.docs_site.help_links import BASE
from hanse.admin.docs_site.page_files import PageFiles

_FOLDER = Path(__file__).parent
# The beginning of this server's addresses in the files, which people also read elsewhere.
_OWN_ORIGIN = "https://localhost:9999/"
# Elements that may be wider than a phone: their opening tag, their label, and their closing tag.
_WIDE = {"table_open": "Table", "fence": "Example"}
_WIDE_ENDS = frozenset({"table_close", "fence"})
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class ContentsEntry:
    """A line of the table of contents."""

    title: str
    address: str


class Renderer:
    """Renders the pages of some sources."""

    def __init__(self, sources: PageFiles) -> None:
        self._sources = sources
        # HTML in the text stays text.
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        environment = Environment(
            loader=FileSystemLoader(_FOLDER),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._template = environment.get_template("page.html")

    def render(self, page: str) -> str:
        """Return a page as HTML; raises KeyError if no page has this name."""
        tokens = self._tokens(page)
        body = Markup(self._markdown.renderer.render(tokens, self._markdown.options, {}))  # noqa: S704 - made of our own files, with HTML switched off.
        return self._page(page, _title(tokens), body)

    def render_missing(self) -> str:
        """Return the page for unknown addresses."""
        text = Markup("<h1>Page not found</h1><p>The table of contents lists all pages.</p>")
        return self._page("missing", "Page not found", text)

    @cached_property
    def contents(self) -> list[ContentsEntry]:
        """Return the index page, followed by the pages that it names, in its order."""
        tokens = self._tokens("")
        return [ContentsEntry(_title(tokens), f"{BASE}/"), *_linked(tokens)]

    def _page(self, page: str, title: str, body: Markup) -> str:
        return self._template.render(
            title=title, body=body, contents=self.contents, here=f"{BASE}/{page}", home=self.contents[0]
        )

    def _tokens(self, page: str) -> list[Token]:
        tokens = self._markdown.parse(self._sources.files[page].read_text("utf-8"))
        for token, following in pairwise(tokens):
            if token.type == "heading_open":
                token.attrSet("id", _anchor(_text(following)))
        for child in (child for token in tokens for child in token.children or ()):
            if child.type == "link_open":
                child.attrSet("href", self._address(str(child.attrGet("href"))))
        return [*_scrolling(tokens)]

    def _address(self, target: str) -> str:
        """Return the address for a link's target; a relative link to a Markdown file becomes one to its page."""
        if target.startswith(_OWN_ORIGIN):
            return target.removeprefix(_OWN_ORIGIN.removesuffix("/"))
        parts = urlsplit(target)
        path = PurePosixPath(parts.path)
        if parts.scheme or parts.netloc or path.suffix != ".md":
            return target
        page = self._sources.page_of(path.stem)
        if page is None:
            raise ValueError(f"{target} is no page of the documentation")
        return f"{BASE}/{page}" + (f"#{parts.fragment}" if parts.fragment else "")


def _linked(tokens: list[Token]) -> Iterator[ContentsEntry]:
    for token in tokens:
        children = token.children or []
        for link, text in pairwise(children):
            address = str(link.attrGet("href")) if link.type == "link_open" else ""
            if address.startswith(f"{BASE}/"):
                yield ContentsEntry(text.content, address)


def _scrolling(tokens: list[Token]) -> Iterator[Token]:
    """Put tables and code into scrollable regions, usable by keyboard too, so that a page never scrolls sideways."""
    for token in tokens:
        if token.type in _WIDE:
            name = _WIDE[token.type]
            yield _html(f'<div class="wide" tabindex="0" role="group" aria-label="{name}">\n')
        yield token
        if token.type in _WIDE_ENDS:
            yield _html("</div>\n")


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _title(tokens: list[Token]) -> str:
    return next(
        _text(following) for token, following in pairwise(tokens) if token.type == "heading_open" and token.tag == "h1"
    )


def _text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _anchor(heading: str) -> str:
    """Return a heading's anchor in the way that code forges build it, so that links work there and here."""
    return _NOT_IN_ANCHORS.sub("", heading.lower()).replace(" ", "-")
