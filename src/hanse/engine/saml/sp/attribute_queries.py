"""Attribute queries that applications start: this server requests attributes of a user from an identity provider.

The caller is an application, not a browser. It authenticates with the application ID and the shared secret of the
service authentication settings, and receives the attributes as JSON.
"""

from base64 import b64decode
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from typing import Final

import structlog

from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.anchored_signers import signature_trust
from hanse.engine.errors import InvalidClient, InvalidRequest, OAuthError, TemporarilyUnavailable
from hanse.engine.failed_attempts import FailedAttempts
from hanse.engine.http.answers import Answer, Header, json_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.saml.sp.providers import ProviderPartner, find_provider
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.attribute_query_callers import ATTRIBUTE_QUERY_CALLERS
from hanse.engine.snapshot.identity_providers import attribute_service
from hanse.kit.errors import Unavailable
from hanse.plugins.connections.saml_provider.attribute_requester import AttributeRequester
from hanse.plugins.provider_failures import FailureCode, ProviderFailure
from hanse.resources.federation.connections.model import LoggingMode
from hanse.saml.envelopes import Header as MessageHeader
from hanse.saml.name_ids import NameId
from hanse.saml.values import new_saml_id
from hanse.saml.xml_names import NAMEID_X509

LOG: Final = structlog.stdlib.get_logger("hanse.saml")
_CHALLENGE: Final[Header] = (b"www-authenticate", b'Basic realm="Attribute queries", charset="UTF-8"')
_SCHEME: Final = b"basic "
_APPLICATION, _SECRET = "AppId", "SharedSecret"
_LONGEST: Final = 1024
_MOST_NAMES: Final = 100
# A connection and an answer have five seconds each.
_SECONDS: Final = 12.0


class PartnerFailed(OAuthError):
    """The identity provider cannot be asked, or its response is not accepted."""

    status = HTTPStatus.BAD_GATEWAY
    code = "partner_failed"


class AttributesDenied(OAuthError):
    """The identity provider does not know the user, or refuses the query."""

    status = HTTPStatus.FORBIDDEN
    code = "access_denied"


@dataclass(frozen=True)
class AttributeQueryService:
    """The endpoint."""

    services: Services
    attempts: FailedAttempts

    async def answer(self, request: Request) -> Answer:
        """Answer with the attributes of a user. Raises OAuthError, TemporarilyUnavailable and Unavailable."""
        sent = request.query if request.method == "GET" else await request.form()
        await self._authenticate(request, sent)
        subject = NameId(_text(sent, "Subject", required=True), _text(sent, "Format") or None)
        partner = _partner(request, sent, subject)
        names = sent.all("RequestedAttrName")
        if len(names) > _MOST_NAMES or any(not each or len(each) > _LONGEST for each in names):
            raise InvalidRequest("The names of the requested attributes are not valid.")
        try:
            found = await self._attributes(request, partner, subject, tuple(dict.fromkeys(names)))
        except ProviderFailure as failure:
            LOG.warning("attribute query failed", connection=partner.id, reason=str(failure))
            if failure.code == FailureCode.DENIED:
                raise AttributesDenied("The identity provider has refused the query.") from failure
            raise PartnerFailed("The identity provider has not answered the query.") from failure
        query = partner.settings.attribute_query
        if query is not None and partner.settings.logging_mode is not LoggingMode.NONE:
            user = {} if query.policy.mask_attribute_values else {"subject": subject.value}
            LOG.info("attributes received", connection=partner.id, attributes=sorted(found), **user)
        values = {name: [value] if isinstance(value, str) else value for name, value in found.items()}
        return json_answer({"subject": subject.value, "attributes": values})

    async def _attributes(
        self, request: Request, partner: ProviderPartner, subject: NameId, names: tuple[str, ...]
    ) -> dict[str, str | list[str]]:
        """Return the attributes that the partner states. Raises ProviderFailure and TemporarilyUnavailable."""
        own, now = partner.stored.own, self.services.clock.now()
        try:
            service = attribute_service(partner.settings, own)
        except ValueError as error:
            raise ProviderFailure(FailureCode.ERROR, str(error)) from error
        if service is None or not own.entity_id:
            raise ProviderFailure(FailureCode.ERROR, "This server has no SAML 2.0 entity ID.")
        header = MessageHeader(new_saml_id(self.services.randomness), now, own.entity_id, destination=service.url)
        sender = self.services.ports.get(DataStoreClients).http(service.channel.connection)
        requester = AttributeRequester(service, sender, signature_trust(self.services, request, partner))
        return await self.services.work.run(
            Purpose.LOOKUPS,
            requester.attributes,
            subject,
            names,
            header,
            self.services.randomness,
            seconds=_SECONDS,
        )

    async def _authenticate(self, request: Request, sent: Parameters) -> None:
        """Check the credentials of the application. Raises InvalidClient and InvalidRequest."""
        if request.method == "GET" and sent.one(_SECRET) is not None:
            # Addresses are written to logs on the way (RFC 9700, section 4.3).
            raise InvalidRequest("The shared secret must not be sent in the query.")
        callers = request.snapshot.part(ATTRIBUTE_QUERY_CALLERS)
        seconds = self.attempts.locked_seconds(request, callers.id)
        if seconds:
            raise InvalidClient("Too many failed attempts.", ((b"retry-after", str(seconds).encode()),))
        expected = f"{callers.id}:{callers.secret}".encode()
        if not callers.id or not compare_digest(_presented(request, sent), expected):
            await self.attempts.add(request, callers.id)
            raise InvalidClient("The application ID or the shared secret is wrong.", (_CHALLENGE,))


