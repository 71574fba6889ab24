"""The phases of a request to the token endpoint, which are the same for every grant type."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from hanse.engine.errors import (
    InvalidDpopProof,
    InvalidGrant,
    InvalidRequest,
    InvalidScope,
    InvalidTarget,
    UnauthorizedClient,
    UnsupportedGrantType,
)
from hanse.engine.http.answers import Answer, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import LocalUserLookups
from hanse.engine.mutual_tls.presented_certificate import thumbprint_of
from hanse.engine.oauth.access_tokens.manager_choice import is_below
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.authorization_details import PARAMETER, decoded_details, narrowed_details, requested_details
from hanse.engine.oauth.contracts import (
    ClientAuthenticator,
    IdTokenIssuer,
    IdTokenRequest,
    IssuedToken,
    TokenRequest,
)
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.scopes import OPENID, SCOPES
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, GrantHandler, TokenEndpointRequest
from hanse.engine.oauth.token.unidentified_client import accepts_unidentified, unidentified_client
from hanse.engine.oauth.traced_tokens import trace_access_token, trace_grant
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.kit.engine_figures import FigureKind
from hanse.kit.sign_in_traces import StepKind
from hanse.resources.applications.clients.choices import AuthType

LOG = structlog.stdlib.get_logger("hanse.oauth")


@dataclass(frozen=True)
class _Target:
    """The target of a token: its resources, and the manager that issues it."""

    resources: tuple[str, ...]
    manager_id: str


class TokenEndpoint:
    """Answers POST requests with tokens."""

    def __init__(
        self,
        services: Services,
        authenticator: ClientAuthenticator,
        proofs: DpopProofs,
        grants: Iterable[GrantHandler],
        access_tokens: AccessTokenService,
        id_tokens: IdTokenIssuer | None = None,
    ) -> None:
        self._services = services
        self._authenticator = authenticator
        self._proofs = proofs
        self._grants = {grant.name: grant for grant in grants}
        self._access_tokens = access_tokens
        self._id_tokens = id_tokens

    @property
    def grant_types(self) -> tuple[str, ...]:
        """Return the supported grant types, for the metadata (RFC 8414, section 2)."""
        return tuple(self._grants)

    async def answer(self, request: Request) -> Answer:
        """Return tokens (RFC 6749, section 5.1). Raises OAuthError."""
        try:
            return await self._answer(request)
        except (ClientDisconnect, HTTPException):
            # The caller has disconnected, or its body took too long: nothing was requested.
            raise
        except Exception as error:
            self._services.counters.add_token_failure(error)
            raise

    async def _answer(self, request: Request) -> Answer:
        form = await request.form()
        request.trace.is_token_request = True
        client = await self._client(request, form)
        request.trace.add(StepKind.REQUEST, client.id, result=form.one("grant_type") or "")
        grant = self._grant(form)
        # Checked after the client is authenticated, so that strangers cannot fill the store of used proofs.
        proven = await self._proofs.check(request)
        call = TokenEndpointRequest(
            request=request,
            form=form,
            client=client,
            settings=request.snapshot.part(AUTHORIZATION),
            now=self._services.clock.now().timestamp(),
            dpop_key=proven.thumbprint,
            certificate=thumbprint_of(request),
        )
        _check_allowed(call, grant)
        entitlement = await grant.examine(call)
        _check_own(call, entitlement)
        await self._check_user(request, entitlement)
        scopes = _scopes(call, entitlement)
        details = _details(call, entitlement)
        context = entitlement.context
        trace_grant(request, context)
        if context is not None and context.authorization_details != details:
            context = msgspec.structs.replace(context, authorization_details=details)
        target = _target(call, entitlement)
        issue = entitlement.issue or self._access_tokens.issue
        access_token = await issue(
            request,
            TokenRequest(
                client=client,
                grant_type=grant.name,
                scopes=scopes,
                context=context,
                grant_id=entitlement.grant_id,
                persistent=entitlement.persistent,
                refreshed=entitlement.refreshed,
                resources=target.resources,
                manager_id=target.manager_id,
                confirmation=call.confirmation,
                client_details=details if context is None else "",
                expires_by=entitlement.expires_by,
                mappings=entitlement.mappings,
            ),
        )
        trace_access_token(request, context, access_token)
        id_token = await self._id_token(call, entitlement, scopes, access_token)
        # The grant is used up only now: a request that fails earlier leaves it unchanged.
        refresh_token = await grant.use(call, entitlement, access_token)
        answer = _tokens(call, entitlement, access_token, details, id_token, refresh_token)
        issued = {"access_token": True, "id_token": id_token, "refresh_token": refresh_token}
        request.trace.succeed(StepKind.ANSWER, result=" ".join(name for name, each in issued.items() if each))
        self._services.counters.add(FigureKind.TOKEN, grant.name)
        return answer.with_headers(*proven.headers)

    async def _check_user(self, request: Request, entitlement: Entitlement) -> None:
        """Refuse grants of a local user who was disabled or deleted after the sign-in, for example before a consent."""
        user = "" if entitlement.context is None else entitlement.context.local_user
        if user and not await LocalUserLookups(self._services).is_active(request.snapshot, user):
            LOG.info("grant of a disabled or deleted user presented", user=user)
            raise InvalidGrant("The grant is invalid, expired or revoked.")

    async def _client(self, request: Request, form: Parameters) -> RegisteredClient:
        """Return the authenticated client, or the unidentified one if the settings accept requests without any."""
        grant = self._grants.get(form.one("grant_type") or "")
        if grant is None or not accepts_unidentified(request.snapshot.part(AUTHORIZATION), grant.allowed_by):
            return await self._authenticator.authenticate(request)
        # A client that a request names must be authenticated, whatever the settings are.
        if await self._authenticator.names_client(request):
            return await self._authenticator.authenticate(request)
        return unidentified_client(grant.allowed_by)

    def _grant(self, form: Parameters) -> GrantHandler:
        name = form.required("grant_type")
        grant = self._grants.get(name)
        if grant is None:
            raise UnsupportedGrantType("The grant type is not supported.")
        return grant

    async def _id_token(
        self, call: TokenEndpointRequest, entitlement: Entitlement, scopes: tuple[str, ...], access_token: IssuedToken
    ) -> str:
        context = entitlement.context
        if self._id_tokens is None or context is None or OPENID not in scopes or not entitlement.openid:
            return ""
        if not call.client.is_identified:
            # The audience of an ID token is the client (OpenID Connect Core 1.0, section 2).
            return ""
        if not self._id_tokens.is_returned(
            call.request,
            call.client,
            refreshed=entitlement.refreshed,
            hybrid=entitlement.hybrid,
            exchanged=bool(entitlement.issued_token_type),
        ):
            return ""
        wanted = IdTokenRequest(client=call.client, scopes=scopes, context=context, access_token=access_token)
        return await self._id_tokens.issue(call.request, wanted)


def _check_allowed(call: TokenEndpointRequest, grant: GrantHandler) -> None:
    if grant.allowed_by not in call.client.grant_types:
        raise UnauthorizedClient("The client may not use this grant type.")
    if not grant.public_allowed and call.client.essentials.client_auth.type is AuthType.NONE:
        raise UnauthorizedClient("This grant type requires a client that authenticates.")
    if call.client.essentials.require_dpop and not call.dpop_key:
        # RFC 9449, section 5.2.
        LOG.warning("token refused, as the client requires DPoP and sent no proof", client=call.client.id)
        raise InvalidDpopProof("This client must send a DPoP proof.")
    if call.client.essentials.tls_client_certificate_bound_access_tokens and not call.certificate:
        # RFC 8705, section 3: without a certificate there is nothing to bind the token to.
        LOG.warning("token refused, as the client has presented no TLS certificate", client=call.client.id)
        raise InvalidRequest("This client must present a TLS client certificate.")


def _check_own(call: TokenEndpointRequest, entitlement: Entitlement) -> None:
    """Refuse what was issued to another client, or by another issuer of this server (RFC 6749, section 5.2)."""
    if entitlement.client_id != call.client.id or entitlement.issuer != call.request.issuer.identifier:
        LOG.warning(
            "grant of another client or issuer presented",
            client=call.client.id,
            made_for=entitlement.client_id,
            made_by=entitlement.issuer,
        )
        raise InvalidGrant("The grant is invalid, expired or revoked.")


def _scopes(call: TokenEndpointRequest, entitlement: Entitlement) -> tuple[str, ...]:
    scopes = call.request.snapshot.part(SCOPES)
    if entitlement.scopes is None:
        return scopes.resolve(call.client if call.client.is_identified else None, call.form.one("scope"))
    # A scope that the client may not have any more is not issued for an old grant either.
    granted = scopes.allowed(call.client, entitlement.scopes)
    if entitlement.scopes and not granted:
        raise InvalidScope("The client may not have any of the granted scopes any more.")
    return scopes.narrow(granted, call.form.one("scope")) if entitlement.may_narrow else granted


def _details(call: TokenEndpointRequest, entitlement: Entitlement) -> str:
    """Return the authorization details that the token is for: those that were granted, or fewer (RFC 9396, section 6).

    The grant keeps all of them, so that the next refresh can request them again.
    """
    context, text = entitlement.context, call.form.one(PARAMETER)
    granted = "" if context is None else context.authorization_details
    if text is None or (granted and entitlement.scopes is None):
        # If the scopes come from the request too, the grant type has read the parameter already.
        return granted
    if context is None:
        return requested_details(call.request, call.client, text)
    return narrowed_details(call.request, call.client, granted, text)


def _target(call: TokenEndpointRequest, entitlement: Entitlement) -> _Target:
    context = entitlement.context
    resources = (*call.form.all("resource"), *call.form.all("aud"), *entitlement.audiences)
    manager_id = call.form.one("access_token_manager_id") or ""
    if context is None:
        return _Target(resources, manager_id)
    # RFC 8707, section 2.2: no token for a resource to which the user did not consent.
    if context.resources and not all(any(is_below(each, one) for one in context.resources) for each in resources):
        raise InvalidTarget("The resource was not part of the authorization.")
    if context.manager_id and manager_id not in ("", context.manager_id):
        raise InvalidTarget("The authorization is for another access token manager.")
    return _Target(resources or context.resources, manager_id or context.manager_id)


def _tokens(
    call: TokenEndpointRequest,
    entitlement: Entitlement,
    access_token: IssuedToken,
    details: str,
    id_token: str,
    refresh_token: str,
) -> Answer:
    # The members of the protocol come last, so that no attribute can replace one of them.
    content: dict[str, Any] = {
        **access_token.returned,
        "access_token": access_token.text,
        "token_type": access_token.token_type,
    }
    if math.isfinite(access_token.expires):
        # A refresh token that is issued in exchange may have no end.
        content["expires_in"] = max(0, int(access_token.expires - call.now))
    if entitlement.issued_token_type:
        # RFC 8693, section 2.2.1.
        content["issued_token_type"] = entitlement.issued_token_type
    if access_token.scopes:
        content["scope"] = " ".join(access_token.scopes)
    if details:
        # RFC 9396, section 7.
        content[PARAMETER] = decoded_details(details)
    if refresh_token:
        content["refresh_token"] = refresh_token
    if id_token:
        content["id_token"] = id_token
    return json_answer(content)
