"""Software statements: metadata of a client that an issuer has signed (RFC 7591, section 2.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.engine.errors import InvalidClientMetadata, InvalidSoftwareStatement, UnapprovedSoftwareStatement
from hanse.engine.oauth.jose.claim_checks import SKEW_SECONDS, ClaimsRefused, number
from hanse.engine.oauth.jose.client_keys import ClientKeys, KeySource, NoClientKeys
from hanse.kit.clock import Clock
from hanse.resources.applications.clients.registration import DynamicClientRegistration
from hanse.resources.applications.clients.software_statements import SoftwareStatementIssuer

LOG = structlog.stdlib.get_logger("hanse.oauth")
STATEMENT: Final = "software_statement"
_TYPES: Final = frozenset({"", "jwt", "software-statement+jwt"})
# Claims of the JWT itself, which are no metadata.
_OWN_CLAIMS: Final = frozenset({"iss", "sub", "aud", "exp", "nbf", "iat", "jti", STATEMENT})
_REFUSED: Final = "The software statement is not valid."


@dataclass(frozen=True)
class VerifiedStatement:
    """The issuer of a statement, and the metadata in it."""

    issuer: str = ""
    metadata: dict[str, Any] | None = None


class SoftwareStatements:
    """Verifies software statements with the keys of the configured issuers."""

    def __init__(self, keys: ClientKeys, clock: Clock) -> None:
        self._keys = keys
        self._clock = clock

    async def verify(self, document: dict[str, Any], settings: DynamicClientRegistration) -> VerifiedStatement:
        """Return the verified statement of a registration; an empty one if there is none and none is required.

        Raises InvalidSoftwareStatement, UnapprovedSoftwareStatement and InvalidClientMetadata.
        """
        text = document.get(STATEMENT)
        if text is None:
            if settings.require_software_statement:
                raise InvalidClientMetadata("A software statement is required.")
            return VerifiedStatement()
        try:
            token = read_compact(text if isinstance(text, str) else "")
            claims = token.claims()
            issuer = next(_accepted(settings, claims.get("iss")), None)
            if issuer is None:
                LOG.info("software statement of an unknown issuer", issuer=str(claims.get("iss"))[:200])
                raise UnapprovedSoftwareStatement("The issuer of the software statement is not accepted.")
            await self._check(token, claims, issuer)
        except (MalformedToken, ClaimsRefused, NoClientKeys) as error:
            LOG.info("software statement refused", reason=str(error))
            raise InvalidSoftwareStatement(_REFUSED) from error
        metadata = {name: value for name, value in claims.items() if name not in _OWN_CLAIMS and value is not None}
        return VerifiedStatement(issuer.issuer, metadata)

    async def _check(self, token: CompactToken, claims: dict[str, Any], issuer: SoftwareStatementIssuer) -> None:
        if token.type not in _TYPES:
            raise ClaimsRefused("typ belongs to another kind of token")
        if token.algorithm not in ALGORITHMS:
            raise ClaimsRefused("the signing algorithm is not allowed")
        source = KeySource(issuer.jwks or "", issuer.jwks_url or "")
        candidates = await self._keys.published_by(source, token.algorithm, token.key_id)
        if not any(token.is_signed_by(key, token.algorithm) for key in candidates):
            raise ClaimsRefused("no key of the issuer has signed it")
        now = self._clock.now().timestamp()
        # Statements are made for a release of software, so they need not expire.
        if (number(claims, "exp") or now) <= now - SKEW_SECONDS:
            raise ClaimsRefused("exp has passed")
        if (number(claims, "nbf") or now) > now + SKEW_SECONDS:
            raise ClaimsRefused("nbf is in the future")


def _accepted(settings: DynamicClientRegistration, issuer: Any) -> Iterator[SoftwareStatementIssuer]:
    return (each for each in settings.software_statement_issuers if each.issuer == issuer)
