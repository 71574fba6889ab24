"""The canonical text of a JSON value, so that equal values are stored as equal texts."""

import json
from typing import Any

Body = dict[str, Any]


def to_text(body: Body) -> str:
    """Return the stored text of a body: compact JSON with its members in a fixed order."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
