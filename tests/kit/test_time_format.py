"""Dates on frame pages have the format of the React console; the examples are those of `timestamp.test.ts`."""

import pytest

from hanse.kit.clock import from_text
from hanse.kit.texts.locale_choice import speaking
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized
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
        # The last day that Python can represent: in the zone, the time would be after it.
        ("9999-12-31T23:59:59Z", "Asia/Kathmandu", "Fri Dec 31 23:59:59 UTC 9999"),
        ("some day", "UTC", "some day"),
        ("2026-13-01T00:00:00Z", "UTC", "2026-13-01T00:00:00Z"),
    ],
)
def test_dates_have_the_format_of_the_console(moment: str, zone: str, shown: str) -> None:
    assert TimeFormat(zone)(moment) == shown
    assert TimeFormat.is_one(moment) == (moment != shown)


@pytest.mark.parametrize(
    ("language", "moment", "shown"),
    [
        ("de", "2026-12-02T18:17:07Z", "Mi Dez 02 18:17:07 UTC 2026"),
        ("de", "2026-11-21T18:17:07Z", "Sa Nov 21 18:17:07 UTC 2026"),
        ("es", "2026-09-30T00:07:59Z", "mié sept 30 00:07:59 UTC 2026"),
    ],
)
def test_days_and_months_have_the_names_of_the_language(language: str, moment: str, shown: str) -> None:
    with speaking(language):
        assert TimeFormat()(moment) == shown


def test_dates_and_numbers_in_texts_have_the_format_of_the_language() -> None:
    text = message("{count:,} of them until {end}.", count=1234567, end=from_text("2026-12-01T09:05:00Z"))
    assert text == "1,234,567 of them until 01 Dec 2026, 09:05 UTC."
    with speaking("de"):
        assert localized(text) == "1.234.567 of them until 01 Dez 2026, 09:05 UTC."
