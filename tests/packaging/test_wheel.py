"""The wheel contains the whole product: installed on a machine without Node.js, it serves the console."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bench.running_server import serving

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([BIN / "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (built,) = folder.glob("hanse-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs in a new environment with the wheel and its dependencies."""
    environment = tmp_path_factory.mktemp("fresh") / "venv"
    uv, python = ROOT / "scripts" / "uv", environment / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, environment], check=True)
    install: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", python]
    locked = ROOT / "requirements" / "runtime.txt"
    subprocess.run([*install, "--require-hashes", "-r", locked], check=True)
    subprocess.run([*install, "--no-deps", wheel], check=True)
    return environment / "bin"


def test_the_wheel_contains_console_and_license_and_no_source_of_the_console(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(re.fullmatch(r"hanse/admin/console/static/.+\.js", name) for name in names)
    assert any(name.endswith(".js.br") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if "node_modules" in name or name.endswith((".tsx", ".map"))]


def test_the_installed_packages_satisfy_the_requirements_of_the_wheel(installed: Path) -> None:
    subprocess.run([ROOT / "scripts" / "uv", "pip", "check", "--quiet", "--python", installed / "python"], check=True)


def test_the_installed_wheel_serves_the_console_without_node(installed: Path, tmp_path: Path) -> None:
    # PATH has only the system's own programs, and no environment variable of this machine configures the server.
    env = {"PATH": os.defpath, "HOME": str(tmp_path)}
    with serving(installed / "hanse", tmp_path / "data", env=env) as server:
        html = server.get("/").body.decode()
        script = re.search(r'<script[^>]+type="module"[^>]+src="([^"]+)"', html)
        assert script, html
        asset = server.get(script[1], **{"Accept-Encoding": "br"})
    assert (asset.status, asset.headers["Content-Encoding"]) == (200, "br")
    assert "javascript" in asset.headers["Content-Type"]
