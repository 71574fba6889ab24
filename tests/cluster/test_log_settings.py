"""Log settings reach the nodes like all configuration: the console at once, the engines with the next publication."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.processes import DISCOVERY, Node, eventually, nodes
from tests.support import databases

SETTINGS = "/serverSettings/logSettings"


@pytest.fixture
def make(postgres_url: str, tmp_path: Path) -> Iterator[Any]:
    with databases.postgres_database(postgres_url) as url, nodes(url, tmp_path) as made:
        yield made


def events(node: Node) -> list[tuple[str, str]]:
    lines = [json.loads(line) for line in node.log().rpartition("\n")[0].splitlines()]
    return [(line["logger"], line["event"]) for line in lines if line["level"] == "debug"]


def verbose_categories(node: Node) -> Any:
    """Return the verbose categories that a node logged last, or None if it never changed them."""
    lines = [json.loads(line) for line in node.log().rpartition("\n")[0].splitlines()]
    return next((line["categories"] for line in reversed(lines) if line["event"] == "verbose log categories"), None)


@pytest.mark.slow
def test_replicated_log_settings_switch_verbose_logging_on_and_off(make: Any) -> None:
    console, engine = make("console", "console").set_up(), make("engine")
    eventually("the engine has joined", lambda: len(console.engines()) == 1)
    console.replicate()
    eventually("the engine serves", lambda: engine.serves("sso.example"))
    console.ok("PUT", SETTINGS, {"logCategories": [{"id": "oauth", "enabled": True}]})
    eventually("the console is verbose", lambda: verbose_categories(console) == ["oauth"])
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    assert (verbose_categories(engine), events(engine)) == (None, [])
    console.replicate()
    eventually("the engine is verbose", lambda: verbose_categories(engine) == ["oauth"])
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    eventually("it logs events", lambda: events(engine))
    assert set(events(engine)) == {("hanse.oauth", "published document")}
    console.ok("PUT", SETTINGS, {"logCategories": []})
    console.replicate()
    eventually("the engine is quiet again", lambda: verbose_categories(engine) == [])
    before = events(engine)
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    assert events(engine) == before
