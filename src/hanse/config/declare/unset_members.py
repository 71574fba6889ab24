"""Omits empty members from answers.

In the API contract some members are absent until they are set, and clients that compare requests with answers would
report an empty list as a difference. The members are marked `OmittedWhenEmpty`; stored bodies stay unchanged.
"""

from copy import deepcopy
from typing import Any

from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty
from hanse.config.declare.marked_fields import fields_with, places

Body = dict[str, Any]


def without_unset(model: type[ConfigModel], body: Body) -> Body:
    """Return a body without marked members that are empty; the given body is not changed."""
    patterns = [marked.pattern for marked in fields_with(model, OmittedWhenEmpty)]
    if not any(not place.value for pattern in patterns for place in places(body, pattern)):
        return body
    copied = deepcopy(body)
    for pattern in patterns:
        # Collected first, because members cannot be removed during the iteration.
        for place in [place for place in places(copied, pattern) if not place.value]:
            del place.container[place.key]
    return copied
