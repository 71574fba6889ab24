"""Logout at the provider (OpenID Connect RP-Initiated Logout 1.0)."""

from typing import Final
from urllib.parse import urlencode

import structlog

from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.contracts.remote_logouts import post_logout_url

LOG = structlog.stdlib.get_logger("hanse.signin")
# The ID token is stored with the user's session, and is part of an address that browsers and servers must accept.
_LONGEST_HINT: Final = 6_000


def logout_hint(settings: ProviderSettings, id_token: str) -> str:
    """Return the ID token if users are signed out at the provider with it, and it is short enough."""
    if not settings.signs_out:
        return ""
    if len(id_token) > _LONGEST_HINT:
        LOG.warning("ID token too long for a logout at the provider", issuer=settings.issuer, length=len(id_token))
        return ""
    return id_token


def end_session_url(
    settings: ProviderSettings, metadata: ProviderMetadata, hint: str, state: str, issuer: str, callback: str
) -> str:
    """Return the address of the logout request (section 2); empty if the provider has no endpoint for it."""
    endpoint = metadata.end_session_endpoint
    if not endpoint or not settings.signs_out:
        return ""
    parameters = {
        "id_token_hint": hint,
        "client_id": settings.client_id,
        "post_logout_redirect_uri": post_logout_url(issuer, callback),
        "state": state,
    }
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(parameters)}"
