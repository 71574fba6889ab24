"""The license keeper with concurrent readers, whose views are of different revisions."""

import threading
from pathlib import Path

import pytest

from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from hanse.ops.license.issuing import issue_license
from hanse.ops.license.keeper import LicenseKeeper
from hanse.ops.license.records import AGREEMENT_RECORD, LICENSE_RECORD
from tests.ops.license.licenses import ANCHORS, KEY, changed
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.randomness import SeededRandomness


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, [LICENSE_RECORD, AGREEMENT_RECORD], clock, randomness)


@pytest.fixture
def keeper(clock: ManualClock) -> LicenseKeeper:
    return LicenseKeeper(ANCHORS, "1.0.0", clock)


def install(configuration: Configuration, keeper: LicenseKeeper, connections: int) -> None:
    with configuration.changing(Author("test")) as change:
        keeper.replace(change, issue_license(changed(max_connections=connections), KEY))


def import_and_fail(configuration: Configuration, keeper: LicenseKeeper) -> None:
    with configuration.changing(Author("test")) as change:
        keeper.replace(change, issue_license(changed(max_connections=9), KEY))
        keeper.replace(change, b"no license")


def test_without_a_license_nothing_is_allowed(configuration: Configuration, keeper: LicenseKeeper) -> None:
    assert keeper.max_connections == 0
    with configuration.reading() as view:
        assert keeper.current(view).license is None
        with pytest.raises(ValidationFailed):
            keeper.check_current(view)


def test_an_older_license_does_not_replace_a_newer_one(configuration: Configuration, keeper: LicenseKeeper) -> None:
    install(configuration, keeper, 1)
    with configuration.reading() as old:
        old.revision()
        install(configuration, keeper, 2)
        with configuration.reading() as new:
            keeper.current(new)
        assert keeper.max_connections == 2
        seen = keeper.current(old).license
        assert seen is not None
        # The old view returns its own license, and the newer one stays installed.
        assert seen.max_connections == 1
        assert keeper.max_connections == 2


def test_a_rolled_back_license_does_not_apply(configuration: Configuration, keeper: LicenseKeeper) -> None:
    install(configuration, keeper, 1)
    with pytest.raises(ValidationFailed):
        import_and_fail(configuration, keeper)
    with configuration.reading() as view:
        keeper.current(view)
    assert keeper.max_connections == 1


def test_concurrent_updates_converge(configuration: Configuration, keeper: LicenseKeeper) -> None:
    last = 12
    start = threading.Barrier(3)
    seen: list[tuple[int, int]] = []

    def read() -> None:
        start.wait()
        most = 0
        while most < last:
            with configuration.reading() as view:
                keeper.current(view)
            now = keeper.max_connections or 0
            seen.append((most, now))
            most = max(most, now)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for each in readers:
        each.start()
    start.wait()
    for number in range(1, last + 1):
        install(configuration, keeper, number)
    for each in readers:
        each.join(60)
    assert not [each for each in readers if each.is_alive()]
    assert all(now >= most for most, now in seen)


def test_a_license_without_its_trust_anchor_is_invalid(
    configuration: Configuration, keeper: LicenseKeeper, clock: ManualClock, tmp_path: Path
) -> None:
    install(configuration, keeper, 1)
    with configuration.reading() as view:
        assert LicenseKeeper({}, "1.0.0", clock).current(view).license is None
