"""Lock files contain versions and hashes but no addresses, so that each user can use another registry."""

import json
import re
import tomllib
from collections.abc import Iterator

from lint.tree import Finding, Tree

ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links")
UNHASHED = re.compile(r"^[\w.-]+(?:\[[\w,]+\])?==[^\\]*$")


NAME = re.compile(r"^[A-Za-z0-9._-]+")
LOCKS = ("requirements/runtime.txt", "requirements/dev.txt")


def check(tree: Tree) -> Iterator[Finding]:
    """Report addresses in the lock files of Python and npm, and packages that are locked without a hash."""
    for name in tree.matching("requirements/*.txt"):
        for line, text in tree.lines(name):
            if not text.lstrip().startswith("#") and (match := ADDRESS.search(text)):
                yield Finding(name, line, f"{match[0]}: a lock file contains no address")
            if UNHASHED.match(text):
                yield Finding(name, line, f"{text.strip()}: locked without a hash")
    yield from _missing_in_lock(tree)
    for name in tree.matching("package-lock.json"):
        for package, entry in json.loads(tree.text(name)).get("packages", {}).items():
            if str(entry.get("resolved", "")).startswith("http"):
                yield Finding(
                    name, 1, f"{package}: a lock file contains no address (npm: omit-lockfile-registry-resolved)"
                )
            if package and not entry.get("link") and "integrity" not in entry:
                yield Finding(name, 1, f"{package}: locked without a hash")


def _missing_in_lock(tree: Tree) -> Iterator[Finding]:
    """Yield requirements of pyproject.toml that a lock does not contain: `make lock` was not run."""
    if "pyproject.toml" not in tree.files:
        return
    required = {_normal(text) for text in tomllib.loads(tree.text("pyproject.toml"))["project"].get("dependencies", [])}
    for name in tree.matching(*LOCKS):
        for package in sorted(required - {_normal(text) for _, text in tree.lines(name) if "==" in text}):
            yield Finding(name, 1, f"{package} is in pyproject.toml and not locked: run make lock")


def _normal(requirement: str) -> str:
    """Return the name that a requirement starts with, as PEP 503 writes it."""
    match = NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", match[0]).lower() if match else ""