def _presented(request: Request, sent: Parameters) -> bytes:
    """Return the application ID and the secret of HTTP Basic authentication, or of the form."""
    authorization = request.header(b"authorization") or b""
    if authorization[: len(_SCHEME)].lower() == _SCHEME:
        try:
            return b64decode(authorization[len(_SCHEME) :].strip(), validate=True)
        except ValueError:
            return b""
    return f"{sent.one(_APPLICATION) or ''}:{sent.one(_SECRET) or ''}".encode()


def _partner(request: Request, sent: Parameters, subject: NameId) -> ProviderPartner:
    """Return the identity provider that is asked. Raises InvalidRequest.

    A user who is known by a certificate belongs to the one that the mappings name (SAML X.509 attribute sharing).
    """
    entity_id = _text(sent, "PartnerIdpId")
    if not entity_id and subject.format == NAMEID_X509:
        providers = request.snapshot.part(ATTRIBUTE_QUERY_CALLERS).providers
        entity_id = providers.provider_of(_text(sent, "Issuer"), subject.value)
    partner = find_provider(request, entity_id) if entity_id else None
    if partner is None or partner.settings.attribute_query is None:
        LOG.warning("no IdP connection for an attribute query", partner=entity_id[:200])
        raise InvalidRequest("There is no identity provider for the query.")
    return partner


def _text(sent: Parameters, name: str, *, required: bool = False) -> str:
    value = sent.required(name) if required else sent.one(name) or ""
    if len(value) > _LONGEST or not value.isprintable():
        raise InvalidRequest(f"The value of {name} is not valid.")
    return value


def render_query_error(request: Request, error: Exception) -> Answer:
    """Return the error as JSON. The reason of a partner's failure stays in the log."""
    if isinstance(error, TemporarilyUnavailable | Unavailable):
        return json_answer({"error": "temporarily_unavailable"}, HTTPStatus.SERVICE_UNAVAILABLE)
    if isinstance(error, OAuthError):
        LOG.warning("attribute query refused", path=request.path, reason=error.description)
        body = {"error": error.code, "error_description": error.description}
        return json_answer(body, error.status, *error.headers)
    LOG.error("attribute query failed", exc_info=error)
    return json_answer({"error": "server_error"}, HTTPStatus.INTERNAL_SERVER_ERROR)
