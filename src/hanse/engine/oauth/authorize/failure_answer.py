"""Sends the error of an authorization request to the client, or shows it on a page.

The decision is made only here. An error is sent to the client only after the client and its redirect URI are known (RFC
6749, section 4.1.2.1; RFC 9700, section 4.11). It is shown on a page if the policy requires it, and if the server
itself fails: the user can then try again by reloading the page.
"""

import structlog

from hanse.engine.errors import OAuthError, ServerError, TemporarilyUnavailable
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.client_answers import ClientAnswers
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.signin.endpoints import PageErrors
from hanse.kit.errors import Unavailable
from hanse.kit.sign_in_traces import FailureReason

LOG = structlog.stdlib.get_logger("hanse.oauth")


async def failure_answer(
    answers: ClientAnswers,
    request: Request,
    error: Exception,
    wanted: AuthorizationRequest | None,
    *,
    handle_locally: bool = False,
) -> Answer:
    """Return the answer to a request that failed.

    `wanted` is None while the client or its redirect URI is not known. With `handle_locally` an error is shown and
    not sent to the client. Raises ServerError if the response must be signed and cannot be.
    """
    _trace(request, error, wanted)
    is_redirectless = wanted is not None and wanted.is_redirectless
    if wanted is None or (handle_locally and not is_redirectless):
        return PageErrors(answers.pages)(request, error)
    if isinstance(error, OAuthError):
        LOG.info("authorization refused", client=wanted.client_id, error=error.code, reason=error.description)
        return await answers.error(request, wanted, error)
    if not wanted.is_passive and not is_redirectless:
        return PageErrors(answers.pages)(request, error)
    # With `prompt=none` nobody sees a page: it would be in a hidden frame of the client. A client in the redirectless
    # mode reads JSON.
    if isinstance(error, Unavailable):
        LOG.error("authorization not answered", client=wanted.client_id, reason=error.message)
        unavailable = TemporarilyUnavailable("The server cannot answer at the moment.")
        return await answers.error(request, wanted, unavailable)
    LOG.error("authorization failed", client=wanted.client_id, exc_info=error)
    return await answers.error(request, wanted, ServerError("The server failed to answer this request."))


def _trace(request: Request, error: Exception, wanted: AuthorizationRequest | None) -> None:
    """Trace the failure of a request whose client is known."""
    if wanted is None:
        return
    request.trace.client_id = wanted.client_id
    if isinstance(error, OAuthError):
        request.trace.fail(FailureReason.REQUEST_REFUSED, error.description, result=error.code)
    elif isinstance(error, Unavailable):
        request.trace.fail(FailureReason.UNAVAILABLE)
    else:
        request.trace.fail(FailureReason.DEFECT)
