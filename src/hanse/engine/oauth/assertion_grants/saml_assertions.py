"""SAML 2.0 assertions as authorization grants (RFC 7522, sections 2.1 and 3).

The issuer selects the connection, and the connection the certificates. An assertion must be signed by itself, confirmed
as a bearer assertion for the token endpoint, restricted to this server as its audience, and expire within an hour.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.anchored_signers import with_trust
from hanse.engine.http.request import Request
from hanse.engine.oauth.assertion_grants.accepted_assertion import AcceptedAssertion, AssertionRefused
from hanse.engine.oauth.assertion_grants.trusted_connections import TRUSTED_CONNECTIONS, TrustedConnection
from hanse.engine.oauth.client_authentication.assertion import audiences
from hanse.engine.oauth.jose.claim_checks import LONGEST_SECONDS, SKEW_SECONDS
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.resources.federation.idp_connections.model import TOKEN_SUBJECT
from hanse.resources.federation.own_entity_id import own_entity_id
from hanse.saml.assertion_checks import ClockTolerance, Recipient, check_bearer
from hanse.saml.assertions import Assertion
from hanse.saml.attributes import attribute_values
from hanse.saml.bindings import from_base64url
from hanse.saml.responses import PresentedAssertion, open_assertion

SAML_BEARER: Final = "urn:ietf:params:oauth:grant-type:saml2-bearer"
_SKEW: Final = timedelta(seconds=SKEW_SECONDS)
_TOLERANCE: Final = ClockTolerance(_SKEW, _SKEW)
_LONGEST: Final = timedelta(seconds=LONGEST_SECONDS) + 2 * _SKEW


@dataclass(frozen=True)
class SamlAssertions:
    """Validates SAML assertions of connections."""

    services: Services

    async def validate(self, request: Request, text: str) -> AcceptedAssertion:
        """Return the content of a valid assertion. Raises AssertionRefused."""
        now = self.services.clock.now()
        try:
            presented = open_assertion(from_base64url(text))
            connection = _connection_of(request, presented)
            assertion = await with_trust(self.services, request, connection, presented.verified)
            expires = check_bearer(assertion, _recipient(request), now, _TOLERANCE)
        except XmlRefused as error:
            raise AssertionRefused(str(error)) from error
        if expires > now + _LONGEST:
            raise AssertionRefused("it expires more than an hour from now")
        subject = _subject(assertion)
        values: dict[str, Value] = {**attribute_values(assertion.attributes), TOKEN_SUBJECT: subject}
        return AcceptedAssertion(
            connection=connection,
            subject=subject,
            attributes={name: value for name, value in values.items() if name in connection.attributes},
            id=assertion.id,
            expires=expires.timestamp(),
        )


def _connection_of(request: Request, presented: PresentedAssertion) -> TrustedConnection:
    found = request.snapshot.part(TRUSTED_CONNECTIONS).find(presented.issuer)
    if found is None:
        raise AssertionRefused("its issuer is the entity ID of no active connection")
    return found


def _recipient(request: Request) -> Recipient:
    """Return this server: its entity ID, issuer and token endpoint as audiences, and the latter as recipient."""
    entity_id = own_entity_id(request.snapshot.part(SERVER))
    own = audiences(request)
    return Recipient(
        audiences=own | ({entity_id} if entity_id else set()),
        addresses=[each for each in own if each.endswith(TOKEN_PATH)],
        allow_unsolicited=True,
        allow_bare_confirmation=True,
    )


def _subject(assertion: Assertion) -> str:
    name_id = None if assertion.subject is None else assertion.subject.name_id
    if name_id is None:
        raise AssertionRefused("it has no name identifier")
    return name_id.value
