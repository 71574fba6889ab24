"""The device authorization endpoint (RFC 8628, section 3.1)."""

from typing import Final

import structlog

from hanse.engine.errors import ServerError, UnauthorizedClient
from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.checks.authorization_details import check_authorization_details
from hanse.engine.oauth.authorize.checks.repetition import check_repetition
from hanse.engine.oauth.authorize.checks.resource import check_resource
from hanse.engine.oauth.authorize.model import AuthorizationRequest, AuthorizationRequestDraft, Prompt, SubmittedRequest
from hanse.engine.oauth.contracts import ClientAuthenticator, IdTokenHints
from hanse.engine.oauth.device.device_settings import device_settings
from hanse.engine.oauth.device.user_codes import displayed, new_user_code, user_code_key
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.offline_access import needs_consent_prompt
from hanse.engine.oauth.pushed_requests.public_client_limit import PublicClientLimit
from hanse.engine.oauth.scopes import OFFLINE_ACCESS, SCOPES
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import PendingAuthorization, PendingKind, digest
from hanse.kit.randomness import new_token
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
# Anybody can send requests in the name of a public client, and each one uses a row and a user code. In practice, fewer
# devices start behind one address within a minute.
PUBLIC_LIMIT: Final = 60
# The first code is nearly always free, even if there are a million pending requests.
_MOST_TRIES: Final = 5


class DeviceAuthorizationEndpoint:
    """Answers requests of devices with a device code and a user code."""

    def __init__(
        self, services: Services, authenticator: ClientAuthenticator, proofs: DpopProofs, hints: IdTokenHints
    ) -> None:
        self._services = services
        self._authenticator = authenticator
        self._proofs = proofs
        self._hints = hints
        self._limit = PublicClientLimit(services.clock, PUBLIC_LIMIT)

    async def __call__(self, request: Request) -> Answer:
        """Answer one request (section 3.2). Raises OAuthError."""
        form = await request.form()
        client = await self._authenticator.authenticate(request)
        if GrantType.DEVICE_CODE not in client.grant_types:
            raise UnauthorizedClient("The client may not use this grant type.")
        if client.essentials.client_auth.type is AuthType.NONE:
            self._limit.count(request, client.id)
        proven = await self._proofs.check(request)
        wanted = self._checked(request, form, client)
        # After a DPoP proof, the device code works only with the key of the proof (RFC 9449, section 10).
        wanted.dpop_key = proven.thumbprint
        settings, now = device_settings(request, client), self._services.clock.now().timestamp()
        device_code = new_token(self._services.randomness)
        user_code = await self._stored(client, wanted, device_code, settings.interval, now + settings.lifetime)
        LOG.info("device authorization requested", client=client.id, scopes=wanted.scopes)
        content = {
            "device_code": device_code,
            "user_code": user_code,
            "verification_uri": settings.page,
            "verification_uri_complete": settings.page_with_code(user_code),
            "expires_in": settings.lifetime,
            "interval": settings.interval,
        }
        return json_answer(content).with_headers(*proven.headers)

    def _checked(self, request: Request, form: Parameters, client: RegisteredClient) -> AuthorizationRequest:
        wanted = AuthorizationRequest(
            client_id=client.id, redirect_uri="", sent_redirect_uri="", issuer=request.issuer.identifier
        )
        draft = AuthorizationRequestDraft(request, SubmittedRequest(form), client, wanted, self._hints)
        for check in (check_repetition, check_resource, check_authorization_details):
            check(draft)
        wanted.scopes = request.snapshot.part(SCOPES).resolve(client, form.one("scope"))
        if OFFLINE_ACCESS in wanted.scopes and needs_consent_prompt(draft.settings, client.settings):
            # A device cannot send `prompt=consent`, so its users are always asked for offline access.
            wanted.prompt = frozenset({Prompt.CONSENT})
        return wanted

    async def _stored(
        self, client: RegisteredClient, wanted: AuthorizationRequest, device_code: str, interval: float, ends: float
    ) -> str:
        """Store the request and return its user code."""
        now = self._services.clock.now().timestamp()
        for _ in range(_MOST_TRIES):
            code = new_user_code(self._services.randomness)
            pending = PendingAuthorization(
                key=digest(device_code),
                kind=PendingKind.DEVICE,
                client_id=client.id,
                interval=interval,
                ends=ends,
                user_code=user_code_key(wanted.issuer, code),
                body=wanted.encode(),
            )
            if await self._services.state.pending.create(pending, now):
                return displayed(code)
        LOG.error("no user code is free", client=client.id)
        raise ServerError("The server has no user code at the moment.")
