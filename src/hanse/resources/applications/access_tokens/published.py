"""Where a manager publishes the public keys that verify its tokens."""

import re

from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.config.plugins.rules import settings_of
from hanse.config.view import View
from hanse.resources.applications.access_tokens.model import PATH as MANAGERS
from hanse.resources.applications.access_tokens.model import AccessTokenManager

PATH, CACHE = "JWKS Endpoint Path", "JWKS Endpoint Cache Duration"
# What existing clients have before the path that is entered.
PREFIX = "/ext"
# RFC 3986, section 3.3: whole steps, of characters that nobody has to encode.
_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)+")


def check_path(text: str) -> str | None:
    """Return what is wrong with a path."""
    is_good = _PATH.fullmatch(text) is not None
    return None if is_good else "This must be a path such as /oauth/jwks, of letters, digits, -, ., _ and ~."


def whole_settings(view: View, instance: AccessTokenManager, plugin: Plugin[object]) -> Settings:
    """Return what is set at a manager and its parents; secrets are not in it."""
    generations = (instance, *ancestors(view, view.registry.by_path(MANAGERS), instance))
    whole = merged([each.configuration for each in generations], plugin.form)
    return settings_of(instance.id or "", whole, plugin.form)
