"""The contract between frame pages and their scripts, checked in the templates; `test_every_frame` checks the pages."""

import re
from importlib.resources import files

import pytest

from tests.support.frame_contract import CONTRACT, STYLES, violations

_ATTRIBUTE = re.compile(r"\b(data-[a-z-]+)")


def attributes_of_templates() -> set[str]:
    """Return the attributes that templates write."""
    templates = files("hanse.admin").joinpath("frames/templates")
    return {name for each in templates.iterdir() for name in _ATTRIBUTE.findall(each.read_text())}


def test_templates_write_exactly_the_page_attributes_of_the_contract() -> None:
    of_pages = {name for name, each in CONTRACT.items() if each["by"] in ("page", "both")}
    assert attributes_of_templates() - STYLES == of_pages


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ('<div data-guarded data-when="[]"></div>', []),
        ('<div data-guarded="yes"></div>', ["data-guarded has a value"]),
        ('<div data-when="[["></div>', ["data-when is no JSON: [["]),
        ("<div data-strange></div>", ["data-strange is not in the contract"]),
        ("<div data-stuck></div>", ["data-stuck is for scripts to set"]),
        ('<button data-test-expression="a"></button><p id="b"></p>', ["data-test-expression names no element: a"]),
        ('<button data-test-expression="a"></button><p id="a"></p>', []),
        ('<section aria-labelledby="a b"></section><h2 id="b"></h2>', ["aria-labelledby names no element: a"]),
        ('<input aria-describedby="a"><p id="a"></p>', []),
    ],
)
def test_every_kind_of_mistake_is_detected(page: str, found: list[str]) -> None:
    assert violations(page) == found
