"""Errors as responses. On the admin listener they are `ApiResult` objects of the API contract.

Expected errors are `HanseError`; Starlette's own (unknown route, wrong method) are translated to them. Anything else is
a defect: the caller gets a generic 500 with the request id, and the traceback is logged. The edge renders all of them
with the `ErrorAnswers` of its listener.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, Protocol

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ExceptionHandler, Scope

from hanse.kit.errors import (
    Conflict,
    FieldError,
    HanseError,
    MethodNotAllowed,
    NotFound,
    PayloadTooLarge,
    UnsupportedMediaType,
    ValidationFailed,
)
from hanse.kit.http.request_log import request_id
from hanse.kit.texts.translation import localized, say

LOG = structlog.stdlib.get_logger("hanse.http")


class JsonResponse(Response):
    """A JSON body encoded by msgspec, three times as fast as the standard library."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return msgspec.json.encode(content)


def render_error(error: HanseError) -> Response:
    """Return the response of an expected error."""
    body: dict[str, Any] = {"resultId": error.result_id, "message": localized(error.message)}
    # Only the paths and rules of findings, because their texts may repeat the input.
    found = [(each.field_path, each.error_id) for each in error.errors] if isinstance(error, ValidationFailed) else []
    LOG.debug("request refused", status=error.status.value, result=error.result_id, findings=found)
    if isinstance(error, ValidationFailed):
        body["validationErrors"] = [_finding(each) for each in error.errors]
    if isinstance(error, Conflict) and error.current is not None:
        body["current"] = error.current
    if isinstance(error, Conflict) and error.revision is not None:
        body["revision"] = error.revision
    body.update(error.members)
    return JsonResponse(body, status_code=error.status.value, headers=error.headers)


def _finding(error: FieldError) -> dict[str, str]:
    finding = {"errorId": error.error_id, "message": localized(error.message)}
    return finding if error.field_path is None else {**finding, "fieldPath": error.field_path}


def translate(error: HTTPException) -> HanseError:
    """Return the HanseError for one of Starlette's errors."""
    status = HTTPStatus(error.status_code)
    known: dict[HTTPStatus, HanseError] = {
        HTTPStatus.NOT_FOUND: NotFound("Page not found, or you do not have access to it."),
        HTTPStatus.METHOD_NOT_ALLOWED: MethodNotAllowed("This address does not support this method."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: PayloadTooLarge("The request body is too large."),
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaType(
            "The content type of the request body is not supported."
        ),
    }
    translated = known.get(status)
    if translated is None:
        translated = HanseError(status.description or status.phrase)
        translated.status = status
        translated.result_id = status.name.lower()
    translated.headers = dict(error.headers or {})
    return translated


class ErrorAnswers(Protocol):
    """Rendering of errors."""

    def expected(self, scope: Scope, error: HanseError, /) -> Response:
        """Return the response of an expected error."""
        ...

    def defect(self, scope: Scope) -> Response:
        """Return the response to a request that hit a defect."""
        ...


class ApiErrors:
    """Errors in the form of the admin API."""

    def expected(self, _scope: Scope, error: HanseError) -> Response:
        """Return the response of an expected error."""
        return render_error(error)

    def defect(self, scope: Scope) -> Response:
        """Return the response to a request that hit a defect; the request id leads to the log."""
        message = say(
            "The server met an unexpected error. The log has details under request {request}.",
            request=request_id(scope),
        )
        return JsonResponse(
            {"resultId": "internal_error", "message": message},
            status_code=HTTPStatus.INTERNAL_SERVER_ERROR.value,
        )


API_ERRORS: Final = ApiErrors()


def handlers(errors: ErrorAnswers) -> Mapping[Any, ExceptionHandler]:
    """Return Starlette's handlers for expected errors; the edge logs and renders defects."""

    async def expected(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            return errors.expected(request.scope, translate(error))
        if isinstance(error, HanseError):
            return errors.expected(request.scope, error)
        raise error

    async def pass_on(_request: Request, error: Exception) -> Response:
        raise error

    return {HanseError: expected, HTTPException: expected, Exception: pass_on}
