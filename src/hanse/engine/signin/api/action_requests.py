"""Reads requests that perform an action: its name from the content type or the query, and its JSON object."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.signin.api.errors import VALIDATION_ERROR, ApiRefusal, ErrorDetail
from hanse.plugins.contracts.authentication_api import MOST_ITEMS, ApiAction, ApiInput, InputType

# The largest input is the answer of an authenticator, with at most 32,768 characters.
MOST_BYTES: Final = 48 * 1024
JSON: Final = b"application/json"
_OWN_TYPE: Final = re.compile(rb"application/vnd\.pingidentity\.([A-Za-z0-9]{1,64})\+json")
_TYPES: Final = {InputType.STRING: str, InputType.BOOLEAN: bool, InputType.OBJECT: dict, InputType.ARRAY: list}
ACTION: Final = "action"


def action_name(request: Request) -> str:
    """Return the action that a request names. Raises ApiRefusal.

    The content type is `application/vnd.pingidentity.<action>+json`, or `application/json` with the action in the
    query. A form of a web page can have neither, so that a browser asks for permission first (Fetch, section 3.2).
    """
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip()
    named = request.query.one(ACTION)
    found = _OWN_TYPE.fullmatch(media_type)
    if found is not None and named in (None, found[1].decode()):
        return found[1].decode()
    if media_type.lower() == JSON and named is not None:
        return named
    raise ApiRefusal(
        "INVALID_CONTENT_TYPE",
        "Send the content type application/vnd.pingidentity.<action>+json, or application/json with the query "
        "parameter action.",
        status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    )


async def read_object(request: Request) -> Mapping[str, Any]:
    """Return the JSON object of a request; an empty body is an empty object. Raises ApiRefusal."""
    return parse_object(await request.body())


def parse_object(body: bytes) -> Mapping[str, Any]:
    """Return the JSON object in a body. Raises ApiRefusal."""
    if len(body) > MOST_BYTES:
        # The status 413 ends the connection, which is for bodies that were not read.
        raise ApiRefusal("REQUEST_TOO_LARGE", "The request body is too large.")
    if not body.strip():
        return {}
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ApiRefusal("INVALID_REQUEST", "The request body must be a JSON object.") from error


def form_of_action(action: ApiAction, body: Mapping[str, Any], state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return the form that the page would send. Raises ApiRefusal with all errors in the object."""
    errors = list(_errors(action, body))
    if errors:
        raise ApiRefusal(VALIDATION_ERROR, "The request body does not fit the action.", details=errors)
    return action.form({name: value for name, value in body.items() if value is not None}, state)


def _errors(action: ApiAction, body: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    known = {each.name for each in action.inputs}
    for name in body:
        if name not in known:
            yield ErrorDetail("FIELD_UNKNOWN", "The action does not have this member.", target=name[:64])
    for each in action.inputs:
        value = body.get(each.name)
        if value is None:
            if each.required:
                yield ErrorDetail("FIELD_REQUIRED", "This member is required.", target=each.name)
        elif not isinstance(value, _TYPES[each.type]):
            yield ErrorDetail("FIELD_INVALID", f"This member must be of the type {each.type}.", target=each.name)
        elif isinstance(value, list):
            if len(value) > MOST_ITEMS or not all(isinstance(item, str) for item in value):
                allowed = f"This member must have at most {MOST_ITEMS} items, which are strings."
                yield ErrorDetail("FIELD_INVALID", allowed, target=each.name)
        elif isinstance(value, str):
            yield from _text_errors(each, value)


def _text_errors(given: ApiInput, value: str) -> Iterator[ErrorDetail]:
    if given.required and not value:
        yield ErrorDetail("FIELD_REQUIRED", "This member is required.", target=given.name)
    if len(value) > given.maximum_length:
        longest = f"This member may have at most {given.maximum_length} characters."
        yield ErrorDetail("FIELD_TOO_LONG", longest, target=given.name)
