"""Determines the client that sends a request, by exactly one method."""

from collections.abc import Sequence

import structlog

from hanse.engine.errors import InvalidClient, InvalidRequest
from hanse.engine.failed_attempts import FailedAttempts
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.methods import ClientAuthenticationMethod, ClientCredentials
from hanse.engine.oauth.client_authentication.none import PublicClient
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient

LOG = structlog.stdlib.get_logger("hanse.oauth")
# One message for every error, so that nobody learns which clients exist.
_FAILED = "Client authentication failed."


class ClientAuthentication:
    """Authenticates clients; the interface is `contracts.ClientAuthenticator`."""

    def __init__(
        self,
        methods: Sequence[ClientAuthenticationMethod],
        failed_attempts: FailedAttempts,
        certificate: ClientAuthenticationMethod,
    ) -> None:
        """`methods` are those with credentials in the request; `certificate` is the method by TLS certificates."""
        self._methods = tuple(methods)
        self._certificate = certificate
        self._public: ClientAuthenticationMethod = PublicClient()
        self._failed_attempts = failed_attempts

    @property
    def method_names(self) -> tuple[str, ...]:
        """The registered names of the methods that are always available (RFC 8414, section 2)."""
        return (*(each.name for each in self._methods), self._public.name)

    async def authenticate(
        self, request: Request, *, public_allowed: bool = True, form: Parameters | None = None
    ) -> RegisteredClient:
        """Return the client that sends a request; `form` is given if the body is not a form."""
        method, credentials = self._presented(request, await request.form() if form is None else form)
        client = request.snapshot.part(CLIENTS).get(credentials.client_id)
        if method is self._public and client is not None:
            # A certificate alone does not select this method: clients with other methods present one for bound tokens.
            is_by_certificate = client.essentials.client_auth.type in self._certificate.types
            method = self._certificate if is_by_certificate else method
        known = client if client is not None and client.essentials.client_auth.type in method.types else None
        # Attempts with changing identifiers are counted as one client, so that existing clients take no longer than
        # others.
        counted = "" if known is None else known.id
        request.trace.client_id = "" if client is None else client.id
        if method.is_guessable:
            self._failed_attempts.check(request, counted)
        if not await method.verify(request, known, credentials) or known is None:
            LOG.info(
                "client authentication failed",
                client=credentials.client_id if client is not None else "(unknown)",
                method=method.name,
                address=request.client_address,
            )
            if method.is_guessable:
                await self._failed_attempts.add(request, counted)
            raise InvalidClient(_FAILED)
        if method is self._public and not public_allowed:
            raise InvalidClient("This endpoint requires client authentication.")
        return known

    async def names_client(self, request: Request) -> bool:
        """Return whether a request contains a client identification, correct or not. Raises InvalidClient."""
        form = await request.form()
        return any(each.present(request, form) is not None for each in (*self._methods, self._public))

    def _presented(self, request: Request, form: Parameters) -> tuple[ClientAuthenticationMethod, ClientCredentials]:
        """Return the one method that a request uses. Raises InvalidRequest for two (RFC 6749, section 5.2)."""
        found: tuple[ClientAuthenticationMethod, ClientCredentials] | None = None
        for method in self._methods:
            credentials = method.present(request, form)
            if credentials is None:
                continue
            if found is not None:
                raise InvalidRequest("The request uses more than one client authentication method.")
            found = method, credentials
        if found is None:
            public = self._public.present(request, form)
            if public is None:
                raise InvalidClient("Client authentication is required.")
            return self._public, public
        named = form.one("client_id")
        if named is not None and named != found[1].client_id:
            raise InvalidRequest("The parameter client_id names another client than the one that authenticates.")
        return found
