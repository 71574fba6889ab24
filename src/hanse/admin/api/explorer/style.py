"""The page's style sheet, in a module of its own so that it can be loaded without the template engine."""

from pathlib import Path


def stylesheet() -> str:
    """Return the style sheet."""
    return Path(__file__).with_name("page.css").read_text("utf-8")
