"""Descriptions of the published documents for administrators."""

from hanse.engine.snapshot.metadata import JWKS_PATH
from hanse.engine.snapshot.model import OPENID_CONFIGURATION, SERVER_METADATA
from hanse.engine.snapshot.protected_resources import WELL_KNOWN
from hanse.kit.endpoint_descriptions import EndpointDescription, EndpointKind

_OAUTH = frozenset({EndpointKind.OAUTH})

PUBLISHED_ENDPOINTS = (
    EndpointDescription(
        "OpenID Provider configuration",
        f"{{origin}}{{path}}{OPENID_CONFIGURATION}",
        "Metadata of the issuer for OpenID Connect clients (OpenID Connect Discovery 1.0, section 4).",
        _OAUTH,
    ),
    EndpointDescription(
        "Authorization server metadata",
        f"{{origin}}{SERVER_METADATA}{{path}}",
        "Metadata of the issuer for OAuth clients (RFC 8414, section 3).",
        _OAUTH,
    ),
    EndpointDescription(
        "Protected resource metadata of UserInfo",
        f"{{origin}}{WELL_KNOWN}{{path}}/idp/userinfo.openid",
        "Metadata of the UserInfo endpoint for clients that find it first (RFC 9728, section 3).",
        _OAUTH,
    ),
    EndpointDescription(
        "JSON Web Key Set",
        f"{{origin}}{{path}}{JWKS_PATH}",
        "Public keys that verify this issuer's signatures (RFC 7517).",
        _OAUTH,
    ),
)
