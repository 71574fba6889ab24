"""Renders errors of OAuth endpoints as JSON (RFC 6749, section 5.2).

Every protocol endpoint for clients declares one of these functions as its `render_error`. Expected errors are an
`OAuthError`; anything else is a defect: its traceback is logged, and the answer contains only the request id, which
leads to the log.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Final

import structlog

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.engine.errors import (
    AuthorizationPending,
    InsufficientScope,
    InsufficientUserAuthentication,
    InvalidClient,
    InvalidDpopProof,
    InvalidToken,
    OAuthError,
    ServerError,
    TemporarilyUnavailable,
    UseDpopNonce,
)
from hanse.engine.http.answers import Answer, Header, empty_answer, json_answer
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.presented_certificate import thumbprint_of
from hanse.engine.snapshot.protected_resources import document_url
from hanse.kit.errors import Unavailable
from hanse.kit.sign_in_traces import FailureReason

LOG = structlog.stdlib.get_logger("hanse.oauth")
REALM: Final = "Hanse"
# Long enough for a database restart, short enough for a client that waits.
RETRY_SECONDS: Final = 5
_DPOP_ALGORITHMS: Final = f'algs="{" ".join(ALGORITHMS)}"'
_LONGEST_DESCRIPTION: Final = 500


def render_oauth_error(request: Request, error: Exception) -> Answer:
    """Return the answer of an endpoint that OAuth clients call."""
    expected = as_oauth_error(request, error)
    return _rendered(expected, _challenge(expected))


def render_bearer_error(request: Request, error: Exception) -> Answer:
    """Return the answer of an endpoint that is called with an access token (RFC 6750, section 3)."""
    expected = as_oauth_error(request, error)
    metadata = _resource_metadata(request)
    if isinstance(expected, InvalidToken) and not expected.description:
        # A request without a token gets a challenge without details (RFC 6750, section 3.1).
        bearer = _field("Bearer", f'realm="{REALM}"', *metadata)
        return empty_answer(expected.status, bearer, _field("DPoP", _DPOP_ALGORITHMS, *metadata))
    if isinstance(expected, (InvalidDpopProof, UseDpopNonce)):
        # RFC 9449, section 7.1: at a resource server these are authentication failures.
        challenge = _field("DPoP", _DPOP_ALGORITHMS, *_about(expected), *metadata)
        return _rendered(expected, (challenge,), HTTPStatus.UNAUTHORIZED)
    if isinstance(expected, (InvalidToken, InsufficientScope, InsufficientUserAuthentication)):
        return _rendered(expected, (_field("Bearer", f'realm="{REALM}"', *_about(expected), *metadata),))
    return _rendered(expected, _challenge(expected))


def as_oauth_error(request: Request, error: Exception) -> OAuthError:
    """Return the OAuth error for an exception; a defect is logged with its traceback."""
    if isinstance(error, OAuthError):
        # A client that waits for its user polls every few seconds.
        log = LOG.debug if isinstance(error, AuthorizationPending) else LOG.info
        log("OAuth error", code=error.code, description=error.description, path=request.path)
        if not isinstance(error, (AuthorizationPending, UseDpopNonce)):
            _trace(request, FailureReason.REQUEST_REFUSED, error)
        return error
    if isinstance(error, Unavailable):
        LOG.warning("OAuth request not answered", reason=error.message, path=request.path)
        _trace(request, FailureReason.UNAVAILABLE)
        seconds = error.headers.get("Retry-After", str(RETRY_SECONDS))
        return TemporarilyUnavailable(
            "The server cannot answer at the moment. Try again later.", ((b"retry-after", seconds.encode()),)
        )
    LOG.error("OAuth request failed", path=request.path, exc_info=error)
    _trace(request, FailureReason.DEFECT)
    return ServerError(f"The server failed to answer this request. Its id is {request.id}.")


def _trace(request: Request, reason: FailureReason, error: OAuthError | None = None) -> None:
    """Trace the error of a request for a token, if its client exists: strangers cannot fill the traces."""
    if request.trace.is_token_request and request.trace.client_id:
        found = error or ServerError()
        request.trace.fail(reason, found.description, result=found.code)


def _challenge(error: OAuthError) -> tuple[Header, ...]:
    """Return the WWW-Authenticate field that a status 401 must have (RFC 9110, section 15.5.2)."""
    if isinstance(error, InvalidClient):
        return (_field("Basic", f'realm="{REALM}"', 'charset="UTF-8"'),)
    if isinstance(error, (InvalidToken, InsufficientScope)):
        return (_field("Bearer", f'realm="{REALM}"', *_about(error)),)
    return ()


def _field(scheme: str, *parameters: str) -> Header:
    """Return a challenge (RFC 9110, section 11.6.1)."""
    return b"www-authenticate", f"{scheme} {', '.join(parameters)}".encode("ascii")


def _about(error: OAuthError) -> list[str]:
    described = [f'error_description="{_plain(error.description)}"'] if error.description else []
    return [f'error="{error.code}"', *described, *_required(error)]


def _required(error: OAuthError) -> Iterator[str]:
    """Yield the parameters about the required sign-in (RFC 9470, section 3)."""
    if isinstance(error, InsufficientUserAuthentication):
        if error.acr_values:
            yield f'acr_values="{_plain(" ".join(error.acr_values))}"'
        if error.max_age is not None:
            yield f'max_age="{error.max_age}"'


def _resource_metadata(request: Request) -> list[str]:
    """Return the parameter with the address of the API's metadata (RFC 9728, section 5.1).

    It is omitted for callers with a client certificate: the metadata is that of the API's usual address, and not of the
    one at which certificates are requested, so that they would have to refuse it (section 3.3).
    """
    issuer = request.issuer
    path = request.path.removeprefix(issuer.name.place.path)
    if path not in issuer.resources or thumbprint_of(request):
        return []
    return [f'resource_metadata="{document_url(issuer.identifier, path)}"']


def _rendered(error: OAuthError, challenge: tuple[Header, ...], status: HTTPStatus | None = None) -> Answer:
    content = {"error": error.code}
    if error.description:
        content["error_description"] = _plain(error.description)
    headers = (*challenge, *error.headers)
    if isinstance(error, TemporarilyUnavailable) and not any(name == b"retry-after" for name, _ in headers):
        headers = (*headers, (b"retry-after", str(RETRY_SECONDS).encode()))
    return json_answer(content, status or error.status, *headers)


def _plain(text: str) -> str:
    """Return a text with the characters that a description may have (RFC 6749, section 5.2); others become `?`."""
    shown = (character if " " <= character <= "~" and character not in '"\\' else "?" for character in text)
    return "".join(shown)[:_LONGEST_DESCRIPTION]
