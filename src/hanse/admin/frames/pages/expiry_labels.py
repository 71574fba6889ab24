"""Labels of list rows whose certificate has expired or expires soon, by the thresholds of the calendar."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.kit.clock import from_text
from hanse.kit.texts.translation import say, say_counted
from hanse.ops.certificate_calendar.calendar_views import CalendarStatus, expiration_status


@dataclass(frozen=True)
class ExpiryLabel:
    """The text and the state of a label; the state decides its color and icon."""

    text: str
    state: str


def expiry_label(resource: Resource[Any], body: Mapping[str, Any], now: datetime) -> ExpiryLabel | None:
    """Return the label for the certificate of a document that expires first, read from the listed body itself.

    Returns None if no certificate in use has expired or expires soon.
    """
    find = resource.storage.expirations
    first = min(find(dict(body)), key=lambda each: each.expires, default=None) if find is not None else None
    if first is None:
        return None
    status = expiration_status(first, now)
    if status is CalendarStatus.VALID:
        return None
    if status is CalendarStatus.EXPIRED:
        return ExpiryLabel(say("Expired"), "bad")
    days = (from_text(first.expires) - now).days
    text = (
        say_counted("Expires in {count} day", "Expires in {count} days", days) if days else say("Expires within a day")
    )
    return ExpiryLabel(text, "ending")
