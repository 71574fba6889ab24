"""The fields of log settings."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import ConfigModel, LongText, ServerSet, ShortText
from hanse.config.declare.replication import DocumentReplicationStatus
from hanse.kit.clock import from_text, to_text
from hanse.kit.log_categories import ABSENT, FORMER, LOG_CATEGORIES

# Categories that should stay verbose for longer than a month need no end at all.
MAXIMUM_MINUTES = 31 * 24 * 60
IDS: Final = {category.id for category in LOG_CATEGORIES}


def _check_known(text: str) -> str:
    known = FORMER.get(text, text)
    if known not in IDS | ABSENT.keys():
        raise PydanticCustomError("unknown_category", "There is no such log category.")
    return known


def _check_moment(text: str) -> str:
    try:
        return to_text(from_text(text))
    except ValueError as error:
        raise PydanticCustomError(
            "invalid_date", "This field must be a date and time such as 2026-11-21T09:30:00Z."
        ) from error


class LogCategorySettings(ConfigModel):
    """A log category, and whether it is verbose."""

    id: Annotated[str, Field(max_length=64), AfterValidator(_check_known)]
    # Texts of the server; values that clients send for them are ignored.
    name: ShortText | None = None
    description: LongText | None = None
    enabled: Annotated[bool, Field(title="Verbose")] = False
    enabled_until: Annotated[
        str | None,
        Field(
            max_length=64,
            json_schema_extra={"format": "date-time"},
            description="Time at which the category turns off. If left out, it stays on until it is saved as off.",
        ),
        AfterValidator(lambda text: text if text is None else _check_moment(text)),
    ] = None
    enabled_for_minutes: Annotated[
        int | None,
        Field(
            ge=1,
            le=MAXIMUM_MINUTES,
            description="Minutes from the save after which the category turns off. "
            "Can be sent instead of `enabledUntil`, and is never returned.",
        ),
    ] = None


def _check_not_repeated(categories: list[LogCategorySettings]) -> list[LogCategorySettings]:
    if len({category.id for category in categories}) < len(categories):
        raise PydanticCustomError("value_in_use", "Each log category can be in the list only once.")
    return categories


class LogSettings(ConfigModel):
    """The log settings. Categories that are missing in the list are not verbose."""

    log_categories: Annotated[
        list[LogCategorySettings],
        Field(max_length=len(LOG_CATEGORIES) + len(ABSENT), default_factory=list),
        AfterValidator(_check_not_repeated),
    ]
    verbose_logging_lifetime: Annotated[
        int | None,
        Field(
            ge=0,
            le=MAXIMUM_MINUTES,
            title="Verbose Logging Lifetime (minutes)",
            description="Time after a save at which all verbose categories turn off, in minutes. With 0 or without a "
            "value, they stay on until they are saved as off.",
        ),
    ] = None
    # Set by the server; values that clients send are ignored.
    verbose_logging_expires_in: Annotated[
        str | None, ServerSet(), Field(max_length=64, description="Time at which verbose logging turns off.")
    ] = None
    modification_date: Annotated[
        str | None, ServerSet(), Field(max_length=64, description="Time of the last change.")
    ] = None
    replication_status: Annotated[DocumentReplicationStatus | None, ServerSet()] = None
