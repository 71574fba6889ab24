"""The metadata of this server's own APIs that accept access tokens (RFC 9728, section 2)."""

from collections.abc import Iterable
from typing import Any

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.engine.http.protocol_endpoint import ProtocolEndpoint
from hanse.engine.oauth.paths import OWN_GRANTS_PATH, REGISTRATION_PATH
from hanse.engine.oauth.scopes import OPENID
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.engine.snapshot.compiler import Parts
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION, CLIENT_DEFAULTS

# RFC 6750, section 2. Only UserInfo has requests with a form.
_HEADER, _BODY = "header", "body"


def api_metadata(
    endpoints: Iterable[ProtocolEndpoint], parts: Parts, *, has_certificates: bool
) -> dict[str, dict[str, Any]]:
    """Return the members of each API's metadata by its path, without its address and its issuer.

    `has_certificates` means that callers can present TLS client certificates.
    """
    scopes = _scopes(parts)
    shared: dict[str, Any] = {"dpop_signing_alg_values_supported": list(ALGORITHMS)}
    if has_certificates:
        shared["tls_client_certificate_bound_access_tokens"] = True
    return {
        each.path: {
            "resource_name": each.title,
            "scopes_supported": [scopes[each.path]],
            "bearer_methods_supported": [_HEADER, _BODY] if each.path == USERINFO_PATH else [_HEADER],
            **shared,
        }
        for each in endpoints
        if each.path in scopes
    }


def _scopes(parts: Parts) -> dict[str, str]:
    """Return the scope that each API requires; an API for which none is configured accepts no access tokens."""
    found: dict[str, str | None] = {
        USERINFO_PATH: OPENID,
        OWN_GRANTS_PATH: parts[AUTHORIZATION.name].scope_for_oauth_grant_management,
    }
    registration = parts[CLIENT_DEFAULTS.name].dynamic_client_registration
    if registration is not None:
        found[REGISTRATION_PATH] = registration.initial_access_token_scope
    return {path: scope for path, scope in found.items() if scope}
