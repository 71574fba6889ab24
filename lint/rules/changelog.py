"""The changelog and the version agree: what is released is written down, and what is next has notes."""

import re
import tomllib
from collections.abc import Iterator

from lint.tree import Finding, Tree

CHANGELOG = "CHANGELOG.md"
HEADING = re.compile(r"^## \[(?P<version>Unreleased|\d+\.\d+\.\d+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?\s*$")


def check(tree: Tree) -> Iterator[Finding]:
    """Report headings of another form, releases out of order, and a version without notes."""
    if CHANGELOG not in tree.files:
        yield Finding(CHANGELOG, 1, "there is none")
        return
    version = tomllib.loads(tree.text("pyproject.toml"))["project"]["version"]
    released: list[str] = []
    notes: dict[str, int] = {}
    section = ""
    for line, text in tree.lines(CHANGELOG):
        if text.startswith("## "):
            heading = HEADING.match(text)
            if heading is None or (heading["version"] == "Unreleased") == bool(heading["date"]):
                yield Finding(CHANGELOG, line, "a heading is '## [Unreleased]' or '## [1.2.3] - 2026-01-31'")
                continue
            section = heading["version"]
            if heading["date"]:
                released.append(section)
        elif text.startswith("- "):
            notes[section] = notes.get(section, 0) + 1
    if released != sorted(released, key=_parts, reverse=True):
        yield Finding(CHANGELOG, 1, "the newest release comes first")
    if released and _parts(version) < _parts(released[0]):
        yield Finding(CHANGELOG, 1, f"version {released[0]} is released, and pyproject.toml says {version}")
    if version not in released and not notes.get("Unreleased"):
        yield Finding(
            CHANGELOG,
            1,
            f"version {version} has no notes: neither a section of its own nor any under Unreleased",
        )


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
