"""Each page links to the page of the user guide about its area, and the guide lists all its pages."""

import re
from pathlib import Path

from tests.support.frames import FRAMES

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "user-guide"
SCREENS = ROOT / "console" / "src" / "platform" / "page" / "Screen.tsx"


def test_every_frame_links_to_a_help_page_of_its_own() -> None:
    assert [frame.node for frame in FRAMES if frame.ui.guide == "forms"] == []
    for frame in FRAMES:
        text = " ".join((GUIDE / f"{frame.ui.guide}.md").read_text("utf-8").split())
        assert frame.title in text, (frame.node, frame.ui.guide)


def test_every_screen_of_the_console_links_to_an_existing_page() -> None:
    pages = re.findall(r'\[paths\.\w+, "([a-z-]+)"\]', SCREENS.read_text("utf-8"))
    assert len(pages) > 10
    assert [page for page in pages if not (GUIDE / f"{page}.md").exists()] == []


def test_the_table_of_contents_has_every_page() -> None:
    listed = set(re.findall(r"\]\(([a-z-]+)\.md\)", (GUIDE / "README.md").read_text("utf-8")))
    assert {path.stem for path in GUIDE.glob("*.md")} - {"README"} == listed
