"""Refuses what a foreign page could make a browser send, before anything else is looked at.

Three independent lines: a header that no form or image can set, the Origin that browsers attach to what changes
something, and Fetch Metadata (W3C), which says where a request comes from.
"""

from starlette.requests import Request

from hanse.config.access import Intent
from hanse.config.operation import Operation
from hanse.kit.errors import NotAllowed

XSRF_HEADER = "x-xsrf-header"
_OWN_SITES = ("same-origin", "none")


def check_not_forged(request: Request, operation: Operation) -> None:
    """Raise NotAllowed for a request that another site may have caused."""
    if not operation.guarded:
        return
    if XSRF_HEADER not in request.headers:
        raise NotAllowed("The X-XSRF-Header header is missing.")
    origin = request.headers.get("origin")
    # Where TLS ends at a proxy, we are spoken to in http and the browser still says https.
    if origin is not None and origin not in (own_origin(request), f"https://{request.headers.get('host', '')}"):
        raise NotAllowed("This request comes from another origin.")
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in _OWN_SITES:
        raise NotAllowed("This request comes from another site.")
    if site == "none" and operation.intent is Intent.WRITE:
        # "none" is what a person's own navigation says; nothing changes by navigating.
        raise NotAllowed("A change cannot be made by opening an address.")


def own_origin(request: Request) -> str:
    """Return the origin by which the caller reached this listener."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"
