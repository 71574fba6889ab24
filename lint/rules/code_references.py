"""Comments and docstrings name modules and files that exist: `kit.ports.Entitlements`, `kit/time_format.py`.

A dotted name is checked if it begins with a package of the product, at any depth: its module must exist, and must
contain the next word of the name. It may also begin with a parameter, or be a string of the product's code, such as a
group of entry points. A path is checked if it has a folder. Other names in backticks are not checked.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import PurePosixPath

from lint.rules.plain_words import comments_of, docstrings_of
from lint.tree import Finding, Tree

PRODUCT = "src/hanse/"
_QUOTED = re.compile(r"`([^`\n]+)`")
_DOTTED = re.compile(r"[a-z_]+(?:\.\w+)+")
_PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.(?:py|ts|tsx|css|html|md|toml|json|po|txt)")


def check(tree: Tree) -> Iterator[Finding]:
    """Report names of modules and files that do not exist."""
    modules = _modules(tree.files)
    ends = {"/".join(parts[at:]) for parts in (name.split("/") for name in tree.files) for at in range(len(parts))}
    for name in tree.under(("src",), ".py"):
        code = tree.text(name)
        for line, text in chain(docstrings_of(code), comments_of(code)):
            for match in _QUOTED.finditer(text):
                quoted, place = match[1], line + text.count("\n", 0, match.start())
                if _PATH.fullmatch(quoted) and quoted not in ends:
                    yield Finding(name, place, f"{quoted}: no such file")
                elif (
                    _DOTTED.fullmatch(quoted)
                    and not re.search(rf"\b{quoted.partition('.')[0]}: ", code)
                    and not _exists(tree, modules, quoted.removeprefix("hanse."))
                    and not any(f'"{quoted}"' in tree.text(each) for each in tree.under(("src",), ".py"))
                ):
                    yield Finding(name, place, f"{quoted}: no such module or name")


@cache
def _modules(files: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the files of modules by the endings of their dotted names; packages have none if they are folders only."""
    found: dict[str, list[str]] = {}
    for name in files:
        if name.startswith(PRODUCT) and name.endswith(".py"):
            path = PurePosixPath(name.removeprefix(PRODUCT)).with_suffix("")
            parts = path.parent.parts if path.name == "__init__" else path.parts
            for start in range(len(parts)):
                for end in range(start + 1, len(parts) + 1):
                    found.setdefault(".".join(parts[start:end]), [])
                found[".".join(parts[start:])].append(name)
    return found


def _exists(tree: Tree, modules: dict[str, list[str]], dotted: str) -> bool:
    """Return whether a dotted name exists, or does not begin with a package."""
    first, _, _ = dotted.partition(".")
    is_package = any(name.endswith(f"/{first}/__init__.py") for name in modules.get(first, ()))
    if not is_package or dotted in modules:
        return True
    parts = dotted.split(".")
    for end in range(len(parts) - 1, 0, -1):
        candidates = modules.get(".".join(parts[:end]))
        if candidates is not None:
            return any(re.search(rf"\b{parts[end]}\b", tree.text(name)) for name in candidates)
    return False
