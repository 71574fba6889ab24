"""Bearer assertions as authorization grants (RFC 7521, section 4.1), whatever their format.

An IdP connection determines whose assertions are accepted, and the attributes of the access tokens. A client may be
authenticated or not, as its settings require. No refresh tokens are issued: clients present a new assertion instead.
"""

from collections.abc import Awaitable, Callable

import structlog

from hanse.engine.errors import InvalidGrant
from hanse.engine.http.request import Request
from hanse.engine.oauth.assertion_grants.accepted_assertion import AcceptedAssertion, AssertionRefused
from hanse.engine.oauth.authorization_details import PARAMETER, requested_details
from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Origin
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.resources.grants import GrantType
from hanse.resources.mapping.model import SourceType

LOG = structlog.stdlib.get_logger("hanse.oauth")
Validation = Callable[[Request, str], Awaitable[AcceptedAssertion]]
# RFC 7523, section 3.1, and RFC 7522, section 3.1.
_INVALID = "The assertion is not valid."


class BearerAssertionGrant:
    """Accepts assertions of one format."""

    allowed_by = GrantType.EXTENSION
    # RFC 7521, section 4.1: client authentication is optional.
    public_allowed = True

    def __init__(self, services: Services, name: str, validate: Validation) -> None:
        """`validate` returns the content of a valid assertion, and raises AssertionRefused for any other text."""
        self.name = name
        self._services = services
        self._validate = validate

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return what the assertion entitles to: the scopes that the client may request. Raises OAuthError."""
        text = call.form.required("assertion")
        try:
            found = await self._validate(call.request, text)
            if found.connection.accepts_once and not found.id:
                raise AssertionRefused("it has no identifier, and replay prevention is on")  # noqa: TRY301 - one log line.
        except AssertionRefused as refused:
            LOG.info("assertion refused", client=call.client.id, grant=self.name, reason=str(refused))
            raise InvalidGrant(_INVALID) from refused
        details = call.form.one(PARAMETER)
        return Entitlement(
            client_id=call.client.id,
            issuer=call.request.issuer.identifier,
            scopes=None,
            context=GrantContext(
                user_key=found.subject,
                user_name=found.subject,
                origin=Origin(SourceType.ASSERTION.value, found.connection.id),
                origin_attributes=found.attributes,
                masked=found.connection.masked,
                authorization_details=(
                    "" if details is None else requested_details(call.request, call.client, details)
                ),
            ),
            openid=False,
            mappings=found.connection.mappings,
            evidence=found,
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, _access_token: IssuedToken) -> str:
        """Use up an assertion that is accepted once, and return no refresh token (RFC 7521, section 4.1)."""
        found = entitlement.evidence_as(AcceptedAssertion)
        connection = found.connection
        if connection.accepts_once:
            key = digest(f"{connection.entity_id}\0{found.id}")
            one_time = self._services.state.one_time
            if not await one_time.claim(OneTimeKind.GRANT_ASSERTION_ID, key, found.expires, call.now):
                LOG.warning("assertion presented again", client=call.client.id, connection=connection.id)
                raise InvalidGrant(_INVALID)
        LOG.info("assertion accepted", client=call.client.id, connection=connection.id, grant=self.name)
        return ""
