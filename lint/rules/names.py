"""Names are told apart: no two public classes of the product share one, and modules are named for what they hold."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from lint.tree import Finding, Tree

PRODUCT = ("src/hanse",)
# Stems that say nothing about what a module holds. `docs/glossary.md` has the words of the product.
VAGUE_MODULES = frozenset(
    {
        "acting",
        "alone",
        "arranging",
        "assisting",
        "beside",
        "besides",
        "chosen",
        "folding",
        "following",
        "growing",
        "helpers",
        "misc",
        "moments",
        "pulse",
        "scene",
        "seats",
        "showing",
        "standing",
        "telling",
        "together",
        "told",
        "utils",
    }
)


def check(tree: Tree) -> Iterator[Finding]:
    """Report each public class whose name another module of the product has as well, and modules with vague names."""
    first: dict[str, str] = {}
    for name in tree.under(PRODUCT, ".py"):
        stem = PurePosixPath(name).stem
        if stem in VAGUE_MODULES:
            yield Finding(name, 1, f"{stem} does not say what the module holds: name it for that")
        for node in tree.module(name).body:
            if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            other = first.setdefault(node.name, name)
            if other != name:
                yield Finding(name, node.lineno, f"{node.name} is also the name of a class in {other}")
