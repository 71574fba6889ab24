"""Tests that a document names as proofs exist: `tests/kit/test_clock.py::test_tells_the_time`, or with their class."""

import re
from collections.abc import Iterator

from lint.tree import Finding, Tree

NAMED = re.compile(r"`(?P<file>[\w./-]+\.py)::(?:Test\w+::)?(?P<test>test_\w+)`")


def check(tree: Tree) -> Iterator[Finding]:
    """Report named tests whose file or function does not exist."""
    for name in tree.matching("*.md"):
        for line, text in tree.lines(name):
            for match in NAMED.finditer(text):
                file, test = match["file"], match["test"]
                if file not in tree.files or f"def {test}(" not in tree.text(file):
                    yield Finding(name, line, f"{file}::{test}: no such test")
