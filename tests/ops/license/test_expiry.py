from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from hanse.kit.clock import shown
from hanse.ops.license.expiry import ExpiryState, expiry_status, shuts_down
from tests.ops.license.licenses import FULL, NOW, changed

END = datetime(2027, 1, 1, tzinfo=UTC)
TICK = timedelta(milliseconds=1)


def state(now: datetime, **changes: object) -> ExpiryState:
    return expiry_status(changed(**changes), now).status


def test_without_a_license_the_expiry_is_unknown() -> None:
    assert expiry_status(None, NOW).status is ExpiryState.UNKNOWN


def test_a_license_changes_its_state_at_the_right_times() -> None:
    assert state(END - timedelta(days=30) - TICK) is ExpiryState.OK
    assert state(END - timedelta(days=30)) is ExpiryState.EXPIRING
    assert state(END - TICK) is ExpiryState.EXPIRING
    assert state(END) is ExpiryState.GRACE_PERIOD
    assert state(END + timedelta(days=10) - TICK) is ExpiryState.GRACE_PERIOD
    assert state(END + timedelta(days=10)) is ExpiryState.EXPIRED
    assert state(END, grace_period=0) is ExpiryState.EXPIRED
    assert state(END + timedelta(days=9_999), expiration_date=None) is ExpiryState.OK


def test_the_notice_period_is_at_most_a_quarter_of_the_term() -> None:
    term = timedelta(days=30)
    short = {"issue_date": END - term}
    assert state(END - term, **short) is ExpiryState.OK
    assert state(END - term / 4 - TICK, **short) is ExpiryState.OK
    assert state(END - term / 4, **short) is ExpiryState.EXPIRING


def test_without_the_notify_flag_there_is_no_notice_before_the_expiry() -> None:
    assert state(END - TICK, enforcement_type="1") is ExpiryState.OK
    assert state(END, enforcement_type="1") is ExpiryState.GRACE_PERIOD


def test_the_texts_explain_the_effect_on_users() -> None:
    last = END + timedelta(days=10)
    assert expiry_status(FULL, END - TICK).message == (
        "The license expires on 01 Jan 2027, 00:00 UTC. Import a new license before then."
    )
    assert "Users are served until 11 Jan 2027, 00:00 UTC." in expiry_status(FULL, END).message
    assert expiry_status(FULL, last).prefix == "License error"
    assert "Users are no longer served." in expiry_status(FULL, last).message
    assert "Users are still served." in expiry_status(changed(enforcement_type="2"), last).message


def test_a_perpetual_license_has_no_grace_period() -> None:
    forever = {"expiration_date": datetime(9999, 12, 31, tzinfo=UTC), "grace_period": 3_650}
    assert state(NOW, **forever) is ExpiryState.OK
    assert state(datetime(9999, 12, 31, tzinfo=UTC), **forever) is ExpiryState.GRACE_PERIOD
    assert not shuts_down(changed(**forever), NOW)


@given(st.datetimes(datetime(2026, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC)), st.sampled_from("01234567"))  # noqa: DTZ001 - Hypothesis takes its bounds without a zone.
def test_service_ends_only_after_expiry_and_only_if_the_license_says_so(now: datetime, digit: str) -> None:
    version = changed(enforcement_type=digit)
    expired = expiry_status(version, now).status is ExpiryState.EXPIRED
    assert shuts_down(version, now) == (expired and int(digit) % 2 == 1)


def test_dates_are_shown_in_utc() -> None:
    assert shown(datetime(2026, 3, 5, 23, 7, tzinfo=timezone(timedelta(hours=-2)))) == "06 Mar 2026, 01:07 UTC"
