import ast
from pathlib import Path

import tools.cloud

ALLOWED = ("hanse.kit.clock", "hanse.kit.randomness", "tools.cloud")


def imported(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return names | {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}


def test_the_service_imports_nothing_of_the_server() -> None:
    files = list(Path(tools.cloud.__file__).parent.glob("*.py"))
    assert len(files) > 5
    found = {name for path in files for name in imported(path.read_text("utf-8"))}
    own = {name for name in found if name.split(".")[0] in {"hanse", "tools", "tests"}}
    assert {name for name in own if not name.startswith(ALLOWED)} == set()


def test_the_product_does_not_import_the_service() -> None:
    product = Path(__file__).parents[3] / "src" / "hanse"
    importing = [
        path
        for path in product.rglob("*.py")
        if any(name.split(".")[0] == "tools" for name in imported(path.read_text()))
    ]
    assert importing == []
