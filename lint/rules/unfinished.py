"""Nothing unfinished or disabled is committed: remaining work belongs in an issue, not in a comment."""

import re
from collections.abc import Iterator

from lint.tree import Finding, Tree

# The markers contain character classes so that the rule does not find itself.
MARKERS = {
    "finish it, or open an issue": re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X|HAC[K])\b|NotImplemented[E]rror"),
    "a test that never runs proves nothing": re.compile(
        r"pytest\.mark\.ski[p]\b|\b(?:test|it|describe)\.(?:onl[y]|fixm[e]|ski[p])\("
    ),
}
SUFFIXES = (
    ".py",
    ".ts",
    ".tsx",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".yaml",
    ".yml",
    ".json",
    ".mjs",
    "Makefile",
)


def check(tree: Tree) -> Iterator[Finding]:
    """Report every marker in sources, tests and documents, but not in lock files."""
    for name in tree.files:
        if not name.endswith(SUFFIXES) or name.endswith("package-lock.json"):
            continue
        for line, text in tree.lines(name):
            for advice, marker in MARKERS.items():
                if match := marker.search(text):
                    yield Finding(name, line, f"{match[0]}: {advice}")
