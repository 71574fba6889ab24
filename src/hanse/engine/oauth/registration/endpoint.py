"""The endpoints for registering clients (RFC 7591) and for managing registrations (RFC 7592)."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final, TypeVar

import structlog

from hanse.engine.errors import InvalidClientMetadata, InvalidToken, OAuthError
from hanse.engine.http.answers import Answer, empty_answer, json_answer
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.error_rendering import render_bearer_error
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.paths import REGISTRATION_PATH
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oauth.registration.applied_clients import wait_until_applied
from hanse.engine.oauth.registration.client_answers import client_information
from hanse.engine.oauth.registration.registration_callers import RegistrationCallers, settings_of
from hanse.engine.oauth.registration.registration_requests import RegistrationRequests, read_json
from hanse.engine.oauth.registration.stored_clients import StoredClients
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.clients import CLIENTS

LOG = structlog.stdlib.get_logger("hanse.oauth")
T = TypeVar("T")
ITEM_PATH: Final = f"{REGISTRATION_PATH}/{{client}}"
# Members that the server issues; a client must not send them (RFC 7592, section 2.2).
_ISSUED: Final = (
    "registration_access_token",
    "registration_client_uri",
    "client_secret_expires_at",
    "client_id_issued_at",
)


class DeletionNotAllowed(OAuthError):
    """Clients may not delete their registrations (RFC 7592, section 2.3)."""

    code = "invalid_request"
    status = HTTPStatus.METHOD_NOT_ALLOWED

    def __init__(self) -> None:
        super().__init__("Registrations cannot be deleted.", ((b"allow", b"GET, PUT"),))


class RegistrationEndpoint:
    """Registers clients, and lets them read, change and delete their registrations."""

    def __init__(self, services: Services, tokens: PresentedTokens, keys: ClientKeys) -> None:
        self._services = services
        self._callers = RegistrationCallers(tokens, services.clock)
        self._requests = RegistrationRequests(services, keys)
        self._clients = StoredClients(services.configuration, services.clock, services.randomness)

    async def register(self, request: Request) -> Answer:
        """Register a client (RFC 7591, section 3.1). Raises OAuthError."""
        settings = settings_of(request)
        token_client = await self._callers.admit(request, settings)
        document = await read_json(request)
        checked = await self._requests.check(request, document, settings, token_client=token_client)
        result = await self._run(self._clients.create, checked, request.id)
        await wait_until_applied(self._services, result.client.client_id, result.body)
        LOG.info("client registered", client=result.client.client_id, token_of=token_client or "(none)")
        return json_answer(client_information(request, result), HTTPStatus.CREATED)

    async def read(self, request: Request) -> Answer:
        """Return the current registration (RFC 7592, section 2.1). Raises OAuthError."""
        client_id, token = _presented(request)
        result = await self._run(self._clients.read, client_id, token)
        return json_answer(client_information(request, result))

    async def update(self, request: Request) -> Answer:
        """Replace the metadata of a client (RFC 7592, section 2.2). Raises OAuthError."""
        settings = settings_of(request)
        client_id, token = _presented(request)
        # Checked before anything is fetched for a stranger.
        before = await self._run(self._clients.read, client_id, token)
        document = await read_json(request)
        _check_identity(document, client_id)
        await self._check_secret(request, document, client_id)
        checked = await self._requests.check(request, document, settings, is_update=True)
        result = await self._run(self._clients.update, before.client.client_id, token, checked, request.id)
        await wait_until_applied(self._services, client_id, result.body)
        LOG.info("client registration changed", client=client_id)
        return json_answer(client_information(request, result))

    async def delete(self, request: Request) -> Answer:
        """Delete a client (RFC 7592, section 2.3). Raises OAuthError."""
        if not settings_of(request).allow_client_delete:
            raise DeletionNotAllowed
        client_id, token = _presented(request)
        await self._run(self._clients.delete, client_id, token, request.id)
        await wait_until_applied(self._services, client_id, None)
        LOG.info("client registration deleted", client=client_id)
        return empty_answer(HTTPStatus.NO_CONTENT)

    async def _check_secret(self, request: Request, document: dict[str, Any], client_id: str) -> None:
        """Refuse a secret other than the present one: the server chooses secrets (RFC 7592, section 2.2)."""
        secret = document.get("client_secret")
        client = request.snapshot.part(CLIENTS).get(client_id)
        now = self._services.clock.now()
        if secret is not None and not (
            isinstance(secret, str) and client is not None and client.accepts_secret(secret, now)
        ):
            raise InvalidClientMetadata("client_secret: this is not the client's secret.")

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await self._services.work.run(Purpose.REGISTRATIONS, function, *arguments)


def _presented(request: Request) -> tuple[str, str]:
    """Return the client of the address and the registration access token. Raises InvalidToken."""
    if settings_of(request).disable_registration_access_tokens:
        raise InvalidToken("Registrations cannot be managed at this server.")
    scheme, _, token = (request.header(b"authorization") or b"").partition(b" ")
    if scheme.lower() != b"bearer" or not token.strip():
        raise InvalidToken
    return request.values["client"], token.strip().decode("latin-1")


def _check_identity(document: dict[str, Any], client_id: str) -> None:
    """Check the members that a change must or must not have (RFC 7592, section 2.2)."""
    if document.get("client_id") != client_id:
        raise InvalidClientMetadata("client_id: this must be the identifier of the client.")
    for name in _ISSUED:
        if name in document:
            raise InvalidClientMetadata(f"{name}: this member must not be sent.")


def registration_endpoints(services: Services, tokens: PresentedTokens, keys: ClientKeys) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints."""
    endpoint = RegistrationEndpoint(services, tokens, keys)
    return (
        ProtocolEndpoint(
            path=REGISTRATION_PATH,
            access=Access.PUBLIC,
            methods={"POST": endpoint.register},
            render_error=render_bearer_error,
            origins=Origins.CONFIGURED,
            title="Dynamic client registration endpoint",
            description="Clients register themselves, and manage their registrations (RFC 7591 and RFC 7592).",
        ),
        ProtocolEndpoint(
            path=ITEM_PATH,
            access=Access.BEARER,
            methods={"GET": endpoint.read, "PUT": endpoint.update, "DELETE": endpoint.delete},
            render_error=render_bearer_error,
            origins=Origins.CONFIGURED,
        ),
    )
