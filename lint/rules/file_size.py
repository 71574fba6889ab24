"""Files stay small enough to read in one sitting; exceptions have a reason in `lint/allowed_sizes.toml`."""

import ast
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import PurePosixPath

from lint.tree import Finding, Tree, nodes_of, tokens_of

PYTHON_LIMIT = 300
TYPESCRIPT_LIMIT = 250
ALLOWED = "lint/allowed_sizes.toml"
GENERATED = ("console/src/platform/api/generated/",)
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def check(tree: Tree) -> Iterator[Finding]:
    """Report files over their limit without a reason, and reasons that are no longer needed."""
    allowed = tomllib.loads(tree.text(ALLOWED)) if ALLOWED in tree.files else {}
    over: set[str] = set()
    for name in tree.files:
        limit = _limit(name)
        if limit is None:
            continue
        text = tree.text(name)
        if text.count("\n") < limit:
            # Counting the lines with code takes longer, and cannot find more.
            continue
        size = python_lines(text) if name.endswith(".py") else typescript_lines(text)
        if size <= limit:
            continue
        over.add(name)
        if not str(allowed.get(name, "")).strip():
            yield Finding(
                name, 1, f"{size} lines of code, at most {limit}: split it by task, or state the reason in {ALLOWED}"
            )
    for name in sorted(allowed.keys() - over):
        yield Finding(ALLOWED, 1, f"{name} is within its limit or deleted: remove its line")


def python_lines(text: str) -> int:
    """Count the lines that hold code: neither blank, nor comment, nor docstring."""
    held: set[int] = set()
    for token in tokens_of(text):
        if token.type not in NO_CODE:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in nodes_of(text):
        # A string that is a statement of its own is a docstring or serves as a comment.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            held.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(held)


def typescript_lines(text: str) -> int:
    """Count the lines that are neither blank nor wholly comment."""
    count, inside = 0, False
    for line in map(str.strip, text.splitlines()):
        if inside or line.startswith("/*"):
            inside = "*/" not in line
        elif line and not line.startswith("//"):
            count += 1
    return count


def _limit(name: str) -> int | None:
    path = PurePosixPath(name)
    if name.startswith(GENERATED) or name.endswith(".d.ts") or path.suffix not in {".py", ".ts", ".tsx"}:
        return None
    return PYTHON_LIMIT if path.suffix == ".py" else TYPESCRIPT_LIMIT
