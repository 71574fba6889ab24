"""A browser without scripts for frame pages: it reads pages and submits their forms."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import httpx

from tests.flows.server import API, HOST, UI, Client

FRAME = f"{UI}/frame"
FORM_TYPE = "application/x-www-form-urlencoded"


class _Reader(HTMLParser):
    """Collects the texts of a page, and the fields that a browser would submit from its POST form."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.texts: list[str] = []
        self.links: dict[str, str] = {}
        self.action = ""
        self.is_read_only = False
        self.differences: list[tuple[str, str, str]] | None = None
        self._select = self._area = self._link = ""
        self._is_search = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        name = values.get("name", "")
        if "data-conflict" in values:
            found = json.loads(values["data-conflict"])["differences"]
            self.differences = [(each["label"], each["mine"], each["theirs"]) for each in found]
        if tag == "form":
            self._is_search = values.get("method") == "get"
            self.action = self.action if self._is_search else values["action"]
        elif tag == "a":
            self._link = values.get("href", "")
        elif not self._is_search:
            # Fields of a search or a filter are not part of the POST form.
            self._begin_field(tag, name, values)

    def _begin_field(self, tag: str, name: str, values: Mapping[str, str]) -> None:
        if tag == "fieldset" and "disabled" in values:
            self.is_read_only = True
        elif tag == "input" and name and self.action:
            if values.get("type") not in ("checkbox", "radio", "search") or "checked" in values:
                self.fields.setdefault(name, []).append(values.get("value", ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in values or self._select not in self.fields):
            self.fields[self._select] = [values["value"]]
        elif tag == "textarea":
            self._area = name
            self.fields[name] = [""]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_search = False

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] = [data.removeprefix("\n")]
            self._area = ""
        if text := " ".join(data.split()):
            self.texts.append(text)
            if self._link:
                self.links.setdefault(text, self._link)
                self._link = ""


@dataclass
class Page:
    """A parsed page."""

    answer: httpx.Response
    fields: dict[str, list[str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    action: str = ""
    is_read_only: bool = False
    # For a conflict: the label of each differing field, the version of the form, and the stored one.
    differences: list[tuple[str, str, str]] | None = None

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def read(answer: httpx.Response) -> Page:
    """Parse an answer as a page."""
    reader = _Reader()
    # Optional line breaks (`wbr`) are not part of the text.
    reader.feed(answer.text.replace("<wbr>", ""))
    return Page(
        answer,
        reader.fields,
        reader.texts,
        reader.links,
        reader.action,
        reader.is_read_only,
        reader.differences,
    )


def visit(client: Client, path: str) -> Page:
    """Open a page like a link in the console."""
    headers = {"X-XSRF-Header": None, "Sec-Fetch-Site": "same-origin"}
    return read(client.get(path if path.startswith("/") else f"{FRAME}/{path}", headers=headers))


def send(client: Client, page: Page, changes: Mapping[str, Any] | None = None, **options: Any) -> Page:
    """Submit a page's form with changed fields. None removes a field, like an unticked check box."""
    fields = {**page.fields, **{name: value for name, value in (changes or {}).items() if value is not None}}
    for name, value in (changes or {}).items():
        if value is None:
            fields.pop(name, None)
    headers = {"X-XSRF-Header": None, "Origin": f"https://{HOST}", "Content-Type": FORM_TYPE}
    body = urlencode(fields, doseq=True)
    return read(client.request("POST", page.action, headers={**headers, **options.get("headers", {})}, content=body))


def follow(client: Client, page: Page) -> Page:
    """Follow the redirect after a submitted form."""
    assert page.status == 303, (page.status, page.text)
    return visit(client, page.answer.headers["location"])


def set_base_url(admin: Client) -> str:
    """Set the base URL of the server, and return it."""
    settings = admin.get(f"{API}/serverSettings").json()
    base_url = "https://sso.example.com"
    settings["federationInfo"] = {**(settings.get("federationInfo") or {}), "baseUrl": base_url}
    assert admin.put(f"{API}/serverSettings", settings).status_code == 200
    return base_url
