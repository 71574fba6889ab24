"""Converts a client's input to a typed model, or to the complete list of its errors."""

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from hanse.config.canonical_json import to_text
from hanse.config.declare.blank_members import without_blanks
from hanse.config.declare.validation_messages import explain
from hanse.kit.errors import FieldError, MalformedRequest, ValidationFailed

M = TypeVar("M", bound=BaseModel)

# A body of some megabytes can have hundreds of thousands of errors, whose texts would take seconds.
MOST_FINDINGS = 1_000
_NUL = "This text must not contain the NUL character."


def parse(model: type[M], data: bytes) -> M:
    """Return JSON text as a model; raises ValidationFailed with one entry for each finding, up to `MOST_FINDINGS`.

    JSON that cannot be parsed raises MalformedRequest. Strictness is that of JSON: for example, date-times are strings.
    """
    try:
        parsed = model.model_validate_json(data, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        # All of them are collected first, so they are kept without the input.
        findings = error.errors(include_url=False, include_input=False)[:MOST_FINDINGS]
        if any(found["type"] == "json_invalid" for found in findings):
            raise MalformedRequest("The request body is not valid JSON.") from None
        sent = from_json(data)
        raise ValidationFailed([_field_error(found, sent) for found in findings]) from None
    # Searching the bytes is cheap. They may also contain the six characters after an escaped backslash, so the parsed
    # values decide.
    if b"\\u0000" in data and (errors := [FieldError(_NUL, path) for path in _nul_paths(from_json(data), "")]):
        raise ValidationFailed(errors)
    return parsed


def parse_stored(model: type[M], body: dict[str, Any]) -> M:
    """Return a stored body as a model."""
    return parse(model, to_text(body).encode())


def parse_sent(model: type[M], data: bytes) -> M:
    """Return a client's input as a model, as `parse` does; members without a value are treated as absent."""
    return parse(model, without_blanks(model, data))


def _field_error(found: Any, sent: Any) -> FieldError:
    error_id, message = explain(found)
    return FieldError(message=message, field_path=_path(found["loc"], sent) or None, error_id=error_id)


def _path(location: tuple[str | int, ...], sent: Any) -> str:
    """Return the path of a value for messages: pydantic's location without its names for the members of a union."""
    path = ""
    for position, step in enumerate(location):
        if isinstance(step, int):
            path += f"[{step}]"
            sent = sent[step] if isinstance(sent, list) and step < len(sent) else None
        elif isinstance(sent, dict) and (step in sent or position == len(location) - 1):
            path = f"{path}.{step}" if path else step
            sent = sent.get(step)
    return path


def _nul_paths(value: Any, path: str) -> Iterator[str | None]:
    """Yield the paths of strings with the character U+0000, which JSON allows and PostgreSQL cannot store."""
    if isinstance(value, str) and "\0" in value:
        yield path or None
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _nul_paths(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for name, item in value.items():
            if "\0" in name:
                yield path or None
            yield from _nul_paths(item, f"{path}.{name}" if path else name)


def to_body(model: BaseModel) -> dict[str, Any]:
    """Return a model as the JSON object for answers and for the store; absent fields are omitted."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)
