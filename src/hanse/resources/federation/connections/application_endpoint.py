"""The address that starts a sign-in across a connection, which applications link to."""

from typing import Annotated, Final
from urllib.parse import urlencode

from pydantic import Field

from hanse.config.declare.fields import ServerSet
from hanse.config.declare.view import View
from hanse.resources.base_url import base_url_of
from hanse.saml.paths import IDP_START_PATH, METADATA_PATH, SP_START_PATH

APPLICATION_ENDPOINT: Final = "ssoApplicationEndpoint"
ApplicationEndpoint = Annotated[str | None, ServerSet(), Field(title="SSO application endpoint", max_length=4096)]


def start_at_service_provider(view: View, entity_id: str) -> dict[str, str]:
    """Return the address that signs users in at the service provider of an SP connection, by the name of its member.

    Return nothing without a base URL.
    """
    return _start(view, IDP_START_PATH, {"PartnerSpId": entity_id})


def start_at_identity_provider(view: View, entity_id: str) -> dict[str, str]:
    """Return the address that signs users in by the identity provider of an IdP connection, or nothing."""
    return _start(view, SP_START_PATH, {"PartnerIdpId": entity_id})


def _start(view: View, path: str, partner: dict[str, str]) -> dict[str, str]:
    base_url = base_url_of(view)
    return {APPLICATION_ENDPOINT: f"{base_url}{path}?{urlencode(partner)}"} if base_url else {}


def metadata_address(view: View, parameter: str, entity_id: str) -> str:
    """Return the address of this server's metadata for the partner of a connection; empty without a base URL."""
    base_url = base_url_of(view)
    return f"{base_url}{METADATA_PATH}?{urlencode({parameter: entity_id})}" if base_url else ""
