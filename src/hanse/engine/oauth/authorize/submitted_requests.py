"""Reads what clients submit: parameters, request objects (RFC 9101), or references to pushed requests (RFC 9126)."""

from collections.abc import Collection
from typing import Final

from hanse.engine.errors import InvalidRequest, RequestUriNotSupported
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import SubmittedRequest
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.pushed_requests.stored_requests import PREFIX, StoredRequests
from hanse.engine.oauth.request_objects.references import RequestObjectReferences
from hanse.engine.oauth.request_objects.verification import (
    RequestObjectVerifier,
    VerifiedRequest,
    authorization_request_rules,
)
from hanse.engine.oauth.scopes import OPENID
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.state.contracts import digest
from hanse.resources.system.authorization_server.model import PushedRequests

REQUEST, REQUEST_URI = "request", "request_uri"
# Client authentication at the PAR endpoint is not part of the authorization request (RFC 9126, section 2.1).
_CREDENTIALS: Final = frozenset({"client_secret", "client_assertion", "client_assertion_type"})


class SubmittedRequests:
    """Reads the requests of known clients."""

    def __init__(self, services: Services, keys: ClientKeys) -> None:
        self._stored = StoredRequests(services)
        self._objects = RequestObjectVerifier(services, keys)
        self._references = RequestObjectReferences(services)

    async def read(self, request: Request, client: RegisteredClient, parameters: Parameters) -> SubmittedRequest:
        """Return what was sent to the authorization endpoint. Raises OAuthError, which must not be redirected."""
        text, uri = parameters.one(REQUEST), parameters.one(REQUEST_URI)
        if text is not None and uri is not None:
            raise InvalidRequest("The parameters request and request_uri must not be used together.")
        if text is not None:
            verified = await self._objects.verify(request, client, text, authorization_request_rules(client))
            return _submitted(client, verified, parameters)
        if uri is None:
            return SubmittedRequest(parameters)
        if uri.startswith(PREFIX):
            return await self._pushed(request, client, uri)
        text = await self._references.read(client, uri)
        rules = authorization_request_rules(client)
        verified = await self._objects.verify(request, client, text, rules, is_reusable=True)
        return _submitted(client, verified, parameters)

    async def read_pushed(self, request: Request, client: RegisteredClient, form: Parameters) -> SubmittedRequest:
        """Return what was sent to the PAR endpoint. Raises OAuthError."""
        if REQUEST_URI in form:
            raise InvalidRequest("A pushed request must not contain the parameter request_uri.")
        text = form.one(REQUEST)
        if text is None:
            return SubmittedRequest(_without(form, _CREDENTIALS), pushed=True)
        # Only the object has parameters of the request (RFC 9126, section 3).
        verified = await self._objects.verify(request, client, text, authorization_request_rules(client))
        return SubmittedRequest(verified.parameters, pushed=True, signed=True)

    async def _pushed(self, request: Request, client: RegisteredClient, uri: str) -> SubmittedRequest:
        """Return a pushed request. Parameters beside the reference have no effect (RFC 9101, section 6.3)."""
        if request.snapshot.part(AUTHORIZATION).par_status is PushedRequests.DISABLED:
            raise RequestUriNotSupported("Pushed authorization requests are disabled.")
        pushed = await self._stored.find(request, client, uri)
        return SubmittedRequest(
            Parameters(list(pushed.parameters)),
            pushed=True,
            signed=pushed.signed,
            works_once=True,
            pushed_reference=digest(uri),
        )


def _submitted(client: RegisteredClient, verified: VerifiedRequest, beside: Parameters) -> SubmittedRequest:
    """Return the request of a request object.

    Parameters beside the object have no effect (RFC 9101, section 6.3). OpenID Connect differs (Core 1.0, section
    6.1): there they supply what the object lacks, unless the client must sign its requests.
    """
    is_openid = any(OPENID in each.split(" ") for each in beside.all("scope"))
    if verified.has_own_type or client.settings.require_signed_requests or not is_openid:
        return SubmittedRequest(verified.parameters, signed=True, works_once=verified.works_once)
    inside = verified.parameters
    if (
        "response_type" in inside
        and "response_type" in beside
        and inside.one("response_type") != beside.one("response_type")
    ):
        raise InvalidRequest("The parameter response_type differs from that of the request object.")
    rest = _without(beside, {REQUEST, REQUEST_URI, *inside})
    combined = Parameters([*inside.pairs(), *rest.pairs()])
    return SubmittedRequest(combined, works_once=verified.works_once)


def _without(parameters: Parameters, names: Collection[str]) -> Parameters:
    return Parameters([(name, value) for name, value in parameters.pairs() if name not in names])
