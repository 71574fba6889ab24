"""The declaration of log settings."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from hanse.config.access import Area
from hanse.config.resource import Presentation, Proposal, Resource
from hanse.config.ui.declaration import Ui
from hanse.config.ui.navigation import SERVER, ConsolePage
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import FieldError
from hanse.kit.log_categories import ABSENT, LOG_CATEGORIES
from hanse.resources.system.log_settings.model import LogCategorySettings, LogSettings

ORDER = {category.id: position for position, category in enumerate(LOG_CATEGORIES)}


def _prepare(proposal: Proposal[LogSettings]) -> LogSettings:
    """Return what is stored: the categories that are on, in the table's order, each with its end as a moment."""
    now = proposal.ports.get(Clock).now()
    on = [_stored(category, now) for category in proposal.new.log_categories if category.enabled]
    kept = [category for category in on if is_on(category, now)]
    # What the rule refuses stands where the client has it.
    if any(category.id in ABSENT for category in kept):
        return proposal.new
    return LogSettings(log_categories=sorted(kept, key=lambda category: ORDER[category.id]))


def _check_there(proposal: Proposal[LogSettings]) -> Iterator[FieldError]:
    """Find what would switch nothing."""
    for index, category in enumerate(proposal.new.log_categories):
        if category.id in ABSENT and category.enabled:
            message = "This server has nothing to say in this category."
            yield FieldError(message, f"logCategories[{index}].enabled", "unsupported")


def _stored(category: LogCategorySettings, now: datetime) -> LogCategorySettings:
    until = category.enabled_until
    if category.enabled_for_minutes is not None:
        until = to_text(now + timedelta(minutes=category.enabled_for_minutes))
    return LogCategorySettings(id=category.id, enabled=True, enabled_until=until)


def is_on(category: LogCategorySettings, now: datetime) -> bool:
    """Tell whether a category is verbose at a moment."""
    return category.enabled and (category.enabled_until is None or now < from_text(category.enabled_until))


def show(body: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return every category as it is at a moment."""
    stored = LogSettings.model_validate(body).log_categories
    on = {category.id: category.enabled_until for category in stored if is_on(category, now)}
    return {
        "logCategories": [
            {
                "id": category.id,
                "name": category.name,
                "description": category.description,
                "enabled": category.id in on,
                **({"enabledUntil": on[category.id]} if on.get(category.id) else {}),
            }
            for category in LOG_CATEGORIES
        ]
    }


UI = Ui(
    page=ConsolePage(
        id="logSettings",
        label="Log Settings",
        heading=SERVER,
        slug="log-settings",
        position=30,
        is_react=True,
    ),
)

LOG_SETTINGS = Resource(
    kind="logSettings",
    path="/serverSettings/logSettings",
    model=LogSettings,
    area=Area.CONFIGURATION,
    title="Log Settings",
    description="Which categories of the server's log are verbose.",
    default=lambda: LogSettings(log_categories=[]),
    prepare=_prepare,
    rules=(_check_there,),
    presentation=Presentation(LogSettings, show),
    ui=UI,
)
