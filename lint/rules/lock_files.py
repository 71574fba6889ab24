"""Lock files hold versions and hashes, and no address: whoever installs uses their own registry."""

import json
import re
from collections.abc import Iterator

from lint.tree import Finding, Tree

ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links")
UNHASHED = re.compile(r"^[\w.-]+(?:\[[\w,]+\])?==[^\\]*$")


def check(tree: Tree) -> Iterator[Finding]:
    """Report addresses in the locks of both languages, and packages locked without a hash."""
    for name in tree.matching("requirements/*.txt"):
        for line, text in tree.lines(name):
            if not text.lstrip().startswith("#") and (match := ADDRESS.search(text)):
                yield Finding(name, line, f"{match[0]}: a lock names no address")
            if UNHASHED.match(text):
                yield Finding(name, line, f"{text.strip()}: locked without a hash")
    for name in tree.matching("package-lock.json"):
        for package, entry in json.loads(tree.text(name)).get("packages", {}).items():
            if str(entry.get("resolved", "")).startswith("http"):
                yield Finding(name, 1, f"{package}: a lock names no address (npm: omit-lockfile-registry-resolved)")
            if package and not entry.get("link") and "integrity" not in entry:
                yield Finding(name, 1, f"{package}: locked without a hash")
