"""Moments of frame pages read as those of the console's own screens: the examples are those of `timestamp.test.ts`."""

import pytest

from hanse.kit.time_format import TimeFormat


@pytest.mark.parametrize(
    ("moment", "zone", "shown"),
    [
        ("2026-11-21T18:17:07.000Z", "UTC", "Sat Nov 21 18:17:07 UTC 2026"),
        ("2026-09-30T00:07:59Z", "UTC", "Wed Sep 30 00:07:59 UTC 2026"),
        ("2026-11-21T18:17:07Z", "America/New_York", "Sat Nov 21 13:17:07 EST 2026"),
        ("2026-07-01T23:30:00Z", "Europe/Berlin", "Thu Jul 02 01:30:00 CEST 2026"),
        ("2026-07-01T12:00:00Z", "Asia/Kathmandu", "Wed Jul 01 17:45:00 GMT+5:45 2026"),
        ("2026-07-01T12:00:00Z", "America/Sao_Paulo", "Wed Jul 01 09:00:00 GMT-3 2026"),
        # Of the last day of all, which another zone would have after it.
        ("9999-12-31T23:59:59Z", "Asia/Kathmandu", "Fri Dec 31 23:59:59 UTC 9999"),
        ("some day", "UTC", "some day"),
        ("2026-13-01T00:00:00Z", "UTC", "2026-13-01T00:00:00Z"),
    ],
)
def test_moments_read_as_elsewhere_in_the_console(moment: str, zone: str, shown: str) -> None:
    assert TimeFormat(zone)(moment) == shown
    assert TimeFormat.is_one(moment) == (moment != shown)
