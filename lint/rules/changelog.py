"""The changelog and the version agree: releases are documented, and the next version has notes."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

from lint.tree import Finding, Tree

CHANGELOG = "CHANGELOG.md"
CONSOLE = "console/package.json"
HEADING = re.compile(r"^## \[(?:Unreleased\]|(?P<version>\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2})\s*$")


@dataclass
class Changelog:
    """The content of a changelog: its releases from the top, any unreleased notes, and malformed headings."""

    released: list[str] = field(default_factory=list)
    has_unreleased_notes: bool = False
    wrong_headings: list[int] = field(default_factory=list)


def check(tree: Tree) -> Iterator[Finding]:
    """Report malformed headings, releases out of order, and a version without notes."""
    if CHANGELOG not in tree.files:
        yield Finding(CHANGELOG, 1, "the changelog is missing")
        return
    version = tomllib.loads(tree.text("pyproject.toml"))["project"]["version"]
    written = _read(tree)
    for line in written.wrong_headings:
        yield Finding(CHANGELOG, line, "a heading is '## [Unreleased]' or '## [1.2.3] - 2026-01-31'")
    if written.released != sorted(written.released, key=_parts, reverse=True):
        yield Finding(CHANGELOG, 1, "the newest release comes first")
    if written.released and _parts(version) < _parts(written.released[0]):
        yield Finding(CHANGELOG, 1, f"version {written.released[0]} is released, and pyproject.toml says {version}")
    if version not in written.released and not written.has_unreleased_notes:
        yield Finding(CHANGELOG, 1, f"version {version} has neither a section of its own nor notes under Unreleased")
    if CONSOLE in tree.files and (console := json.loads(tree.text(CONSOLE))["version"]) != version:
        yield Finding(CONSOLE, 1, f"the console is {console}, and pyproject.toml says {version}")


def _read(tree: Tree) -> Changelog:
    written, unreleased = Changelog(), False
    for line, text in tree.lines(CHANGELOG):
        if text.startswith("## "):
            heading = HEADING.match(text)
            unreleased = heading is not None and not heading["version"]
            if heading is None:
                written.wrong_headings.append(line)
            elif heading["version"]:
                written.released.append(heading["version"])
        elif unreleased and text.startswith("- "):
            written.has_unreleased_notes = True
    return written


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
