"""Functions stay short: over 40 lines of code is a warning, over 80 an error."""

import ast
from collections.abc import Iterator

from lint.rules.file_size import python_lines
from lint.tree import Finding, Tree

WARN = 40
FAIL = 80


def check(tree: Tree) -> Iterator[Finding]:
    """Report Python functions and methods that are too long without their docstrings and comments."""
    for name in tree.matching("*.py"):
        lines = tree.text(name).splitlines()
        for node in tree.nodes(name):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            end = node.end_lineno or node.lineno
            if end - node.lineno < WARN:
                continue
            source = "\n".join(line[node.col_offset :] for line in lines[node.lineno - 1 : end])
            size = python_lines(source)
            if size > WARN:
                message = f"{node.name} has {size} lines of code, at most {FAIL if size > FAIL else WARN}"
                yield Finding(name, node.lineno, message, warning=size <= FAIL)
