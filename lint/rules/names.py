"""Names are unambiguous: no two public classes of the product share one, and module names describe their content."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from lint.tree import Finding, Tree

PRODUCT = ("src/hanse",)
PYTHON = ("bench", "lint", "scripts", "src/hanse", "tests", "tools")
# Stems that do not describe the content of a module. `docs/glossary.md` has the words of the product.
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
# Words that do not say what a function does. Names have the verb of the field: `request`, `send`, `log`, `check`.
VAGUE_WORDS = frozenset({"ask", "asked", "asks", "hear", "heard", "hears", "said", "tell", "tells", "told"})
VAGUE_LOOK = re.compile(r"(?:^|_)look(?:s|ed)?(?!_up|_like|[a-z])")


def check(tree: Tree) -> Iterator[Finding]:
    """Report each public class whose name another module of the product has as well, and vague names."""
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
    for name in tree.under(PYTHON, ".py"):
        for function in tree.nodes(name):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and _is_vague(function.name):
                yield Finding(
                    name, function.lineno, f"{function.name} does not say what the function does: use its verb"
                )


def _is_vague(name: str) -> bool:
    # The names of tests are sentences.
    if name.startswith("test_"):
        return False
    return not VAGUE_WORDS.isdisjoint(name.split("_")) or VAGUE_LOOK.search(name) is not None
