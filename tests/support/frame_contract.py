"""Checks a frame page: its `data-*` attributes (`page_contract.json`), its references, and its names of sections."""

import json
from collections import Counter
from html.parser import HTMLParser
from importlib.resources import files

CONTRACT: dict[str, dict[str, str]] = json.loads(files("hanse.admin").joinpath("frames/page_contract.json").read_text())
# Attributes that only style sheets use.
STYLES = frozenset({"data-label", "data-required"})
HEADINGS = frozenset({"h2", "h3", "h4"})
# Attributes whose value is a list of ids.
REFERENCES = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "for"})


class _Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.data: list[tuple[str, str | None]] = []
        self.ids: set[str] = set()
        self.references: list[tuple[str, str]] = []
        # The texts of headings by their ids, and the ids of the elements that name each section.
        self.headings: dict[str, str] = {}
        self.sections: list[list[str]] = []
        self._heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "section":
            self.sections.append((values.get("aria-labelledby") or "").split())
        if tag in HEADINGS:
            self._heading = values.get("id") or ""
        self.data += [(name, value) for name, value in attrs if name.startswith("data-")]
        self.references += [(name, id_) for name, value in attrs if name in REFERENCES for id_ in (value or "").split()]
        self.ids |= {value for name, value in attrs if name == "id" and value}

    def handle_endtag(self, tag: str) -> None:
        if tag in HEADINGS:
            self._heading = ""

    def handle_data(self, data: str) -> None:
        if self._heading:
            self.headings[self._heading] = self.headings.get(self._heading, "") + data.strip()

    @property
    def equal_names(self) -> list[str]:
        """The names that more than one section has; screen readers list sections by their names."""
        by_headings = (ids for ids in self.sections if ids and self.headings.keys() >= {*ids})
        names = Counter(" ".join(self.headings[id_] for id_ in ids) for ids in by_headings)
        return [name for name, count in names.items() if count > 1]


def violations(page: str) -> list[str]:
    """Return the violations of the contract by a page, its dangling references, and the names of several sections."""
    found = _Attributes()
    found.feed(page)
    texts = (_violation(name, value, found.ids) for name, value in found.data if name not in STYLES)
    dangling = (f"{name} names no element: {id_}" for name, id_ in found.references if id_ not in found.ids)
    equal = (f"several sections are named {name}" for name in found.equal_names)
    return [*(each for each in texts if each), *dangling, *equal]


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
