"""Cookies of users' browsers."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request

# Browsers keep at most 4,096 octets of a cookie (RFC 6265, section 6.1).
MOST_VALUE: Final = 3_000


@dataclass(frozen=True)
class BrowserCookie:
    """A cookie of this server.

    With TLS its name begins with `__Host-`, so that no other host of the domain can set it (RFC 6265bis, section
    4.1.3.2). Cross-site requests include it, because applications send authorization requests by POST, and check in
    frames whether a user is still signed in. Changes are protected by the token of a form.
    """

    name: str
    # Scripts of this server's pages can read it, so that it must not be a secret.
    is_readable: bool = False

    def name_at(self, request: Request) -> str:
        """Return the full name."""
        return f"__Host-{self.name}" if _is_secure(request) else self.name

    def read(self, request: Request) -> str:
        """Return the value in a request, or an empty string."""
        return request.cookies.get(self.name_at(request), "")

    def fits(self, value: str) -> bool:
        """Return whether a value is short enough after the percent-encoding, as browsers store it."""
        return len(quote(value, safe="")) <= MOST_VALUE

    def header(self, request: Request, value: str, seconds: int | None = None) -> Header:
        """Return the header that sets it: for some seconds, 0 to delete it, or until the browser is closed."""
        secure = "; Secure; SameSite=None" if _is_secure(request) else "; SameSite=Lax"
        lifetime = "" if seconds is None else f"; Max-Age={seconds}"
        hidden = "" if self.is_readable else "; HttpOnly"
        text = f"{self.name_at(request)}={quote(value, safe='')}; Path=/{hidden}{secure}{lifetime}"
        return b"set-cookie", text.encode("ascii")


FLOW_COOKIE: Final = BrowserCookie("hanse.flow")
SESSION_COOKIE: Final = BrowserCookie("hanse.session")
# Ends when the browser is closed. It binds the non-persistent parts of a persistent session.
VISIT_COOKIE: Final = BrowserCookie("hanse.visit")
APPLICATION_COOKIE: Final = BrowserCookie("hanse.application")
# The state that clients compare with OpenID Connect Session Management.
STATE_COOKIE: Final = BrowserCookie("hanse.state", is_readable=True)


def adapter_cookie(adapter: str, name: str) -> BrowserCookie:
    """Return the cookie of one adapter instance. Its id is not in the name, because ids may be any text."""
    return BrowserCookie(f"{_prefix(adapter)}{name}")


def adapter_cookies(request: Request, adapter: str) -> Mapping[str, str]:
    """Return the cookies of one adapter instance, by the names that the adapter uses."""
    prefix = adapter_cookie(adapter, "").name_at(request)
    return {name.removeprefix(prefix): value for name, value in request.cookies.items() if name.startswith(prefix)}


def _prefix(adapter: str) -> str:
    return f"hanse.adapter.{sha256(adapter.encode()).hexdigest()[:16]}."


def _is_secure(request: Request) -> bool:
    """Return whether the browser uses TLS: to this server, or to a proxy, according to the issuer's address."""
    return request.issuer.identifier.startswith("https:")
