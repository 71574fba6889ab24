"""Every Python file can be parsed; the line is reported otherwise, for example after a broken merge."""

from collections.abc import Iterator

from lint.tree import Finding, Tree


def check(tree: Tree) -> Iterator[Finding]:
    """Report the files that Python cannot parse."""
    for name in tree.matching("*.py"):
        try:
            tree.module(name)
        except SyntaxError as error:
            yield Finding(name, error.lineno or 1, f"cannot be read: {error.msg}")
