"""The import contracts of pyproject.toml hold, and each of them is broken by a bad import."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The violation, with the module that has the bad import, and the module that it imports.
BAD = {
    "a layer imports upwards": ("kit/leaf.py", "hanse.config"),
    "two packages of one layer import each other": ("ops/leaf.py", "hanse.cluster"),
    "two folders of the configuration import each other": ("config/plugins/leaf.py", "hanse.config.change"),
    "another layer imports the store": ("ops/leaf.py", "hanse.config.store"),
    "a plug-in imports another": ("plugins/selectors/network/leaf.py", "hanse.plugins.selectors.scopes"),
    "oauth imports oidc": ("engine/oauth/leaf.py", "hanse.engine.oidc"),
    "another file imports the engine of expressions": ("kit/leaf.py", "cel_expr_python"),
    "another file imports the estimate of passwords": ("kit/leaf.py", "zxcvbn"),
    "another package imports an XML library": ("saml/messages.py", "lxml"),
    "admin imports engine": ("admin/leaf.py", "hanse.engine"),
    "a package that areas share imports an area": ("resources/mapping/leaf.py", "hanse.resources.system"),
    "a form imports a page": ("admin/frames/form/leaf.py", "hanse.admin.frames.pages"),
    "resource areas import each other": ("resources/security/leaf.py", "hanse.resources.system"),
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--config", "pyproject.toml", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """Return empty packages with the names of the project's packages, and with its contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in (ROOT / "src" / "hanse").rglob("__init__.py"):
        copy = tmp_path / package.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    for root_module in ("app", "cli", "handles"):
        if not (tmp_path / "src" / "hanse" / root_module).is_dir():
            (tmp_path / "src" / "hanse" / f"{root_module}.py").touch()
    # The contracts report exceptions that are not needed, so the skeleton has the excepted imports.
    (tmp_path / "src" / "hanse" / "crypto" / "guessable_passwords.py").write_text("import zxcvbn\n")
    (tmp_path / "src" / "hanse" / "expressions" / "engine.py").write_text("import cel_expr_python\n")
    # This direction is allowed; an import in the other direction closes a circle.
    (tmp_path / "src" / "hanse" / "config" / "change" / "leaf.py").write_text("import hanse.config.plugins\n")
    return tmp_path


def test_an_empty_skeleton_keeps_every_contract(skeleton: Path) -> None:
    result = lint_imports(skeleton)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("name", BAD)
def test_a_bad_import_breaks_a_contract(name: str, skeleton: Path) -> None:
    module, imported = BAD[name]
    (skeleton / "src" / "hanse" / module).write_text(f"import {imported}\n", encoding="utf-8")
    result = lint_imports(skeleton)
    assert result.returncode == 1
    dotted = "hanse." + module.removesuffix(".py").replace("/", ".")
    # Circles are reported by their folders, other bad imports by the modules.
    circle = f".{dotted.split('.')[-2]} -> .{imported.split('.')[-1]} "
    assert f"{dotted} -> {imported}" in result.stdout or circle in result.stdout


def test_every_contract_has_a_bad_example() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    # The layers contract has two examples, because it forbids importing upwards and sideways.
    assert len(BAD) == len(contracts) + 1
