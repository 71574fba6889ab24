"""Every field that a plug-in declares is read by its code.

The test searches the functions of the plug-in's package for the field's name, as a text or as a constant with this
text. Fields that declare a missing prerequisite (`lacks`) cannot be set and are not checked.
"""

import ast
import importlib
import pkgutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import hanse.plugins
from hanse.config.plugins.plugin import Plugin

ROOT = Path(next(iter(hanse.plugins.__path__)))
# Calls that declare fields. A field's name in such a call is not a use.
DECLARING = {"Field", "Form", "Table", "Plugin", "Option", "flag", "number", "template", "choice", "reference_to"} | {
    "conditions_on",
    "with_conditions",
}


# Fields without an effect, with the reason. Their descriptions say so.
WITHOUT_EFFECT = {"Mode for Synchronous RPC": "all nodes share one store, so both values have the same result"}
ENGINE = ROOT.parent / "engine"


def product_plugins() -> Iterator[Plugin[Any]]:
    """Yield the plug-ins that are part of the product."""
    for module in pkgutil.walk_packages(hanse.plugins.__path__, "hanse.plugins."):
        if module.name.endswith(".plugin"):
            yield from (
                each for each in vars(importlib.import_module(module.name)).values() if isinstance(each, Plugin)
            )


def field_names(plugin: Plugin[Any]) -> set[str]:
    columns = [column for table in plugin.form.tables for column in table.columns]
    return {each.name for each in (*plugin.form.fields, *columns) if not each.lacks}


def used_texts(*files: Path) -> set[str]:
    """Return the texts that functions use, directly or through constants of the files."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    constants: dict[str, set[str]] = {}
    for tree in trees:
        for statement in tree.body:
            for name, texts in constants_of(statement).items():
                constants.setdefault(name, set()).update(texts)
    found: set[str] = set()
    for tree in trees:
        for function in (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)):
            # Inside functions, `number` reads a setting.
            for node in without_declarations(function, DECLARING - {"number"}):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
                if isinstance(node, ast.Name | ast.Attribute):
                    found |= constants.get(node.id if isinstance(node, ast.Name) else node.attr, set())
    return found


def constants_of(statement: ast.stmt) -> Mapping[str, set[str]]:
    """Return the constants that a statement assigns, each with the texts in its value."""
    targets: list[ast.expr]
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets, value = [statement.target], statement.value
    elif isinstance(statement, ast.Assign):
        targets, value = statement.targets, statement.value
    else:
        return {}
    if isinstance(targets[0], ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(targets[0].elts, value.elts, strict=True))
    else:
        pairs = [(each, value) for each in targets]
    return {
        target.id: {
            node.value
            for node in without_declarations(each)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for target, each in pairs
        if isinstance(target, ast.Name)
    }


def without_declarations(node: ast.AST, declaring: Collection[str] = DECLARING) -> Iterator[ast.AST]:
    """Yield a node and its descendants, except calls that declare fields."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in declaring:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from without_declarations(child, declaring)


@pytest.mark.parametrize("plugin", list(product_plugins()), ids=lambda plugin: str(plugin.name))
def test_every_field_is_read(plugin: Plugin[Any]) -> None:
    folder = Path(*plugin.make.__module__.split(".")[2:-1])
    # Some settings are read by the engine, which imports their names from the plug-in's package.
    package = plugin.make.__module__.rpartition(".")[0]
    importing = [path for path in ENGINE.rglob("*.py") if package in path.read_text(encoding="utf-8")]
    own = [*(ROOT / folder).rglob("*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in own)
    # Plug-ins of a kind can share the names of settings, and plug-ins of several kinds a module that reads settings.
    shared = [path for path in ROOT.glob("*.py") if f"from hanse.plugins.{path.stem} import" in code]
    used = used_texts(*own, *(ROOT / folder).parent.glob("*.py"), *shared, *importing)
    # The name of the check box that enables a result is composed from the name of the result.
    used |= {f"Enable '{each}' Result Value" for each in used if "Result Value" in "".join(used)}
    assert sorted(field_names(plugin) - used - WITHOUT_EFFECT.keys()) == []


def test_a_field_that_is_only_declared_is_found(tmp_path: Path) -> None:
    (tmp_path / "plugin.py").write_text(
        'READ = "Read by constant"\n'
        'ONLY_DECLARED = "Only declared"\n'
        'FORM = Form(Field(name=READ), Field(name=ONLY_DECLARED), flag("Read by name", ""), flag("Not read", ""))\n'
        "def make(settings):\n"
        '    return settings.text(READ), settings.flag("Read by name")\n',
        encoding="utf-8",
    )
    used = used_texts(tmp_path / "plugin.py")
    assert {"Read by constant", "Read by name"} <= used
    assert not used & {"Only declared", "Not read"}
