"""Log settings reach the nodes of a cluster as all configuration does: the console at once, engines when replicated."""

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


def verbose(node: Node) -> Any:
    """Return which categories a node says that it has made verbose, the last time that it changed."""
    lines = [json.loads(line) for line in node.log().rpartition("\n")[0].splitlines()]
    return next((line["categories"] for line in reversed(lines) if line["event"] == "verbose log categories"), None)


def test_replicated_log_settings_switch_verbose_logging_on_and_off(make: Any) -> None:
    console, engine = make("console", "console").set_up(), make("engine")
    eventually("the engine has joined", lambda: len(console.engines()) == 1)
    console.replicate()
    eventually("the engine serves", lambda: engine.serves("sso.example"))
    console.ok("PUT", SETTINGS, {"logCategories": [{"id": "oauth", "enabled": True}]})
    eventually("the console is verbose", lambda: verbose(console) == ["oauth"])
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    assert (verbose(engine), events(engine)) == (None, [])
    console.replicate()
    eventually("the engine is verbose", lambda: verbose(engine) == ["oauth"])
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    eventually("it says so", lambda: events(engine))
    assert set(events(engine)) == {("hanse.oauth", "published document")}
    console.ok("PUT", SETTINGS, {"logCategories": []})
    console.replicate()
    eventually("the engine is quiet again", lambda: verbose(engine) == [])
    before = events(engine)
    assert engine.get(DISCOVERY, "sso.example").status_code == 200
    assert events(engine) == before
