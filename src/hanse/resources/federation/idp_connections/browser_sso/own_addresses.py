"""The addresses of this server that administrators register at the partner of a connection."""

from collections.abc import Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.view import View
from hanse.kit.texts.messages import message
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.plugins.contracts.adapters import callback_url
from hanse.plugins.contracts.remote_logouts import REMOTE_LOGOUT_PATH, front_logout_url, post_logout_url
from hanse.resources.base_url import base_url_of
from hanse.resources.federation.connections.application_endpoint import start_at_identity_provider
from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES
from hanse.resources.federation.idp_connections.browser_sso.model import (
    MEMBER,
    PROVIDER,
    BrowserSsoProtocol,
    IdentityMapping,
)
from hanse.resources.federation.own_entity_id import own_entity_id
from hanse.saml.paths import SP_ACS_PATH, SP_SLO_PATH

Body = Mapping[str, Any]


def own_addresses(view: View, body: Body) -> Mapping[str, str]:
    """Return the addresses at the base URL by their labels; for SAML also the entity ID of this server."""
    base_url, sso = base_url_of(view), body.get(MEMBER)
    if not base_url or not sso:
        return {}
    start: dict[str, str] = {
        message("SSO application endpoint"): each for each in _application_endpoint(view, body).values()
    }
    if sso.get("protocol") == BrowserSsoProtocol.OIDC:
        found = _openid_addresses(base_url, body)
        labels: dict[str, str] = {
            "redirectUri": message("Redirect URI"),
            "backChannelLogoutUri": message("Back-channel logout URI"),
            "frontChannelLogoutUri": message("Front-channel logout URI"),
            "postLogoutRedirectUri": message("Post-logout redirect URI"),
        }
        # Without tracking, logouts at the provider are refused at every address.
        shown = labels if tracks_logouts(body) else ("redirectUri",)
        return {**{labels[each]: found[each] for each in shown}, **start}
    entity_id = own_entity_id(view.singleton(handles.SERVER_SETTINGS), body.get("defaultVirtualEntityId"))
    addresses: dict[str, str] = {
        **({message("Entity ID of this server"): entity_id} if entity_id else {}),
        message("Assertion consumer service URL"): f"{base_url}{SP_ACS_PATH}",
    }
    if LOGOUT_PROFILES & set(sso.get("enabledProfiles", ())):
        addresses[message("Single logout service URL")] = f"{base_url}{SP_SLO_PATH}"
    return {**addresses, **start}


def with_addresses(view: View, body: Body) -> dict[str, Any]:
    """Return the members of a connection whose answers have addresses of this server."""
    base_url, sso = base_url_of(view), body.get(MEMBER) or {}
    if not base_url or not sso:
        return {}
    shown = {**sso, **_application_endpoint(view, body)}
    if sso.get(PROVIDER):
        shown[PROVIDER] = {**sso[PROVIDER], **_openid_addresses(base_url, body)}
    return {MEMBER: shown}


def _application_endpoint(view: View, body: Body) -> dict[str, str]:
    """Return the address that starts a sign-in, unless only policies use the connection."""
    is_mapped = body[MEMBER].get("idpIdentityMapping") != IdentityMapping.NONE
    return start_at_identity_provider(view, str(body.get("entityId"))) if is_mapped else {}


def _openid_addresses(base_url: str, body: Body) -> dict[str, str]:
    """Return the addresses. As in the API contract, two are left out if logouts are not tracked."""
    name = callback_name(str(body.get("entityId")))
    found = {
        "redirectUri": callback_url(base_url, name),
        "backChannelLogoutUri": f"{base_url}{REMOTE_LOGOUT_PATH.format(name=name)}",
        "frontChannelLogoutUri": front_logout_url(base_url, name),
        "postLogoutRedirectUri": post_logout_url(base_url, name),
    }
    if tracks_logouts(body):
        return found
    return {each: found[each] for each in ("redirectUri", "frontChannelLogoutUri")}


def tracks_logouts(body: Body) -> bool:
    """Return whether users of an OpenID provider are signed out with the provider."""
    return bool((body[MEMBER].get(PROVIDER) or {}).get("trackUserSessionsForLogout"))
