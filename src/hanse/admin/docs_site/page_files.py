"""The Markdown files of the pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

INDEX = "README"
_PACKAGED = Path(__file__).parent / "pages"
_CHECKOUT = Path(__file__).parents[4]
# The changelog is in the project's root, where people look for it, and is shown here as the release notes.
_CHANGELOG, _RELEASE_NOTES = "CHANGELOG", "release-notes"


@dataclass(frozen=True)
class PageFiles:
    """The Markdown file of each page, by the last part of its path; the index is the page with the empty name."""

    files: Mapping[str, Path]
    # The PNG files that pages show, by their paths relative to the pages.
    pictures: Mapping[str, Path] = field(default_factory=dict)

    def page_of(self, stem: str) -> str | None:
        """Return the page name of a Markdown file, given its name without `.md`; None if it is not a page."""
        page = {INDEX: "", _CHANGELOG: _RELEASE_NOTES}.get(stem, stem)
        return page if page in self.files else None


def find_sources(packaged: Path = _PACKAGED, checkout: Path = _CHECKOUT) -> PageFiles:
    """Return the files of this installation."""
    if packaged.is_dir():
        return PageFiles({_page(path): path for path in sorted(packaged.glob("*.md"))}, _pictures(packaged))
    folder = checkout / "docs" / "user-guide"
    guide = {_page(path): path for path in sorted(folder.glob("*.md"))}
    return PageFiles({**guide, _RELEASE_NOTES: checkout / f"{_CHANGELOG}.md"}, _pictures(folder))


def _pictures(folder: Path) -> Mapping[str, Path]:
    return {f"pictures/{path.name}": path for path in sorted((folder / "pictures").glob("*.png"))}


def _page(path: Path) -> str:
    return "" if path.stem == INDEX else path.stem
