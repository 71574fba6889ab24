"""The settings of a client for common libraries, by its grant types and its authentication."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from hanse.config.declare.ui.snippets import Snippet, Snippets
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.quick_start import library_templates as templates
from hanse.resources.applications.quick_start.model import ApplicationSettings, LibrarySettings
from hanse.resources.base_url import base_url_of
from hanse.resources.grants import GrantType

Library = tuple[str, str, str]
_WEB: Final[tuple[Library, ...]] = (
    ("openid-client", "openid-client (Node.js)", templates.OPENID_CLIENT),
    ("authlib", "Authlib (Python)", templates.AUTHLIB),
    ("spring-security", "Spring Security (Java)", templates.SPRING_SECURITY),
    ("asp-net-core", "ASP.NET Core (C#)", templates.ASP_NET_CORE),
    ("mod-auth-openidc", "mod_auth_openidc (Apache)", templates.MOD_AUTH_OPENIDC),
)
_SINGLE_PAGE: Final[Library] = ("oidc-client-ts", "oidc-client-ts (TypeScript)", templates.OIDC_CLIENT_TS)
_NATIVE: Final[Library] = ("appauth", "AppAuth (Kotlin)", templates.APP_AUTH)
_SERVICE: Final[Library] = ("curl-service", "curl", templates.CURL_SERVICE)
_SIGNED_SERVICE: Final[Library] = ("authlib-service", "Authlib (Python)", templates.AUTHLIB_SERVICE)
_DEVICE: Final[Library] = ("curl-device", "curl", templates.CURL_DEVICE)


def settings_for(issuer: str, client: Client) -> ApplicationSettings:
    """Return the settings of a client; without a library where none is known for its authentication."""
    uri = client.redirect_uris[0] if client.redirect_uris else ""
    values = {
        "issuer": issuer,
        "client_id": client.client_id,
        "redirect_uri": uri,
        "redirect_path": urlsplit(uri).path or "/",
    }
    return ApplicationSettings(
        issuer=issuer,
        client_id=client.client_id,
        redirect_uris=client.redirect_uris,
        libraries=[
            LibrarySettings(id=id_, library=name, text=_filled(id_, text, values))
            for id_, name, text in _libraries(client)
        ],
    )


def issuer_of(view: View) -> str:
    """Return the issuer identifier of the base URL. Raises ValidationFailed if the base URL is not set."""
    base_url = base_url_of(view)
    if not base_url:
        text = "Set the base URL of the server first."
        raise ValidationFailed([FieldError(text, None, "base_url_required")], text)
    return base_url


def library_snippets(view: View, body: Mapping[str, Any]) -> Iterable[Snippet]:
    """Return the settings of a stored client for its page; none while the base URL is not set."""
    try:
        issuer = issuer_of(view)
    except ValidationFailed:
        return ()
    found = settings_for(issuer, parse_stored(Client, dict(body))).libraries
    return [Snippet(each.library, each.text) for each in found]


LIBRARY_SNIPPETS: Final = Snippets(
    heading=message("Settings for libraries"),
    help=message("Settings to paste into the application. They read a client secret from the environment."),
    find=library_snippets,
)


def _libraries(client: Client) -> Iterator[Library]:
    method, grants = client.client_auth.type, frozenset(client.grant_types)
    if GrantType.AUTHORIZATION_CODE in grants and client.redirect_uris:
        if method is AuthType.SECRET:
            yield from _WEB
        elif method is AuthType.NONE and client.redirect_uris[0].startswith("https:"):
            yield _SINGLE_PAGE
        elif method is AuthType.NONE:
            yield _NATIVE
    if GrantType.CLIENT_CREDENTIALS in grants and method is AuthType.SECRET:
        yield _SERVICE
    if GrantType.CLIENT_CREDENTIALS in grants and method is AuthType.PRIVATE_KEY_JWT:
        yield _SIGNED_SERVICE
    if GrantType.DEVICE_CODE in grants and method is AuthType.NONE:
        yield _DEVICE


def _filled(id_: str, text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        # Kotlin replaces names after a dollar sign within texts.
        text = text.replace(f"@{name}@", value.replace("$", "\\$") if id_ == _NATIVE[0] else value)
    return text
