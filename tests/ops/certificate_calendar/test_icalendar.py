"""The written calendars are read by an independent parser, the library icalendar."""

from datetime import UTC, date, datetime

from icalendar import Calendar

from hanse.ops.certificate_calendar.icalendar import AllDayEvent, calendar

NOW = datetime(2026, 11, 23, 19, 0, tzinfo=UTC)
END = datetime(2027, 6, 1, 23, 59, 59, tzinfo=UTC)


def parsed(*events: AllDayEvent) -> Calendar:
    found = Calendar.from_ical(calendar("Certificate calendar", events, NOW))
    assert isinstance(found, Calendar)
    assert found.errors == []
    return found


def test_an_event_has_its_day_and_blocks_no_time() -> None:
    whole = parsed(AllDayEvent("a", END, "Key pair expires", "Renew it."))
    assert (whole["VERSION"], whole["NAME"]) == ("2.0", "Certificate calendar")
    (event,) = whole.events
    assert event.errors == []
    assert (event.start, event.end) == (date(2027, 6, 1), date(2027, 6, 2))
    assert event.DTSTAMP == NOW
    assert (event["UID"], event["SUMMARY"], event["DESCRIPTION"]) == ("a", "Key pair expires", "Renew it.")
    assert event["TRANSP"] == "TRANSPARENT"


def test_texts_of_every_kind_arrive_unchanged() -> None:
    texts = (
        "CN=Seal 1, O=Hanse\\, Lübeck, C=DE; a:b",
        "first line\nsecond line",
        "ü" * 200 + "𝄞" * 50,
        "BEGIN:VEVENT\r\nEND:VCALENDAR".replace("\r\n", "\n"),
        "x" * 300,
        "",
    )
    events = parsed(*(AllDayEvent(str(index), END, text, text) for index, text in enumerate(texts))).events
    assert [str(each["SUMMARY"]) for each in events] == list(texts)
    assert [str(each["DESCRIPTION"]) for each in events] == list(texts)


def test_control_characters_are_left_out() -> None:
    (event,) = parsed(AllDayEvent("a", END, "one\rtwo\0three\x7f\tfour", "")).events
    assert event["SUMMARY"] == "onetwothreefour"


def test_lines_have_at_most_75_octets_and_end_with_crlf() -> None:
    written = calendar("n", [AllDayEvent("a", END, "ü𝄞" * 100, "x" * 500)], NOW).encode()
    lines = written.split(b"\r\n")
    assert lines[-1] == b""
    assert max(map(len, lines)) == 75
    assert all(b"\n" not in line and b"\r" not in line for line in lines)
    for line in lines:
        line.decode()


def test_the_last_day_of_the_calendar_has_no_end() -> None:
    (event,) = parsed(AllDayEvent("a", datetime.max.replace(tzinfo=UTC), "Never", "")).events
    assert date.max == event.DTSTART
    assert "DTEND" not in event
