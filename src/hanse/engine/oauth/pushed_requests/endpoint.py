"""The pushed authorization request endpoint (RFC 9126, section 2)."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Final

import structlog

from hanse.engine.errors import InvalidDpopProof, InvalidRequest
from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.client_identification import identify
from hanse.engine.oauth.authorize.model import SubmittedRequest
from hanse.engine.oauth.authorize.steps import check_request
from hanse.engine.oauth.authorize.submitted_requests import SubmittedRequests
from hanse.engine.oauth.contracts import ClientAuthenticator, IdTokenHints
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.paths import PUSHED_REQUEST_PATH
from hanse.engine.oauth.pushed_requests.public_client_limit import PublicClientLimit
from hanse.engine.oauth.pushed_requests.stored_requests import PushedRequest, StoredRequests
from hanse.engine.services import Services
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.system.authorization_server.model import PushedRequests

LOG = structlog.stdlib.get_logger("hanse.oauth")
_DPOP_KEY: Final = "dpop_jkt"


class PushedRequestsDisabled(InvalidRequest):
    """The settings of the authorization server disable the endpoint."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self) -> None:
        super().__init__("Pushed authorization requests are disabled.")


class PushedRequestEndpoint:
    """Answers POST requests with references."""

    def __init__(
        self,
        services: Services,
        authenticator: ClientAuthenticator,
        proofs: DpopProofs,
        submitted: SubmittedRequests,
        hints: IdTokenHints,
    ) -> None:
        self._authenticator = authenticator
        self._proofs = proofs
        self._submitted = submitted
        self._hints = hints
        self._stored = StoredRequests(services)
        self._limit = PublicClientLimit(services.clock)

    async def answer(self, request: Request) -> Answer:
        """Check a request as the authorization endpoint does, and return a reference to it. Raises OAuthError."""
        if request.snapshot.part(AUTHORIZATION).par_status is PushedRequests.DISABLED:
            raise PushedRequestsDisabled
        client = await self._authenticator.authenticate(request)
        if client.essentials.client_auth.type is AuthType.NONE:
            self._limit.count(request, client.id)
        # Checked after the client is authenticated, so that strangers cannot fill the store of used proofs.
        proven = await self._proofs.check(request)
        submitted = await self._submitted.read_pushed(request, client, await request.form())
        submitted = _bound(submitted, proven.thumbprint)
        # The configuration can change before the user arrives, so the authorization endpoint checks all of this again.
        check_request(identify(request, client, submitted, self._hints))
        stored = PushedRequest(
            client_id=client.id,
            issuer=request.issuer.identifier,
            parameters=submitted.parameters.pairs(),
            signed=submitted.signed,
        )
        reference = await self._stored.put(request, stored)
        LOG.info("authorization request pushed", client=client.id)
        content = {"request_uri": reference.uri, "expires_in": reference.seconds}
        return json_answer(content, HTTPStatus.CREATED, *proven.headers)


def _bound(submitted: SubmittedRequest, thumbprint: str) -> SubmittedRequest:
    """Return the request bound to the key of a DPoP proof (RFC 9449, section 10.1)."""
    if not thumbprint:
        return submitted
    named = submitted.parameters.one(_DPOP_KEY)
    if named is None:
        pairs = [*submitted.parameters.pairs(), (_DPOP_KEY, thumbprint)]
        return replace(submitted, parameters=Parameters(pairs))
    if named != thumbprint:
        raise InvalidDpopProof("The parameter dpop_jkt names another key than that of the DPoP proof.")
    return submitted


def pushed_request_endpoints(
    services: Services,
    authenticator: ClientAuthenticator,
    proofs: DpopProofs,
    submitted: SubmittedRequests,
    hints: IdTokenHints,
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoint."""
    endpoint = PushedRequestEndpoint(services, authenticator, proofs, submitted, hints)
    return (
        ProtocolEndpoint(
            path=PUSHED_REQUEST_PATH,
            access=Access.CLIENT,
            methods={"POST": endpoint.answer},
            render_error=render_oauth_error,
            origins=Origins.CONFIGURED,
            title="Pushed authorization request endpoint",
            description="Clients send authorization requests directly to the server and receive a reference for the "
            "user's browser (RFC 9126).",
        ),
    )
