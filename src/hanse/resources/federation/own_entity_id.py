"""The entity ID by which partners know this server, as identity provider and as service provider."""

from collections.abc import Iterator

from hanse import handles
from hanse.config.declare.ui.declaration import Prerequisite
from hanse.config.declare.view import View
from hanse.resources.system.server_settings.model import ServerSettings


def own_entity_id(server: ServerSettings, virtual: str | None = None) -> str:
    """Return a virtual server ID, or the SAML 2.0 entity ID of the server settings; empty without both.

    There is no other value: partners identify this server by what their administrators have registered.
    """
    federation = server.federation_info
    return virtual or (federation.saml2_entity_id if federation is not None else None) or ""


def own_realm(server: ServerSettings, virtual: str | None = None) -> str:
    """Return a virtual server ID, or the WS-Federation realm of the server settings; empty without both."""
    federation = server.federation_info
    return virtual or (federation.wsfed_realm if federation is not None else None) or ""


def missing_realm(view: View, virtual: str | None = None) -> Iterator[Prerequisite]:
    """Yield the realm that a connection with WS-Federation needs besides its own settings, if this server has none."""
    if not own_realm(view.singleton(handles.SERVER_SETTINGS), virtual):
        text = "This server has no WS-Federation realm. Partners know it by this realm."
        yield Prerequisite(text, handles.SERVER_SETTINGS, adds=False)


def missing_entity_id(view: View, virtual: str | None = None) -> Iterator[Prerequisite]:
    """Yield the entity ID that a connection needs besides its own settings, if this server has none."""
    if not own_entity_id(view.singleton(handles.SERVER_SETTINGS), virtual):
        text = "This server has no SAML 2.0 entity ID. Partners know it by this ID."
        yield Prerequisite(text, handles.SERVER_SETTINGS, adds=False)
