"""The base URL of the server, which is also the identifier of its first issuer."""

from hanse import handles
from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.declare.view import View


def base_url_of(view: View) -> str:
    """Return the base URL without a slash at its end; empty if it is not set."""
    settings = view.get(handles.SERVER_SETTINGS, SINGLETON_ID).body
    return str((settings.get("federationInfo") or {}).get("baseUrl") or "").rstrip("/")
