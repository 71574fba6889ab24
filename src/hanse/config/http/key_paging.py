"""Lists that are paged by key, such as those of run-time state, whose items users add and remove all the time."""

from datetime import datetime
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from hanse.config.http.operation import Call, QueryParameter
from hanse.kit.clock import from_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

NO_PAGE: Final = message("No page of this list has returned this value.")
_NO_TIME: Final = message("Enter a date and time with a time zone, such as 2026-11-21T08:30:00Z.")

# The member `next_after` of a page.
NextAfter: TypeAlias = Annotated[
    str | None, Field(description="Value of `after` for the next page. Left out on the last page.")
]

# The parameter for the number of items of a page.
LIMIT: Final = QueryParameter("limit", int, "Maximum number of items to return.", default=50, minimum=1, maximum=200)


def time_parameter(call: Call, name: str) -> datetime | None:
    """Return the time in a query parameter, or None if it is empty; raises ValidationFailed."""
    if not call.query[name]:
        return None
    try:
        return from_text(call.query[name])
    except ValueError:
        raise invalid_parameter(_NO_TIME, name) from None


def invalid_parameter(text: str, name: str) -> ValidationFailed:
    """Return the refusal of a query parameter."""
    return ValidationFailed([FieldError(text, name)])
