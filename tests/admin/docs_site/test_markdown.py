from html.parser import HTMLParser
from pathlib import Path

import pytest

from hanse.admin.docs_site.markdown import Renderer
from hanse.admin.docs_site.page_files import INDEX, PageFiles, find_sources

Attributes = dict[str, str | None]


class Reader(HTMLParser):
    """Collects the start tags of a page, each with its own attributes and those of its parent element."""

    VOID = frozenset({"meta", "link", "img", "br", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Attributes, Attributes]] = []
        self._open: list[Attributes] = [{}]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs), self._open[-1]))
        if tag not in self.VOID:
            self._open.append(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._open.pop()

    def all(self, tag: str) -> list[Attributes]:
        return [attributes for name, attributes, _ in self.tags if name == tag]

    def links(self) -> list[str]:
        return [link["href"] or "" for link in self.all("a")]

    def ids(self) -> set[str | None]:
        return {attributes.get("id") for _, attributes, _ in self.tags}


def write(folder: Path, **texts: str) -> PageFiles:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return find_sources(packaged=folder)


USING = """# Using it

## What's *new*?

<script>alert(1)</script>

| a | b |
|---|---|
| 1 | 2 |

[Back](README.md#guide) [out](https://example.com/a.md) [here](https://localhost:9999/pf-admin-api/v1/api-docs)

```console
$ hanse
```
"""


@pytest.fixture
def small(tmp_path: Path) -> Renderer:
    return Renderer(write(tmp_path, README="# Guide\n\n1. [Using it](using.md): how\n", using=USING))


def test_a_page_has_its_title_and_is_marked_in_the_table_of_contents(small: Renderer) -> None:
    text = small.render("using")
    assert "<title>Using it · Hanse documentation</title>" in text
    entries = {link["href"]: link.get("aria-current") for link in Reader(text).all("a")}
    assert (entries["/docs/using"], entries["/docs/"]) == ("page", None)


def test_links_between_files_are_links_between_pages_and_headings_have_anchors(small: Renderer) -> None:
    page = Reader(small.render("using"))
    assert page.links()[-3:] == ["/docs/#guide", "https://example.com/a.md", "/pf-admin-api/v1/api-docs"]
    assert [heading["id"] for heading in page.all("h2")] == ["whats-new"]


def test_html_in_markdown_is_escaped(small: Renderer) -> None:
    text = small.render("using")
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_wide_content_scrolls_and_is_reachable_by_keyboard(small: Renderer) -> None:
    page = Reader(small.render("using"))
    wide = {tag: around for tag, _, around in page.tags if tag in ("table", "pre")}
    assert {tag: around["aria-label"] for tag, around in wide.items()} == {"table": "Table", "pre": "Example"}
    assert all(around["tabindex"] == "0" for around in wide.values())


def test_a_link_to_a_missing_page_is_an_error(tmp_path: Path) -> None:
    renderer = Renderer(write(tmp_path, README="# Guide\n\n[gone](gone.md)\n"))
    with pytest.raises(ValueError, match=r"gone\.md"):
        renderer.render("")


def test_every_page_is_in_the_table_of_contents_and_every_link_resolves() -> None:
    sources = find_sources()
    renderer = Renderer(sources)
    pages = {page: Reader(renderer.render(page)) for page in sources.files}
    assert {entry.address.removeprefix("/docs/") for entry in renderer.contents} == set(pages)
    for page, reader in pages.items():
        assert len(reader.all("h1")) == 1, page
        for link in reader.links():
            address, _, anchor = link.partition("#")
            if address.startswith("/docs/") or not address:
                target = pages[address.removeprefix("/docs/") if address else page]
                assert not anchor or anchor in target.ids(), (page, link)


def test_a_checkout_has_the_changelog_as_release_notes() -> None:
    sources = find_sources()
    assert sources.files["release-notes"].name == "CHANGELOG.md"
    assert sources.page_of(INDEX) == ""
    assert sources.page_of("CHANGELOG") == "release-notes"
    assert sources.page_of("ARCHITECTURE") is None
