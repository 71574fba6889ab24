"""Below the composition root no code reads the system's clock or randomness; both are passed in.

Tests can then set the clock and repeat a run (`hanse.kit.clock`, `hanse.kit.randomness`).
"""

import ast
from collections.abc import Iterator, Sequence

from lint.tree import Finding, Tree

EXEMPT = ("src/hanse/kit/", "src/hanse/app/", "src/hanse/app.py", "src/hanse/cli/", "src/hanse/cli.py")
CLOCK = {
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
    "time.time",
    "time.time_ns",
}
RANDOMNESS = {"os.urandom", "uuid.uuid1", "uuid.uuid4"}
RANDOM_MODULES = ("secrets.", "random.")
# This function compares in constant time and uses no randomness.
NOT_RANDOM = {"secrets.compare_digest"}


def check(tree: Tree) -> Iterator[Finding]:
    """Report every use, even without a call, such as `default_factory=datetime.now`."""
    for name in tree.matching("*.py"):
        if name.startswith("src/hanse/") and not name.startswith(EXEMPT):
            yield from _mentions(name, tree.nodes(name))


def _mentions(name: str, nodes: Sequence[ast.AST]) -> Iterator[Finding]:
    imported = _imported(nodes)
    for node in nodes:
        if not isinstance(node, ast.Attribute | ast.Name) or not isinstance(node.ctx, ast.Load):
            continue
        dotted = _dotted(node, imported)
        if dotted in CLOCK:
            yield Finding(name, node.lineno, f"{dotted}: take a Clock (hanse.kit.clock)")
        elif dotted in RANDOMNESS or (dotted.startswith(RANDOM_MODULES) and dotted not in NOT_RANDOM):
            yield Finding(name, node.lineno, f"{dotted}: take a Randomness (hanse.kit.randomness)")


def _imported(nodes: Sequence[ast.AST]) -> dict[str, str]:
    """Return the full name of each imported name: `{"dt": "datetime.datetime"}`."""
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.split(".")[0]
                names[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _dotted(node: ast.expr, imported: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return imported.get(node.id, "")
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, imported)
        return f"{owner}.{node.attr}" if owner else ""
    return ""
