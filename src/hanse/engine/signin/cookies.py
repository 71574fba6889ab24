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
    """One cookie of this server.

    With TLS its name begins with `__Host-`, so that no other host of the domain can set it (RFC 6265bis, section
    4.1.3.2), and other sites' requests carry it: applications send authorization requests by POST, and ask in frames
    whether a user is still signed in. What a request changes is protected by the token of a form.
    """

    name: str

    def name_at(self, request: Request) -> str:
        """Return the full name."""
        return f"__Host-{self.name}" if _is_secure(request) else self.name

    def read(self, request: Request) -> str:
        """Return the value that a request brings, or an empty text."""
        return request.cookies.get(self.name_at(request), "")

    def fits(self, value: str) -> bool:
        """Return whether a value is short enough once it is percent-encoded, as browsers store it."""
        return len(quote(value, safe="")) <= MOST_VALUE

    def header(self, request: Request, value: str, seconds: int | None = None) -> Header:
        """Return the header that sets it: for some seconds, 0 to delete it, or until the browser is closed."""
        secure = "; Secure; SameSite=None" if _is_secure(request) else "; SameSite=Lax"
        lifetime = "" if seconds is None else f"; Max-Age={seconds}"
        text = f"{self.name_at(request)}={quote(value, safe='')}; Path=/; HttpOnly{secure}{lifetime}"
        return b"set-cookie", text.encode("ascii")


FLOW_COOKIE: Final = BrowserCookie("hanse.flow")
SESSION_COOKIE: Final = BrowserCookie("hanse.session")
# Goes when the browser is closed. It binds the parts of a persistent session that are not persistent.
VISIT_COOKIE: Final = BrowserCookie("hanse.visit")
APPLICATION_COOKIE: Final = BrowserCookie("hanse.application")


def adapter_cookie(adapter: str, name: str) -> BrowserCookie:
    """Return a cookie that one adapter instance sees. Its id is not in the name, as ids may be any text."""
    return BrowserCookie(f"{_prefix(adapter)}{name}")


def adapter_cookies(request: Request, adapter: str) -> Mapping[str, str]:
    """Return the cookies of one adapter instance, by the names that it gave them."""
    prefix = adapter_cookie(adapter, "").name_at(request)
    return {name.removeprefix(prefix): value for name, value in request.cookies.items() if name.startswith(prefix)}


def _prefix(adapter: str) -> str:
    return f"hanse.adapter.{sha256(adapter.encode()).hexdigest()[:16]}."


def _is_secure(request: Request) -> bool:
    """Return whether the browser speaks TLS: to this server, or to a proxy, as the issuer's address says."""
    return request.issuer.identifier.startswith("https:")
