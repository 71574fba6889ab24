"""The HTML documentation of the API: it is complete, its links work, and it complies with the content security
policy."""

import re
from html.parser import HTMLParser

import pytest

from tests.flows.server import API, FlowServer

PAGE = f"{API}/api-docs"


class Reader(HTMLParser):
    """Collects tags, IDs, links and inline code."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src"):
                self.links.append(str(value))
            if name == "style" or name.startswith("on"):
                self.inline.append(f"{tag} {name}")


@pytest.fixture(scope="module")
def text(shared_server: FlowServer) -> str:
    answer = shared_server.client().get(PAGE, headers={"X-XSRF-Header": None, "Sec-Fetch-Site": "none"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    return answer.text


@pytest.fixture(scope="module")
def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_every_operation_and_model_is_documented(read: Reader, text: str, shared_server: FlowServer) -> None:
    description = shared_server.client().get(f"{API}/openapi.json").json()
    operations = [each for methods in description["paths"].values() for each in methods.values()]
    assert {each["operationId"] for each in operations} <= set(read.ids)
    assert {f"model-{name}" for name in description["components"]["schemas"]} <= set(read.ids)
    assert f"<title>{description['info']['title']} {description['info']['version']}</title>" in text


def test_ids_are_unique_and_anchors_resolve(read: Reader) -> None:
    assert len(read.ids) == len(set(read.ids))
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", each) for each in read.ids)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)


def test_it_works_under_the_content_security_policy(read: Reader, shared_server: FlowServer) -> None:
    assert "script" not in read.tags
    assert not read.inline
    outside = [link for link in read.links if not link.startswith(("#", "/"))]
    assert not outside
    browser = shared_server.client()
    for link in read.links:
        if link.startswith("/"):
            assert browser.get(link, headers={"X-XSRF-Header": None}).status_code == 200
    assert browser.get(f"{PAGE}.css").headers["Content-Type"] == "text/css; charset=utf-8"
