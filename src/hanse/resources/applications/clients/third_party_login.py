"""The link with which a sign-in at a client starts at this server (OpenID Connect Core 1.0, section 4)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from hanse.config.declare.view import View
from hanse.kit.texts.messages import message
from hanse.resources.base_url import base_url_of


def third_party_login(view: View, body: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the address by its label; nothing for a client that does not support it, or without a base URL."""
    address = (body.get("oidcPolicy") or {}).get("initiateLoginUri") or ""
    issuer = base_url_of(view)
    if not address or not issuer or not body.get("enabled", True):
        return {}
    # The registered address may have a query already.
    separator = "&" if urlsplit(address).query else "?"
    return {message("Start a sign-in"): f"{address}{separator}{urlencode({'iss': issuer})}"}
