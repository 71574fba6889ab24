"""The time limit for choosing a password, and the time that directories need to replicate it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from hanse.kit.clock import from_text, to_text
from hanse.plugins.adapters.html_form.settings import FormSettings

UPDATE_TIMEOUT: Final = "Password Update Timeout"
_DELAY: Final = "Post-Password Change Re-Authentication Delay"


def update_deadline(form: FormSettings, now: datetime) -> str:
    """Return the deadline for choosing a password, in the form of a page's state; empty if there is no limit."""
    seconds = form.minutes(UPDATE_TIMEOUT)
    return to_text(now + timedelta(seconds=seconds)) if seconds else ""


def is_over(state: Mapping[str, Any], now: datetime) -> bool:
    """Return whether the deadline in a page's state has passed."""
    until = str(state.get("until", ""))
    return bool(until) and now > from_text(until)


def sign_in_delay(form: FormSettings) -> float:
    """Return how many seconds pass before users can sign in with a password that they changed."""
    return form.number(_DELAY) / 1000
