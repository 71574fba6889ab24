"""Reads requests into values, and refuses input that is too large, malformed or not declared."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request

from hanse.admin.api.strict_json import check_json
from hanse.config.declare.validation import parse_sent
from hanse.config.http.operation import JSON, Operation, QueryParameter
from hanse.kit.errors import FieldError, MalformedRequest, PayloadTooLarge, UnsupportedMediaType, ValidationFailed
from hanse.kit.texts.messages import message

_NUL = "\x00"
# RFC 9110, section 8.8.3. Weak tags never match in If-Match (section 13.1.1), and this server uses none.
_ENTITY_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')
_ENTITY_TAGS = re.compile(rf"[ \t,]*{_ENTITY_TAG.pattern}(?:[ \t]*,[ \t,]*{_ENTITY_TAG.pattern})*[ \t,]*")
# Below 2**63, the column's type.
_REVISION = re.compile(r'"([0-9]{1,18})"')
_INTEGER = re.compile(r"-?[0-9]{1,18}")


def path_parameters(request: Request) -> dict[str, str]:
    """Return the parameters in the path."""
    parameters = {name: str(value) for name, value in request.path_params.items()}
    if any(_NUL in value for value in parameters.values()):
        raise MalformedRequest("The path contains a NUL character.")
    return parameters


async def read_body(request: Request, operation: Operation) -> bytes:
    """Return the bytes of a request's body. Must not be called if the operation does not declare a body."""
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnsupportedMediaType("The body must not be compressed.")
    # The route's `max_body_size` is the largest of its operations'; each may allow less.
    data = await request.body()
    if len(data) > operation.body_limit:
        raise PayloadTooLarge("The request body is too large.")
    return data


def parse_body(request: Request, operation: Operation, data: bytes) -> Any:
    """Return the body as the operation declares it, a model or text. Worker threads call this: it may take long."""
    if operation.body is None:
        return None
    if operation.body is str:
        return _as_text(data)
    _check_content_type(request.headers.get("content-type", ""))
    check_json(data)
    if not issubclass(operation.body, BaseModel):
        raise TypeError(f"{operation.path} declares a body of an unknown sort")
    return parse_sent(operation.body, data)


def read_query(request: Request, parameters: tuple[QueryParameter, ...]) -> Mapping[str, Any]:
    """Return the declared query parameters with their defaults; every finding is reported at once."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {parameter.name: parameter.default for parameter in parameters}
    errors: list[FieldError] = []
    for name in request.query_params:
        texts = request.query_params.getlist(name)
        problem = _problem(known.get(name), texts)
        if problem is not None:
            errors.append(FieldError(problem[1], name, problem[0]))
        else:
            values[name] = converted(known[name], texts[0])
    if errors:
        raise ValidationFailed(errors)
    return values


def read_if_match(request: Request) -> frozenset[int] | None:
    """Return the revisions in If-Match, of which any may match (RFC 9110, section 13.1.1).

    None if the field is absent or `*`. Unknown tags do not match; a malformed list of tags raises MalformedRequest.
    """
    fields = request.headers.getlist("if-match")
    text = ",".join(fields).strip()
    if not fields or text == "*":
        return None
    # Lists may have empty elements (section 5.6.1.2), and a tag may contain a comma.
    if _ENTITY_TAGS.fullmatch(text) is None:
        raise MalformedRequest("If-Match must be the ETag of an earlier answer.")
    tags = (_REVISION.fullmatch(tag) for tag in _ENTITY_TAG.findall(text))
    return frozenset(int(tag[1]) for tag in tags if tag is not None)


def _check_content_type(field: str) -> None:
    """Raise UnsupportedMediaType unless a body is JSON in UTF-8, the only encoding it has (RFC 8259, section 8.1)."""
    media_type, *parameters = (part.strip().lower() for part in field.split(";"))
    if media_type != JSON:
        raise UnsupportedMediaType(message("The body must be of type {json}.", json=JSON))
    # JSON has no such parameter, but another encoding would be a mistake of the client.
    named = {value.strip('"') for name, _, value in (part.partition("=") for part in parameters) if name == "charset"}
    if named - {"utf-8", "utf8"}:
        raise UnsupportedMediaType("The body must be in UTF-8.")


def _as_text(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise MalformedRequest("The request body is not UTF-8 text.") from error
    if _NUL in text:
        raise MalformedRequest("The request body contains a NUL character.")
    return text


def _problem(parameter: QueryParameter | None, texts: list[str]) -> tuple[str, str] | None:
    """Return the id and text of a parameter's error, or None."""
    if parameter is None:
        return "unknown_field", "This parameter is not known."
    if len(texts) > 1:
        return "repeated_parameter", "Enter this parameter only once."
    message = _value_problem(parameter, texts[0])
    return None if message is None else ("invalid_value", message)


def _value_problem(parameter: QueryParameter, text: str) -> str | None:
    if _NUL in text:
        return "This parameter contains a NUL character."
    if parameter.type is int:
        return _integer_problem(parameter, text)
    if parameter.type is bool and text not in ("true", "false"):
        return "This parameter must be true or false."
    if parameter.choices and text not in parameter.choices:
        return message("This parameter must be one of {choices}.", choices=", ".join(parameter.choices))
    return None


def _integer_problem(parameter: QueryParameter, text: str) -> str | None:
    if _INTEGER.fullmatch(text) is None:
        return "This parameter must be a valid integer."
    if parameter.minimum is not None and int(text) < parameter.minimum:
        return message("This parameter must be at least {minimum}.", minimum=parameter.minimum)
    if parameter.maximum is not None and int(text) > parameter.maximum:
        return message("This parameter must be at most {maximum}.", maximum=parameter.maximum)
    return None


def converted(parameter: QueryParameter, text: str) -> Any:
    """Return the value of a query parameter whose text is valid."""
    if parameter.type is int:
        return int(text)
    if parameter.type is bool:
        return text == "true"
    return text
