"""Client assertions: JWTs by which clients authenticate (RFC 7523, section 3; OpenID Connect Core 1.0, section 9).

Common checks of `client_secret_jwt` and `private_key_jwt`: the audience, lifetime and replay of the JWT. The signature
is each method's own.
"""

from collections.abc import Mapping
from typing import Any, Final

import structlog

from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.engine.errors import InvalidClient, InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.oauth.jose.claim_checks import SKEW_SECONDS, ClaimsRefused, check_times, token_id
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.snapshot.metadata import MUTUAL_TLS_ALIASES
from hanse.engine.state.contracts import OneTimeKind, OneTimeValues, digest
from hanse.kit.clock import Clock

LOG = structlog.stdlib.get_logger("hanse.oauth")
ASSERTION_TYPE: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
# JWTs of other types have other purposes (RFC 8725, section 3.11).
_TYPES: Final = frozenset({"", "jwt", "client-authentication+jwt"})


def read_assertion(form: Parameters) -> tuple[ClientCredentials, CompactToken] | None:
    """Return the unverified assertion of a request; None if there is none. Raises InvalidClient."""
    text, type_ = form.one("client_assertion"), form.one("client_assertion_type")
    if text is None and type_ is None:
        return None
    if text is None or type_ is None:
        raise InvalidRequest("The parameters client_assertion and client_assertion_type belong together.")
    if type_ != ASSERTION_TYPE:
        raise InvalidClient("This type of client assertion is not supported.")
    try:
        token = read_compact(text)
        subject = token.claims().get("sub")
    except MalformedToken as error:
        raise InvalidClient("The client assertion cannot be read.") from error
    if not isinstance(subject, str) or not subject:
        raise InvalidClient("The client assertion has no subject.")
    return ClientCredentials(subject, (text,)), token


class AssertionRules:
    """Checks the claims of a verified assertion."""

    def __init__(self, one_time: OneTimeValues, clock: Clock) -> None:
        self._one_time = one_time
        self._clock = clock

    async def accept(self, request: Request, client: RegisteredClient, token: CompactToken) -> bool:
        """Return whether an assertion with a valid signature is acceptable for this request."""
        claims, now = token.claims(), self._clock.now().timestamp()
        try:
            _check_parties(token, claims, client)
            _check_client_audience(claims.get("aud"), request, client)
            expires = check_times(claims, now)
            await self._check_id(client, claims, expires, now)
        except ClaimsRefused as refused:
            LOG.info("client assertion refused", client=client.id, reason=str(refused))
            return False
        return True

    async def _check_id(self, client: RegisteredClient, claims: Mapping[str, Any], expires: float, now: float) -> None:
        if not client.settings.client_auth.enforce_replay_prevention:
            return
        id_ = token_id(claims)
        if id_ is None:
            raise ClaimsRefused("jti is required, as replay prevention is on")
        key = digest(f"{client.id}\0{id_}")
        if not await self._one_time.claim(OneTimeKind.ASSERTION_ID, key, expires + SKEW_SECONDS, now):
            raise ClaimsRefused("jti was used before")


def audiences(request: Request) -> frozenset[str]:
    """Return the accepted audiences: the issuer, the token endpoint, and the endpoint of the request."""
    issuer = request.issuer.identifier
    base = request.snapshot.part(AUTHORIZATION).token_endpoint_base_url or issuer
    rest = request.path.removeprefix(request.issuer.name.place.path)
    aliases = request.issuer.claims.get(MUTUAL_TLS_ALIASES, {}).values()
    others = {each for each in aliases if each.endswith((TOKEN_PATH, rest))}
    return frozenset({issuer, f"{issuer}{TOKEN_PATH}", f"{base}{TOKEN_PATH}", f"{issuer}{rest}"} | others)


def _check_parties(token: CompactToken, claims: Mapping[str, Any], client: RegisteredClient) -> None:
    if token.type not in _TYPES:
        raise ClaimsRefused("typ belongs to another kind of token")
    if claims.get("iss") != client.id or claims.get("sub") != client.id:
        raise ClaimsRefused("iss and sub must be the client ID")


def _check_client_audience(audience: Any, request: Request, client: RegisteredClient) -> None:
    if client.settings.client_auth.require_issuer_audience:
        # FAPI 2.0 Security Profile, section 5.3.2.1: an endpoint of this server could be named by another server's
        # metadata, so that the client makes an assertion for here while it deals with that server.
        if audience != request.issuer.identifier:
            raise ClaimsRefused("aud must be the issuer as a string, as the client is configured so")
        return
    check_audience(audience, request)


def check_audience(audience: Any, request: Request) -> None:
    """Raise ClaimsRefused unless `aud` names this server, and nobody else."""
    named, own = [audience] if isinstance(audience, str) else audience, audiences(request)
    # Every audience must be this server: otherwise another server among them could present the assertion here.
    if not isinstance(named, list) or not named or not all(isinstance(each, str) and each in own for each in named):
        raise ClaimsRefused("aud must be the issuer or the token endpoint, and nothing else")
