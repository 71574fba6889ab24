"""The snapshot follows saves of all processes, and is kept if a new one cannot be built."""

from pathlib import Path

import pytest

from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.compiler import Changes
from hanse.engine.snapshot.follower import Follower
from hanse.engine.snapshot.model import Snapshot, SnapshotVersion
from hanse.kit.errors import Unavailable
from hanse.resources.system.log_settings.resource import LOG_SETTINGS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.engine.server import DISCOVERY, PATIENCE, EngineServer, engine_server
from tests.support.clock import ManualClock
from tests.support.configurations import replace


class Source:
    """A builder that counts its calls, and fails on demand."""

    def __init__(self) -> None:
        self.newest = 1
        self.error: Exception | None = None
        self.built = 0

    def read(self, _view: TransactionView, previous: Snapshot, _changes: Changes | None = None) -> Snapshot:
        return self.build(previous)

    def is_current(self, snapshot: Snapshot) -> bool:
        return snapshot.version.revision == self.newest

    def build(self, _previous: Snapshot) -> Snapshot:
        if self.error is not None:
            raise self.error
        self.built += 1
        return Snapshot(SnapshotVersion(self.newest, 0))


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def follower(source: Source) -> Follower:
    # With one check per hour, only notifications trigger a check during a test.
    return Follower(source, check_seconds=3600)


def test_the_first_snapshot_is_ready_after_the_start(follower: Follower) -> None:
    with pytest.raises(Unavailable):
        follower.check()
    follower.start()
    follower.check()
    assert (follower.snapshot.version.revision, follower.state()) == (1, "current")
    follower.close()


def test_listeners_are_called_with_each_snapshot(follower: Follower, source: Source) -> None:
    received: list[int] = []
    follower.start()
    follower.after_swap(lambda snapshot: received.append(snapshot.version.revision))
    source.newest = 2
    follower.saved(2)
    assert follower.wait_for(2, PATIENCE)
    follower.close()
    assert received == [1, 2]


def test_log_settings_are_part_of_the_configuration(engine: EngineServer) -> None:
    engine.save(LOG_SETTINGS, {"logCategories": [{"id": "keys", "enabled": True}]})
    assert engine.follower.snapshot.verbose == {"keys": None}
    engine.set_base_url()
    assert (len(engine.follower.snapshot.issuers), engine.follower.snapshot.verbose) == (1, {"keys": None})


def test_a_save_in_this_process_applies_at_once(follower: Follower, source: Source) -> None:
    follower.start()
    source.newest = 2
    follower.saved(2)
    assert follower.wait_for(2, PATIENCE)
    follower.close()


def test_a_save_of_another_process_is_found_by_polling(source: Source) -> None:
    follower = Follower(source, check_seconds=0.001)
    follower.start()
    source.newest = 7
    assert follower.wait_for(7, PATIENCE)
    follower.close()


def test_waiting_for_a_revision_times_out(follower: Follower) -> None:
    follower.refresh()
    assert not follower.wait_for(2, 0.001)


def test_without_changes_nothing_is_built(follower: Follower, source: Source) -> None:
    for _ in range(3):
        follower.refresh()
    assert source.built == 1


@pytest.mark.parametrize("error", [RuntimeError("a defect"), Unavailable("The database is away.")])
def test_a_failed_build_keeps_the_current_snapshot(follower: Follower, source: Source, error: Exception) -> None:
    follower.refresh()
    in_use = follower.snapshot
    source.newest, source.error = 2, error
    follower.refresh()
    follower.refresh()
    assert (follower.snapshot, follower.state(), follower.failures) == (in_use, "behind", 2)
    follower.check()
    source.error = None
    follower.refresh()
    assert (follower.snapshot.version.revision, follower.state()) == (2, "current")


def test_a_request_keeps_its_snapshot(engine: EngineServer) -> None:
    engine.set_base_url("https://one.example")
    taken = engine.follower.snapshot
    engine.set_base_url("https://two.example")
    assert list(taken.issuers) == ["https://one.example"]
    assert list(engine.follower.snapshot.issuers) == ["https://two.example"]


def test_a_save_of_another_process_applies_here(database_url: str, tmp_path: Path, clock: ManualClock) -> None:
    with engine_server(database_url, tmp_path, clock) as here, engine_server(database_url, tmp_path, clock) as there:
        there.set_base_url()
        here.caught_up()
        assert here.get(DISCOVERY).content == there.get(DISCOVERY).content
        assert here.verified()["issuer"] == there.verified()["issuer"]


def test_readiness_reports_a_configuration_that_is_behind(engine: EngineServer) -> None:
    assert engine.get("/readyz").json() == {
        "status": "ready",
        "checks": {"database": "ok", "configuration": "ok", "runtimeState": "ok"},
        "states": {"configuration": "current"},
    }
    engine.set_base_url()
    builder, broken = engine.follower._builder, Source()
    broken.newest, broken.error = -2, RuntimeError("a defect")
    engine.follower._builder = broken
    replace(engine.core.configuration, SERVER_SETTINGS, "-", {"federationInfo": {"baseUrl": "https://two.example"}})
    engine.follower.refresh()
    answer = engine.get("/readyz")
    assert (answer.status_code, answer.json()["states"]) == (200, {"configuration": "behind"})
    assert engine.verified()["issuer"] == "https://sso.example.com:9031"
    engine.follower._builder = builder
    engine.caught_up()
    assert engine.get("/readyz").json()["states"] == {"configuration": "current"}
    assert engine.get(DISCOVERY, host="two.example").json()["issuer"] == "https://two.example"
