"""Resources are named by their handles: only `hanse.handles` contains their paths.

A path that is repeated as a string is missed when the resource is renamed, and a typing error in it appears only at run
time. Migrations are exempt, because they contain the names of their time, which a later change must not alter.
"""

import ast
from collections.abc import Iterator

from lint.tree import Finding, Tree

HANDLES = "src/hanse/handles.py"
MIGRATIONS = "src/hanse/config/store/migrations/"


def check(tree: Tree) -> Iterator[Finding]:
    """Report strings that are the path of a resource, with or without its first slash, or begin with it."""
    modules = dict(tree.python())
    if HANDLES not in modules:
        return
    paths = {text for _, text in _strings(modules[HANDLES]) if text.startswith("/")}
    for name, module in modules.items():
        if not name.startswith("src/hanse/") or name == HANDLES or name.startswith(MIGRATIONS):
            continue
        for line, text in _strings(module):
            if "/" in text and _is_resource_path(f"/{text.removeprefix('/')}", paths):
                yield Finding(name, line, f"{text}: name the resource by its handle (hanse.handles)")


def _is_resource_path(text: str, paths: set[str]) -> bool:
    return any(text == path or text.startswith(f"{path}/") for path in paths)


def _strings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module with their lines."""
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
