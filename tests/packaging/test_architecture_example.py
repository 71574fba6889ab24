"""The server accepts the worked example of ARCHITECTURE.md as a configuration area with a page, a list and a form."""

import re
from pathlib import Path
from types import ModuleType

from hanse.admin.frames.frame import frames_of
from hanse.admin.shell.navigation import navigation
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource

ARCHITECTURE = Path(__file__).parents[2] / "ARCHITECTURE.md"


def example() -> Resource[ConfigModel]:
    """Return the resource that the page's code block declares."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", ARCHITECTURE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    module = ModuleType("lighthouses")
    exec(code, module.__dict__)  # noqa: S102 - the code comes from our own documentation.
    (declared,) = [each for each in vars(module).values() if isinstance(each, Resource)]
    return declared


def test_the_worked_example_declares_an_area_with_its_page_list_and_form() -> None:
    declared = example()
    Registry((declared,))
    (system,) = [area for area in navigation((declared,)) if area.id == "system"]
    assert [leaf.id for group in system.children for leaf in group.children] == ["lighthouses"]
    (frame,) = frames_of((declared,), ())
    assert frame.node == "lighthouses"


def test_files_that_the_architecture_names_exist() -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", ARCHITECTURE.read_text("utf-8")))
    root = ARCHITECTURE.parent
    below = (root, root / "src" / "hanse", *(path for path in (root / "src" / "hanse").iterdir() if path.is_dir()))
    assert len(named) > 20
    assert {path for path in named if not any((folder / path).is_file() for folder in below)} == set()
