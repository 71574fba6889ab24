"""Messages for values that a model refused: one for every error type of pydantic.

pydantic's own texts use terms such as inputs, instances and Python types, and change between its releases; scripts and
screens must not depend on them. Messages of Hanse's own validators are passed on unchanged.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, get_args

from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ErrorType

from hanse.kit.texts.messages import Message, counted, message, message_of

_KNOWN: Final = frozenset[str](get_args(ErrorType))
_GENERIC: Final = "This value is not valid."
_OBJECT: Final = ("invalid_type", "This field must be an object.")
_LIST: Final = ("invalid_type", "This field must be a list.")
_INTEGER: Final = ("invalid_type", "This field must be a valid integer.")
_NUMBER: Final = "This field must be a number."
_DATE: Final = "This field must be a date such as 2026-11-21."
_TIME: Final = "This field must be a time such as 09:30:00."
_MOMENT: Final = "This field must be a date and time such as 2026-11-21T09:30:00Z."
_DURATION: Final = "This field must be a duration such as PT30M."
_ADDRESS: Final = "This field must be an address such as https://sso.example.com/path."
_UUID: Final = "This field must be a UUID."

# Error types -> the API contract's stable ids and the text. Names in braces come from pydantic's error context.
_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "missing": ("required_field", "This field is required."),
    "extra_forbidden": ("unknown_field", "This field is not known."),
    "string_type": ("invalid_type", "This field must be a text."),
    "string_unicode": ("invalid_type", "This text is not valid Unicode."),
    "bool_type": ("invalid_type", "This field must be true or false."),
    "int_type": _INTEGER,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": _OBJECT,
    "mapping_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dataclass_type": _OBJECT,
}
# These keep pydantic's name of the error type as their id.
_MORE_TEXTS: Final[Mapping[str, str]] = {
    "none_required": "This field must be null.",
    "invalid_key": "The names in this object must be texts.",
    "json_invalid": "This text is not valid JSON.",
    "recursion_loop": "This value is nested too deeply.",
    "recursion_depth_exceeded": "This value is nested too deeply.",
    "greater_than": "This field must be more than {gt}.",
    "greater_than_equal": "This field must be at least {ge}.",
    "less_than": "This field must be less than {lt}.",
    "less_than_equal": "This field must be at most {le}.",
    "multiple_of": "This field must be a multiple of {multiple_of}.",
    "finite_number": _NUMBER,
    "int_parsing": _INTEGER[1],
    "int_parsing_size": "This number is too large.",
    "int_from_float": _INTEGER[1],
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "decimal_type": _NUMBER,
    "decimal_parsing": _NUMBER,
    "decimal_max_digits": "This number has more digits than {max_digits}.",
    "decimal_max_places": "This number has more digits than {decimal_places} after the decimal point.",
    "decimal_whole_digits": "This number has more digits than {whole_digits} before the decimal point.",
    "bool_parsing": "This field must be true or false.",
    "string_pattern_mismatch": "This text does not have the required format.",
    "string_not_ascii": "This text must contain ASCII characters only.",
    "enum": "This field must be one of {expected}.",
    "literal_error": "This field must be one of {expected}.",
    "union_tag_invalid": "The member {discriminator} must be one of {expected_tags}.",
    "union_tag_not_found": "This object needs its member {discriminator}.",
    "date_type": _DATE,
    "date_parsing": _DATE,
    "date_from_datetime_parsing": _DATE,
    "date_from_datetime_inexact": _DATE,
    "date_past": "This date must be in the past.",
    "date_future": "This date must be in the future.",
    "time_type": _TIME,
    "time_parsing": _TIME,
    "datetime_type": _MOMENT,
    "datetime_parsing": _MOMENT,
    "datetime_object_invalid": _MOMENT,
    "datetime_from_date_parsing": _MOMENT,
    "datetime_past": "This time must be in the past.",
    "datetime_future": "This time must be in the future.",
    "timezone_naive": "This time must not have a zone.",
    "timezone_aware": "This time needs a zone, such as the Z in 2026-11-21T09:30:00Z.",
    "time_delta_type": _DURATION,
    "time_delta_parsing": _DURATION,
    "url_type": _ADDRESS,
    "url_parsing": _ADDRESS,
    "url_syntax_violation": _ADDRESS,
    "url_scheme": "This address must begin with {expected_schemes}.",
    "uuid_type": _UUID,
    "uuid_parsing": _UUID,
    "uuid_version": "This field must be a UUID of version {expected_version}.",
    "bytes_invalid_encoding": "This field is not encoded correctly.",
}
# The id of findings of `fields.HoldsPattern`, which have their own message.
MISSHAPEN: Final = "string_pattern_mismatch"
_EMPTY: Final = message("This field must not be empty.")
# Texts with a limit, which differ for a limit of one.
_LIMITS: Final[Mapping[str, Callable[[Mapping[str, Any]], Message]]] = {
    "string_too_short": lambda context: _too_short(context["min_length"]),
    "bytes_too_short": lambda context: (
        _EMPTY
        if context["min_length"] == 1
        else message("This field needs at least {limit} bytes.", limit=context["min_length"])
    ),
    "too_short": lambda context: (
        message("This list must not be empty.")
        if context["min_length"] == 1
        else message("This list needs at least {limit} items.", limit=context["min_length"])
    ),
    "string_too_long": lambda context: _too_long(context["max_length"]),
    "url_too_long": lambda context: _too_long(context["max_length"]),
    "bytes_too_long": lambda context: counted(
        "This field can have at most {count} byte.", "This field can have at most {count} bytes.", context["max_length"]
    ),
    "too_long": lambda context: counted(
        "This list can have at most {count} item.", "This list can have at most {count} items.", context["max_length"]
    ),
}
_IDS: Final[Mapping[str, str]] = {"string_too_short": "too_short"}
# ValueError and AssertionError raised by Hanse's own validators.
_OURS: Final = frozenset({"value_error", "assertion_error"})
# The key under which `refusal` keeps its text.
_REFUSAL: Final = "refusal"
_LAST_OF_SEVERAL: Final = re.compile(r"(?<=') or (?=')")


def refusal(error_id: str, text: str) -> PydanticCustomError:
    """Return a validator's error whose text may be a message with values; pydantic alone would keep plain text."""
    return PydanticCustomError(error_id, "{refusal}", {_REFUSAL: text})


