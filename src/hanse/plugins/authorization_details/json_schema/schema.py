"""JSON Schemas of administrators and values of clients, both with limited cost.

Nothing is ever fetched: a `$ref` must stay within the schema. Patterns run on an engine that takes time linear in the
text, so none can be made slow; that engine has no look-around and no back-references.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from hanse.kit.texts.messages import message

MAXIMUM_SCHEMA = 65_536
MAXIMUM_DEPTH = 32
# Size limit of a detail (RFC 9396, section 2); nobody could consent to a larger one.
MAXIMUM_DETAIL = 16_384
MAXIMUM_DETAIL_DEPTH = 16
MOST_ERRORS = 20
DRAFT = "https://json-schema.org/draft/2020-12/schema"
PATTERN_BYTES = 1_000_000


class DetailSchema:
    """A valid schema. Raises ValueError, whose text is for the administrator."""

    def __init__(self, text: str) -> None:
        # Imported here, because few servers have a processor.
        import jsonschema_rs  # noqa: PLC0415 - see above.

        schema = _read(text)
        try:
            self._validator = jsonschema_rs.Draft202012Validator(
                schema,
                validate_formats=True,
                offline=True,
                pattern_options=jsonschema_rs.RegexOptions(size_limit=PATTERN_BYTES, dfa_size_limit=PATTERN_BYTES),
                # The input is not repeated in errors, which are logged and sent to clients.
                mask="the value",
            )
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
            raise ValueError(f"This is not a usable JSON Schema: {_first_line(error)}") from None

    def errors(self, detail: Mapping[str, Any]) -> Sequence[str]:
        """Return the errors in a value, each with its place as a JSON Pointer (RFC 6901)."""
        if (too_much := _excess(detail)) is not None:
            return [too_much]
        found = islice(self._validator.iter_errors(detail), MOST_ERRORS)
        return [f"{_pointer(error.instance_path)}: {_first_line(error)}" for error in found]


def _read(text: str) -> dict[str, Any]:
    if len(text.encode()) > MAXIMUM_SCHEMA:
        raise ValueError(message("A schema can have at most {limit:,} bytes.", limit=MAXIMUM_SCHEMA))
    try:
        schema = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            message(
                "The schema is not valid JSON: {msg} in line {lineno}, column {colno}.",
                msg=error.msg,
                lineno=error.lineno,
                colno=error.colno,
            )
        ) from None
    except RecursionError:
        raise ValueError("This schema is nested too deeply.") from None
    if not isinstance(schema, dict):
        raise ValueError("The schema must be a JSON object.")  # noqa: TRY004 - the text is what is wrong, not a type.
    if depth(schema) > MAXIMUM_DEPTH:
        raise ValueError("This schema is nested too deeply.")
    if schema.get("$schema", DRAFT).rstrip("#") != DRAFT:
        raise ValueError(message("Only the draft {draft} is supported.", draft=DRAFT))
    return schema


def _excess(detail: Mapping[str, Any]) -> str | None:
    if depth(detail) > MAXIMUM_DETAIL_DEPTH:
        return "/: this is nested too deeply"
    if len(json.dumps(detail)) > MAXIMUM_DETAIL:
        return f"/: this has more than {MAXIMUM_DETAIL:,} bytes"
    return None


def depth(value: Any, limit: int = MAXIMUM_DEPTH + 1) -> int:
    """Return the nesting depth of a value, counted up to a limit and without recursion."""
    found, level = 0, [value]
    while level and found < limit:
        level = [inner for each in level if isinstance(each, (dict, list)) for inner in _parts(each)]
        found += 1
    return found


def _parts(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def _pointer(path: Sequence[str | int]) -> str:
    return "/" + "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _first_line(error: Exception) -> str:
    return str(getattr(error, "message", None) or error).strip().partition("\n")[0][:300]
