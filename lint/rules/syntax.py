"""Every Python file can be parsed. A file that cannot, for example after a broken merge, is reported with its line."""

from collections.abc import Iterator

from lint.tree import Finding, Tree


def check(tree: Tree) -> Iterator[Finding]:
    """Report the files that Python cannot parse."""
    for name in tree.matching("*.py"):
        try:
            tree.module(name)
        except SyntaxError as error:
            yield Finding(name, error.lineno or 1, f"cannot be read: {error.msg}")
