"""Requests for one user: templates of administrators, with escaped values of users."""

import json
from typing import Final
from urllib.parse import quote, quote_plus, unquote, urlsplit

from hanse.data_stores.settings import SourceFailed, Values
from hanse.data_stores.templates import fill, names_in
from hanse.plugins.data_stores.rest.field_checks import check_header_value

_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"


def url_of(base: str, template: str, values: Values) -> str:
    """Return the URL of a resource below a base URL; raises SourceFailed.

    Values are percent-encoded, so that they can neither add a path segment nor a parameter. Segments of dots would
    lead to another resource (RFC 3986, section 5.2.4), so they are refused.
    """
    path = fill(template, values, lambda value: quote(value, safe=""))
    # Some servers remove what follows a semicolon before they resolve segments of dots.
    if any(unquote(each).partition(";")[0] in (".", "..") for each in path.partition("?")[0].split("/")):
        raise SourceFailed("The path of a request must not contain segments of dots.")
    if path and not path.startswith(("/", "?")):
        path = f"/{path}"
    made = (base.removesuffix("/") if path.startswith("/") else base) + path
    # Whatever a template contains, the request goes to the host of the base URL.
    if urlsplit(made)[:2] != urlsplit(base)[:2]:
        raise SourceFailed("The resource path leads to another server.")
    return made


def content_of(template: str, values: Values, content_type: str) -> bytes:
    """Return the body of a request; raises SourceFailed.

    Values are escaped as the content type requires. Other types can have no values, as these could change the request.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind == _FORM:
        return fill(template, values, quote_plus).encode()
    if kind == _JSON or kind.endswith("+json"):
        return fill(template, values, lambda value: json.dumps(value)[1:-1]).encode()
    if any(names_in(template)):
        raise SourceFailed("A body with values of users must be JSON or a form.")
    return template.encode()


def header_of(template: str, values: Values) -> str:
    """Return the value of a header field; raises SourceFailed."""
    made = fill(template, values, str)
    if check_header_value(made) is not None:
        raise SourceFailed("The value of a header field must consist of printable ASCII characters.")
    return made
