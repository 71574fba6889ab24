"""Redirect URIs that a client can register by itself.

These rules are stricter than those for administrators: OpenID Connect Dynamic Client Registration 1.0, section 2, and
RFC 8252, sections 7 and 8.4.
"""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from hanse.engine.errors import InvalidClientMetadata
from hanse.engine.oauth.registration.metadata import REDIRECT_URIS, RegisteredMetadata, refusal
from hanse.resources.applications.clients.addresses import WILDCARD

_WEB, _NATIVE = "web", "native"
_LOCALHOST: Final = "localhost"


def check_redirect_uris(metadata: RegisteredMetadata) -> None:
    """Check the redirect URIs by the type of the application. Raises InvalidRedirectUri and InvalidClientMetadata."""
    type_ = metadata.application_type or _WEB
    if type_ not in (_WEB, _NATIVE):
        raise InvalidClientMetadata("application_type: this value is not supported.")
    metadata.application_type = type_
    is_implicit = any(set(each.split()) - {"code"} for each in metadata.response_types)
    for name in (REDIRECT_URIS, "post_logout_redirect_uris"):
        for index, uri in enumerate(getattr(metadata, name)):
            problem = _problem(uri, is_native=type_ == _NATIVE, is_implicit=is_implicit)
            if problem:
                raise refusal(name, f"{name}[{index}]: {problem}")


def _problem(uri: str, *, is_native: bool, is_implicit: bool) -> str:
    """Return the error in a redirect URI; an empty text if there is none."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return "This is not a URI."
    if WILDCARD in uri:
        return "An asterisk is not allowed."
    if parts.scheme not in ("https", "http"):
        return _scheme_problem(parts.scheme) if is_native else "A web application must use https."
    is_loopback = _is_loopback(parts.hostname)
    if parts.scheme == "http" and not is_loopback:
        return "The scheme http is allowed for loopback addresses only."
    is_refused = is_loopback and is_implicit and not is_native
    return "A web application with the implicit grant type cannot use a loopback address." if is_refused else ""


def _scheme_problem(scheme: str) -> str:
    # RFC 8252, section 8.4: a scheme that does not follow from a domain name can belong to another application.
    return "" if "." in scheme else "The scheme must be a domain name in reverse order, such as com.example.app."


def _is_loopback(host: str | None) -> bool:
    try:
        return host == _LOCALHOST or ip_address(host or "").is_loopback
    except ValueError:
        return False
