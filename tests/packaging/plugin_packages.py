"""Builds and installs the example packages of the user guide's page about plug-ins, exactly as the page shows them."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "user-guide" / "plug-ins.md"
FILE = re.compile(r"^`(?P<name>[\w./-]+)`:\n\n```\w+\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)


def packages() -> dict[str, dict[str, str]]:
    """Return the files of each package by their names."""
    found: dict[str, dict[str, str]] = {}
    for match in FILE.finditer(PAGE.read_text()):
        package, _, name = match["name"].partition("/")
        found.setdefault(package, {})[name] = match["content"]
    return found


def install(folder: Path) -> Path:
    """Build and install all packages; return the folder to add to PYTHONPATH."""
    site = folder / "site"
    for package, files in packages().items():
        for name, content in files.items():
            (folder / package / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / package / name).write_text(content)
        hatchling = Path(sys.executable).parent / "hatchling"
        subprocess.run([hatchling, "build", "-t", "wheel"], cwd=folder / package, check=True, capture_output=True)
        (wheel,) = (folder / package / "dist").glob("*.whl")
        arguments = ["--no-index", "--no-deps", "--target", str(site), str(wheel)]
        subprocess.run([sys.executable, "-m", "pip", "install", *arguments], check=True, capture_output=True)
    return site


def environment(site: Path) -> dict[str, str]:
    """Return environment variables for programs that use the packages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HANSE_")}
    return {**kept, "PYTHONPATH": os.pathsep.join((str(site), str(ROOT / "src")))}
