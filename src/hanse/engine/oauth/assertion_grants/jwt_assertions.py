"""JSON Web Tokens as authorization grants (RFC 7523, sections 2.1 and 3).

The profile is closed (RFC 8725): the issuer selects the connection, and the connection the keys; only asymmetric
algorithms are accepted; and a token must name this server alone as its audience, and expire within an hour.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.crypto.key_pairs import PublicKey
from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.http.request import Request
from hanse.engine.oauth.assertion_grants.accepted_assertion import AcceptedAssertion, AssertionRefused
from hanse.engine.oauth.assertion_grants.trusted_connections import TRUSTED_CONNECTIONS, TrustedConnection
from hanse.engine.oauth.client_authentication.assertion import check_audience
from hanse.engine.oauth.jose.claim_checks import SKEW_SECONDS, ClaimsRefused, check_times, token_id
from hanse.engine.oauth.jose.client_keys import ClientKeys, KeySource, NoClientKeys
from hanse.engine.services import Services
from hanse.plugins.claim_attributes import attributes_of, text_of
from hanse.resources.federation.idp_connections.model import TOKEN_SUBJECT

JWT_BEARER: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
# JWTs of other types have other purposes (RFC 8725, section 3.11).
_TYPES: Final = frozenset({"", "jwt", "authorization-grant+jwt"})


@dataclass(frozen=True)
class JwtAssertions:
    """Validates JWTs of connections."""

    services: Services
    keys: ClientKeys

    async def validate(self, request: Request, text: str) -> AcceptedAssertion:
        """Return the content of a valid assertion. Raises AssertionRefused and TemporarilyUnavailable."""
        try:
            token = read_compact(text)
            claims = token.claims()
            connection = _connection_of(request, claims)
            await self._check_signature(token, connection)
            check_audience(claims.get("aud"), request)
            expires = check_times(claims, self.services.clock.now().timestamp())
            id_ = token_id(claims)
        except (MalformedToken, ClaimsRefused) as error:
            raise AssertionRefused(str(error)) from error
        subject = text_of(claims, "sub")
        if not subject:
            raise AssertionRefused("sub is missing")
        if "cnf" in claims:
            # The token is bound to a key (RFC 7800), and RFC 7523 does not define how a client proves its possession.
            raise AssertionRefused("cnf is present, so it is no bearer token")
        attributes = {**attributes_of(claims), TOKEN_SUBJECT: subject}
        return AcceptedAssertion(
            connection=connection,
            subject=subject,
            attributes={name: value for name, value in attributes.items() if name in connection.attributes},
            id=id_ or "",
            expires=expires + SKEW_SECONDS,
        )

    async def _check_signature(self, token: CompactToken, connection: TrustedConnection) -> None:
        # The algorithm is checked before any key is chosen, so that a token cannot select another kind of check.
        if token.algorithm not in ALGORITHMS:
            raise AssertionRefused("its signing algorithm is not allowed")
        if token.type not in _TYPES:
            raise AssertionRefused("typ belongs to another kind of token")
        async for key in self._candidates(token, connection):
            if token.is_signed_by(key, token.algorithm):
                return
        raise AssertionRefused("no key of the connection has signed it")

    async def _candidates(self, token: CompactToken, connection: TrustedConnection) -> AsyncIterator[PublicKey]:
        for key in connection.certificate_keys(self.services.clock.now()):
            yield key
        if not connection.keys_url:
            return
        try:
            published = await self.keys.published_by(KeySource(url=connection.keys_url), token.algorithm, token.key_id)
        except NoClientKeys as error:
            raise TemporarilyUnavailable("The keys of the assertion's issuer are not available.") from error
        for key in published:
            yield key


def _connection_of(request: Request, claims: Mapping[str, Any]) -> TrustedConnection:
    issuer = claims.get("iss")
    found = request.snapshot.part(TRUSTED_CONNECTIONS).find(issuer) if isinstance(issuer, str) else None
    if found is None:
        raise AssertionRefused("iss is the entity ID of no active connection")
    return found
