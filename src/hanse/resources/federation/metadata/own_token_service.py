"""The description of this server as the security token service of a partner with WS-Federation, for metadata."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hanse.resources.federation.connections.endpoints import Protocol
from hanse.resources.federation.metadata.own_metadata import Certificates, contacts_of, signing_keys
from hanse.resources.federation.sp_connections.ws_federation import WsFedTokenType
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.federation_metadata import SecurityTokenService
from hanse.saml.paths import WS_FEDERATION_PATH
from hanse.saml.saml11 import Saml11Attribute
from hanse.saml.security_tokens import JWT_TOKEN, SAML11_TOKEN, SAML20_TOKEN

Body = Mapping[str, Any]
_TOKEN_TYPES: Final = {
    WsFedTokenType.SAML11.value: SAML11_TOKEN,
    WsFedTokenType.SAML20.value: SAML20_TOKEN,
    WsFedTokenType.JWT.value: JWT_TOKEN,
}


def uses_ws_federation(body: Body) -> bool:
    """Return whether an SP connection uses WS-Federation."""
    return bool((body.get("spBrowserSso") or {}).get("protocol") == Protocol.WSFED.value)


def token_service(
    body: Body, realm: str, base_url: str, certificates: Certificates, contact: Body | None
) -> SecurityTokenService:
    """Return what this server offers to the partner of an SP connection with WS-Federation."""
    sso = body["spBrowserSso"]
    token = sso.get("wsFedTokenType") or WsFedTokenType.SAML11.value
    return SecurityTokenService(
        entity_id=realm,
        passive_endpoint=f"{base_url}{WS_FEDERATION_PATH}",
        signing_certificates=tuple(dict.fromkeys(found for key in signing_keys(body) for found in certificates(key))),
        token_types=(_TOKEN_TYPES[token],),
        claim_types=tuple(_claims(sso, token)),
        organization=(contact or {}).get("company"),
        contacts=contacts_of(contact or {}),
    )


def _claims(sso: Body, token: str) -> Iterator[str]:
    """Yield the URIs of the attributes, as the token names them: SAML 1.1 splits them into namespace and name."""
    for each in (sso.get("attributeContract") or {}).get("extendedAttributes") or ():
        name = each["name"]
        if name == SAML_SUBJECT:
            continue
        if token == WsFedTokenType.SAML11.value:
            split = Saml11Attribute.of(name, each.get("nameFormat"), ())
            name = f"{split.namespace.rstrip('/')}/{split.name}"
        yield name
