"""Links between documents and to files have existing targets and anchors."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from lint.tree import Finding, Tree

LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)(?:\s+\"[^\"]*\")?\)")
EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)")
CODE = re.compile(r"`[^`]*`")


def check(tree: Tree) -> Iterator[Finding]:
    """Report relative links whose file or heading does not exist."""
    for name in tree.matching("*.md"):
        for line, text in _prose(tree, name):
            for match in LINK.finditer(CODE.sub("", text)):
                target = match["target"]
                if not EXTERNAL.match(target) and (wrong := _wrong(tree, name, target)):
                    yield Finding(name, line, f"{target}: {wrong}")


def _prose(tree: Tree, name: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for line, text in tree.lines(name):
        if text.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield line, text


def _wrong(tree: Tree, name: str, target: str) -> str:
    file, _, anchor = unquote(target).partition("#")
    path = (tree.root / name).parent / file if file else tree.root / name
    if not path.exists():
        return "no such file"
    if anchor and path.suffix == ".md" and anchor not in _anchors(tree, path):
        return "no such heading"
    return ""


def _anchors(tree: Tree, path: Path) -> set[str]:
    """Return a document's headings as anchors, in the form that code hosting sites use."""
    name = path.resolve().relative_to(tree.root.resolve()).as_posix()
    headings = (text.lstrip("#").strip() for _, text in _prose(tree, name) if text.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
