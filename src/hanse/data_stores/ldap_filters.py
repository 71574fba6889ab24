"""Search filters and names of directories as texts (RFC 4514, 4515)."""

from collections.abc import Callable
from typing import Any

from ldap3.core.exceptions import LDAPException
from ldap3.operation.search import parse_filter
from ldap3.utils.conv import escape_filter_chars
from ldap3.utils.dn import escape_rdn

from hanse.data_stores.settings import SourceFailed
from hanse.data_stores.templates import fill
from hanse.kit.texts.messages import message


def filter_error(template: str) -> str | None:
    """Return the error in the template of a search filter; None if it is valid."""
    try:
        text = bracketed(fill(template, _Anything(), escape_filter_chars))
        parse: Callable[..., Any] = parse_filter
        parse(text, None, auto_escape=False, auto_encode=False, validator=None, check_names=False)
    except (LDAPException, SourceFailed) as error:
        return message("The search filter is not valid: {error}.", error=error)
    return None


def bracketed(text: str) -> str:
    """Return a filter in the form of RFC 4515; people omit the outermost brackets."""
    text = text.strip()
    return text if text.startswith("(") else f"({text})"


def dn_value(text: str) -> str:
    """Return a value escaped for a distinguished name (RFC 4514, section 2.4)."""
    return escape_rdn(text)


class _Anything(dict[str, str]):
    """A mapping with a harmless value for every name."""

    def get(self, _name: str, _default: Any = None) -> str:
        return "x"
