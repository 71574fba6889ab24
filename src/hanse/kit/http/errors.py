"""The one place where an error becomes a response, in the contract's `ApiResult` shape.

Expected errors are `HanseError`; Starlette's own (no such route, wrong method) are translated to them. Anything else
is a defect: the caller gets a generic 500 with the request id, the log gets the traceback.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, ExceptionHandler, Message, Receive, Scope, Send

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
from hanse.kit.http.access import request_id

LOG = structlog.stdlib.get_logger("hanse.http")


class JsonResponse(Response):
    """A JSON body encoded by msgspec, three times as fast as the standard library."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return msgspec.json.encode(content)


def render_error(error: HanseError) -> Response:
    """Return the response of an expected error."""
    body: dict[str, Any] = {"resultId": error.result_id, "message": error.message}
    # Of findings the path and the rule, as their texts may repeat what was sent.
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
    finding = {"errorId": error.error_id, "message": error.message}
    return finding if error.field_path is None else {**finding, "fieldPath": error.field_path}


def translate(error: HTTPException) -> HanseError:
    """Return one of Starlette's errors as one of ours."""
    status = HTTPStatus(error.status_code)
    known: dict[HTTPStatus, HanseError] = {
        HTTPStatus.NOT_FOUND: NotFound("There is nothing at this address."),
        HTTPStatus.METHOD_NOT_ALLOWED: MethodNotAllowed("This address does not take this method."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: PayloadTooLarge("The request body is too large."),
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaType("The request body is of a type that is not taken."),
    }
    translated = known.get(status)
    if translated is None:
        translated = HanseError(status.description or status.phrase)
        translated.status = status
        translated.result_id = status.name.lower()
    translated.headers = dict(error.headers or {})
    return translated


async def handle_expected(_request: Request, error: Exception) -> Response:
    """Render a `HanseError` or an `HTTPException`; Starlette calls it."""
    if isinstance(error, HTTPException):
        return render_error(translate(error))
    if isinstance(error, HanseError):
        return render_error(error)
    raise error


async def pass_on(_request: Request, error: Exception) -> Response:
    """Keep Starlette from answering a defect with a page of its own: `LastResort`, further out, does it."""
    raise error


# For `Starlette(exception_handlers=HANDLERS)`.
HANDLERS: Mapping[Any, ExceptionHandler] = {
    HanseError: handle_expected,
    HTTPException: handle_expected,
    Exception: pass_on,
}


def defect(scope: Scope) -> Response:
    """Return the answer to a request that met a defect; the request id leads to the log."""
    return JsonResponse(
        {
            "resultId": "internal_error",
            "message": f"The server met an unexpected error. The log has details under request {request_id(scope)}.",
        },
        status_code=HTTPStatus.INTERNAL_SERVER_ERROR.value,
    )


class LastResort:
    """Answers what no handler answered, so that no traceback and no foreign error page leaves the server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer what it raises."""
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except (HanseError, HTTPException) as error:
            if started:
                raise
            expected = translate(error) if isinstance(error, HTTPException) else error
            await render_error(expected)(scope, receive, send)
        except Exception:
            LOG.exception("unexpected error", method=scope["method"], path=scope["path"])
            if started:
                raise
            await defect(scope)(scope, receive, send)
