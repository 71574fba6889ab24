"""Persistent grants that token exchanges create, so that clients get refresh tokens (RFC 8693, section 2.2.1).

The grant mapping of the processor policy allows this, and determines the owner. If the subject token is an access token
that names its grant, the new grant ends no later than that one, and belongs to the same session and local user.
"""

import math
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import InvalidRequest, ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import GrantContext, IssuedToken, TokenRequest
from hanse.engine.oauth.grant_lifetimes import LIFETIME_ATTRIBUTE, expiry, idle_timeout, lifetime, lifetime_in_minutes
from hanse.engine.oauth.grant_reuse import reused_grant_id
from hanse.engine.oauth.mapping_sources import Sources, request_sources
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.engine.oauth.scopes import parse
from hanse.engine.oauth.token import refresh_tokens
from hanse.engine.oauth.token.grants.grant_handler import TokenEndpointRequest
from hanse.engine.oauth.token_exchange.compiled_policies import ProcessorPolicy
from hanse.engine.oauth.token_exchange.generated_tokens import NOT_APPLICABLE
from hanse.engine.oauth.token_exchange.requested_targets import ExchangeTarget
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.engine.state.contracts import Grant
from hanse.kit.randomness import new_id
from hanse.plugins.contracts.token_processors import GrantedAccess
from hanse.resources.applications.token_exchange.token_types import REFRESH_TOKEN
from hanse.resources.grants import GrantType
from hanse.resources.mapping.fulfillment import CompiledMapping, FulfillmentFailed
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth_sources import GRANT_LIFETIME, USER_KEY, USER_NAME

LOG = structlog.stdlib.get_logger("hanse.oauth")
_INVALID = "The subject token is not valid."
_FAILED = "The attributes of the grant cannot be determined."


@dataclass(frozen=True, slots=True)
class ExchangedGrant:
    """A grant that an exchange will store, with its refresh token. `expires` is None if it does not end by itself."""

    id: str
    expires: float | None
    refresh: refresh_tokens.NewRefreshToken

    async def issue(self, _request: Request, wanted: TokenRequest) -> IssuedToken:
        """Return the refresh token as the issued token, for requests of this type (RFC 8693, section 2.2.1)."""
        return IssuedToken(
            text=self.refresh.text,
            expires=math.inf if self.expires is None else self.expires,
            manager_id="",
            scopes=wanted.scopes,
            token_type=NOT_APPLICABLE,
        )


@dataclass(frozen=True)
class ExchangedGrants:
    """Applies grant mappings of processor policies, and stores grants."""

    services: Services
    fulfillment: AttributeFulfillment

    async def prepare(
        self,
        call: TokenEndpointRequest,
        policy: ProcessorPolicy,
        target: ExchangeTarget,
        context: GrantContext,
        access: GrantedAccess | None,
    ) -> tuple[GrantContext, ExchangedGrant | None]:
        """Return the context with the owner of the grant, and the grant if the client gets a refresh token.

        `access` is that of the subject token. Without a grant mapping, and for tokens of generators, the context is
        returned as it is. Raises OAuthError.
        """
        if policy.grant is None or target.generator_id:
            return context, None
        context, expires = await self._with_owner(call, policy.grant, context)
        scopes = parse(call.form.one("scope")) or (None if access is None else access.scopes) or ()
        if not may_have_refresh_token(call.settings, call.client.settings, scopes):
            if target.issued_type == REFRESH_TOKEN:
                raise InvalidRequest("The client cannot get a refresh token with this request.")
            return context, None
        context, expires = await self._limited(call, context, expires, access)
        # RFC 8707, section 2.2: the refresh token is for the same resources.
        requested = (*call.form.all("resource"), *call.form.all("aud"), *target.resources)
        reused = await reused_grant_id(
            self.services, call.settings, call.client, context.user_key, _issuer(call), scopes, GrantType.TOKEN_EXCHANGE
        )
        id_ = reused or new_id(self.services.randomness)
        length = call.settings.refresh_token_length
        refresh = refresh_tokens.first_token(self.services.randomness, length, id_, call.now, call.refresh_binding)
        return replace(context, resources=requested), ExchangedGrant(id_, expires, refresh)

    async def store(
        self, call: TokenEndpointRequest, grant: ExchangedGrant, context: GrantContext, scopes: tuple[str, ...]
    ) -> None:
        """Store a grant and its refresh token."""
        stored = Grant(
            id=grant.id,
            user_key=context.user_key,
            client_id=call.client.id,
            issuer=_issuer(call),
            grant_type=GrantType.TOKEN_EXCHANGE.value,
            scopes=scopes,
            issued=call.now,
            updated=call.now,
            expires=grant.expires,
            idle_seconds=idle_timeout(call.settings, call.client.settings),
            body=context.encode(),
            session_id=context.session_id,
            local_user=context.local_user,
        )
        await self.services.state.grants.create(stored, grant.refresh.stored)

    async def _with_owner(
        self, call: TokenEndpointRequest, mapping: CompiledMapping, context: GrantContext
    ) -> tuple[GrantContext, float | None]:
        """Return the context with the owner of the grant, and when the grant ends."""
        seconds = lifetime(call.settings, call.client.settings)
        try:
            fulfilled = await self.fulfillment.fulfill_compiled(
                call.request.snapshot, mapping, _sources(call, context, seconds)
            )
            expires = expiry(seconds, call.now, fulfilled.get(LIFETIME_ATTRIBUTE))
        except IssuanceRefused as refused:
            LOG.info("grant of token exchange refused by issuance criteria", client=call.client.id)
            # RFC 8693, section 2.2.2: a token that is unacceptable by policy is an invalid request.
            raise InvalidRequest(str(refused)) from refused
        except (FulfillmentFailed, ValueError) as error:
            LOG.error("grant mapping failed", policy=context.origin.id, reason=str(error))  # noqa: TRY400 - it says all.
            raise ServerError(_FAILED) from error
        user_key, user_name = _text(fulfilled.pop(USER_KEY, "")), _text(fulfilled.pop(USER_NAME, ""))
        if not user_key:
            LOG.error("grant mapping returns no user key", policy=context.origin.id)
            raise ServerError(_FAILED)
        owned = replace(context, user_key=user_key, user_name=user_name or user_key, attributes=fulfilled)
        return owned, expires

    async def _limited(
        self, call: TokenEndpointRequest, context: GrantContext, expires: float | None, access: GrantedAccess | None
    ) -> tuple[GrantContext, float | None]:
        """Return the context and the end of the grant, with the limits of the grant of the subject token."""
        if access is None or not access.grant_id:
            return context, expires
        origin = await self.services.state.grants.get(access.grant_id, call.now)
        if origin is None:
            LOG.info("access token of a revoked or expired grant exchanged for a refresh token", client=call.client.id)
            raise InvalidRequest(_INVALID)
        ends = tuple(each for each in (expires, origin.expires) if each is not None)
        return replace(context, local_user=origin.local_user), min(ends, default=None)


def _sources(call: TokenEndpointRequest, context: GrantContext, seconds: int | None) -> Sources:
    values = request_sources(
        call.request,
        call.client,
        scopes=parse(call.form.one("scope")),
        authorization_details=context.authorization_details,
        resources=(*call.form.all("resource"), *call.form.all("aud")),
        more={GRANT_LIFETIME: lifetime_in_minutes(seconds)},
    )
    values[SourceType(context.origin.type), context.origin.id] = context.origin_attributes
    return values


def _issuer(call: TokenEndpointRequest) -> str:
    return call.request.issuer.identifier


def _text(value: Value) -> str:
    return value if isinstance(value, str) else next(iter(value), "")
