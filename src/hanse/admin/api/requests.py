"""Reads what a request carries into values, and refuses what is too big, malformed or not declared."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request

from hanse.config.operation import JSON, Operation, QueryParameter
from hanse.config.validation import parse
from hanse.kit.errors import FieldError, MalformedRequest, UnsupportedMediaType, ValidationFailed

_NUL = "\x00"


async def read_body(request: Request, operation: Operation) -> Any:
    """Return the request's body as the operation declares it: a model, text, or None."""
    # How much may come is the route's `max_body_size`.
    data = await request.body()
    if operation.body is None:
        return None
    if operation.body is str:
        return _as_text(data)
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != JSON:
        raise UnsupportedMediaType(f"The body must be of type {JSON}.")
    _refuse_nul(data)
    if not issubclass(operation.body, BaseModel):
        raise TypeError(f"{operation.path} declares a body of an unknown sort")
    return parse(operation.body, data)


def read_query(request: Request, parameters: tuple[QueryParameter, ...]) -> Mapping[str, Any]:
    """Return the declared query parameters with their defaults; every finding is reported at once."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {parameter.name: parameter.default for parameter in parameters}
    errors: list[FieldError] = []
    for name, text in request.query_params.multi_items():
        parameter = known.get(name)
        if parameter is None:
            errors.append(FieldError("This parameter is not known.", name, "unknown_field"))
        elif len(request.query_params.getlist(name)) > 1:
            errors.append(FieldError("This parameter is given more than once.", name, "repeated_parameter"))
        else:
            problem = _problem(parameter, text)
            if problem:
                errors.append(FieldError(problem, name, "invalid_value"))
            else:
                values[name] = _convert(parameter, text)
    if errors:
        raise ValidationFailed(errors)
    return values


def read_if_match(request: Request) -> int | None:
    """Return the revision in If-Match (RFC 9110, section 13.1.1); None when there is none or it is `*`."""
    text = request.headers.get("if-match")
    if text is None or text.strip() == "*":
        return None
    digits = text.strip().removeprefix('"').removesuffix('"')
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:  # noqa: PLR2004 - Below 2**63, the column's type.
        raise MalformedRequest("If-Match must be the ETag of an earlier answer.")
    return int(digits)


def _as_text(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise MalformedRequest("The request body is not UTF-8 text.") from error
    if _NUL in text:
        raise MalformedRequest("The request body contains a NUL character.")
    return text


def _refuse_nul(data: bytes) -> None:
    # PostgreSQL cannot store U+0000 in text, and no field of ours means anything by it. Only a body that spells it out
    # is looked at closely, because `\\u0000` may also follow an escaped backslash.
    if b"\\u0000" in data or b"\0" in data:
        try:
            text = json.dumps(json.loads(data), ensure_ascii=False)
        except (ValueError, RecursionError):
            raise MalformedRequest("The request body is not valid JSON.") from None
        if _spells_nul(text):
            raise MalformedRequest("The request body contains a NUL character.")


def _spells_nul(text: str) -> bool:
    # json.dumps writes every backslash of a value as two, so an odd run of them before "u0000" is the escape itself.
    return any((len(before) - len(before.rstrip("\\"))) % 2 == 1 for before in text.split("u0000")[:-1])


def _problem(parameter: QueryParameter, text: str) -> str | None:
    if _NUL in text:
        return "This parameter contains a NUL character."
    if parameter.type is int:
        return _integer_problem(parameter, text)
    if parameter.type is bool and text not in ("true", "false"):
        return "This parameter must be true or false."
    if parameter.choices and text not in parameter.choices:
        return f"This parameter must be one of {', '.join(parameter.choices)}."
    return None


def _integer_problem(parameter: QueryParameter, text: str) -> str | None:
    if not (text.isascii() and text.removeprefix("-").isdigit()) or len(text) > 18:  # noqa: PLR2004 - Below 2**63.
        return "This parameter must be a valid integer."
    if parameter.minimum is not None and int(text) < parameter.minimum:
        return f"This parameter must be at least {parameter.minimum}."
    if parameter.maximum is not None and int(text) > parameter.maximum:
        return f"This parameter must be at most {parameter.maximum}."
    return None


def _convert(parameter: QueryParameter, text: str) -> Any:
    if parameter.type is int:
        return int(text)
    if parameter.type is bool:
        return text == "true"
    return text
