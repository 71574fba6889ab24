"""The rules for `offline_access` and refresh tokens (OpenID Connect Core 1.0, section 11)."""

from collections.abc import Collection

from hanse.engine.oauth.scopes import OFFLINE_ACCESS
from hanse.resources.applications.clients.choices import ServerOrYesNo
from hanse.resources.applications.clients.model import Client
from hanse.resources.grants import GrantType
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings


def needs_consent_prompt(settings: AuthorizationServerSettings, client: Client) -> bool:
    """Return whether a client gets offline access only with `prompt=consent`."""
    return _chosen(client.offline_access_require_consent_prompt, settings.offline_access_require_consent_prompt)


def may_have_refresh_token(settings: AuthorizationServerSettings, client: Client, scopes: Collection[str]) -> bool:
    """Return whether a grant of these scopes includes a refresh token."""
    needs_scope = _chosen(
        client.require_offline_access_scope_to_issue_refresh_tokens,
        settings.require_offline_access_scope_to_issue_refresh_tokens,
    )
    return GrantType.REFRESH_TOKEN in client.grant_types and (not needs_scope or OFFLINE_ACCESS in scopes)


def _chosen(own: ServerOrYesNo, of_server: bool) -> bool:
    return of_server if own is ServerOrYesNo.SERVER_DEFAULT else own is ServerOrYesNo.YES
