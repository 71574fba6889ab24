"""Reads what clients submit: parameters, or a reference to a request that was pushed before (RFC 9126)."""

from collections.abc import Collection
from typing import Final

from hanse.engine.errors import InvalidRequest, RequestNotSupported, RequestUriNotSupported
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import SubmittedRequest
from hanse.engine.oauth.pushed_requests.stored_requests import PREFIX, StoredRequests
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.system.authorization_server.model import PushedRequests

REQUEST, REQUEST_URI = "request", "request_uri"
# What a client authenticates with at the PAR endpoint is no part of its authorization request (RFC 9126, section 2.1).
_CREDENTIALS: Final = frozenset({"client_secret", "client_assertion", "client_assertion_type"})


class SubmittedRequests:
    """Reads the requests of known clients."""

    def __init__(self, stored: StoredRequests) -> None:
        self._stored = stored

    async def read(self, request: Request, client: RegisteredClient, parameters: Parameters) -> SubmittedRequest:
        """Return what was sent to the authorization endpoint. Raises OAuthError, which must not be redirected."""
        if REQUEST in parameters:
            raise RequestNotSupported("Request objects are not supported.")
        uri = parameters.one(REQUEST_URI)
        if uri is None:
            return SubmittedRequest(parameters)
        is_enabled = request.snapshot.part(AUTHORIZATION).par_status is not PushedRequests.DISABLED
        if not uri.startswith(PREFIX) or not is_enabled:
            raise RequestUriNotSupported("Request objects by reference are not supported.")
        # Other parameters beside the reference have no effect (RFC 9126, section 4; RFC 9101, section 6.3).
        pushed = await self._stored.take(request, client, uri)
        return SubmittedRequest(Parameters(list(pushed.parameters)), pushed=True, signed=pushed.signed, works_once=True)

    async def read_pushed(
        self,
        request: Request,  # noqa: ARG002 - request objects need it.
        client: RegisteredClient,  # noqa: ARG002 - request objects need it.
        form: Parameters,
    ) -> SubmittedRequest:
        """Return what was sent to the PAR endpoint. Raises OAuthError."""
        if REQUEST_URI in form:
            raise InvalidRequest("A pushed request must not contain the parameter request_uri.")
        if REQUEST in form:
            raise RequestNotSupported("Request objects are not supported.")
        return SubmittedRequest(_without(form, _CREDENTIALS), pushed=True)


def _without(parameters: Parameters, names: Collection[str]) -> Parameters:
    return Parameters([(name, value) for name, value in parameters.pairs() if name not in names])
