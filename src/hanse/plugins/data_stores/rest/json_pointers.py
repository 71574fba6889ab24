"""JSON pointers (RFC 6901), and the values of attributes in JSON documents."""

import json
import re
from typing import Any, Final

from hanse.data_stores.settings import SourceFailed

_MOST_VALUES: Final = 1_000
# RFC 6901, section 4: an index has no leading zeros.
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,8}")
Pointer = tuple[str, ...]


def read_pointer(text: str) -> Pointer:
    """Return the reference tokens of a pointer; raises SourceFailed. The empty pointer is the whole document."""
    if text and not text.startswith("/"):
        raise SourceFailed("A JSON pointer begins with a slash, such as /profile/email.")
    escapes = text.replace("~0", "").replace("~1", "")
    if "~" in escapes:
        raise SourceFailed("In a JSON pointer, write ~0 for a tilde and ~1 for a slash.")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


def values_at(document: Any, pointer: Pointer) -> tuple[str, ...]:
    """Return the values at a pointer as texts; none if there is nothing. Objects are texts in JSON."""
    found = document
    for token in pointer:
        if isinstance(found, dict) and token in found:
            found = found[token]
        elif isinstance(found, list) and _INDEX.fullmatch(token) and int(token) < len(found):
            found = found[int(token)]
        else:
            return ()
    listed = found if isinstance(found, list) else [found]
    return tuple(_text(each) for each in listed[:_MOST_VALUES] if each is not None)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
