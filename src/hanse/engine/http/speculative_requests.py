"""Requests that browsers send before a user follows a link."""

from hanse.engine.http.request import Request


def is_speculative(request: Request) -> bool:
    """Return whether a browser only prefetches the page, or requests headers alone."""
    purpose = (request.header(b"sec-purpose") or request.header(b"purpose") or b"").lower()
    return request.method == "HEAD" or b"prefetch" in purpose or b"prerender" in purpose
