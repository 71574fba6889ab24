"""Issues tokens other than access tokens, with token generators (RFC 8693, section 2.2.1)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import AccessDenied, ServerError, UnauthorizedClient
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.mapping_values import values_of
from hanse.engine.oauth.contracts import IssuedToken, TokenRequest
from hanse.engine.oauth.token_exchange.actors import decoded_actor
from hanse.engine.oauth.token_exchange.compiled_policies import EXCHANGE_CONFIGURATION
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import Value
from hanse.engine.token_signing import token_signing_services
from hanse.plugins.contracts.token_generators import GeneratedContent
from hanse.resources.mapping.fulfillment import FulfillmentFailed

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The token type of what is no access token (section 2.2.1).
NOT_APPLICABLE: Final = "N_A"


@dataclass(frozen=True)
class GeneratedTokens:
    """Fulfills the contract of a token generator, and has it issue the token."""

    services: Services
    fulfillment: AttributeFulfillment

    async def issue(self, request: Request, wanted: TokenRequest, policy_id: str, generator_id: str) -> IssuedToken:
        """Return a new token. Raises UnauthorizedClient without a mapping, AccessDenied and ServerError."""
        configuration = request.snapshot.part(EXCHANGE_CONFIGURATION)
        generator = configuration.generators.get(generator_id)
        if generator is None:
            LOG.error("token generator not usable", id=generator_id)
            raise ServerError("The token generator is not usable.")
        attributes = await self._attributes(request, wanted, policy_id, generator_id)
        expires_by = None if wanted.expires_by is None else datetime.fromtimestamp(wanted.expires_by, UTC)
        content = GeneratedContent(
            attributes=attributes,
            resources=wanted.resources,
            actor=decoded_actor("" if wanted.context is None else wanted.context.actor),
            confirmation=wanted.confirmation,
            expires_by=expires_by,
        )
        signing = token_signing_services(request.issuer, self.services, configuration.generator_keys)
        try:
            made = await self.services.work.run(Purpose.TOKENS, generator.generate, content, signing)
        except ValueError as error:
            LOG.error("token not generated", generator=generator_id, reason=str(error))  # noqa: TRY400 - it says all.
            raise ServerError("The token generator cannot issue a token.") from error
        if expires_by is not None and made.expires > expires_by:
            LOG.error("generated token expires too late", generator=generator_id)
            raise ServerError("The token generator cannot issue a token.")
        return IssuedToken(
            text=made.text,
            expires=made.expires.timestamp(),
            manager_id="",
            scopes=(),
            token_type=NOT_APPLICABLE,
            attributes=attributes,
        )

    async def _attributes(
        self, request: Request, wanted: TokenRequest, policy_id: str, generator_id: str
    ) -> dict[str, Value]:
        mapping = request.snapshot.part(EXCHANGE_CONFIGURATION).generator_mappings.get((policy_id, generator_id))
        if mapping is None:
            LOG.warning("no token generator mapping", policy=policy_id, generator=generator_id)
            raise UnauthorizedClient("No token generator mapping is configured for this request.")
        try:
            return await self.fulfillment.fulfill_compiled(request.snapshot, mapping, values_of(request, wanted))
        except IssuanceRefused as refused:
            raise AccessDenied(str(refused)) from refused
        except FulfillmentFailed as failed:
            LOG.error("token generator mapping failed", generator=generator_id, reason=str(failed))  # noqa: TRY400 - it says all.
            raise ServerError("An attribute of the token cannot be computed.") from failed
