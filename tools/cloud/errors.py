"""The platform's error formats: `{id, code, message}`, and the OAuth form at the token endpoint."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hanse.kit.randomness import Randomness
from tools.cloud.records import new_uuid


class PlatformError(Exception):
    """A refusal of the management API. `code` is one of the platform's top-level codes."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class TokenError(Exception):
    """A refusal of the token endpoint (RFC 6749, section 5.2)."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


def invalid_token() -> PlatformError:
    """Return the refusal of a bearer token, without the reason."""
    return PlatformError(HTTPStatus.UNAUTHORIZED, "INVALID_TOKEN", "The bearer token is not valid.")


def not_found() -> PlatformError:
    """Return a refusal that hides the existence of an object from callers who may not see it."""
    return PlatformError(HTTPStatus.NOT_FOUND, "NOT_FOUND", "The requested resource was not found.")


class ErrorRenderer:
    """Renders errors as responses, each with a unique id."""

    def __init__(self, randomness: Randomness) -> None:
        self._randomness = randomness

    def platform(self, _request: Request, error: Exception) -> Response:
        """Render a PlatformError."""
        if not isinstance(error, PlatformError):
            raise error
        body = {"id": new_uuid(self._randomness), "code": error.code, "message": error.message}
        headers = {"WWW-Authenticate": "Bearer"} if error.status is HTTPStatus.UNAUTHORIZED else None
        return JSONResponse(body, error.status, headers)

    def token(self, _request: Request, error: Exception) -> Response:
        """Render a TokenError. Token responses must not be cached (RFC 6749, section 5.1)."""
        if not isinstance(error, TokenError):
            raise error
        body = {
            "error": error.error,
            "error_description": error.description,
            "id": new_uuid(self._randomness),
        }
        return JSONResponse(body, HTTPStatus.BAD_REQUEST, {"Cache-Control": "no-store"})
