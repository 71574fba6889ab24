"""Refuses JSON that two readers could understand differently (RFC 8259), before it becomes a model.

pydantic's reader uses the last of repeated names and accepts NaN. Proxies, scripts and audit tools in front of this
server may use the first, so a body that repeats a name could be interpreted in two ways.
"""

import json
from typing import Any, NoReturn

from hanse.kit.errors import MalformedRequest
from hanse.kit.texts.messages import message

_NOT_JSON = "The request body is not valid JSON."
_SHOWN_LENGTH = 100


class _Repeated(ValueError):
    """A name occurs twice in one object."""


def check_json(data: bytes) -> None:
    """Raise MalformedRequest unless the bytes are one JSON text in UTF-8 whose objects repeat no name."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise MalformedRequest("The request body is not UTF-8 text.") from error
    try:
        _DECODER.decode(text)
    except _Repeated as error:
        raise MalformedRequest(
            message("The request body names {error} more than once in one object.", error=error)
        ) from error
    except (ValueError, RecursionError) as error:
        raise MalformedRequest(_NOT_JSON) from error


def _object(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            # In ASCII, because a name may hold half a surrogate pair, which no answer could carry.
            raise _Repeated(ascii(name[:_SHOWN_LENGTH]))
        seen.add(name)


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


# Numbers are left as texts: converting a million digits to an integer takes Python minutes, and the value is not
# needed.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=len, parse_float=len)