def explain(found: Mapping[str, Any]) -> tuple[str, str]:
    """Return the stable id and the text of one of pydantic's findings, as `ValidationError.errors` returns it."""
    kind, context = str(found["type"]), found.get("ctx") or {}
    if kind in _OURS:
        return kind, _sentence(str(context["error"]))
    if _REFUSAL in context:
        return kind, context[_REFUSAL]
    if kind not in _KNOWN or (kind == MISSHAPEN and not context):
        # A PydanticCustomError raised by Hanse's own code.
        return kind, _sentence(str(found["msg"]))
    if kind in _LIMITS:
        return _IDS.get(kind, kind), _LIMITS[kind](context)
    error_id, text = _TEXTS.get(kind) or (kind, _MORE_TEXTS.get(kind, _GENERIC))
    values = {
        name: _LAST_OF_SEVERAL.sub(", ", value) if isinstance(value, str) else value for name, value in context.items()
    }
    return error_id, Message(text, values)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else message("{text}.", text=message_of(text))


def _too_short(limit: int) -> Message:
    return _EMPTY if limit == 1 else message("This field needs at least {limit} characters.", limit=limit)


def _too_long(limit: int) -> Message:
    return counted(
        "This field can have at most {count} character.", "This field can have at most {count} characters.", limit
    )


def fixed_texts() -> Iterator[str]:
    """Yield the texts for pydantic's findings, for the translation catalogs."""
    yield from (text for _, text in _TEXTS.values())
    yield from _MORE_TEXTS.values()
    yield _GENERIC
