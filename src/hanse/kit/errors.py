"""The errors that callers of the admin API see.

Each class has its HTTP status and a stable `result_id`; one handler at the edge renders them all as `ApiResult` of the
API contract. Messages can be shown: details belong in the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any


@dataclass(frozen=True)
class FieldError:
    """An error in one field; `field_path` has dots and indexes: `federationInfo.baseUrl`, `items[2]`."""

    message: str
    field_path: str | None = None
    error_id: str = "invalid_value"

    def below(self, path: str) -> "FieldError":
        """Return the finding with its path within the enclosing body."""
        return replace(self, field_path=f"{path}.{self.field_path}" if self.field_path else path)


class HanseError(Exception):
    """Base class of all expected failures."""

    status: HTTPStatus = HTTPStatus.BAD_REQUEST
    result_id: str = "bad_request"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.headers: dict[str, str] = {}
        # Members of the body in addition to those of every `ApiResult`.
        self.members: dict[str, Any] = {}


class MalformedRequest(HanseError):
    """The request cannot be parsed: malformed JSON, or an unknown parameter."""

    result_id = "request_incorrectly_formatted"


class NotAuthenticated(HanseError):
    """The caller is unknown, or the proof is wrong; the text never says which."""

    status = HTTPStatus.UNAUTHORIZED
    result_id = "unauthorized"


class NotAllowed(HanseError):
    """The caller is known and may not do this."""

    status = HTTPStatus.FORBIDDEN
    result_id = "forbidden"


class NotFound(HanseError):
    """No resource has this id."""

    status = HTTPStatus.NOT_FOUND
    result_id = "resource_not_found"


class MethodNotAllowed(HanseError):
    """The path exists but does not support this method (RFC 9110, section 15.5.6)."""

    status = HTTPStatus.METHOD_NOT_ALLOWED
    result_id = "method_not_allowed"


class Conflict(HanseError):
    """The document was changed in the meantime; `current` is the stored version."""

    status = HTTPStatus.CONFLICT
    result_id = "conflict"

    def __init__(self, message: str, *, current: dict[str, Any] | None = None, revision: int | None = None) -> None:
        super().__init__(message)
        self.current = current
        self.revision = revision


class PayloadTooLarge(HanseError):
    """The body is longer than this call allows (RFC 9110, section 15.5.14)."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    result_id = "payload_too_large"


class UnsupportedMediaType(HanseError):
    """The body is not of a type that this call accepts (RFC 9110, section 15.5.16)."""

    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    result_id = "unsupported_media_type"


class ValidationFailed(HanseError):
    """The request was understood and its content is wrong; every finding is reported at once."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    result_id = "validation_error"

    def __init__(self, errors: Sequence[FieldError], message: str = "Validation error(s) occurred.") -> None:
        super().__init__(message)
        self.errors = tuple(errors)


class TooManyAttempts(HanseError):
    """Attempts come too fast; `retry_after` is in whole seconds."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    result_id = "too_many_attempts"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.headers = {"Retry-After": str(retry_after)}


class ExternalFailure(HanseError):
    """Another system did not answer, or refused; each cause has a `result_id` of its own.

    The status is the one of the API contract for such calls.
    """

    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def __init__(self, message: str, *, result_id: str) -> None:
        super().__init__(message)
        self.result_id = result_id


class ExternalRefusal(ExternalFailure):
    """Another system rejects a stored value, such as a credential. An administrator must replace it."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY


class Unavailable(HanseError):
    """A resource that this call needs is not available now, such as the database; `retry_after` is in whole seconds."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    result_id = "unavailable"

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        if retry_after is not None:
            self.headers = {"Retry-After": str(retry_after)}
