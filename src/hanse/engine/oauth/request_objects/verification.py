"""Verifies request objects (RFC 9101, section 6; OpenID Connect Core 1.0, section 6.3).

The object must be signed with a key of the client by an asymmetric algorithm, and contain the claims `iss`, `aud` and,
unless it was read from an address, `exp`. `RequestObjectRules` have the algorithm and further required claims: clients
that must sign their authorization requests also need `nbf`, as the FAPI Message Signing profile demands (section
5.3.1). An object with an identifier (`jti`) is accepted once, unless it was read from an address.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.engine.errors import InvalidRequestObject
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.jose.claim_checks import (
    LONGEST_SECONDS,
    SKEW_SECONDS,
    ClaimsRefused,
    check_times,
    number,
    token_id,
)
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.request_objects.parameters import parameters_of
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import OneTimeKind, digest

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The type that only request objects have (RFC 9101, section 10.8).
_OWN_TYPE: Final = "oauth-authz-req+jwt"
_TYPES: Final = frozenset({"", "jwt", _OWN_TYPE})


@dataclass(frozen=True)
class RequestObjectRules:
    """The only accepted algorithm, or None for any supported one, and the claims that are required in addition."""

    algorithm: str | None = None
    required: tuple[str, ...] = ()


def authorization_request_rules(client: RegisteredClient) -> RequestObjectRules:
    """Return the rules for authorization requests of a client."""
    chosen = client.settings.request_object_signing_algorithm
    required = ("nbf",) if client.settings.require_signed_requests else ()
    return RequestObjectRules(None if chosen is None else chosen.value, required)


@dataclass(frozen=True)
class VerifiedRequest:
    """The parameters of a request object.

    `has_own_type` means that its type is that of RFC 9101. `works_once` means that it is not accepted again.
    """

    parameters: Parameters
    has_own_type: bool
    works_once: bool


class RequestObjectVerifier:
    """Verifies the request objects of known clients."""

    def __init__(self, services: Services, keys: ClientKeys) -> None:
        self._services = services
        self._keys = keys

    async def verify(
        self,
        request: Request,
        client: RegisteredClient,
        text: str,
        rules: RequestObjectRules,
        *,
        is_reusable: bool = False,
    ) -> VerifiedRequest:
        """Return the content of a valid request object. Raises InvalidRequestObject.

        `is_reusable` is for an object at an address, which many requests can refer to.
        """
        try:
            token = read_compact(text)
            await self._check_signature(client, token, rules)
            claims, now = token.claims(), self._services.clock.now().timestamp()
            if is_reusable and not rules.required:
                # Neither specification requires exp. The client can change or remove an object at its own address.
                claims = {"exp": now + SKEW_SECONDS, **claims}
            _check_parties(request, client, token, claims)
            expires = check_times(claims, now)
            _check_required(claims, rules)
            _check_age(claims, expires, now)
            parameters = parameters_of(claims)
            works_once = not is_reusable and await self._note_id(client, claims, expires, now)
        except (ClaimsRefused, MalformedToken) as error:
            LOG.info("request object refused", client=client.id, reason=str(error))
            raise InvalidRequestObject(f"The request object is not valid: {error}") from error
        return VerifiedRequest(parameters, token.type == _OWN_TYPE, works_once)

    async def _check_signature(self, client: RegisteredClient, token: CompactToken, rules: RequestObjectRules) -> None:
        if token.algorithm not in ALGORITHMS or rules.algorithm not in (None, token.algorithm):
            raise ClaimsRefused("its signing algorithm is not allowed for this client")
        candidates = await self._keys.verifying(client, token.algorithm, token.key_id)
        if not any(token.is_signed_by(key, token.algorithm) for key in candidates):
            raise ClaimsRefused("no key of the client has signed it")

    async def _note_id(self, client: RegisteredClient, claims: Mapping[str, Any], expires: float, now: float) -> bool:
        """Return whether the object has an identifier, which is remembered. Raises ClaimsRefused for a used one."""
        id_ = token_id(claims)
        if id_ is None:
            return False
        one_time, key = self._services.state.one_time, digest(f"{client.id}\0{id_}")
        if not await one_time.claim(OneTimeKind.REQUEST_OBJECT_ID, key, expires + SKEW_SECONDS, now):
            raise ClaimsRefused("jti was used before")
        return True


def _check_parties(request: Request, client: RegisteredClient, token: CompactToken, claims: Mapping[str, Any]) -> None:
    if token.type not in _TYPES:
        raise ClaimsRefused("typ belongs to another kind of token")
    if claims.get("iss") != client.id or claims.get("client_id", client.id) != client.id:
        raise ClaimsRefused("iss and client_id must be the client ID")
    if claims.get("sub") == client.id:
        # RFC 9101, section 10.8: it could be a client assertion.
        raise ClaimsRefused("sub must not be the client ID")
    audience, issuer = claims.get("aud"), request.issuer.identifier
    if audience != issuer and not (isinstance(audience, list) and issuer in audience):
        raise ClaimsRefused("aud must contain the issuer identifier of this server")


def _check_required(claims: Mapping[str, Any], rules: RequestObjectRules) -> None:
    for name in rules.required:
        if claims.get(name) is None:
            raise ClaimsRefused(f"{name} is missing")


def _check_age(claims: Mapping[str, Any], expires: float, now: float) -> None:
    begins = number(claims, "nbf")
    if begins is None:
        return
    if begins < now - LONGEST_SECONDS - SKEW_SECONDS or expires - begins > LONGEST_SECONDS:
        raise ClaimsRefused("nbf is more than an hour ago, or more than an hour before exp")
