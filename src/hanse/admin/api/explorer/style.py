"""The page's style sheet, apart from the page so that it can be had without the template engine."""

from pathlib import Path


def stylesheet() -> str:
    """Return the style sheet."""
    return Path(__file__).with_name("page.css").read_text("utf-8")
