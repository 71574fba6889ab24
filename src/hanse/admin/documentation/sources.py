"""Where the pages are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

INDEX = "README"
_PACKAGED = Path(__file__).parent / "pages"
_CHECKOUT = Path(__file__).parents[4]
# The changelog is kept where people look for it, and read here as the release notes.
_CHANGELOG, _RELEASE_NOTES = "CHANGELOG", "release-notes"


@dataclass(frozen=True)
class Sources:
    """The Markdown file of each page, by the last part of its path; the index is the page of the empty name."""

    files: Mapping[str, Path]

    def page_of(self, stem: str) -> str | None:
        """Return the page that a Markdown file, by its name without `.md`, becomes; None when it becomes none."""
        page = {INDEX: "", _CHANGELOG: _RELEASE_NOTES}.get(stem, stem)
        return page if page in self.files else None


def find_sources(packaged: Path = _PACKAGED, checkout: Path = _CHECKOUT) -> Sources:
    """Return the files of this installation."""
    if packaged.is_dir():
        return Sources({_page(path): path for path in sorted(packaged.glob("*.md"))})
    guide = {_page(path): path for path in sorted((checkout / "docs" / "user-guide").glob("*.md"))}
    return Sources({**guide, _RELEASE_NOTES: checkout / f"{_CHANGELOG}.md"})


def _page(path: Path) -> str:
    return "" if path.stem == INDEX else path.stem
