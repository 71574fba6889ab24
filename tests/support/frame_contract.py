"""Checks a frame page: its `data-*` attributes, which `page_contract.json` declares, and its references to elements."""

import json
from html.parser import HTMLParser
from importlib.resources import files

CONTRACT: dict[str, dict[str, str]] = json.loads(files("hanse.admin").joinpath("frames/page_contract.json").read_text())
# Attributes that only style sheets use.
STYLES = frozenset({"data-label", "data-required"})
# Attributes whose value is a list of ids.
REFERENCES = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "for"})


class _Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.data: list[tuple[str, str | None]] = []
        self.ids: set[str] = set()
        self.references: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.data += [(name, value) for name, value in attrs if name.startswith("data-")]
        self.references += [(name, id_) for name, value in attrs if name in REFERENCES for id_ in (value or "").split()]
        self.ids |= {value for name, value in attrs if name == "id" and value}


def violations(page: str) -> list[str]:
    """Return the violations of the contract by a page, and its references to elements that it does not have."""
    found = _Attributes()
    found.feed(page)
    texts = (_violation(name, value, found.ids) for name, value in found.data if name not in STYLES)
    dangling = (f"{name} names no element: {id_}" for name, id_ in found.references if id_ not in found.ids)
    return [*(each for each in texts if each), *dangling]


def _violation(name: str, value: str | None, ids: set[str]) -> str:
    attribute = CONTRACT.get(name)
    if attribute is None:
        return f"{name} is not in the contract"
    if attribute["by"] == "script":
        return f"{name} is for scripts to set"
    if attribute["value"] == "flag":
        return f"{name} has a value" if value else ""
    if attribute["value"] == "id":
        return "" if value in ids else f"{name} names no element: {value}"
    return _json_violation(name, value or "") if attribute["value"] == "json" else ""


def _json_violation(name: str, value: str) -> str:
    try:
        json.loads(value)
    except ValueError:
        return f"{name} is no JSON: {value}"
    return ""
