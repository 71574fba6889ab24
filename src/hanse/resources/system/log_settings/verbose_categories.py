"""The part of the log settings that each logging process applies."""

from collections.abc import Mapping
from datetime import datetime

from hanse.config.declare.view import View
from hanse.kit.clock import from_text
from hanse.kit.log_categories import ABSENT
from hanse.resources.system.log_settings.resource import LOG_SETTINGS

# The categories that are on, each with the time at which it is switched off, or None.
Verbose = Mapping[str, datetime | None]


def verbose_of(view: View) -> Verbose:
    """Return the categories that were switched on; some of them may have ended since."""
    stored = view.singleton(LOG_SETTINGS).log_categories
    return {
        each.id: None if each.enabled_until is None else from_text(each.enabled_until)
        for each in stored
        if each.id not in ABSENT
    }
