"""Resource owner password credentials (RFC 6749, section 4.3), if client and server are configured for it.

RFC 9700, section 2.4, says that this grant must not be used, because the client learns the password. It exists for
applications that cannot be changed. Only validators with a grant mapping are used. Wrong passwords are counted for each
user and for each network.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.credentials import PasswordChecks
from hanse.engine.errors import AccessDenied, InvalidGrant, ServerError, UnauthorizedClient
from hanse.engine.failed_attempts import network_of
from hanse.engine.oauth.authorization_details import PARAMETER, requested_details
from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.oauth.grant_lifetimes import (
    LIFETIME_ATTRIBUTE,
    expiry,
    idle_timeout,
    lifetime,
    lifetime_in_minutes,
)
from hanse.engine.oauth.grant_reuse import reused_grant_id
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.engine.oauth.scopes import parse
from hanse.engine.oauth.token import refresh_tokens
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import Origin
from hanse.engine.snapshot.configuration_parts import CREDENTIALS_GRANTS
from hanse.engine.state.contracts import Grant, digest
from hanse.kit.randomness import new_id
from hanse.plugins.contracts.users import CredentialResult
from hanse.resources.grants import GrantType
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth_sources import GRANT_LIFETIME, USER_KEY

LOG = structlog.stdlib.get_logger("hanse.oauth")
# A user who mistypes stays below it; an attacker gets 10 attempts a minute.
USER_LIMIT: Final = 10
# Many users share the address of an application's server, so an application is not locked by a few of them.
NETWORK_LIMIT: Final = 100
WINDOW_SECONDS: Final = 60.0
LOCK_SECONDS: Final = 60.0
_LONGEST_NAME, _LONGEST_PASSWORD = 512, 4_096
_WRONG: Final = "The username or password is incorrect."


@dataclass(frozen=True, slots=True)
class _Owner:
    """The user, and when the grant ends."""

    context: GrantContext
    expires: float | None


class PasswordGrant:
    """Checks a password."""

    name = "password"
    allowed_by = GrantType.RESOURCE_OWNER_CREDENTIALS
    public_allowed = True

    def __init__(self, services: Services, credentials: PasswordChecks, fulfillment: AttributeFulfillment) -> None:
        self._services = services
        self._credentials = credentials
        self._fulfillment = fulfillment

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return the entitlement of the user: all scopes that are configured for the client."""
        username, password = call.form.required("username"), call.form.required("password")
        if len(username) > _LONGEST_NAME or len(password) > _LONGEST_PASSWORD:
            raise InvalidGrant(_WRONG)
        keys = _throttle_keys(call, username)
        await self._check_not_locked(call, keys)
        found = await self._checked(call, username, password)
        if found is None:
            await self._count_failure(call, keys)
            raise InvalidGrant(_WRONG)
        await self._services.state.throttle.clear(next(iter(keys)))
        owner = await self._owner(call, username, *found)
        return Entitlement(
            client_id=call.client.id,
            issuer=call.request.issuer.identifier,
            scopes=None,
            context=owner.context,
            grant_id=await self._grant_id(call, owner.context),
            persistent=may_have_refresh_token(call.settings, call.client.settings, parse(call.form.one("scope"))),
            evidence=owner,
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, access_token: IssuedToken) -> str:
        """Store the grant with a refresh token, if the client may have one."""
        owner = entitlement.evidence_as(_Owner)
        if not call.client.is_identified:
            # A grant is a user's permission for a client. Without it the access could be neither listed nor revoked.
            return ""
        refresh = None
        if entitlement.persistent:
            length = call.settings.refresh_token_length
            refresh = refresh_tokens.first_token(
                self._services.randomness, length, entitlement.grant_id, call.now, call.refresh_binding
            )
        grant = Grant(
            id=entitlement.grant_id,
            user_key=owner.context.user_key,
            client_id=call.client.id,
            issuer=entitlement.issuer,
            grant_type=self.allowed_by.value,
            scopes=access_token.scopes,
            issued=call.now,
            updated=call.now,
            expires=owner.expires if refresh else access_token.expires,
            idle_seconds=idle_timeout(call.settings, call.client.settings) if refresh else None,
            body=owner.context.encode(),
            local_user=owner.context.local_user,
        )
        await self._services.state.grants.create(grant, refresh.stored if refresh else None)
        return refresh.text if refresh else ""

    async def _checked(
        self, call: TokenEndpointRequest, username: str, password: str
    ) -> tuple[str, CredentialResult] | None:
        """Return the validator that accepts the password, and its result about the user."""
        snapshot = call.request.snapshot
        chosen, mapped = call.form.one("validator_id"), snapshot.part(CREDENTIALS_GRANTS)
        validators = [id_ for id_ in mapped if chosen in (None, id_)]
        if not validators:
            raise UnauthorizedClient("No password credential validator is configured for this grant type.")
        for id_ in validators:
            result = await self._services.work.run(
                Purpose.PASSWORDS, self._credentials.check, snapshot, id_, username, password
            )
            if result.valid and not (result.expired or result.locked or result.disabled):
                return id_, result
        return None

    async def _owner(
        self, call: TokenEndpointRequest, username: str, validator: str, result: CredentialResult
    ) -> _Owner:
        snapshot, attributes = call.request.snapshot, result.attributes
        seconds, text = lifetime(call.settings, call.client.settings), call.form.one(PARAMETER)
        details = "" if text is None else requested_details(call.request, call.client, text)
        values = request_sources(
            call.request,
            call.client,
            scopes=parse(call.form.one("scope")),
            authorization_details=details,
            more={GRANT_LIFETIME: lifetime_in_minutes(seconds)},
        )
        values[SourceType.PASSWORD_CREDENTIAL_VALIDATOR, validator] = attributes
        try:
            fulfilled = await self._fulfillment.fulfill(snapshot, snapshot.part(CREDENTIALS_GRANTS)[validator], values)
            expires = expiry(seconds, call.now, fulfilled.get(LIFETIME_ATTRIBUTE))
        except IssuanceRefused as refused:
            raise AccessDenied(str(refused)) from refused
        except (FulfillmentFailed, ValueError) as error:
            LOG.error("grant mapping failed", validator=validator, reason=str(error))  # noqa: TRY400 - it says all.
            raise ServerError("The attributes of the grant cannot be determined.") from error
        user_key = fulfilled.pop(USER_KEY, "")
        if not isinstance(user_key, str) or not user_key:
            LOG.error("grant mapping returns no user key", validator=validator)
            raise ServerError("The attributes of the grant cannot be determined.")
        context = GrantContext(
            user_key=user_key,
            user_name=username,
            origin=Origin(SourceType.PASSWORD_CREDENTIAL_VALIDATOR.value, validator),
            attributes=fulfilled,
            origin_attributes=attributes,
            auth_time=call.now,
            amr=("pwd",),
            authorization_details=details,
            local_user=result.local_user,
            # Contracts of password credential validators declare no masked attributes.
            masked=(),
        )
        return _Owner(context, expires)

    async def _grant_id(self, call: TokenEndpointRequest, context: GrantContext) -> str:
        if not call.client.is_identified:
            return ""
        return await self._reused(call, context) or new_id(self._services.randomness)

    async def _reused(self, call: TokenEndpointRequest, context: GrantContext) -> str:
        """Return the id of the user's grant to reuse: one of the same scopes from the same issuer."""
        scopes, issuer = parse(call.form.one("scope")), call.request.issuer.identifier
        return await reused_grant_id(
            self._services, call.settings, call.client, context.user_key, issuer, scopes, self.allowed_by
        )

    async def _check_not_locked(self, call: TokenEndpointRequest, keys: Mapping[bytes, int]) -> None:
        for key in keys:
            failures = await self._services.state.throttle.read_failures(key, call.now)
            if failures.locked_until > call.now:
                seconds = str(int(failures.locked_until - call.now) + 1).encode()
                raise InvalidGrant("Too many failed attempts. Try again later.", ((b"retry-after", seconds),))

    async def _count_failure(self, call: TokenEndpointRequest, keys: Mapping[bytes, int]) -> None:
        LOG.info("password refused", client=call.client.id, address=call.request.client_address)
        for key, limit in keys.items():
            await self._services.state.throttle.fail(
                key, call.now, window_seconds=WINDOW_SECONDS, limit=limit, lock_seconds=LOCK_SECONDS
            )


def _throttle_keys(call: TokenEndpointRequest, username: str) -> Mapping[bytes, int]:
    """Return the keys under which failures are counted, with the limit of each: the user comes first."""
    network = network_of(call.request.client_address)
    return {
        digest(f"password-grant\0user\0{username.casefold()}"): USER_LIMIT,
        digest(f"password-grant\0network\0{network}"): NETWORK_LIMIT,
    }
