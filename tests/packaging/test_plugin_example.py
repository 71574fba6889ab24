"""The plug-in of the user guide: built, installed and used just as the page has it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "user-guide" / "plug-ins.md"
BIN = Path(sys.executable).parent
FILE = re.compile(r"^`(?P<name>[\w./]+)`:\n\n```\w+\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)
# In a process of its own, as entry points are those of the packages on the path.
USE = """
import json, sys
from hanse.config.plugins.descriptors import describe_form
from hanse.config.plugins.plugin import Settings
from hanse.resources.system.authorization_details.processors import PROCESSOR_PLUGINS

plugin = PROCESSOR_PLUGINS.get("example.small-payments")
settings = Settings("s", {"Currency": "EUR", "Largest Amount": "50"}, {"Refused Creditors": [{"Creditor": "Pirates"}]})
made = plugin.make(settings)
good = {"type": "pay", "currency": "EUR", "amount": "20", "creditor": "Hall"}
less, more = {**good, "amount": "10"}, {**good, "amount": "51", "currency": "SEK", "creditor": "Pirates"}
print(json.dumps({
    "ids": sorted(each.id for each in PROCESSOR_PLUGINS),
    "class": plugin.class_name,
    "fields": [each.name for each in describe_form(plugin.form).fields],
    "wrong": [plugin.form.field("Largest Amount").errors(text) for text in ("20", "0", "much")],
    "validated": [made.validate(good), made.validate(more)],
    "described": made.describe(good),
    "within": [made.is_equal_or_subset(less, good), made.is_equal_or_subset(good, less)],
}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder, site = tmp_path_factory.mktemp("package"), tmp_path_factory.mktemp("site")
    files = {match["name"]: match["content"] for match in FILE.finditer(PAGE.read_text())}
    assert set(files) == {"pyproject.toml", "small_payments/__init__.py"}
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)
    subprocess.run([BIN / "hatchling", "build", "-t", "wheel"], cwd=folder, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    used = subprocess.run([sys.executable, "-c", USE], check=True, capture_output=True, env=environment)
    return json.loads(used.stdout.splitlines()[-1])


def test_the_plug_in_of_the_guide_is_installed_and_works(found: Any) -> None:
    assert found["ids"] == ["example.small-payments", "hanse.json-schema"]
    assert found["class"] == "small_payments.SmallPayments"
    assert found["fields"] == ["Currency", "Largest Amount"]
    assert found["validated"] == [
        [],
        ["currency: has to be EUR.", "amount: can be at most 50.", "creditor: is not paid."],
    ]
    assert found["described"] == "Pay 20 EUR to Hall"
    assert found["within"] == [True, False]


def test_its_fields_say_what_is_wrong(found: Any) -> None:
    assert found["wrong"] == [None, "An amount is more than nothing.", "much is no amount."]
