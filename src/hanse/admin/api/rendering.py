"""Converts the answers of operations to HTTP."""

import msgspec
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from hanse.config.declare.validation import to_body
from hanse.config.http.operation import Operation, OperationResult, Stream
from hanse.kit.texts.messages import Message
from hanse.kit.texts.translation import localized


def render(answer: OperationResult, operation: Operation) -> Response:
    """Return an operation's answer as HTTP."""
    headers = dict(answer.headers)
    if answer.revision is not None:
        headers["ETag"] = f'"{answer.revision}"'
    if isinstance(answer.body, Stream):
        headers["Content-Length"] = str(answer.body.size)
        return StreamingResponse(answer.body.chunks, answer.status, headers, operation.answer_type)
    content, media_type = _content(answer, operation)
    response = Response(content, status_code=answer.status, headers=headers, media_type=media_type)
    for cookie in answer.cookies:
        response.raw_headers.append((b"set-cookie", cookie.encode("latin-1")))
    return response


def _content(answer: OperationResult, operation: Operation) -> tuple[bytes | str | None, str | None]:
    body = answer.body
    if body is None:
        return None, None
    if isinstance(body, (str, bytes)):
        return body, operation.answer_type
    return _to_json(to_body(body) if isinstance(body, BaseModel) else body), operation.answer_type


def _translated(value: object) -> str:
    """Return a message in the language of the request, which the encoder does not know; raises TypeError for others."""
    if isinstance(value, Message):
        return localized(value)
    raise TypeError(f"{type(value).__name__} cannot be part of an answer")


_to_json = msgspec.json.Encoder(enc_hook=_translated).encode
