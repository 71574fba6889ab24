"""The description of a scope for users."""

from hanse.engine.oauth.scopes import Scopes
from hanse.engine.signin.pages import PageRenderer


def scope_text(pages: PageRenderer, locale: str, known: Scopes, scope: str) -> str:
    """Return the description of a scope, in the page's language for built-in scopes.

    Scopes that an administrator configured have one description. A scope that is not configured any more is shown by
    its name.
    """
    key = known.message_key(scope)
    return pages.text(locale, key) if key else known.description(scope) or scope
