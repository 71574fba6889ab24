"""The entity ID and the addresses of this server that administrators give to the partner of an SP connection."""

from collections.abc import Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.view import View
from hanse.kit.texts.messages import message
from hanse.resources.base_url import base_url_of
from hanse.resources.federation.connections.application_endpoint import metadata_address, start_at_service_provider
from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES, Protocol
from hanse.resources.federation.own_entity_id import own_entity_id, own_realm
from hanse.resources.federation.sp_connections.model import SSO
from hanse.saml.paths import IDP_SLO_PATH, IDP_SSO_PATH, WS_FEDERATION_PATH

Body = Mapping[str, Any]


def own_addresses(view: View, body: Body) -> Mapping[str, str]:
    """Return the identifier of this server and its addresses at the base URL, by their labels."""
    base_url, sso = base_url_of(view), body.get(SSO)
    if not base_url or not sso:
        return {}
    start = start_at_service_provider(view, str(body.get("entityId"))).values()
    of_protocol = _ws_federation if sso.get("protocol") == Protocol.WSFED else _saml
    return {**of_protocol(view, body, base_url), **{message("SSO application endpoint"): each for each in start}}


def _ws_federation(view: View, body: Body, base_url: str) -> dict[str, str]:
    realm = own_realm(view.singleton(handles.SERVER_SETTINGS), body.get("defaultVirtualEntityId"))
    return {
        **({message("Realm of this server"): realm} if realm else {}),
        message("WS-Federation endpoint URL"): f"{base_url}{WS_FEDERATION_PATH}",
    }


def _saml(view: View, body: Body, base_url: str) -> dict[str, str]:
    entity_id = own_entity_id(view.singleton(handles.SERVER_SETTINGS), body.get("defaultVirtualEntityId"))
    metadata = metadata_address(view, "PartnerSpId", str(body.get("entityId"))) if body.get("active") else ""
    found: dict[str, str] = {
        **({message("Entity ID of this server"): entity_id} if entity_id else {}),
        **({message("Metadata for the partner"): metadata} if metadata else {}),
        message("Single sign-on service URL"): f"{base_url}{IDP_SSO_PATH}",
    }
    if LOGOUT_PROFILES & set(body[SSO].get("enabledProfiles", ())):
        found[message("Single logout service URL")] = f"{base_url}{IDP_SLO_PATH}"
    return found
