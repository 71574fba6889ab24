"""No committed file contains a folder of the machine on which it was written."""

import re
from collections.abc import Iterator

from lint.tree import Finding, Tree

# A path begins a word. The path of a URL, or one after a variable, is not a path of this machine.
PATH = re.compile(r"(?<![\w.:/}~*-])(?:/(?:home|Users|root|work|workspace|mnt)/[\w.-]+|[A-Z]:\\+Users\\+\w+)")


def check(tree: Tree) -> Iterator[Finding]:
    """Report paths into home and work folders in any text file."""
    for name in tree.files:
        if name.endswith("package-lock.json") or "\0" in tree.text(name):
            continue
        for line, text in tree.lines(name):
            if match := PATH.search(text):
                yield Finding(name, line, f"{match[0]} is a path of one machine")
