"""The expiration status of a license, and the console's texts about it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from hanse.kit.texts.messages import message
from hanse.ops.license.claims import Enforcement, License

_WARNING: Final = message("License warning")
WARN_BEFORE: Final = timedelta(days=30)
_WARN_WITHIN_LAST_PART: Final = 4
_LAST_MOMENT: Final = datetime.max.replace(tzinfo=UTC)


class ExpiryState(StrEnum):
    """The values of `status` in the license expiry status.

    The console shows EXPIRING and GRACE_PERIOD as a license warning, EXPIRED as a license error (specification 2,
    section 2), and the others not at all.
    """

    UNKNOWN = "UNKNOWN"
    OK = "OK"
    EXPIRING = "EXPIRING"
    GRACE_PERIOD = "GRACE_PERIOD"
    EXPIRED = "EXPIRED"


@dataclass(frozen=True)
class ExpiryStatus:
    """A status with its text; `prefix` is shown apart from `message`."""

    status: ExpiryState
    prefix: str = ""
    message: str = ""


def expiry_status(license_: License | None, now: datetime) -> ExpiryStatus:
    """Return the status of `license_` at `now`; UNKNOWN if there is none."""
    if license_ is None:
        return ExpiryStatus(ExpiryState.UNKNOWN)
    end = license_.expiration_date
    if end is None:
        return ExpiryStatus(ExpiryState.OK)
    if now >= end:
        return _after_the_end(license_, end, now)
    if Enforcement.NOTIFY_BEFORE_EXPIRY in license_.enforcement and now >= end - _notice(license_, end):
        return ExpiryStatus(
            ExpiryState.EXPIRING,
            _WARNING,
            message("The license expires on {end}. Import a new license before then.", end=end),
        )
    return ExpiryStatus(ExpiryState.OK)


def end_of_grace(license_: License) -> datetime | None:
    """Return the end of the grace period; None for a license that never expires."""
    if license_.expiration_date is None:
        return None
    return _extended(license_.expiration_date, license_.grace_period)


def shuts_down(license_: License, now: datetime) -> bool:
    """Return whether service is over at `now`: license and grace period have ended, and the license demands it."""
    end = end_of_grace(license_)
    return Enforcement.SHUT_DOWN_ON_EXPIRY in license_.enforcement and end is not None and now >= end


def _after_the_end(license_: License, end: datetime, now: datetime) -> ExpiryStatus:
    last = _extended(end, license_.grace_period)
    ends_service = Enforcement.SHUT_DOWN_ON_EXPIRY in license_.enforcement
    if now < last:
        template = "The license expired on {end}. Users are still served. Import a new license."
        if ends_service:
            template = "The license expired on {end}. Users are served until {last}. Import a new license."
        return ExpiryStatus(ExpiryState.GRACE_PERIOD, _WARNING, message(template, end=end, last=last))
    template = "The license expired on {end}. Users are still served. Import a new license."
    if ends_service:
        template = "The license expired on {end}. Users are no longer served. Import a new license."
    return ExpiryStatus(ExpiryState.EXPIRED, message("License error"), message(template, end=end))


def _extended(end: datetime, days: int) -> datetime:
    # "Forever" is often written as 31 December 9999; the calendar has no days of grace after it.
    return end + min(timedelta(days=days), _LAST_MOMENT - end)


def _notice(license_: License, end: datetime) -> timedelta:
    # The warning covers at most the last quarter of the validity; a license for 30 days would otherwise warn from the
    # start.
    return min(WARN_BEFORE, (end - license_.issue_date) / _WARN_WITHIN_LAST_PART)
