"""An engine that is cut off from the database while the rest of the cluster works."""

from pathlib import Path
from typing import Any

import pytest

from hanse.cluster.node_table import OVERDUE
from tests.cluster.processes import Console, eventually, nodes
from tests.support import databases
from tests.support.relay import relay_to

pytestmark = pytest.mark.slow
AGE = "hanse_engine_configuration_age_seconds"
WARNING = '"event":"the configuration in use may be out of date"'


def cut_off(console: Console) -> dict[str, Any]:
    """Return the engine that does not have the publication, as the cluster status shows it."""
    (node,) = (node for node in console.engines() if node.get("replicationStatus") != "SUCCEEDED")
    return node


def banner(console: Console) -> list[str]:
    """Return the status of each engine that the banner reports."""
    return [node["replicationStatus"] for node in console.ok("GET", "/internal/replicationInfo")["nodes"]]


def test_an_engine_that_is_cut_off_reports_it_and_stays_out_of_date(postgres_url: str, tmp_path: Path) -> None:
    with (
        databases.postgres_database(postgres_url) as url,
        relay_to(url) as relay,
        nodes(url, tmp_path) as make,
        nodes(relay.url, tmp_path) as make_behind_relay,
    ):
        console = make("console", "console").set_up()
        connected, remote = make("connected"), make_behind_relay("remote")
        old = console.add_issuer("old")
        console.replicate()
        console.wait_for_engines(2)
        assert remote.states()["configuration"] == "current"
        relay.cut()
        new = console.add_issuer("new")
        console.replicate()
        eventually("the connected engine applies it", lambda: connected.serves(new))
        assert (remote.serves(old), remote.serves(new)) == (True, False)
        # First it is still shown as running, and later as unreachable. It is out of date in both cases.
        eventually("it is unreachable", lambda: cut_off(console)["status"] == "UNREACHABLE")
        assert cut_off(console)["replicationStatus"] == "OUT_OF_DATE"
        assert banner(console) == ["OUT_OF_DATE"]
        # The engine itself reports that it cannot verify its configuration, and since when.
        eventually("it says so", lambda: remote.states()["configuration"] == "unverified")
        assert remote.states()["configurationAgeSeconds"] >= OVERDUE.total_seconds()
        (age,) = (line for line in remote.get("/metrics").text.splitlines() if line.startswith(AGE))
        assert float(age.split()[-1]) >= OVERDUE.total_seconds()
        eventually("its log warns", lambda: WARNING in remote.log())
        assert connected.states()["configuration"] == "current"
        relay.restore()
        console.wait_for_engines(2)
        eventually("it is current again", lambda: remote.states()["configuration"] == "current")
        assert (remote.serves(new), banner(console)) == (True, [])
