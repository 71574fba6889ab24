"""Issues access tokens."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import AccessDenied, InvalidGrant, InvalidRequest, ServerError, UnauthorizedClient
from hanse.engine.http.request import Request
from hanse.engine.keys.key_material import NoSuchKey
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS, Manager
from hanse.engine.oauth.access_tokens.manager_choice import choose_manager
from hanse.engine.oauth.access_tokens.mapping_values import values_of
from hanse.engine.oauth.access_tokens.session_validation import SessionValidation
from hanse.engine.oauth.access_tokens.stored_token import StoredToken
from hanse.engine.oauth.authorization_details import decoded_details
from hanse.engine.oauth.contracts import DPOP_KEY, GrantContext, IssuedToken, TokenRequest
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.oauth.token_exchange.actors import decoded_actor
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import Value
from hanse.engine.state.contracts import OneTimeKind, ReferenceToken, digest
from hanse.plugins.contracts.access_tokens import (
    AccessToken,
    SigningKey,
    TokenContent,
    TokenManager,
    TokenManagerServices,
)
from hanse.resources.mapping.fulfillment import FulfillmentFailed

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The claim in which existing resource servers expect the session identifier.
SESSION_CLAIM = "pi.sri"
# The member of the `claims` parameter for UserInfo (OpenID Connect Core 1.0, section 5.5).
_USER_INFO = '"userinfo"'


@dataclass(frozen=True)
class TokenIssuance:
    """Selects the manager, fulfills its contract and issues the token."""

    services: Services
    fulfillment: AttributeFulfillment

    async def issue(self, request: Request, wanted: TokenRequest) -> IssuedToken:
        """Return a new access token. Raises OAuthError."""
        managers = request.snapshot.part(TOKEN_MANAGERS)
        manager = choose_manager(managers, wanted.client, wanted.resources, wanted.manager_id)
        plugin = manager.plugin
        if plugin is None:
            LOG.error("access token manager not usable", id=manager.id)
            raise ServerError("The access token manager is not usable.")
        if wanted.confirmation and not getattr(plugin, "binds_keys", False):
            raise InvalidRequest("The access token manager cannot bind tokens to a key.")
        if _restricts_exchanged(wanted) and not getattr(plugin, "supports_exchange", False):
            raise InvalidRequest("The access token manager cannot issue tokens for this exchange.")
        await self._check_session(request, wanted, manager)
        fulfilled = await self._attributes(request, wanted, manager)
        attributes = manager.carried(fulfilled)
        content = _content(request, wanted, manager, attributes, expand=plugin.expands_scope_groups)
        now = self.services.clock.now()
        token = await self._made(plugin, content, _manager_services(request, manager, self.services, now))
        if token.claims:
            await self._store(request, wanted, manager, token, content, now)
        elif token.id and wanted.grant_id and wanted.context is not None:
            id_ = revocation_id(manager, token.id)
            await self.services.state.access_tokens.link(id_, wanted.grant_id, token.expires.timestamp())
        await self._remember_claims(wanted, token)
        return IssuedToken(
            text=token.text,
            expires=token.expires.timestamp(),
            manager_id=manager.id,
            scopes=wanted.scopes,
            token_type="DPoP" if DPOP_KEY in wanted.confirmation else "Bearer",
            attributes=attributes,
            returned=manager.returned(fulfilled, wanted.scopes),
        )

    async def attributes(self, request: Request, wanted: TokenRequest) -> dict[str, Value]:
        """Return the attributes that a token would carry, without issuing one. Raises OAuthError."""
        managers = request.snapshot.part(TOKEN_MANAGERS)
        manager = choose_manager(managers, wanted.client, wanted.resources, wanted.manager_id)
        return manager.carried(await self._attributes(request, wanted, manager))

    async def _attributes(self, request: Request, wanted: TokenRequest, manager: Manager) -> dict[str, Value]:
        own = wanted.mappings
        mapping = manager.mapping_for(wanted.context) if own is None else own.get(manager.id)
        if mapping is None:
            origin = "client credentials" if wanted.context is None else wanted.context.origin.id
            LOG.warning("no access token mapping", manager=manager.id, client=wanted.client.id, origin=origin)
            raise UnauthorizedClient("No access token mapping is configured for this request.")
        try:
            return await self.fulfillment.fulfill_compiled(request.snapshot, mapping, values_of(request, wanted))
        except IssuanceRefused as refused:
            raise AccessDenied(str(refused)) from refused
        except FulfillmentFailed as failed:
            LOG.error("access token mapping failed", manager=manager.id, reason=str(failed))  # noqa: TRY400 - it says all.
            raise ServerError("An attribute of the access token cannot be computed.") from failed

    async def _check_session(self, request: Request, wanted: TokenRequest, manager: Manager) -> None:
        """Refuse to refresh a token whose session has ended, if the manager requires a session."""
        session_id = wanted.context.session_id if wanted.context is not None and wanted.refreshed else ""
        if session_id and not await SessionValidation(self.services).is_valid(request.snapshot, manager, session_id):
            LOG.info("refresh refused, as the session has ended", manager=manager.id, client=wanted.client.id)
            raise InvalidGrant("The session of the user has ended.")

    async def _made(
        self, plugin: TokenManager, content: TokenContent, manager_services: TokenManagerServices
    ) -> AccessToken:
        try:
            # The built-in managers only sign, which is fast. Others may block.
            if getattr(plugin, "is_quick", False):
                return plugin.issue(content, manager_services)
            return await self.services.work.run(Purpose.TOKENS, plugin.issue, content, manager_services)
        except ValueError as error:
            LOG.error("access token not issued", reason=str(error))  # noqa: TRY400 - the reason says all.
            raise ServerError("The access token manager cannot issue a token.") from error

    async def _remember_claims(self, wanted: TokenRequest, token: AccessToken) -> None:
        """Store the claims that the request names for UserInfo, as a token does not always name its grant."""
        requested = wanted.context.claims if wanted.context is not None else ""
        if _USER_INFO in requested:
            kind, expires = OneTimeKind.REQUESTED_CLAIMS, token.expires.timestamp()
            await self.services.state.one_time.put(kind, digest(token.text), requested.encode(), expires)

    async def _store(
        self,
        request: Request,
        wanted: TokenRequest,
        manager: Manager,
        token: AccessToken,
        content: TokenContent,
        now: datetime,
    ) -> None:
        context = wanted.context
        body = StoredToken(
            client_id=wanted.client.id,
            issuer=request.issuer.identifier,
            scopes=tuple(content.scopes),
            attributes=content.attributes,
            claims=token.claims,
            persistent=wanted.persistent,
            subject=context.user_key if context is not None else "",
            fixed=wanted.expires_by is not None,
        )
        await self.services.state.access_tokens.put(
            ReferenceToken(
                key=digest(token.text),
                manager_id=manager.id,
                grant_id=wanted.grant_id,
                session_id=context.session_id if context is not None else "",
                issued=now.timestamp(),
                expires=token.expires.timestamp(),
                body=msgspec.json.encode(body),
            )
        )


def revocation_id(manager: Manager, id_: str) -> str:
    """Return the key under which a revocation is stored: identifiers are unique within a manager only."""
    return f"{manager.id}:{id_}"


def _content(
    request: Request, wanted: TokenRequest, manager: Manager, attributes: dict[str, Value], *, expand: bool
) -> TokenContent:
    context = wanted.context
    if context is not None and context.session_id and manager.session.include_session_id:
        attributes = {**attributes, SESSION_CLAIM: context.session_id}
    return TokenContent(
        attributes=attributes,
        client_id=wanted.client.id,
        scopes=request.snapshot.part(SCOPES).expand(wanted.scopes) if expand else wanted.scopes,
        authorization_details=tuple(decoded_details(wanted.authorization_details)),
        grant_id=wanted.grant_id or None,
        multi_valued=manager.multi_valued,
        resources=wanted.resources,
        confirmation=wanted.confirmation,
        actor=decoded_actor("" if context is None else context.actor),
        authentication=_authentication(context) if manager.session.include_authentication_context else {},
        expires_by=None if wanted.expires_by is None else datetime.fromtimestamp(wanted.expires_by, UTC),
    )


def _authentication(context: GrantContext | None) -> dict[str, Any]:
    """Return the claims about the user's sign-in (RFC 9470, section 6.1; RFC 9068, section 2.2.1)."""
    if context is None:
        return {}
    about = {"acr": context.acr, "auth_time": int(context.auth_time)}
    return {name: value for name, value in about.items() if value}


def _restricts_exchanged(wanted: TokenRequest) -> bool:
    return wanted.expires_by is not None or (wanted.context is not None and bool(wanted.context.actor))


def _manager_services(request: Request, manager: Manager, services: Services, now: datetime) -> TokenManagerServices:
    keys = request.issuer.keys

    def central_key(algorithm: str) -> SigningKey:
        try:
            return keys.signing_key(algorithm)
        except NoSuchKey as error:
            raise ValueError(str(error)) from error

    def key_pair(id_: str) -> SigningKey:
        found = manager.signing_keys.get(id_)
        if found is None:
            raise ValueError(f"The key pair '{id_}' is not available.")
        return found

    return TokenManagerServices(
        now=now,
        randomness=services.randomness,
        issuer=request.issuer.identifier,
        key_pair=key_pair,
        central_key=central_key,
    )
