"""Notices to administrators about certificates that expire."""

from datetime import timedelta

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.notice_sources import sources_of
from hanse.config.declare.notices import Notice
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.notices import GRACE
from tests.support.certified_keys import START, pair, rotation
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.frames import TREE
from tests.support.randomness import SeededRandomness

END = START + timedelta(days=365)
RENEWED = rotation(keyAlgorithm="EC", keySize=256, signatureAlgorithm="SHA256withECDSA")


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, [SIGNING_KEY_PAIRS], clock, randomness)


def found_notices(configuration: Configuration) -> list[Notice]:
    with configuration.reading() as view:
        sources = sources_of(configuration.registry)
        return [notice for source in sources for notice in source.find_notices(view, configuration.ports)]


def advance_to(clock: ManualClock, before: timedelta) -> None:
    """Advance the clock to the given time before the certificates expire."""
    clock.advance(seconds=(END - before - clock.now()).total_seconds())


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (timedelta(days=30, seconds=1), None),
        (timedelta(days=30), "The certificate CN=p256-1 expires on 01 Jun 2027, 00:00 UTC."),
        (timedelta(0), "The certificate CN=p256-1 expired on 01 Jun 2027, 00:00 UTC."),
    ],
)
def test_a_certificate_is_notified_from_thirty_days_before_its_expiry(
    configuration: Configuration, clock: ManualClock, before: timedelta, text: str | None
) -> None:
    create(configuration, SIGNING_KEY_PAIRS, pair("p256-1"))
    advance_to(clock, before)
    assert [each.description for each in found_notices(configuration)] == ([] if text is None else [text])


def test_a_renewed_certificate_is_notified_only_if_the_renewal_failed(
    configuration: Configuration, clock: ManualClock
) -> None:
    create(configuration, SIGNING_KEY_PAIRS, pair("p256-1", rotationSettings=RENEWED))
    # The next pair is due 20 days before the expiry. The server checks often, so it is late only after `GRACE`.
    advance_to(clock, timedelta(days=20) - GRACE + timedelta(seconds=1))
    assert found_notices(configuration) == []
    advance_to(clock, timedelta(days=20) - GRACE)
    [notice] = found_notices(configuration)
    assert (notice.id, notice.description) == (
        "keyPairs/signing:rotation",
        "The certificate CN=p256-1 could not be renewed. The server tries again; its log has the reason.",
    )
    create(configuration, SIGNING_KEY_PAIRS, pair("p256-2", rotationSettings=RENEWED))
    advance_to(clock, timedelta(0))
    [notice] = found_notices(configuration)
    assert notice.description.startswith("2 certificates, CN=p256-1 first, could not be renewed.")


def test_several_certificates_are_one_notification_that_names_the_first(
    configuration: Configuration, clock: ManualClock
) -> None:
    for id_ in ("p256-1", "p256-2", "p384-1"):
        create(configuration, SIGNING_KEY_PAIRS, pair(id_))
    advance_to(clock, timedelta(days=1))
    (notice,) = found_notices(configuration)
    assert notice.description == (
        "3 certificates have expired or expire soon. The first, CN=p256-1, expires on 01 Jun 2027, 00:00 UTC."
    )
    assert notice.path in {leaf.path for area in TREE for group in area.children for leaf in group.children}
