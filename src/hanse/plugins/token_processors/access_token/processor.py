"""Validates an access token of this server, as introspection does (RFC 7662)."""

from typing import Final

from hanse.config.plugins.plugin import Settings
from hanse.plugins.claim_attributes import attributes_of, text_of
from hanse.plugins.contracts.token_processors import (
    GrantedAccess,
    InspectedToken,
    ProcessedToken,
    TokenProcessorServices,
    TokenRefused,
)
from hanse.plugins.contracts.users import AttributeValue
from hanse.plugins.token_processors.proof_setting import WITHOUT_PROOF

MANAGER, JOINED_SCOPES, LIMITED_SCOPES = "Access Token Manager", "Scope value as single string", "Limit Scopes"
# The core attributes, with the names of the API contract.
CONTRACT: Final = ("aud", "authorization_details", "client_id", "expires_at", "iss", "scope")


class AccessTokenProcessor:
    """Validates tokens of one manager; the interface is `contracts.token_processors.SecurityTokenProcessor`."""

    def __init__(self, settings: Settings) -> None:
        self._manager = settings.text(MANAGER)
        self._joins_scopes = settings.flag(JOINED_SCOPES)
        self._limits_scopes = settings.flag(LIMITED_SCOPES)
        self._needs_no_proof = settings.flag(WITHOUT_PROOF)

    def process(self, token: str, services: TokenProcessorServices) -> ProcessedToken:
        """Return the content of a valid access token of the manager. Raises TokenRefused."""
        found = services.inspect(token, self._manager)
        if found is None:
            raise TokenRefused("it is no valid access token of the access token manager")
        issuer = text_of(found.claims, "iss") or services.issuer
        details = found.claims.get("authorization_details")
        return ProcessedToken(
            # The token of a client that acts for itself may have no subject (RFC 9068, section 2.2).
            subject=found.subject or found.client_id,
            issuer=issuer,
            attributes={**attributes_of(found.claims), **self._core(found, issuer)},
            claims={**found.claims, "client_id": found.client_id},
            access=GrantedAccess(
                scopes=found.scopes if self._limits_scopes else None,
                authorization_details=details if isinstance(details, list) else (),
                expires=found.expires,
                grant_id=found.grant_id,
                session_id=found.session_id,
            ),
            needs_no_proof=self._needs_no_proof,
        )

    def _core(self, found: InspectedToken, issuer: str) -> dict[str, AttributeValue]:
        return {
            "client_id": found.client_id,
            "expires_at": str(int(found.expires)),
            "iss": issuer,
            "scope": " ".join(found.scopes) if self._joins_scopes else list(found.scopes),
        }
