"""Every suppression of a check names its rule and states its reason, beside it or on the line above."""

import re
import tokenize
from collections.abc import Iterator

from lint.tree import Finding, Tree

SHORTEST_REASON = 10
PYTHON = (
    re.compile(r"#\s*noqa(?P<what>:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?(?P<reason>.*)"),
    re.compile(r"#\s*type:\s*ignore(?P<what>\[[\w, -]+\])?(?P<reason>.*)"),
    re.compile(r"#\s*pragma:\s*no (?P<what>cover|branch)(?P<reason>.*)"),
)
TYPESCRIPT = (
    re.compile(r"biome-ignore(?:-all|-start)?\s+(?P<what>(?:lint|assist|format|syntax)[\w/]*)\s*:?(?P<reason>.*)"),
    re.compile(r"(?P<what>@ts-(?:ignore|expect-error|nocheck))(?P<reason>.*)"),
    re.compile(r"(?P<what>eslint-disable[\w-]*)(?P<reason>.*)"),
)


def check(tree: Tree) -> Iterator[Finding]:
    """Report suppressions without a reason, and Python's blanket ones that name no rule."""
    for name in tree.matching("*.py"):
        # Few files have suppressions, and the division of all others into tokens would take most of the time.
        if not any(kind.search(tree.text(name)) for kind in PYTHON):
            continue
        comments = {t.start[0]: t for t in tree.tokens(name) if t.type == tokenize.COMMENT}
        for line, token in comments.items():
            above = comments.get(line - 1)
            own_line = above is not None and above.line.strip() == above.string
            yield from _check_comment(name, line, token.string, PYTHON, above.string if above and own_line else "")
    for name in tree.matching("*.ts", "*.tsx", "*.css", "*.mjs"):
        before = ""
        for line, text in tree.lines(name):
            yield from _check_comment(
                name, line, text, TYPESCRIPT, before if before.lstrip().startswith(("//", "/*", "*")) else ""
            )
            before = text


def _check_comment(
    name: str, line: int, text: str, kinds: tuple[re.Pattern[str], ...], above: str
) -> Iterator[Finding]:
    for kind in kinds:
        match = kind.search(text)
        if match is None:
            continue
        if not match["what"]:
            yield Finding(name, line, f"{match[0].strip()}: name the rule that is suppressed")
        elif not (_is_reason(match["reason"]) or _is_reason(above)):
            yield Finding(name, line, f"{match[0].strip()}: state the reason")


def _is_reason(text: str) -> bool:
    words = re.sub(r"<explanation>|\*/|-->", "", text).strip(" \t#:*/{}—-.")
    return len(words) >= SHORTEST_REASON
