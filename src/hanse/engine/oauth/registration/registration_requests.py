"""Checks the body of a registration, or of a change of one, before anything is saved."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import InvalidClientMetadata
from hanse.engine.http.request import BodyTooLarge, Request
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.registration.client_bodies import METHODS, SECRET_BASIC, TLS
from hanse.engine.oauth.registration.grant_types import check_types, complete_types
from hanse.engine.oauth.registration.metadata import RegisteredMetadata, parse_metadata, read_document
from hanse.engine.oauth.registration.policies import apply_policies
from hanse.engine.oauth.registration.redirect_uri_rules import check_redirect_uris
from hanse.engine.oauth.registration.registered_scopes import AllowedScopes
from hanse.engine.oauth.registration.software_statements import STATEMENT, SoftwareStatements
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.services import Services
from hanse.engine.snapshot.configuration_parts import CLIENT_DEFAULTS, PROPERTIES
from hanse.kit.errors import HanseError
from hanse.plugins.contracts.client_registration import RegistrationAttempt
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.registration import CertificateIssuer, DynamicClientRegistration

LOG = structlog.stdlib.get_logger("hanse.oauth")
MOST_BYTES: Final = 64 * 1024
_JSON: Final = b"application/json"
_OK: Final = 200


@dataclass(frozen=True)
class CheckedRegistration:
    """A registration whose metadata is checked, except for the rules that the admin API has as well."""

    metadata: RegisteredMetadata
    settings: DynamicClientRegistration
    scopes: AllowedScopes
    # Values of extended properties that the settings accept as metadata.
    properties: dict[str, list[str]]
    statement_issuer: str = ""


async def read_json(request: Request) -> dict[str, Any]:
    """Return the body of a request as a JSON object. Raises InvalidClientMetadata and BodyTooLarge."""
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip().lower()
    if media_type != _JSON:
        raise InvalidClientMetadata(f"The content type must be {_JSON.decode()}.")
    body = await request.body()
    if len(body) > MOST_BYTES:
        raise BodyTooLarge
    return read_document(body)


class RegistrationRequests:
    """Checks the metadata of registrations."""

    def __init__(self, services: Services, keys: ClientKeys) -> None:
        self._services = services
        self._statements = SoftwareStatements(keys, services.clock)

    async def check(
        self,
        request: Request,
        document: dict[str, Any],
        settings: DynamicClientRegistration,
        *,
        token_client: str = "",
        is_update: bool = False,
    ) -> CheckedRegistration:
        """Return the checked registration. Raises the errors of RFC 7591, section 3.2.2."""
        statement = await self._statements.verify(document, settings)
        # RFC 7591, section 2.3: what the issuer has signed takes precedence.
        stated = {**document, **(statement.metadata or {})}
        stated.pop(STATEMENT, None)
        requested = parse_metadata(stated)
        supported = request.issuer.claims.get("grant_types_supported", ())
        complete_types(requested, supported)
        filled = {**stated, "grant_types": requested.grant_types, "response_types": requested.response_types}
        attempt = RegistrationAttempt(filled, is_update, statement.issuer, token_client)
        final = await apply_policies(self._services, request, settings, attempt)
        metadata = parse_metadata(final)
        complete_types(metadata, supported)
        check_types(metadata)
        check_redirect_uris(metadata)
        _check_method(metadata, settings)
        await self._check_sector(metadata)
        scopes = AllowedScopes(request.snapshot.part(SCOPES), settings)
        return CheckedRegistration(metadata, settings, scopes, _properties(request, final), statement.issuer)

    async def _check_sector(self, metadata: RegisteredMetadata) -> None:
        """Check that a sector identifier's document lists the redirect URIs (OpenID registration 1.0, section 5)."""
        url = metadata.sector_identifier_uri
        if not url:
            return
        try:
            status, body = await self._services.outgoing.get(url)
            listed = msgspec.json.decode(body, type=list[str]) if status == _OK else []
        except (HanseError, msgspec.DecodeError, RecursionError) as error:
            LOG.info("sector identifier not readable", url=url, reason=str(error))
            listed = []
        if not listed or not set(metadata.redirect_uris) <= set(listed):
            raise InvalidClientMetadata("sector_identifier_uri: its document must list all redirect URIs.")


def _check_method(metadata: RegisteredMetadata, settings: DynamicClientRegistration) -> None:
    metadata.token_endpoint_auth_method = metadata.token_endpoint_auth_method or SECRET_BASIC
    if metadata.token_endpoint_auth_method not in METHODS:
        raise InvalidClientMetadata("token_endpoint_auth_method: this value is not supported.")
    names = [name for name in metadata.__struct_fields__ if name.startswith("tls_client_auth_san_")]
    if any(getattr(metadata, name) for name in names):
        raise InvalidClientMetadata("Certificates are identified by tls_client_auth_subject_dn only.")
    by_certificate = METHODS[metadata.token_endpoint_auth_method] is AuthType.CERTIFICATE
    if by_certificate and settings.client_cert_issuer_type is CertificateIssuer.NONE:
        raise InvalidClientMetadata("token_endpoint_auth_method: certificates are not accepted.")
    if (metadata.token_endpoint_auth_method == TLS) is not bool(metadata.tls_client_auth_subject_dn):
        raise InvalidClientMetadata(f"tls_client_auth_subject_dn: required for the method {TLS}, and only for it.")


def _properties(request: Request, document: dict[str, Any]) -> dict[str, list[str]]:
    """Return the values of the additional members that the client settings name.

    A member is stored in the extended property with its name.
    """
    accepted = {each.parameter: each.multi_valued for each in request.snapshot.part(CLIENT_DEFAULTS).client_metadata}
    declared = {each.name for each in request.snapshot.part(PROPERTIES).items}
    found: dict[str, list[str]] = {}
    for name, is_multi_valued in accepted.items():
        value = document.get(name)
        if value is None or name not in declared:
            continue
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str) for each in values) or (len(values) > 1 and not is_multi_valued):
            raise InvalidClientMetadata(f"{name}: Expected a text{' or a list of texts' if is_multi_valued else ''}.")
        found[name] = values
    return found
