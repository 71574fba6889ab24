"""Limits and types that directories and databases share."""

from typing import Annotated

from pydantic import Field

# Maximum number of address sets for tagged nodes in a data store.
MOST_SETS = 100
LONGEST_WAIT = 600_000
Milliseconds = Annotated[int, Field(ge=1, le=LONGEST_WAIT)]
Connections = Annotated[int, Field(ge=1, le=1_000)]
FewestConnections = Annotated[int, Field(ge=0, le=1_000)]
NodeTags = Annotated[
    str | None,
    Field(title="Tags", max_length=1024, description="Node tags, separated by commas or spaces."),
]
DefaultSet = Annotated[bool | None, Field(title="Default")]
WARM_CONNECTIONS = "Number of connections that are opened in the background with the first search."
