"""Lists that are paged by key, such as those of run-time state, whose items users add and remove all the time."""

from typing import Annotated, Final, TypeAlias

from pydantic import Field

from hanse.config.http.operation import QueryParameter

# The member `next_after` of a page.
NextAfter: TypeAlias = Annotated[
    str | None, Field(description="Value of `after` for the next page. Left out on the last page.")
]

# The parameter for the number of items of a page.
LIMIT: Final = QueryParameter("limit", int, "Maximum number of items to return.", default=50, minimum=1, maximum=200)
