"""The resource declaration of log settings."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import AnswerOptions, Presentation, ResourceText, StorageOptions
from hanse.config.declare.ports import Ports
from hanse.config.declare.replication import replication_status
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.log_categories import ABSENT, LOG_CATEGORIES
from hanse.kit.texts.translation import localized
from hanse.resources.system.log_settings.model import LogCategorySettings, LogSettings

NO_EFFECT = "No effect: this server writes nothing in this category. Stored for clients that send it."
ORDER = {category.id: position for position, category in enumerate(LOG_CATEGORIES)}


def _prepare(proposal: Proposal[LogSettings]) -> LogSettings:
    """Return the stored form: the categories that are on, in the table's order, each with its end as a time.

    Categories that have no effect in this server are stored as they are sent, whether they are on or off.
    """
    now, new = proposal.ports.get(Clock).now(), proposal.new
    lifetime = new.verbose_logging_lifetime
    ends = to_text(now + timedelta(minutes=lifetime)) if lifetime else None
    stored = [_stored(category, now, ends) for category in new.log_categories]
    kept = [category for category in stored if category.id in ABSENT or is_on(category, now)]
    # Categories without effect come last.
    kept.sort(key=lambda category: (ORDER.get(category.id, len(ORDER)), category.id))
    made = LogSettings(
        log_categories=kept,
        verbose_logging_lifetime=lifetime,
        verbose_logging_expires_in=ends if any(is_on(each, now) for each in kept) else None,
    )
    before = proposal.old.modification_date if proposal.old is not None else None
    is_same = proposal.old == made.model_copy(update={"modification_date": before})
    return made.model_copy(update={"modification_date": before if is_same else to_text(now)})


def _stored(category: LogCategorySettings, now: datetime, ends: str | None) -> LogCategorySettings:
    """Return a category with its end: its own, or the common one."""
    until = category.enabled_until or (ends if category.enabled else None)
    if category.enabled_for_minutes is not None:
        until = to_text(now + timedelta(minutes=category.enabled_for_minutes))
    return LogCategorySettings(id=category.id, enabled=category.enabled, enabled_until=until)


def is_on(category: LogCategorySettings, now: datetime) -> bool:
    """Return whether a category is verbose at a given time."""
    return category.enabled and (category.enabled_until is None or now < from_text(category.enabled_until))


def show(body: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return every category at a given time, including those without effect that a client has sent."""
    settings = LogSettings.model_validate(body)
    stored = settings.log_categories
    on = {category.id: category.enabled_until for category in stored if is_on(category, now)}
    return {
        "logCategories": [
            {
                "id": category.id,
                "name": localized(category.name),
                "description": localized(category.description),
                "enabled": category.id in on,
                **({"enabledUntil": on[category.id]} if on.get(category.id) else {}),
            }
            for category in LOG_CATEGORIES
        ]
        + [
            {
                "id": category.id,
                "name": ABSENT[category.id],
                "description": localized(NO_EFFECT),
                "enabled": is_on(category, now),
            }
            for category in stored
            if category.id in ABSENT
        ],
        **_times(settings, now),
    }


def _times(settings: LogSettings, now: datetime) -> dict[str, Any]:
    ends = settings.verbose_logging_expires_in
    times = {
        "verboseLoggingLifetime": settings.verbose_logging_lifetime,
        "verboseLoggingExpiresIn": ends if ends is not None and now < from_text(ends) else None,
        "modificationDate": settings.modification_date,
    }
    return {name: value for name, value in times.items() if value is not None}


def _replication(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
    status = replication_status(view, ports, ReplicationScope.LOG_SETTINGS, handles.LOG_SETTINGS)
    return lambda stored: {"replicationStatus": status(stored)}


UI = Ui(
    page=ConsolePage(
        id="logSettings",
        label="Log Settings",
        heading=SERVER,
        slug="log-settings",
        position=30,
        keywords=("debug", "verbose", "log level"),
        is_react=True,
    ),
)

LOG_SETTINGS = Resource(
    path=handles.LOG_SETTINGS.path,
    model=LogSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Log Settings", description="Log categories, and whether each writes verbose messages."),
    default=lambda: LogSettings(log_categories=[]),
    saving=SaveRules(prepare=_prepare),
    storage=StorageOptions(kind="logSettings"),
    answers=AnswerOptions(presentation=Presentation(LogSettings, show), enrich=_replication),
    deployment=DeploymentOptions(scope=ReplicationScope.LOG_SETTINGS),
    ui=UI,
)
