"""The cookies of the admin listener.

The prefix `__Host-` makes browsers require Secure, Path=/ and no Domain (RFC 6265bis, section 4.1.3.2), so that neither
a page served without TLS nor a sibling host can set one.
"""

SESSION = "__Host-hanse-session"
SETUP = "__Host-hanse-setup"
_ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict"


def set_cookie(name: str, value: str) -> str:
    """Return a Set-Cookie value for a cookie that lives as long as the browser session; the server limits it."""
    return f"{name}={value}; {_ATTRIBUTES}"


def clear_cookie(name: str) -> str:
    """Return a Set-Cookie value that removes a cookie."""
    return f"{name}=; Max-Age=0; {_ATTRIBUTES}"
